import type { RobustNodeType, TaskRow } from '../../../../../../models/families/robust/instance.js';
import type { CorePlan, RobustPlan } from '../../../../../../models/families/robust/plan.js';
import { simulateRobustPlan } from '../../../../../../src/families/robust/studies/simulation/simulate.js';
import type { RobustSimulationRequest } from '../../../../../../src/families/robust/studies/simulation/simulate.js';
import type { RobustSimulationRecord } from '../../../../../../src/families/robust/studies/simulation/record.js';
import { type RobustCase, tinyRobust, type TinyRobustOptions } from '../../../../../support/robust.js';

export interface CaseOptions extends Pick<TinyRobustOptions, 'energyVariance' | 'limits'> {
  readonly cores?: number;
  readonly overheadPowerW?: number;
  readonly staticW?: number;
  /** Of P-states 0, 1, ... of 2, 1, 2/3, ... GHz. */
  readonly dynamicPowerW?: readonly number[];
  readonly tasks: readonly TaskRow[];
}

/** One node "n" of one type. */
export function oneNode(options: CaseOptions): RobustCase {
  const { cores = 1, overheadPowerW = 0, staticW = 1, dynamicPowerW = [10] } = options;
  const type: RobustNodeType = {
    name: 'N',
    cores,
    idlePowerW: overheadPowerW + cores * staticW,
    overheadPowerW,
    pStates: dynamicPowerW.map((power, state) => ({ frequencyGHz: 2 / (state + 1), dynamicPowerW: power })),
  };
  return tinyRobust({
    facility: { nodeTypes: [type], nodes: [{ name: 'n', nodeType: 'N' }] },
    taskTypes: [{ name: 'compute', frequencySensitivity: 1 }],
    tasks: options.tasks,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.energyVariance === undefined ? {} : { energyVariance: options.energyVariance }),
  });
}

export function task(name: string, meanS: number, sdS: number): TaskRow {
  return { name, taskType: 'compute', meanS: { N: meanS }, varianceS2: { N: sdS * sdS } };
}

/** `count` tasks alike, named after `prefix`. */
export function tasksAlike(prefix: string, count: number, meanS: number, sdS: number): TaskRow[] {
  return Array.from({ length: count }, (_, n) => task(`${prefix}${n}`, meanS, sdS));
}

/** By core of node "n": tasks and their P-states (0 unless given). */
export function planFor(
  cores: readonly (readonly [tasks: readonly string[], pStates?: readonly number[]])[],
): RobustPlan {
  return {
    format: 'plenum.robust-bag-of-tasks-plan',
    formatVersion: 1,
    instance: { name: 'tiny', sha256: '0'.repeat(64) },
    method: 'by hand',
    goal: 'mo-ec',
    claimed: { makespanZ: 0, energyZ: 0 },
    cores: cores.flatMap(([tasks, pStates], core): CorePlan[] =>
      tasks.length === 0 ? [] : [{ node: 'n', core, tasks, pStates: pStates ?? tasks.map(() => 0) }],
    ),
  };
}

export function simulate(
  { instance, times }: RobustCase,
  plan: RobustPlan,
  request: Partial<RobustSimulationRequest> = {},
): Promise<RobustSimulationRecord> {
  return simulateRobustPlan({
    instance,
    times,
    plan,
    laws: [],
    samples: 100_000,
    seed: 1,
    pause: () => Promise.resolve(false),
    ...request,
  });
}

import { describe, expect, it } from 'vitest';
import { roomInfluenceMatrix } from '../../../../../models/physics/airflow/room-matrix.js';
import type { NodeType } from '../../../../../models/facility/facility.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { tinyInstances } from '../../../../support/bundled.js';
import { denseOf } from '../../../../support/dense-of.js';

/** What one node may run: cores per (task, P-state) pair, with rates by task and power. */
interface NodeChoice {
  readonly ratePerS: readonly number[];
  readonly powerW: number;
}

/** Factors on powers, times and the rise of the inlet that plans must hold with. */
function greatest({ uncertainty }: RewardRateInstance): { power: number; time: number; rise: number } {
  const { nodePower, taskTime, inletRise } = uncertainty?.robust === true ? uncertainty : {};
  return { power: nodePower?.most ?? 1, time: taskTime?.most ?? 1, rise: inletRise?.most ?? 1 };
}

/** Every way to fill the cores of one node, P-states chosen core by core. Formulas spelled out, nothing shared with the product. */
function nodeChoices(instance: RewardRateInstance, type: NodeType): NodeChoice[] {
  const tasks = instance.workload.taskTypes;
  const { power, time } = greatest(instance);
  const pairs: { task: number; timeS: number; powerW: number }[] = [];
  for (const onType of type.tasks) {
    const task = tasks.findIndex((candidate) => candidate.name === onType.taskType);
    const times = onType.timeS as { atHighestFrequency: number; atLowestFrequency: number };
    const powers = onType.corePowerW as typeof times;
    const both = [
      { task, timeS: time * times.atHighestFrequency, powerW: power * powers.atHighestFrequency },
      { task, timeS: time * times.atLowestFrequency, powerW: power * powers.atLowestFrequency },
    ];
    pairs.push(...both.filter((pair) => pair.timeS < tasks[task]!.deadlineS));
  }
  const choices: NodeChoice[] = [];
  const fill = (next: number, chosen: number[]): void => {
    choices.push(
      nodeChoice(
        instance,
        type,
        chosen.map((p) => pairs[p]!),
      ),
    );
    if (chosen.length === type.cores) return;
    for (let p = next; p < pairs.length; p++) fill(p, [...chosen, p]);
  };
  fill(0, []);
  return choices;
}

function nodeChoice(
  instance: RewardRateInstance,
  type: NodeType,
  busy: readonly { task: number; timeS: number; powerW: number }[],
): NodeChoice {
  const ratePerS = instance.workload.taskTypes.map(() => 0);
  let powerW = greatest(instance).power * type.idlePowerW;
  for (const core of busy) {
    const { memoryClass } = instance.workload.taskTypes[core.task]!;
    // All tasks of the tiny instances have one memory intensity: D = E, and only the neighbours count.
    const slowedS =
      instance.facility.colocation.model === 'none'
        ? 0
        : Math.max(0, type.interference![memoryClass]!.perNeighbourS * (busy.length - 1));
    ratePerS[core.task]! += 1 / (core.timeS + slowedS);
    powerW += core.powerW;
  }
  return { ratePerS, powerW };
}

/** Best reward over all choices of all nodes and all set-points, in steps of 0.001 C; 0 when nothing is feasible. */
function bruteForce(instance: RewardRateInstance): number {
  const { facility, workload, limits } = instance;
  const crac = facility.cracs[0]!;
  const { rise } = greatest(instance);
  const { quadraticPerC2: a, linearPerC: b, constant: c } = facility.coolingPerformance;
  const nodes = facility.nodeGroups.flatMap((group) =>
    Array.from({ length: group.count }, () => {
      const type = facility.nodeTypes.find((one) => one.name === group.nodeType)!;
      return { type, standbyW: group.mayBeOff === true ? [type.sleepPowerW ?? [], type.offPowerW ?? []].flat() : [] };
    }),
  );
  const choicesOfNode = nodes.map(({ type, standbyW }) => [
    ...nodeChoices(instance, type),
    ...standbyW.map((powerW) => ({ ratePerS: workload.taskTypes.map(() => 0), powerW })),
  ]);
  const rackLimitW = Math.min(Infinity, ...(limits.rackPowerLimits ?? []).map((limit) => limit.powerLimitW));
  const feasible = new Map<number, boolean>();
  const fits = (powerW: number): boolean => {
    let known = feasible.get(powerW);
    if (known === undefined) {
      known = false;
      for (let milliC = crac.setPointMinC * 1000; milliC <= crac.setPointMaxC * 1000 && !known; milliC++) {
        const setPointC = milliC / 1000;
        const inletC = setPointC + (rise * powerW) / (1.204 * 1006 * crac.airFlowM3PerS);
        const totalW = powerW + powerW / (a * setPointC ** 2 + b * setPointC + c);
        known = inletC <= limits.redLineC && totalW <= limits.powerCapW;
      }
      feasible.set(powerW, known);
    }
    return known && powerW <= rackLimitW;
  };
  let best = 0;
  const combine = (node: number, powerW: number, ratePerS: readonly number[]): void => {
    if (node === nodes.length) {
      if (!fits(powerW)) return;
      const reward = workload.taskTypes.reduce(
        (sum, task, i) => sum + task.rewardPerTask * Math.min(ratePerS[i]!, task.arrivalRatePerS),
        0,
      );
      best = Math.max(best, reward);
      return;
    }
    for (const choice of choicesOfNode[node]!) {
      combine(
        node + 1,
        powerW + choice.powerW,
        ratePerS.map((rate, i) => rate + choice.ratePerS[i]!),
      );
    }
  };
  combine(
    0,
    0,
    workload.taskTypes.map(() => 0),
  );
  return best;
}

describe('tiny instances', () => {
  it.each(tinyInstances().map((instance) => ({ name: instance.name, instance })))(
    '$name: the stated optimum is the best of all configurations',
    ({ instance }) => {
      expect(bruteForce(instance)).toBeCloseTo(instance.knownOptimum!.rewardPerS, 10);
    },
  );

  it('the air of their room is perfectly mixed, as their derivations assume', () => {
    for (const { facility } of tinyInstances()) {
      const matrix = roomInfluenceMatrix(facility);
      const flows = [...matrix.airFlowM3PerS];
      const total = flows.reduce((sum, flow) => sum + flow, 0);
      denseOf(matrix.weights).forEach((weight, index) => {
        expect(weight).toBeCloseTo(flows[index % flows.length]! / total, 9);
      });
    }
  });

  it('each binds where it says: lifting the limit pays, and tightening the red line costs', () => {
    const named = (name: string): RewardRateInstance => tinyInstances().find((instance) => instance.name === name)!;
    const powerCap = named('tiny-power-cap');
    expect(bruteForce({ ...powerCap, limits: { ...powerCap.limits, powerCapW: 1000 } })).toBeCloseTo(2);
    const rack = named('tiny-rack-limit');
    expect(bruteForce({ ...rack, limits: { powerCapW: 1000, redLineC: 30 } })).toBeCloseTo(4);
    const redLine = named('tiny-red-line');
    expect(bruteForce({ ...redLine, limits: { ...redLine.limits, redLineC: 19 } })).toBeCloseTo(0.625);
    expect(bruteForce({ ...redLine, limits: { ...redLine.limits, redLineC: 35 } })).toBeCloseTo(1.125);
  });
});

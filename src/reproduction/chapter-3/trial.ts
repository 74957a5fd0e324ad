import type { InfluenceMatrix } from '../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../models/problems/reward-rate/instance.js';
import type { Cell, TrialInput } from '../../experiments/design.js';
import type { TrialOutput, Value } from '../../experiments/record.js';
import { varyWorkload } from '../../families/reward-rate/instances/generate.js';
import { heldBy } from '../../facility/held-facility.js';
import { influenceMatrixOf } from '../../facility/influence.js';
import type { WorkloadName } from '../../facility/thesis/benchmarks.js';
import { thesisInstance } from '../../families/reward-rate/instances/thesis/instance.js';
import { methodNamed } from '../../families/reward-rate/methods/registry.js';
import { monotonicS } from '../../runs/clock.js';
import { problemInMemory } from '../../families/reward-rate/runs/open.js';
import { solveOpened, type Solved } from '../../families/reward-rate/runs/solve.js';
import { methodOf } from './figures.js';

/** Seed of the base instance that the trials vary: the bundled rooms' own. */
const BASE_SEED = 1;
/** Number of nodes in a rack (section 3.5.1). */
const NODES_PER_RACK = 36;
/** Number of significant digits recorded: enough for every statement, without the noise of the last digits. */
const DIGITS = 9;

/** Values of a trial as a record keeps them. Powers at the meter, rewards per second. */
export interface TrialValues extends Readonly<Record<string, Value>> {
  readonly outcome: 'plan' | 'infeasible' | 'no plan' | 'breaks limits';
  /** Reward rate with co-location, time-sliced, reward/s. */
  readonly rewardPerS: number | null;
  /** Reward rate by the thesis' time-averaged features, reward/s. */
  readonly averagedPerS: number | null;
  /** Reward rate of every arriving task, by which the thesis divides, reward/s. */
  readonly fullPerS: number;
  /** Proven bound; from config-lp alone. */
  readonly boundPerS: number | null;
  readonly totalW: number | null;
  readonly coolingW: number | null;
  readonly nodesW: number | null;
  /** Power by which the idle facility passes the cap, where it does, W. */
  readonly idleExcessW: number | null;
  readonly steps: number | null;
}

/**
 * Trial of one method on one variant of one room: a function of its input alone. It keeps the air of rooms only to save
 * time.
 */
export async function reproductionTrial(input: TrialInput): Promise<TrialOutput> {
  const { cell, seed, settings } = input;
  const { method: name, naive, share } = methodOf(cell['method']!);
  const method = methodNamed(name);
  if (method === undefined) throw new RangeError(`There is no method "${name}"`);
  const instance = variantOf(cell, seed);
  const gaSteps = name === 'ga' ? Number(settings[`gaSteps${cell['nodes']!}`]) : null;
  const solved = await solveOpened(
    {
      method,
      naive,
      seed,
      limits: { timeLimitS: null, workLimit: gaSteps === null ? null : Math.max(1, Math.round(gaSteps * share)) },
      engine: 'highs',
      withBound: false,
      nowS: monotonicS,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    problemInMemory(instance, airOf(cell, instance)),
  );
  return { values: valuesOf(instance, solved), times: { solve: solved.record.result.timeS['total'] ?? 0 } };
}

/** The thesis' room of the cell with the workload of trial seed `seed`. */
export function variantOf(cell: Cell, seed: number): RewardRateInstance {
  const base = thesisInstance({
    racks: Number(cell['nodes']) / NODES_PER_RACK,
    workload: cell['workload'] as WorkloadName,
    airflow: cell['air'] as 'nominal' | 'balanced',
    coldAisles: cell['aisles'] as 'open' | 'isolated',
    powerCapW: 1000 * Number(cell['capKW']),
    redLineC: Number(cell['redLineC']),
    seed: BASE_SEED,
  });
  return varyWorkload(base, seed);
}

/** Influence matrices by room: functions of their key, kept because workers live long and rooms are few. */
const airByRoom = new Map<string, InfluenceMatrix>();

function airOf(cell: Cell, instance: RewardRateInstance): InfluenceMatrix {
  const key = [cell['nodes'], cell['air'], cell['aisles']].join();
  const known = airByRoom.get(key);
  if (known !== undefined) return known;
  const influence = influenceMatrixOf(heldBy(instance), '');
  if (!influence.ok) throw new RangeError(`The room ${key} has no influence matrix`);
  airByRoom.set(key, influence.matrix);
  return influence.matrix;
}

function valuesOf({ workload }: RewardRateInstance, { record, plan }: Solved): TrialValues {
  const { result, evaluation } = record;
  const excess = result.infeasibility?.constraint === 'powerCap' ? result.infeasibility.amount : null;
  const power = evaluation?.power;
  return {
    outcome:
      result.termination === 'infeasible'
        ? 'infeasible'
        : plan === null
          ? 'no plan'
          : result.feasible
            ? 'plan'
            : 'breaks limits',
    rewardPerS: rounded(evaluation?.rewardPerS),
    averagedPerS: rounded(evaluation?.averagedRewardPerS),
    fullPerS: rounded(workload.taskTypes.reduce((sum, task) => sum + task.rewardPerTask * task.arrivalRatePerS, 0))!,
    boundPerS: rounded(result.bound),
    totalW: rounded(power?.totalW),
    coolingW: rounded(power?.coolingW),
    nodesW: rounded(power === undefined ? null : power.idleW + power.coresW),
    idleExcessW: rounded(excess),
    steps: result.work['steps'] ?? null,
  };
}

function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value.toPrecision(DIGITS));
}

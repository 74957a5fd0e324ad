import { W_PER_KW } from '../../../models/units.js';
import type { Cell, TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value } from '../../experiments/record.js';
import { check, type Checked, generate, type GenerateOptions, solve, type Solved } from '../../library/index.js';
import {
  accepted,
  alteredInstance,
  type Outcome,
  outcomeOf,
  inTemporaryFolder,
  writtenInstance,
} from '../library-calls.js';
import { methodOf } from './figures.js';

/** Seed of the instance that variants are drawn from; the bundled rooms have this seed. */
const BASE_SEED = 1;
/** Number of nodes in a rack (section 3.5.1). */
const NODES_PER_RACK = 36;
/** Number of significant digits in records: enough for every claim, few enough to exclude floating-point error. */
const DIGITS = 9;

/** Recorded values of a trial. Powers are at the facility's meter. */
export interface TrialValues extends Readonly<Record<string, Value>> {
  readonly outcome: Outcome;
  /** Reward rate with time-sliced co-location effects, reward/s; null without a plan. */
  readonly rewardPerS: number | null;
  /** Reward rate with the thesis' time-averaged co-location effects, reward/s; null without a plan. */
  readonly averagedPerS: number | null;
  /** Reward rate if every arriving task were completed, reward/s, by which the thesis divides rewards. */
  readonly fullPerS: number;
  /** Proven upper bound on the reward rate, reward/s; null except for the method `config-lp`. */
  readonly boundPerS: number | null;
  readonly totalW: number | null;
  readonly coolingW: number | null;
  readonly nodesW: number | null;
  /** Power by which even the idle facility exceeds the power cap, W; null if it does not. */
  readonly idleExcessW: number | null;
  readonly steps: number | null;
}

/** Cells of the bundled rooms of the thesis, m: generated ones whose air mixes have smaller ones. */
const THESIS_CELL_M = { x: 0.3, y: 0.3, z: 0.35 };

/** Runs one method on one variant of one machine room. The recorded values depend only on the input. */
export function reproductionTrial({ cell, seed, settings }: TrialRequest): Promise<TrialOutput> {
  return inTemporaryFolder(async (folder) => {
    const file = await variantOf(cell, seed, folder);
    const { share, ...asked } = methodOf(cell['method']!);
    const gaSteps = Number(settings[`gaSteps${cell['nodes']!}`]);
    const limits = asked.method === 'ga' ? { workLimit: Math.max(1, Math.round(gaSteps * share)) } : {};
    const solved = accepted(await solve(file, { ...asked, seed, objective: 'reward', bound: false, ...limits }));
    const { plan, record } = solved;
    const checked = plan === null ? null : accepted(await check(file, plan));
    return { values: valuesOf(file, solved, checked), times: { solve: record.timeS['total'] ?? 0 } };
  });
}

/** Writes the machine room of the cell, with the workload of this seed, to a file and returns its path. */
export async function variantOf(cell: Cell, seed: number, folder: string): Promise<string> {
  const room = accepted(
    await generate(null, {
      racks: Number(cell['nodes']) / NODES_PER_RACK,
      workload: cell['workload'] as NonNullable<GenerateOptions['workload']>,
      airflow: cell['air'] as 'nominal' | 'balanced',
      coldAisles: cell['aisles'] as 'open' | 'isolated',
      powerCap: W_PER_KW * Number(cell['capKW']),
      redLine: Number(cell['redLineC']),
      seed: BASE_SEED,
      out: folder,
    }),
  );
  // The thesis states no mixing of air and no air on standby, and its rooms have the cells of the bundled ones.
  const unmixed = alteredInstance<MixedRoom>(room.instances[0]!, folder, ({ facility, ...rest }) => {
    const { hotMixing: _hot, mixingFraction: _all, mixingM2PerS: _local, ...airflow } = facility.airflow;
    const cracs = facility.cracs.map(({ standbyAirFlowM3PerS: _standby, ...crac }) => crac);
    const layout = { ...airflow.layout, cellM: THESIS_CELL_M };
    return { ...rest, facility: { ...facility, cracs, airflow: { ...airflow, layout } } };
  });
  return accepted(await generate(unmixed, { seed, out: folder })).instances[0]!;
}

/** The part of an instance file that says how the air of its room mixes. */
interface MixedRoom {
  readonly facility: {
    readonly cracs: readonly { readonly standbyAirFlowM3PerS?: number }[];
    readonly airflow: {
      readonly layout: object;
      readonly hotMixing?: number;
      readonly mixingFraction?: number;
      readonly mixingM2PerS?: number;
    };
  };
}

/** The parts of an instance file that a trial reads. */
interface RoomShape {
  readonly workload: {
    readonly taskTypes: readonly { readonly rewardPerTask: number; readonly arrivalRatePerS: number }[];
  };
}

/** Powers in the record of a checked plan, W. */
interface CheckedPower {
  readonly totalW: number;
  readonly coolingW: number;
  readonly idleW: number;
  readonly coresW: number;
}

function valuesOf(file: string, solved: Solved, checked: Checked | null): TrialValues {
  const { record } = solved;
  const { workload } = writtenInstance(file) as RoomShape;
  const { averagedRewardPerS, power } = (checked?.record.details ?? {}) as {
    readonly averagedRewardPerS?: number;
    readonly power?: CheckedPower;
  };
  const { infeasibility } = record;
  return {
    outcome: outcomeOf(solved),
    rewardPerS: rounded(checked?.record.objective),
    averagedPerS: rounded(averagedRewardPerS),
    fullPerS: rounded(workload.taskTypes.reduce((sum, task) => sum + task.rewardPerTask * task.arrivalRatePerS, 0))!,
    boundPerS: rounded(record.bound),
    totalW: rounded(power?.totalW),
    coolingW: rounded(power?.coolingW),
    nodesW: rounded(power === undefined ? null : power.idleW + power.coresW),
    idleExcessW: rounded(infeasibility?.constraint === 'powerCap' ? infeasibility.amount : null),
    steps: record.work['steps'] ?? null,
  };
}

function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value.toPrecision(DIGITS));
}

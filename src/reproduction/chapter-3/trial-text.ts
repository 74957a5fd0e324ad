import { W_PER_KW } from '../../../models/units.js';
import type { Cell, TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value } from '../../experiments/record.js';
import { check, generate, type GenerateOptions, solve, type Solved } from '../../library/index.js';
import { randomStream } from '../../random/stream.js';
import {
  accepted,
  alteredInstance,
  inTemporaryFolder,
  type Outcome,
  outcomeOf,
  writtenInstance,
} from '../library-calls.js';
import { FIRST_STEP } from './figures-text.js';
import { methodOf } from './figures.js';

/** Seed of the instance that variants are drawn from, as for the figures. */
const BASE_SEED = 1;
/** Number of nodes in a rack (section 3.5.1). */
const NODES_PER_RACK = 36;
/** Cells of the bundled rooms of the thesis, m. */
const BUNDLED_CELL_M = { x: 0.3, y: 0.3, z: 0.35 };
/**
 * Share of the CRAC air that reaches the room of `text-3.6.4`. On these cells its hottest idle inlet rises by 15.8 K with
 * open and by 14.6 K with isolated aisles, both as the numbers of section 3.6.4 ask (docs/decisions/airflow-thesis-rooms.md).
 */
const SUPPLY_SHARE = 0.51;
/**
 * Greatest relative error of a true execution time against the model's. Ours: errors uniform up to it have the mean
 * absolute error of 6 % that Appendix F states.
 */
const MAX_TIME_ERROR = 0.12;
/** Number of significant digits in records, as for the figures. */
const DIGITS = 9;

/** Recorded values of a trial of a text figure; null without a plan. All but the work are the independent checker's. */
interface TextValues extends Readonly<Record<string, Value>> {
  readonly outcome: Outcome;
  /** Reward rates with time-sliced and with time-averaged co-location effects, reward/s. */
  readonly rewardPerS: number | null;
  readonly averagedPerS: number | null;
  /** Reward rate of the same plan if nothing interfered (NERR, Eq. 23), reward/s. */
  readonly naivePerS: number | null;
  /** Time-averaged reward rate of the same plan where execution times err by 6 % on average, reward/s. */
  readonly erredPerS: number | null;
  /** Reward rate if every arriving task were completed, reward/s. */
  readonly fullPerS: number;
  readonly boundPerS: number | null;
  readonly totalW: number | null;
  readonly coolingW: number | null;
  readonly nodesW: number | null;
  /** Set-point of the first CRAC, C. */
  readonly setPointC: number | null;
  /** Number of variables of the nonlinear program; null for other methods. */
  readonly variables: number | null;
  /** Number of Newton steps of the interior-point method, of all its starts; null for other methods. */
  readonly iterations: number | null;
}

/** The parts of an instance file that these trials change. */
interface RoomFile {
  readonly facility: {
    readonly nodeTypes: readonly { readonly tasks: readonly { readonly timeS: object }[] }[];
    readonly cracs: readonly { readonly standbyAirFlowM3PerS?: number }[];
    readonly colocation: object;
    readonly airflow: { readonly layout: object } & Readonly<Record<string, unknown>>;
  };
  readonly workload: {
    readonly taskTypes: readonly {
      readonly rewardPerTask: number;
      readonly arrivalRatePerS: number;
      readonly deadlineS: number;
    }[];
  };
}

/** Runs one method on one room of a text figure (`textDesign`). The recorded values depend only on the input. */
export function textTrial({ cell, seed }: TrialRequest): Promise<TrialOutput> {
  return inTemporaryFolder(async (folder) => {
    const file = await roomOf(cell, seed, folder);
    const isFirst = cell['method'] === FIRST_STEP;
    const { method, naive } = methodOf(isFirst ? 'ga' : cell['method']!);
    const reserveK = Number(cell['reserveK'] ?? 0);
    const limits = { ...(isFirst ? { workLimit: 1 } : {}), ...(reserveK > 0 ? { reserveInlet: reserveK } : {}) };
    const solved = accepted(await solve(file, { method, naive, seed, objective: 'reward', bound: false, ...limits }));
    const { plan, record } = solved;
    const judged = plan === null ? null : await judgedOf(file, plan);
    const asks = cell['colocation'] !== undefined && plan !== null;
    const erred = asks ? await judgedOf(erredTimes(file, seed, folder), plan) : null;
    const { taskTypes } = (writtenInstance(file) as RoomFile).workload;
    const { work } = record;
    const values: TextValues = {
      outcome: outcomeOf(solved),
      rewardPerS: rounded(judged?.rewardPerS),
      averagedPerS: rounded(judged?.averagedRewardPerS),
      naivePerS: rounded(judged?.naiveRewardPerS),
      erredPerS: rounded(erred?.averagedRewardPerS),
      fullPerS: rounded(taskTypes.reduce((sum, task) => sum + task.rewardPerTask * task.arrivalRatePerS, 0))!,
      boundPerS: rounded(record.bound),
      totalW: rounded(judged?.power.totalW),
      coolingW: rounded(judged?.power.coolingW),
      nodesW: rounded(judged === null ? null : judged.power.idleW + judged.power.coresW),
      setPointC: rounded(Object.values((plan as { setPointsC: Record<string, number> } | null)?.setPointsC ?? {})[0]),
      variables: work['variables'] ?? null,
      iterations: work['interiorPointIterations'] ?? null,
    };
    return { values, times: { solve: record.timeS['total'] ?? 0 } };
  });
}

/** Fields of `details` in the record of a check that a trial reads (docs/reward-rate/results.md). */
interface Judged {
  readonly averagedRewardPerS: number;
  readonly naiveRewardPerS: number;
  /** Powers of the plan, W. */
  readonly power: Readonly<Record<'totalW' | 'coolingW' | 'idleW' | 'coresW', number>>;
}

async function judgedOf(
  file: string,
  plan: NonNullable<Solved['plan']>,
): Promise<Judged & { readonly rewardPerS: number | null }> {
  const { record } = accepted(await check(file, plan));
  return { ...(record.details as unknown as Judged), rewardPerS: record.objective };
}

/** Writes the room of a cell, with the workload of this seed, to a file and returns its path. */
async function roomOf(cell: Cell, seed: number, folder: string): Promise<string> {
  const isCalibrated = cell['reserveK'] !== undefined;
  const made = accepted(
    await generate(null, {
      racks: Number(cell['nodes']) / NODES_PER_RACK,
      workload: cell['workload'] as NonNullable<GenerateOptions['workload']>,
      ...(cell['taskTypes'] === undefined ? {} : { taskTypes: Number(cell['taskTypes']) }),
      airflow: isCalibrated ? 'calibrated' : 'nominal',
      coldAisles: cell['aisles'] === 'isolated' ? 'isolated' : 'open',
      powerCap: W_PER_KW * Number(cell['capKW']),
      redLine: Number(cell['redLineC'] ?? 30),
      seed: BASE_SEED,
      out: folder,
    }),
  );
  const base = alteredInstance<RoomFile>(made.instances[0]!, folder, (room) => {
    const zones = cell['colocation'] === undefined ? {} : { levelsPerRack: 1 };
    const kept = bundledAir(room, zones, isCalibrated ? { supplyShare: SUPPLY_SHARE } : {});
    const colocation = { model: cell['colocation'] ?? 'anchored' };
    return { ...kept, facility: { ...kept.facility, colocation } };
  });
  return accepted(await generate(base, { seed, out: folder })).instances[0]!;
}

/**
 * Returns a room with the air of the bundled rooms of the thesis: their cells, no mixing, no air on standby. Fields of
 * `layout` and `more` are replaced.
 */
function bundledAir(room: RoomFile, layout: object, more: object): RoomFile {
  const { hotMixing: _hot, mixingFraction: _all, mixingM2PerS: _local, ...airflow } = room.facility.airflow;
  const cracs = room.facility.cracs.map(({ standbyAirFlowM3PerS: _standby, ...crac }) => crac);
  const own = { ...airflow.layout, ...layout, cellM: BUNDLED_CELL_M };
  return { ...room, facility: { ...room.facility, cracs, airflow: { ...airflow, ...more, layout: own } } };
}

/**
 * Writes a room whose true execution times are off those of the model: each task type on each node type by a factor of
 * its own, uniform in 1 - MAX_TIME_ERROR to 1 + MAX_TIME_ERROR. Deadlines are as much longer, so that the plan's
 * P-states stay admissible. Returns the path.
 */
function erredTimes(file: string, seed: number, folder: string): string {
  const error = randomStream(seed, 'time errors').uniform;
  return alteredInstance<RoomFile>(file, folder, (room) => {
    const nodeTypes = room.facility.nodeTypes.map((type) => ({
      ...type,
      tasks: type.tasks.map((task) => {
        const factor = error(1 - MAX_TIME_ERROR, 1 + MAX_TIME_ERROR);
        const timeS = Object.fromEntries(Object.entries(task.timeS).map(([at, value]) => [at, factor * Number(value)]));
        return { ...task, timeS };
      }),
    }));
    const taskTypes = room.workload.taskTypes.map((task) => ({
      ...task,
      deadlineS: (1 + MAX_TIME_ERROR) * task.deadlineS,
    }));
    return { ...room, facility: { ...room.facility, nodeTypes }, workload: { ...room.workload, taskTypes } };
  });
}

function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value.toPrecision(DIGITS));
}

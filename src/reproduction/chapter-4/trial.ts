import type { Cell, TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value } from '../../experiments/record.js';
import { generate, type GenerateOptions, solve, type SolveOptions, type Solved } from '../../library/index.js';
import {
  accepted,
  type Outcome,
  outcomeOf,
  alteredInstance,
  bundledFile,
  inTemporaryFolder,
  writtenInstance,
} from '../library-calls.js';
import { generationsKey, groupSizeOf, isGenetic, levelOf } from './budgets.js';
import { dateOfSeed } from './days.js';
import { hoursOf } from './values.js';

/** Number of significant digits in records: enough for every claim, few enough to exclude floating-point error. */
const DIGITS = 9;

/** Values that a trial records: what the checker finds about the plan, and the bound. */
export interface TrialValues extends Readonly<Record<string, Value>> {
  readonly outcome: Outcome;
  /** Bill of the day with the cooling power of the rooms, USD. */
  readonly costUsd: number | null;
  /** Bill of the day with the cooling power of Eq. 43 (CUP), USD. */
  readonly costByCupUsd: number | null;
  /** Proven lower bound on `costUsd`, USD; null except for the method `gld-lp`. */
  readonly boundUsd: number | null;
  /** Proven lower bound on `costByCupUsd`, USD; null except for the method `gld-lp`. */
  readonly boundByCupUsd: number | null;
  /** Cost of each epoch with the cooling power of the rooms, USD. */
  readonly costByEpochUsd: readonly Value[] | null;
  /** Parts of `boundUsd` by epoch, USD; null except for the method `gld-lp`. */
  readonly boundByEpochUsd: readonly Value[] | null;
  /** Energy of the compute nodes, also sleeping ones, at the wall, kWh. */
  readonly nodeKwh: number | null;
  /** Energy of the CRACs, kWh. */
  readonly cracKwh: number | null;
  /** Hours that nodes are awake, summed over all nodes. */
  readonly nodeHours: number | null;
  /** Mean over epochs and task types of the rate of served tasks divided by the arrival rate. */
  readonly servedOverArrivals: number | null;
  /**
   * Number of removals that FDLD (force-directed load distribution) chose from, summed over its removals and all its
   * runs, including those for calibration: data centres, node types and task types of which some node runs one.
   */
  readonly candidates: number | null;
  readonly generations: number | null;
  /** Evaluations of distributions by the genetic search, founders included, summed over the epochs. */
  readonly evaluations: number | null;
  /** Least and greatest CUP (heat removed per power of the CRACs) of the data centres. */
  readonly leastCup: number | null;
  readonly greatestCup: number | null;
}

/** Runs one method on one day of one group of data centres. The recorded values depend only on the input. */
export function geoTrial(input: TrialRequest): Promise<TrialOutput> {
  return inTemporaryFolder(async (folder) => {
    const { cell, seed } = input;
    const file = await instanceFor(cell, seed, folder);
    const { method } = levelOf(cell['method']!);
    const search = isGenetic({ method }) ? searchOptions(input) : {};
    const solved = accepted(await solve(file, { method, seed, bound: false, ...search }));
    const { nodeTypes } = writtenInstance(file) as GeoShape;
    const names = nodeTypes.map(({ name }) => name);
    return { values: valuesOf(solved, names), times: { solve: solved.record.timeS['total'] ?? 0 } };
  });
}

/** Returns the options of the genetic method: number of generations, and how efficiency is computed. */
export function searchOptions({
  cell,
  settings,
  partFile,
}: Pick<TrialRequest, 'cell' | 'settings' | 'partFile'>): Pick<SolveOptions, 'generations' | 'efficiency' | 'resume'> {
  const level = cell['method']!;
  const generations = settings[generationsKey(level, groupSizeOf(cell))];
  if (typeof generations !== 'number') throw new RangeError(`The design gives ${level} no generations`);
  return {
    generations,
    efficiency: levelOf(level).byEq25 ? 'cores' : 'node',
    ...(partFile === undefined ? {} : { resume: partFile }),
  };
}

/** Options that generate a group of data centres, by level of the factor "instance". */
const GROUPS: Readonly<Record<string, Pick<GenerateOptions, 'centres' | 'workload'>>> = {
  'us-4': { centres: 4, workload: 'hybrid' },
  'us-8': { centres: 8, workload: 'hybrid' },
  'us-16': { centres: 16, workload: 'hybrid' },
  'us-4-memory': { centres: 4, workload: 'memory' },
  'us-4-cpu': { centres: 4, workload: 'cpu' },
};

/**
 * Writes the instance of a group of data centres on the seed's day to a file and returns its path. Surplus solar and
 * wind power is paid for as printed in Eq. 33, and the arrivals of the group are multiplied by the cell's demand. Tiny
 * instances have only one day.
 */
export async function instanceFor(
  { instance: name, demand = '1' }: Cell,
  seed: number,
  folder: string,
): Promise<string> {
  const group = GROUPS[name!];
  const file =
    group === undefined
      ? await bundledFile(`geo/${name!}`)
      : accepted(await generate(null, { ...group, date: dateOfSeed(seed), out: folder })).instances[0]!;
  return alteredInstance<GeoArrivals>(file, folder, (instance) => ({
    ...instance,
    rules: { ...instance.rules, surplus: { rule: 'printed' } },
    ...(demand === '1' ? {} : { taskTypes: instance.taskTypes.map((one) => multiplied(one, Number(demand))) }),
  }));
}

/** The parts of a group's instance file that a trial changes. */
interface GeoArrivals {
  readonly rules: object;
  readonly taskTypes: readonly { readonly arrivalRatePerS: { readonly meanPerS: number } }[];
}

function multiplied<Task extends GeoArrivals['taskTypes'][number]>(taskType: Task, factor: number): Task {
  const { arrivalRatePerS } = taskType;
  return { ...taskType, arrivalRatePerS: { ...arrivalRatePerS, meanPerS: factor * arrivalRatePerS.meanPerS } };
}

/** The part of an instance file that a trial reads. */
interface GeoShape {
  readonly nodeTypes: readonly { readonly name: string }[];
}

/** The part of a run's `details` that a trial records (docs/geo/results.md). */
interface GeoDetails {
  readonly costByCupUsd: number | null;
  readonly boundByCupUsd: number | null;
  readonly costByEpochUsd: readonly number[] | null;
  readonly boundByEpochUsd: readonly number[] | null;
  readonly energyByPart?: { readonly nodesKwh: number; readonly cracsKwh: number };
  readonly coolingPerPower: Readonly<Record<string, number>>;
  readonly nodeHours?: Readonly<Record<string, number>>;
  readonly servedOverArrivals?: number;
}

function detailsOf({ record }: Solved): GeoDetails {
  return record.details as unknown as GeoDetails;
}

function valuesOf(solved: Solved, nodeTypes: readonly string[]): TrialValues {
  const { objective, bound, work } = solved.record;
  const details = detailsOf(solved);
  const { costByCupUsd, boundByCupUsd, energyByPart, nodeHours, servedOverArrivals } = details;
  const cups = Object.values(details.coolingPerPower);
  return {
    outcome: outcomeOf(solved),
    costUsd: rounded(objective),
    costByCupUsd: rounded(costByCupUsd),
    boundUsd: rounded(bound),
    boundByCupUsd: rounded(boundByCupUsd),
    costByEpochUsd: details.costByEpochUsd?.map(rounded) ?? null,
    boundByEpochUsd: details.boundByEpochUsd?.map(rounded) ?? null,
    nodeKwh: rounded(energyByPart?.nodesKwh),
    cracKwh: rounded(energyByPart?.cracsKwh),
    nodeHours: rounded(nodeHours && Object.values(nodeHours).reduce((total, own) => total + own, 0)),
    ...Object.fromEntries(nodeTypes.map((name) => [hoursOf(name), rounded(nodeHours?.[name])])),
    servedOverArrivals: rounded(servedOverArrivals),
    candidates: work['candidates'] ?? null,
    generations: work['generations'] ?? null,
    evaluations: work['evaluations'] ?? null,
    leastCup: rounded(Math.min(...cups)),
    greatestCup: rounded(Math.max(...cups)),
  };
}

function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined || !Number.isFinite(value) ? null : Number(value.toPrecision(DIGITS));
}

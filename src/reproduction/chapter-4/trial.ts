import type { GeoInstance } from '../../../models/families/geo/instance.js';
import { geoModel } from '../../../models/families/geo/model.js';
import type { Cell, TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value, Values } from '../../experiments/record.js';
import { geoAir } from '../../families/geo/instances/open.js';
import { geoSeries } from '../../families/geo/instances/series/geo-series.js';
import { bundledInstance } from '../../instances/bundled.js';
import { usInstance, type UsOptions } from '../../families/geo/instances/us.js';
import {
  GALD,
  type GaldOptions,
  geneticDistribution,
  type SearchMemory,
} from '../../families/geo/methods/gald/gald.js';
import { geoMethodNamed } from '../../families/geo/methods/registry.js';
import { type GeoMethod } from '../../families/geo/methods/registry.js';
import { monotonicS } from '../../runs/clock.js';
import { digestOf } from '../../runs/digest.js';
import { type ReadyGeo, solveOpenedGeo, type SolvedGeo } from '../../families/geo/runs/solve.js';
import { generationsKey, groupSizeOf, isGenetic, levelOf } from './budgets.js';
import { dateOfSeed } from './days.js';
import { memoryOf } from './memory.js';
import { boundAt, costAt, hoursOf } from './values.js';

/** Number of significant digits recorded: enough for every statement, without the noise of the last digits. */
const DIGITS = 9;

/** Values of a trial by the checker; a record's values, beside costs by epoch where the design asks for them. */
export interface TrialValues extends Readonly<Record<string, Value>> {
  readonly outcome: 'plan' | 'infeasible' | 'no plan' | 'breaks limits';
  /** The day's bill with the room's cooling, and with that of Eq. 43. */
  readonly costUsd: number | null;
  readonly costByCupUsd: number | null;
  /** Proven lower bounds on the two, USD; from gld-lp alone. */
  readonly boundUsd: number | null;
  readonly boundByCupUsd: number | null;
  readonly transitionUsd: number | null;
  /** Energy at the nodes' wall, asleep ones included, kWh; that of the CRACs likewise. */
  readonly nodeKwh: number | null;
  readonly cracKwh: number | null;
  /** Number of nodes awake times hours. */
  readonly nodeHours: number | null;
  /** Rates served over arrivals, mean over epochs and task types. */
  readonly servedOverArrivals: number | null;
  /** Number of removals of all runs of FDLD, calibration included. */
  readonly removals: number | null;
  readonly generations: number | null;
  readonly evaluations: number | null;
}

/**
 * Trial of one method on one day of one group: a function of its input alone. It keeps the day compiled last only to
 * save time.
 */
export async function geoTrial(input: TrialRequest): Promise<TrialOutput> {
  const startS = monotonicS();
  const { cell, seed, settings } = input;
  const opened = openedFor(cell, seed);
  const memory = memoryOf(input, opened.sha256);
  try {
    const solved = await solveOpenedGeo(
      {
        method: methodFor(input, memory),
        seed,
        limits: { timeLimitS: null, workLimit: null },
        withBound: false,
        nowS: monotonicS,
        interrupted: () => false,
        onProgress: () => undefined,
      },
      opened,
    );
    const byEpoch = settings['byEpoch'] === 1 ? epochValues(solved) : {};
    return { values: { ...valuesOf(solved), ...byEpoch }, times: { solve: monotonicS() - startS } };
  } finally {
    memory?.close();
  }
}

function methodFor(input: TrialRequest, memory: SearchMemory | null): GeoMethod {
  const { method: name } = levelOf(input.cell['method']!);
  const method = geoMethodNamed(name);
  if (method === undefined) throw new RangeError(`There is no method "${name}"`);
  if (!isGenetic({ method: name })) return method;
  const options = { ...searchOptions(input), ...(memory === null ? {} : { memory }) };
  return { ...method, solve: (own) => geneticDistribution(own, options) };
}

/**
 * Options of the genetic search: the level's reading, the design's generations, and not our stop rule, because it is to
 * use its budget.
 */
export function searchOptions({ cell, settings }: Pick<TrialRequest, 'cell' | 'settings'>): GaldOptions {
  const level = cell['method']!;
  const generations = settings[generationsKey(level, groupSizeOf(cell))];
  if (typeof generations !== 'number') throw new RangeError(`The design gives ${level} no generations`);
  return {
    reading: { ...GALD.reading, power: levelOf(level).byEq25 ? 'cores' : 'node' },
    search: { ...GALD.search, mostGenerations: generations, stallGenerations: Infinity },
  };
}

/** Groups of data centres by the level of the factor "instance". */
const GROUPS: Readonly<Record<string, UsOptions>> = {
  'us-4': { centres: 4, workload: 'hybrid' },
  'us-8': { centres: 8, workload: 'hybrid' },
  'us-16': { centres: 16, workload: 'hybrid' },
  'us-4-memory': { centres: 4, workload: 'memory' },
  'us-4-cpu': { centres: 4, workload: 'cpu' },
};

/**
 * Instance of the group on the seed's day, with surplus sun and wind as printed in Eq. 33. Tiny instances have one day
 * only.
 */
export function instanceFor({ instance: name }: Cell, seed: number): GeoInstance {
  const group = GROUPS[name!];
  const instance =
    group === undefined
      ? (bundledInstance('geo', name!) as GeoInstance)
      : usInstance({ ...group, date: dateOfSeed(seed) });
  return { ...instance, rules: { ...instance.rules, surplus: { rule: 'printed' } } };
}

/** Instance compiled last, kept because cells of one day follow each other: a function of its key. */
let compiled: { readonly key: string; readonly opened: ReadyGeo } | null = null;

function openedFor(cell: Cell, seed: number): ReadyGeo {
  const key = `${cell['instance']!} ${seed}`;
  if (compiled?.key !== key) compiled = { key, opened: opened(instanceFor(cell, seed)) };
  return compiled.opened;
}

function opened(instance: GeoInstance): ReadyGeo {
  // Bundled instances name no files.
  const directory = '.';
  const series = geoSeries(instance, directory, instance.name);
  const air = geoAir(instance, directory, instance.name);
  if (!series.ok || !air.ok) throw new RangeError(`The instance ${instance.name} has no series or no air`);
  const { matrices } = air;
  const model = geoModel(instance, series, (room) => matrices.get(room)!);
  return { ok: true, instance, series, matrices, model, directory, sha256: digestOf(instance), warnings: [] };
}

function valuesOf({ plan, opened: { model }, record: { result, evaluation } }: SolvedGeo): TrialValues {
  const { termination, feasible, work } = result;
  const cells = evaluation?.cells.flat() ?? null;
  const sum = (of: (cell: NonNullable<typeof cells>[number]) => number): number | null =>
    cells === null ? null : cells.reduce((total, cell) => total + of(cell), 0);
  const epochHours = model.instance.horizon.epochMinutes / 60;
  const awakeHours = model.nodeTypes.map((_, j) => sum(({ awake }) => awake[j]! * epochHours));
  return {
    outcome:
      termination === 'infeasible' ? 'infeasible' : plan === null ? 'no plan' : feasible ? 'plan' : 'breaks limits',
    costUsd: rounded(result.objective),
    costByCupUsd: rounded(result.costByCupUsd),
    boundUsd: rounded(result.bound),
    boundByCupUsd: rounded(result.boundByCupUsd),
    transitionUsd: rounded(result.transitionUsd),
    nodeKwh: rounded(sum(({ nodeKwh }) => nodeKwh)),
    cracKwh: rounded(sum(({ cracKwh }) => cracKwh)),
    nodeHours: cells === null ? null : rounded(awakeHours.reduce<number>((total, hours) => total + hours!, 0)),
    ...Object.fromEntries(model.nodeTypes.map(({ name }, j) => [hoursOf(name), rounded(awakeHours[j])])),
    servedOverArrivals: evaluation === null ? null : rounded(meanServed(evaluation)),
    removals: work['removals'] ?? null,
    generations: work['generations'] ?? null,
    evaluations: work['evaluations'] ?? null,
  };
}

function meanServed({ servedPerS, arrivalPerS }: NonNullable<SolvedGeo['record']['evaluation']>): number {
  const ratios = servedPerS.flatMap((row, t) =>
    row.flatMap((served, i) => (arrivalPerS[t]![i]! > 0 ? [served / arrivalPerS[t]![i]!] : [])),
  );
  return ratios.reduce((total, one) => total + one, 0) / Math.max(1, ratios.length);
}

function epochValues({ opened: { model }, record: { result } }: SolvedGeo): Values {
  return Object.fromEntries(
    Array.from({ length: model.epochCount }, (_, epoch): [string, Value][] => [
      [costAt(epoch), rounded(result.costByEpochUsd?.[epoch])],
      [boundAt(epoch), rounded(result.boundByEpochUsd?.[epoch])],
    ]).flat(),
  );
}

function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined || !Number.isFinite(value) ? null : Number(value.toPrecision(DIGITS));
}

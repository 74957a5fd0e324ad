import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { hasAirOfStandby } from '../../../../../models/families/reward-rate/standby-air.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import type { Epoch } from '../../instances/arrivals.js';
import type { Fault } from '../../../../instances/fault.js';
import { rewardRateFiles } from '../../instances/load.js';
import { boundScope } from '../../methods/bound/certificate.js';
import { digestOf } from '../../../../runs/digest.js';
import type { PartStore } from '../../../../runs/store/part-store.js';
import type { OpenedModel } from '../../runs/open.js';
import { OBJECTIVE_UNIT } from '../../runs/result-of.js';
import type { Prices } from '../../runs/result.js';
import type { Solved } from '../../runs/solve.js';
import { choicesOf } from '../choices.js';
import { runInputs } from '../run-inputs.js';
import { answered, runsInTurn, type SeriesOfRuns } from '../runs-in-turn.js';
import { brokenSummary, SCOPE_OF_EACH, scopesText, summaryOf } from '../summary.js';
import type { Broken } from '../../../../studies/broken.js';
import { solvePoints } from '../../../../studies/points.js';
import { type VariantShelf, variantShelf } from '../variants.js';
import { epochResult } from './epoch-result.js';
import { aboveBound, dayLedger } from './ledger.js';
import { withMoney } from './money.js';
import type { DayResult } from './result.js';
import { takesTimeToWake } from './waking.js';
import { type EpochAlone, type WeighedDay, weighedDay } from './weighed-day.js';

export interface DayRequest extends SeriesOfRuns {
  /** Name of the arrivals file or profile, for the record. */
  readonly arrivals: string;
  /** Store of finished epochs. Stored epochs are not computed again. */
  readonly store: PartStore;
}

export interface PreparedDay {
  readonly ok: true;
  readonly original: OpenedModel;
  readonly epochs: readonly (Epoch & { readonly instance: RewardRateInstance })[];
  readonly shelf: VariantShelf;
}

/**
 * Returns the instance of every epoch, validated like an instance file, or faults.
 *
 * @param file name of the file with the epochs
 */
export function prepareDay(
  original: OpenedModel,
  directory: string,
  epochs: readonly Epoch[],
  file: string,
): PreparedDay | { readonly ok: false; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const prepared = epochs.flatMap((epoch) => {
    const judged = rewardRateFiles.judge(instanceOf(original.instance, epoch));
    faults.push(...tooShort(original.instance, epoch, file));
    if (judged.ok) return [{ ...epoch, instance: judged.instance }];
    faults.push(...judged.faults.map((fault) => ({ ...fault, file, path: `epoch ${epoch.name}, ${fault.path}` })));
    return [];
  });
  if (faults.length > 0) return { ok: false, faults };
  const shelf = variantShelf(original, directory);
  return { ok: true, original, epochs: prepared, shelf };
}

/** Returns a fault if an epoch is shorter than the time that its nodes take to wake. */
function tooShort({ facility }: RewardRateInstance, { name, epochS }: Epoch, file: string): Fault[] {
  return facility.nodeTypes.flatMap(({ name: type, wakeTimeS = 0 }) => {
    if (wakeTimeS <= epochS) return [];
    const allowed = `at least wakeTimeS of node type "${type}", ${wakeTimeS} (s)`;
    const remedy = 'Make epochs longer, or correct wakeTimeS.';
    return [{ file, path: `epoch ${name}, epochS`, value: epochS, allowed, remedy }];
  });
}

function instanceOf(instance: RewardRateInstance, epoch: Epoch): RewardRateInstance {
  const { workload, limits } = instance;
  const { arrivalRatePerS, powerCapW = limits.powerCapW, redLineC = limits.redLineC } = epoch;
  const taskTypes = workload.taskTypes.map((type, i) => ({ ...type, arrivalRatePerS: arrivalRatePerS[i]! }));
  return { ...instance, workload: { ...workload, taskTypes }, limits: { ...limits, powerCapW, redLineC } };
}

export interface Day {
  readonly result: DayResult;
  /** Plans of the finished epochs; null for an epoch without one. */
  readonly plans: readonly (RewardRatePlan | null)[];
}

/**
 * Plans a day: first each epoch separately, then the day as a whole if nodes take time to wake. If the run of an epoch
 * crashes, it is marked as failed, and the others are still planned. Limits of time and work apply to each epoch. After
 * an interruption the day contains only the finished epochs.
 */
export async function runDay(request: DayRequest, prepared: PreparedDay): Promise<Day> {
  const { original, epochs, shelf } = prepared;
  const { store, ...run } = request;
  const base = digestOf([STORED_VERSION, ...runInputs(request, original)]);
  let endS = 0;
  const points = epochs.map((epoch): TimedEpoch => {
    const startS = endS;
    endS += epoch.epochS;
    return { ...epoch, startS };
  });
  const digest = (epoch: TimedEpoch): string => {
    const { name, startS, epochS, instance } = epoch;
    return digestOf([base, startS, epochS, name, instance.workload, instance.limits, pricesIn(request.prices, epoch)]);
  };
  let resumed = 0;
  const runs = runsInTurn(request, shelf);
  const { found, totalS } = await solvePoints<TimedEpoch, EpochAlone>({
    ...run,
    points,
    parts: store,
    digest,
    isKept: ({ result }) => answered(request, result),
    onPoint: (done, last) => {
      if (last === null) resumed = done;
    },
    solve: async (epoch) => {
      const prices = pricesIn(request.prices, epoch);
      const solved = await runs.solve(epoch.instance, prices);
      return solved && epochAlone(solved, epoch, { startS: epoch.startS, known: original.warnings, ...prices });
    },
  });
  // Of a day that was cut short, the epochs up to the first one without an answer.
  const done = found.filter(({ point }, e) => point === points[e]).map(({ answer }) => answer);
  const isWhole = done.length === epochs.length && !request.interrupted();
  const inputs = digestOf([...points.map(digest), ...done.map(({ result }) => answered(request, result))]);
  const weighing = { ...request, digest: inputs, ...runs.engine() };
  const day = takesTimeToWake(original.instance)
    ? await weighedDay(weighing, done, (e) => shelf.open(epochs[e]!.instance), isWhole)
    : { epochs: done, warnings: [] };
  return {
    plans: day.epochs.map(({ plan }) => plan),
    result: dayResult(request, prepared, day, { resumed, timeS: { total: totalS }, scopes: scopesOf(done) }),
  };
}

/**
 * Returns the prices in an epoch: its own, otherwise those of the day. The result is {} if money is not the objective.
 */
function pricesIn(prices: Prices | undefined, { energyUsdPerKWh, carbonGPerKWh }: Epoch): { readonly prices?: Prices } {
  if (prices === undefined) return {};
  return {
    prices: {
      ...prices,
      ...(energyUsdPerKWh === undefined ? {} : { energyUsdPerKWh }),
      ...(carbonGPerKWh === undefined ? {} : { carbonGPerKWh }),
    },
  };
}

/** Returns the prices of the whole day, without those that every epoch gives itself. */
function pricesOfAll(prices: Prices | undefined, epochs: readonly Epoch[]): { readonly prices?: Partial<Prices> } {
  if (prices === undefined) return {};
  const { energyUsdPerKWh, carbonGPerKWh, ...rest } = prices;
  const lack = (key: 'energyUsdPerKWh' | 'carbonGPerKWh'): boolean => epochs.some((epoch) => epoch[key] === undefined);
  return {
    prices: {
      ...rest,
      ...(lack('energyUsdPerKWh') ? { energyUsdPerKWh } : {}),
      ...(lack('carbonGPerKWh') ? { carbonGPerKWh } : {}),
    },
  };
}

/** Version of the format of stored epochs, raised when epochs stored by earlier code become invalid. */
const STORED_VERSION = 8;

function epochAlone(
  solved: Solved | Broken,
  { name: epoch, epochS, instance }: Named,
  { startS, known, prices }: { readonly startS: number; readonly known: readonly string[]; readonly prices?: Prices },
): EpochAlone {
  const place = { epoch, startS, epochS, instance, ...(prices === undefined ? {} : { prices }) };
  if ('failure' in solved)
    return { result: { ...epochResult(place, brokenSummary(solved), null), rewardBound: null }, plan: null };
  const { record, plan } = solved;
  const summary = summaryOf(solved, known);
  // A plan that the checker refuses earns nothing and is not applied.
  const evaluation = summary.feasible ? record.evaluation : null;
  const checked = evaluation === null || plan === null ? null : { plan, evaluation };
  const { bound, boundScope: own } = record.result;
  return {
    result: epochResult(place, summary, checked),
    plan: checked?.plan ?? null,
    ...(bound === null ? {} : { boundScope: own }),
  };
}

/** Returns the distinct scopes of the epochs' bounds: texts that say for which plans a bound holds. */
function scopesOf(epochs: readonly EpochAlone[]): string[] {
  return [...new Set(epochs.flatMap((epoch) => epoch.boundScope ?? []))];
}

type Named = PreparedDay['epochs'][number];

/** An epoch with the time at which it starts, s after the start of the day. */
type TimedEpoch = Named & { readonly startS: number };

function dayResult(
  request: DayRequest,
  { original, epochs }: PreparedDay,
  day: WeighedDay,
  {
    resumed,
    timeS,
    scopes,
  }: Pick<DayResult, 'timeS'> & { readonly resumed: number; readonly scopes: readonly string[] },
): DayResult {
  const { method, naive, seed, arrivals } = request;
  const { instance, sha256, matrix, warnings, model } = original;
  const taskTypes = instance.workload.taskTypes.map(({ name }) => name);
  const results = day.epochs.map(({ result }) => withMoney(result));
  const { oneByOne } = day;
  const ledger = { ...dayLedger(results, taskTypes.length), ...(oneByOne === undefined ? {} : { oneByOne }) };
  return {
    instance: instance.name,
    sha256,
    family: 'reward-rate',
    study: 'day',
    method: method.name,
    naive,
    seed,
    objectiveUnit: OBJECTIVE_UNIT,
    choices: choicesOf({ ...request, ...pricesOfAll(request.prices, epochs) }, original),
    arrivals,
    taskTypes,
    epochs: results,
    epochsLeft: epochs.length - results.length,
    epochsResumed: resumed,
    ledger,
    boundScope: hasAirOfStandby(instance)
      ? SCOPE_OF_EACH
      : scopesText(scopes.length === 0 ? [boundScope(withStandby(model))] : scopes, 'epochs'),
    matrixProvenance: matrix.provenance.summary,
    ...(instance.currency === undefined ? {} : { currency: instance.currency }),
    warnings: [...warnings, ...day.warnings, ...aboveBound(results, ledger)],
    timeS,
    files: {},
  };
}

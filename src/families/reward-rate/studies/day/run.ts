import type { RewardRateInstance } from '../../../../../models/problems/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../../models/problems/reward-rate/plan.js';
import { withStandby } from '../../../../../models/problems/reward-rate/standby.js';
import type { Epoch } from '../../instances/arrivals.js';
import type { Problem } from '../../../../instances/problem.js';
import { judgeInstance } from '../../instances/load.js';
import { boundScope } from '../../methods/bound/certificate.js';
import { digestOf } from '../../../../runs/digest.js';
import type { PartStore } from '../../../../runs/store/part-store.js';
import type { OpenedProblem } from '../../runs/open.js';
import { OBJECTIVE_UNIT } from '../../runs/result-of.js';
import type { RunRequest } from '../../runs/request.js';
import type { Prices } from '../../runs/result.js';
import { type Solved, solveOpened } from '../../runs/solve.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { loadLpEngine } from '../../../../solvers/linear/load.js';
import { choicesOf } from '../choices.js';
import { runInputs } from '../run-inputs.js';
import { sharedPricing } from '../shared-pricing.js';
import { brokenSummary, type RunSummary, summaryOf } from '../summary.js';
import { brokenBy } from '../../../../studies/broken.js';
import { type Broken } from '../../../../studies/broken.js';
import { type VariantShelf, variantShelf } from '../variants.js';
import { aboveBound, dayLedger, energyOf, tasksOf, withWakingJ } from './ledger.js';
import type { DayResult, EpochResult, Waking } from './result.js';
import { wakingOf, withoutWaking } from './waking.js';

export interface DayRequest extends Omit<RunRequest, 'start' | 'started'> {
  /** Origin of the arrivals, for the record. */
  readonly arrivals: string;
  /** Store of finished epochs, in which they are kept and from which they are taken. */
  readonly store: PartStore;
  /** Flag, true to share no pricing among epochs, for comparison. */
  readonly cold?: boolean;
}

export interface PreparedDay {
  readonly ok: true;
  readonly original: OpenedProblem;
  readonly epochs: readonly (Epoch & { readonly instance: RewardRateInstance })[];
  readonly shelf: VariantShelf;
}

/** The instance of every epoch, judged as if it were a file. `file` is where the epochs come from. */
export function prepareDay(
  original: OpenedProblem,
  directory: string,
  epochs: readonly Epoch[],
  file: string,
): PreparedDay | { readonly ok: false; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const prepared = epochs.flatMap((epoch) => {
    const judged = judgeInstance(instanceOf(original.instance, epoch));
    problems.push(...tooShort(original.instance, epoch, file));
    if (judged.ok) return [{ ...epoch, instance: judged.instance }];
    problems.push(
      ...judged.problems.map((problem) => ({ ...problem, file, path: `epoch ${epoch.name}, ${problem.path}` })),
    );
    return [];
  });
  if (problems.length > 0) return { ok: false, problems };
  const shelf = variantShelf(original, directory);
  return { ok: true, original, epochs: prepared, shelf };
}

/** Refusals of an epoch that ends before its nodes are awake. */
function tooShort({ facility }: RewardRateInstance, { name, epochS }: Epoch, file: string): Problem[] {
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

/** Stored epoch: its result and its plan. */
interface StoredEpoch {
  readonly result: EpochResult;
  readonly plan: RewardRatePlan | null;
}

export interface Day {
  readonly result: DayResult;
  /** Plans by epoch done. */
  readonly plans: readonly (RewardRatePlan | null)[];
}

/**
 * Day solved epoch by epoch: each has the plan it has by itself, whatever was solved before. An epoch that breaks down is a failed epoch, and
 * the others are solved all the same. Limits of time and work are per epoch; an interrupt ends the day with the epochs
 * done.
 */
export async function runDay(request: DayRequest, prepared: PreparedDay): Promise<Day> {
  const { original, epochs, shelf } = prepared;
  const startedS = request.nowS();
  const done: StoredEpoch[] = [];
  let resumed = 0;
  let pricing: ReturnType<typeof sharedPricing> = {};
  let started: LpEngine | null = null;
  let digest = digestOf([STORED_VERSION, ...runInputs(request, original)]);
  let startS = 0;
  let beforeS = 0;
  for (const epoch of epochs) {
    const prices = pricesIn(request.prices, epoch);
    // What an epoch costs depends on those before it, through the nodes that wake.
    digest = digestOf([digest, epoch.epochS, epoch.name, epoch.instance.workload, epoch.instance.limits, prices]);
    const stored = request.store.read(digest) as StoredEpoch | null;
    let one = stored;
    if (one !== null) {
      resumed++;
      beforeS += one.result.timeS;
    } else {
      if (request.interrupted()) break;
      started ??= await loadLpEngine(request.engine);
      const solved = await solveEpoch({ ...request, ...prices, started, ...pricing }, shelf, epoch.instance);
      if (!('failure' in solved) && solved.record.result.termination === 'interrupted') break;
      const before = done.findLast(({ plan }) => plan !== null)?.plan ?? null;
      one = storedEpoch(solved, epoch, { startS, known: original.warnings, before, ...prices });
      if (!answered(request, one.result)) {
        // An engine that broke down is not used again; the epoch is solved again next time, and so are those after it.
        started = null;
        digest = digestOf([digest, 'failed']);
      } else request.store.keep(digest, one);
      if (request.cold !== true && !('failure' in solved) && solved.next !== null) pricing = sharedPricing(solved.next);
    }
    done.push(one);
    startS += epoch.epochS;
  }
  // What was made earlier took its time then.
  const timeS = { total: request.nowS() - startedS + beforeS };
  const results = done.map(({ result }) => result);
  return { plans: done.map(({ plan }) => plan), result: dayResult(request, prepared, results, { resumed, timeS }) };
}

/**
 * Test whether there is something to keep: not where the run broke down, nor where the LP engine gave no bound that was
 * asked for.
 */
export function answered(
  { withBound }: Pick<DayRequest, 'withBound'>,
  { termination, bound }: Pick<EpochResult, 'termination' | 'bound'>,
): boolean {
  return termination !== 'failed' && !(withBound && termination === 'finished' && bound === null);
}

/** Prices of an epoch: its own in place of the day's; none where money does not count. */
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

/** Version of stored epochs, raised whenever those of an earlier version of this code no longer fit. */
const STORED_VERSION = 4;

async function solveEpoch(
  request: DayRequest & Pick<RunRequest, 'started' | 'start'>,
  shelf: VariantShelf,
  instance: RewardRateInstance,
): Promise<Solved | Broken> {
  try {
    return await solveOpened(request, shelf.open(instance));
  } catch (error) {
    return brokenBy(error);
  }
}

interface EpochPlace {
  readonly startS: number;
  /** Warnings of the instance. */
  readonly known: readonly string[];
  /** Plan of the last epoch that had one. */
  readonly before: RewardRatePlan | null;
  readonly prices?: Prices;
}

function storedEpoch(
  solved: Solved | Broken,
  epoch: Named,
  { startS, known, before, prices }: EpochPlace,
): StoredEpoch {
  const { name, epochS, instance } = epoch;
  const { powerCapW, redLineC } = instance.limits;
  const head = { epoch: name, startS, epochS, powerCapW, redLineC, ...(prices === undefined ? {} : { prices }) };
  if ('failure' in solved) {
    const tasks = tasksOf(instance, null, epochS);
    return {
      result: { ...head, ...brokenSummary(solved), energy: null, tasks, reward: 0, rewardBound: null },
      plan: null,
    };
  }
  const { record, plan } = solved;
  const summary = summaryOf(solved, known);
  // A plan that the checker refuses earns nothing and is not applied.
  const evaluation = summary.feasible ? record.evaluation : null;
  const tasks = tasksOf(instance, evaluation, epochS);
  const energy = evaluation === null ? null : energyOf(evaluation.power, epochS);
  const wakes = before !== null && plan !== null && evaluation !== null;
  const found = wakes ? wakingOf(instance, solved.matrix, before, plan, evaluation) : null;
  const waking = found === null ? null : wakingEntry(found);
  const warning = waking === null ? null : wakingWarning(waking, powerCapW);
  return {
    result: {
      ...head,
      ...summary,
      ...(warning === null ? {} : { warnings: [...summary.warnings, warning] }),
      energy: waking === null ? energy : withWakingJ(energy!, waking.energyJ),
      ...(waking === null ? {} : { waking }),
      tasks: found === null ? tasks : withoutWaking(tasks, found),
      reward: (evaluation === null ? 0 : evaluation.rewardPerS * epochS) - (waking?.rewardLost ?? 0),
      rewardBound: rewardBoundOf(summary, epochS),
    },
    plan: evaluation === null ? null : plan,
  };
}

function wakingEntry({ nodes, energyJ, rewardLost, mostW }: Waking): Waking {
  return { nodes, energyJ, rewardLost, mostW };
}

/** Warning of a power above the cap while nodes wake; null where there is none. */
function wakingWarning({ nodes, mostW }: Waking, powerCapW: number): string | null {
  if (mostW <= powerCapW) return null;
  const overKW = Number(((mostW - powerCapW) / 1000).toPrecision(3));
  return `While ${nodes} nodes wake at once the meter may show ${overKW} kW more than the cap: wake them in turn.`;
}

/** Bound on the reward of the whole epoch: 0 where it is proven that there is no plan, null where nothing is proven. */
export function rewardBoundOf(
  { bound, infeasibility }: Pick<RunSummary, 'bound' | 'infeasibility'>,
  epochS: number,
): number | null {
  if (infeasibility !== undefined) return infeasibility.proven ? 0 : null;
  return bound === null ? null : bound * epochS;
}

type Named = PreparedDay['epochs'][number];

function dayResult(
  request: DayRequest,
  { original, epochs }: PreparedDay,
  results: readonly EpochResult[],
  { resumed, timeS }: { readonly resumed: number; readonly timeS: DayResult['timeS'] },
): DayResult {
  const { method, naive, seed, arrivals } = request;
  const { instance, sha256, matrix, warnings, problem } = original;
  const taskTypes = instance.workload.taskTypes.map(({ name }) => name);
  const ledger = dayLedger(results, taskTypes.length);
  return {
    instance: instance.name,
    sha256,
    family: 'reward-rate',
    study: 'day',
    method: method.name,
    naive,
    seed,
    objectiveUnit: OBJECTIVE_UNIT,
    choices: choicesOf(request, original),
    arrivals,
    taskTypes,
    epochs: results,
    epochsLeft: epochs.length - results.length,
    epochsResumed: resumed,
    ledger,
    boundScope: boundScope(withStandby(problem)),
    matrixProvenance: matrix.provenance.summary,
    warnings: [...warnings, ...aboveBound(results, ledger)],
    timeS,
    files: {},
  };
}

import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import { mustSurvive } from '../../../../models/families/reward-rate/failed-rooms.js';
import { naiveModel } from '../../../../models/families/reward-rate/naive.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { hasAirOfStandby } from '../../../../models/families/reward-rate/standby-air.js';
import { hasStandby, withStandby } from '../../../../models/families/reward-rate/standby.js';
import type { RunControl } from '../../../methods/control.js';
import { goesWith } from '../combinations.js';
import type { Method } from '../methods/registry.js';
import { configurationBound } from '../methods/config-lp.js';
import { USUAL_PROGRAMS } from '../methods/one-configuration/one-configuration.js';
import { withIdleRoom } from '../methods/idle-room.js';
import { idleConflict } from '../methods/infeasibility.js';
import { type Certificate, type MethodRequest, type MethodOutcome, type WarmStart } from '../methods/outcome.js';
import { rewardScale } from '../methods/reward-scale.js';
import { randomStream } from '../../../random/stream.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import { loadLpEngine } from '../../../solvers/linear/load.js';
import { type Driver, runDriver, timeIsUp } from '../../../runs/control.js';
import { type Refused } from '../../../instances/fault.js';
import { phases, withTotal } from '../../../runs/stop-watch.js';
import { type Found, leastPowerStage, type SolveUnder } from './least-power.js';
import type { Find, NoSearch, SearchEnd } from './search-end.js';
import { brokenIdle } from './broken-idle.js';
import { searchWithinSettings } from './distinct-settings.js';
import { withIdleOnStandby } from './idle-on-standby.js';
import { judged, NO_PLAN, planOf } from './judged.js';
import { moneyStage } from './money.js';
import { type InsteadWords, type OpenedModel, openModel } from './open.js';
import { bestOnOwnAir } from './own-air.js';
import { unplannedStandbyFault } from './standby-air.js';
import { unableOn } from './unable-methods.js';
import type { RunRequest } from './request.js';
import { resultOf } from './result-of.js';
import { robustnessOf } from './robustness.js';
import type { RunRecord } from './result.js';
import { orSibling, ratedBy, trajectoryOf, withEarlySiblings } from './sibling-stage.js';

export interface SolveRequest extends RunRequest {
  readonly file: string;
  /** Options that replace fields of the instance: reserves, set-point steps and failures to survive. */
  readonly instead?: InsteadWords;
}

export interface Solved {
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
  readonly plan: RewardRatePlan | null;
  readonly record: RunRecord;
  /** Proven bound of the record with its dual values; null if there is none. */
  readonly certificate: Certificate | null;
  readonly next: WarmStart | null;
}

export type SolveAnswer = { readonly ok: true; readonly solved: Solved } | Refused;

/**
 * Solves an instance file: opens it, searches for a plan, proves a bound and has the checker evaluate the plan. All
 * solving goes through this function. It writes no files.
 */
export async function solveInstance(request: SolveRequest): Promise<SolveAnswer> {
  const beginS = request.nowS();
  const timeS: Record<string, number> = {};
  const clock = phases(request.nowS, timeS);
  // From here on, so that a time limit covers reading the instance and computing its air too.
  const driver = runDriver(request);
  const opened = openModel(request.file, clock, timeIsUp(request), request.instead);
  if (!opened.ok) return opened;
  if (!hasAirOfStandby(opened.instance)) {
    return { ok: true, solved: await search(request, opened, driver, clock, timeS) };
  }
  const unplanned = unplannedStandbyFault(request, opened.instance);
  if (unplanned !== null) return { ok: false, faults: [unplanned] };
  const solved = await solveOpened(request, opened);
  const own = solved.record.result.timeS;
  const all = { ...timeS, airs: request.nowS() - beginS - withTotal(timeS)['total']! - (own['total'] ?? 0) };
  const phasesS = Object.fromEntries(Object.entries(own).filter(([phase]) => phase !== 'total'));
  const result = { ...solved.record.result, timeS: withTotal({ ...all, ...phasesS }) };
  return { ok: true, solved: { ...solved, record: { ...solved.record, result } } };
}

/** Runs a method on the air flows of several sets of nodes on standby, all within the limits of one run. */
async function searchOnOwnAir(request: RunRequest, opened: OpenedModel): Promise<Solved> {
  const beginS = request.nowS();
  const { timeLimitS } = request.limits;
  // A start from a neighbour's run, in other air, is none here.
  const { start, ...alone } = request;
  const isOver = (): boolean => request.interrupted() || (timeLimitS !== null && request.nowS() - beginS >= timeLimitS);
  const within = (): RunRequest => {
    const leftS = timeLimitS === null ? null : Math.max(0, timeLimitS - (request.nowS() - beginS));
    return { ...alone, limits: { ...request.limits, timeLimitS: leftS } };
  };
  return bestOnOwnAir(opened, {
    solve: (on) => solveOpened(within(), on),
    choose: async (model) => {
      if (!goesWith(request.method, 'needsStandby')) return null;
      const free = withStandby(model);
      if (idleConflict(free) !== null) return null;
      const asked = within();
      const engine = request.started ?? (await loadLpEngine(request.engine));
      const chosen = { start: null };
      const { plan } = await solveBy(asked, engine, withIdleRoom(free), request.method, runDriver(asked), chosen);
      return plan === null ? null : (plan.standby ?? []);
    },
    shouldStop: isOver,
  });
}

/** Runs a method on an opened model, such as one of many with the same air flow. */
export async function solveOpened(request: RunRequest, opened: OpenedModel): Promise<Solved> {
  if (opened.model.asleep === undefined && hasAirOfStandby(opened.instance)) return searchOnOwnAir(request, opened);
  const timeS: Record<string, number> = {};
  return search(request, opened, runDriver(request), phases(request.nowS, timeS), timeS);
}

/** Runs a method with rewards scaled to a usual size and returns its outcome in the original unit. */
async function solveBy(
  request: RunRequest,
  engine: LpEngine,
  given: RewardRateModel,
  method: Method,
  control: RunControl,
  chosen: Pick<MethodRequest, 'start' | 'shares' | 'effort' | 'wholeStandby' | 'oneConfiguration'>,
): Promise<MethodOutcome> {
  const scale = rewardScale(given);
  return scale.outcome(
    await method.solve({
      model: request.naive ? naiveModel(scale.model) : scale.model,
      engine,
      control: scale.control(control),
      random: randomStream(request.seed, method.name),
      constraints: request.constraints ?? [],
      ...chosen,
    }),
  );
}

async function search(
  request: RunRequest,
  opened: OpenedModel,
  driver: Driver,
  clock: (phase: string) => void,
  timeS: Record<string, number>,
): Promise<Solved> {
  const find: Find = (asked, room, control, watch) => searchIn(asked, room, control, watch, timeS);
  // Whole numbers of nodes on standby are not searched where failures must be outlived or the air of these nodes is their own.
  const isNarrowed =
    request.sharing !== 'never' &&
    opened.instance.limits.distinctSettings === undefined &&
    (mustSurvive(opened.instance) || opened.model.asleep !== undefined);
  const asked: RunRequest = isNarrowed ? { ...request, isNarrowed } : request;
  const end = await searchWithinSettings({ request: asked, opened, driver, clock }, find);
  if (!('conflict' in end)) return solved(request, opened, end, { driver, timeS });
  const record = await brokenIdle(request, opened, { ...end, clock, timeS });
  return { instance: opened.instance, matrix: opened.matrix, plan: null, record, certificate: null, next: null };
}

/** Searches for plans of an opened instance, with any set-points in their ranges, and evaluates the best. */
async function searchIn(
  request: RunRequest,
  opened: OpenedModel,
  driver: Driver,
  clock: (phase: string) => void,
  timeS: Readonly<Record<string, number>>,
): Promise<SearchEnd | NoSearch> {
  const { instance, matrix } = opened;
  const model = withStandby(opened.model);
  const conflict = idleConflict(model);
  if (conflict !== null) return { model, conflict };

  const roomy = withIdleRoom(model);
  const engine = request.started ?? (await loadLpEngine(request.engine));
  const start = request.start ?? null;
  const allOn = withAllOn(opened.model, roomy);
  const solveIn = async (
    given: RewardRateModel,
    method: Method,
    control: RunControl,
    chosen: Pick<MethodRequest, 'start' | 'shares' | 'effort' | 'wholeStandby' | 'oneConfiguration'>,
  ): Promise<MethodOutcome> => solveBy(request, engine, given, method, control, chosen);
  const solveByMethod = async (method: Method, control: RunControl): Promise<MethodOutcome> => {
    const unable = unableOn(method, roomy, allOn === null);
    if (unable !== null) return unable;
    const given = goesWith(method, 'needsStandby') ? roomy : allOn!;
    const found = await solveIn(given, method, control, { start, ...wishOf(request) });
    return request.idleOnStandby === true ? withIdleOnStandby(opened.model, found) : found;
  };
  const afterReward = async (found: Found): Promise<Found> => {
    if (request.leastPower === undefined && request.prices === undefined) return found;
    const solve: SolveUnder = (under, control, from, wish) =>
      solveIn(under, request.method, control, { start: from, ...wish });
    const stage = { request, opened, model: roomy, engine, driver, solve };
    const last =
      request.prices === undefined
        ? await leastPowerStage(stage, found)
        : await moneyStage(stage, request.prices, found);
    clock(request.prices === undefined ? 'leastPower' : 'money');
    return last;
  };
  const rate = ratedBy(request, opened);
  const early = withEarlySiblings(request, driver, solveByMethod, rate);
  const own = await solveByMethod(request.method, early.control);
  const outcome = request.naive ? own : await orSibling(request, own, solveByMethod, rate, early.outcomes, driver);
  // A sibling may have been cut although the method came to its end.
  const wasHurried = request.interruptedTwice?.() === true;
  clock('method');
  const methodEndS = withTotal(timeS)['total']!;
  const certificate = await certificateFor(request, outcome, roomy, driver, engine);
  clock('bound');
  const plan = planOf(request, outcome, opened);
  const { evaluation, notJudged } = plan === null ? NO_PLAN : judged(request, instance, matrix, plan);
  clock('check');
  const found = await afterReward({ outcome, plan, evaluation, certificate });
  const isAdopted = outcome !== own;
  return { model, engine, outcome, isAdopted, found, notJudged, wasHurried, methodEndS };
}

function solved(
  request: RunRequest,
  opened: OpenedModel,
  { model, outcome, isAdopted, found: last, notJudged, wasHurried, methodEndS, steps, settings }: SearchEnd,
  { driver, timeS }: { readonly driver: Driver; readonly timeS: Record<string, number> },
): Solved {
  const { instance, matrix, warnings } = opened;
  const { certificate } = last;
  const result = resultOf({
    request,
    instance,
    matrix,
    model,
    outcome: last.outcome,
    certificate,
    plan: last.plan,
    evaluation: last.evaluation,
    driver,
    wasHurried,
  });
  const robust = robustnessOf(instance, matrix, last.evaluation === null ? null : last.plan);
  const record: RunRecord = {
    result: {
      ...result,
      ...(last.leastPower === undefined ? {} : { leastPower: last.leastPower }),
      ...(last.money === undefined ? {} : { money: last.money }),
      ...(steps === undefined ? {} : { setPointSteps: steps }),
      ...(steps === undefined || result.boundWithSharing !== undefined || certificate === null
        ? {}
        : { boundScope: certificate.scope }),
      ...(settings === undefined ? {} : { distinctSettings: settings }),
      ...(last.isRefuted === true ? { termination: 'failed' as const } : {}),
      ...(robust === null ? {} : { robust }),
      ...(notJudged === null ? {} : { gapReason: 'the plan was not judged: the checker cannot finish exactly' }),
      warnings: [
        ...warnings,
        ...outcome.warnings,
        ...(last.warnings ?? []),
        ...(notJudged === null ? [] : [`The plan was not judged, so it counts as infeasible. ${notJudged}`]),
        ...result.warnings,
      ],
      timeS: withTotal(timeS),
    },
    evaluation: last.evaluation,
    trajectory: trajectoryOf(driver, isAdopted ? result : null, methodEndS),
  };
  return { instance, matrix, plan: last.plan, record, certificate, next: outcome.next ?? null };
}

/**
 * Returns what the method is to search for. Either it is plans whose nodes may divide their time, with a bound on them.
 * Or it is the best plan with one configuration per node, with a bound on such plans.
 */
function wishOf({
  sharing = 'auto',
  naive,
  isNarrowed,
}: RunRequest): Pick<MethodRequest, 'shares' | 'wholeStandby' | 'oneConfiguration'> {
  // A bound found without co-location is one on another model.
  const isBounded = !naive && isNarrowed !== true;
  if (sharing !== 'never') return { shares: sharing, ...(isBounded ? { wholeStandby: true } : {}) };
  return isBounded ? { oneConfiguration: USUAL_PROGRAMS } : {};
}

/**
 * Returns the model for methods that keep all nodes on, with limits loosened so that idling is feasible. Null if the
 * limits can be kept only with nodes on standby.
 *
 * @param roomy model with standby and such limits; it is returned itself if all nodes stay on anyway
 */
function withAllOn(model: RewardRateModel, roomy: RewardRateModel): RewardRateModel | null {
  if (!hasStandby(roomy)) return roomy;
  return idleConflict(model) === null ? withIdleRoom(model) : null;
}

async function certificateFor(
  request: RunRequest,
  outcome: MethodOutcome,
  model: RewardRateModel,
  driver: Driver,
  engine: LpEngine,
): Promise<Certificate | null> {
  // A bound found without co-location is one on another model.
  const own = request.naive ? null : outcome.certificate;
  if (own !== null || !request.withBound || driver.stopReason !== null) return own;
  const incumbent = request.naive ? null : outcome.claimedRewardPerS;
  return configurationBound({ model, engine, control: driver, start: request.start ?? null }, incumbent);
}

import { mustSurvive } from '../../../../models/families/reward-rate/failed-rooms.js';
import { naiveModel } from '../../../../models/families/reward-rate/naive.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { steppedCracs } from '../../../../models/families/reward-rate/set-point-steps.js';
import { hasStandby, withStandby } from '../../../../models/families/reward-rate/standby.js';
import type { RunControl } from '../../../methods/control.js';
import { goesWith } from '../combinations.js';
import type { Method } from '../methods/registry.js';
import { configurationBound } from '../methods/config-lp.js';
import { USUAL_PROGRAMS } from '../methods/one-configuration/one-configuration.js';
import { withIdleRoom } from '../methods/idle-room.js';
import { idleConflict } from '../methods/infeasibility.js';
import { type Certificate, type MethodRequest, type MethodOutcome } from '../methods/outcome.js';
import { rewardScale } from '../methods/reward-scale.js';
import { randomStream } from '../../../random/stream.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import { loadLpEngine } from '../../../solvers/linear/load.js';
import { type Driver } from '../../../runs/control.js';
import { leastPowerStage, type PowerStage, type SolveUnder, whyNoSecondSearch } from './least-power.js';
import type { LimitedRun, NoSearch, SearchEnd } from './search-end.js';
import { withinLimitedSettings, withoutSettingLimits } from './distinct-settings.js';
import { withIdleOnStandby } from './idle-on-standby.js';
import { judged, NO_PLAN, planOf } from './judged.js';
import { moneyStage } from './money.js';
import { type OpenedModel } from './open.js';
import { unableOn } from './unable-methods.js';
import type { RunRequest } from './request.js';
import { onSteps } from './set-point-steps.js';
import { type EarlySiblings, orSibling, ratedBy, withEarlySiblings } from './sibling-stage.js';
import { runStages, type Stage, stopWatch, type Watch } from './stage.js';

/** A search for the best plan of an opened model, with what its stages found so far. */
export interface Search extends LimitedRun {
  /** Model with limits loosened so that idling is feasible. */
  readonly roomy: RewardRateModel;
  readonly solveIn: SolveUnder;
  readonly solveByMethod: (method: Method, control: RunControl) => Promise<MethodOutcome>;
  readonly rate: (outcome: MethodOutcome) => number | null;
  /** Plans of cheaper methods that were made while the method ran. */
  readonly early: EarlySiblings['outcomes'];
  /** What was found; with `conflict` if idling violates limits at all set-points that the CRACs accept. */
  readonly end: SearchEnd & Partial<Pick<NoSearch, 'conflict'>>;
  readonly watch: Watch;
  /** Times of the stages so far, s. */
  readonly timeS: Readonly<Record<string, number>>;
}

type SearchStage = Stage<Search, Partial<Search['end']>>;

/** Stages of a search with any set-points in their ranges and any number of different settings. */
const ROOM_STAGES: readonly SearchStage[] = [
  {
    // A plan of a cheaper method, if it earns more.
    name: 'siblings',
    asked: ({ request }) => asksSiblings(request),
    run: async ({ request, solveByMethod, rate, early, driver, end }) => {
      const outcome = await orSibling(request, end.outcome, solveByMethod, rate, early, driver);
      // A sibling may have been cut although the method came to its end.
      return { outcome, isAdopted: outcome !== end.outcome, wasHurried: request.interruptedTwice?.() === true };
    },
  },
  {
    // A bound of the configuration LP, if the method proved none.
    name: 'bound',
    asked: ({ request, end: { outcome }, driver }) =>
      request.withBound && driver.stopReason === null && ownCertificate(request, outcome) === null,
    run: async ({ request, roomy: model, driver: control, end: { outcome, engine, found } }) => {
      const input = { model, engine, control, start: request.start ?? null };
      const certificate = await configurationBound(input, request.naive ? null : outcome.claimedRewardPerS);
      return { found: { ...found, certificate } };
    },
  },
  {
    name: 'check',
    asked: () => true,
    run: ({ request, opened, end: { outcome, found } }) => {
      const plan = planOf(request, outcome, opened);
      const { evaluation, notJudged } = plan === null ? NO_PLAN : judged(request, opened.instance, opened.matrix, plan);
      const certificate = ownCertificate(request, outcome) ?? found.certificate;
      return { found: { outcome, plan, evaluation, certificate }, notJudged };
    },
  },
  {
    name: 'leastPower',
    asked: (search) => {
      const { leastPower, prices } = search.request;
      return prices === undefined && (leastPower === 'asked' || (leastPower === 'usual' && whyNot(search) === null));
    },
    whyNot: (search) => warningOf('The least power was not looked for', whyNot(search)),
    run: async (search) => ({ found: await leastPowerStage(secondSearch(search), search.end.found) }),
  },
  {
    name: 'money',
    asked: ({ request }) => request.prices !== undefined,
    whyNot: (search) => warningOf('Money was not made best', whyNot(search)),
    run: async (search) => ({
      found: await moneyStage(secondSearch(search), search.request.prices!, search.end.found),
    }),
  },
];

/** Stages that follow with what controllers and staff ask for: set-points in steps and few settings. */
export const LIMIT_STAGES: readonly SearchStage[] = [
  {
    name: 'setPointSteps',
    asked: ({ opened, end: { found } }) => steppedCracs(opened.model).length > 0 && found.plan !== null,
    run: async ({ end, ...run }) => {
      const opened = { ...run.opened, instance: withoutSettingLimits(run.opened.instance) };
      return onSteps({ ...run, request: searchedAs(run.request, run.opened), opened }, end, async (...asked) => {
        const found = await searchRoom(...asked);
        return 'end' in found ? found.end : found;
      });
    },
  },
  {
    name: 'distinctSettings',
    asked: ({ opened, end: { found, conflict } }) =>
      opened.instance.limits.distinctSettings !== undefined && conflict === undefined && found.evaluation !== null,
    run: async ({ end, ...run }) => withinLimitedSettings(run, end),
  },
];

/** Returns the search after the stages that are asked for, with their times and warnings. */
export function withStages(stages: readonly SearchStage[], begun: Search): Promise<Search> {
  return runStages(stages, begun, {
    watch: begun.watch,
    add: ({ end, timeS, ...search }, added, name, tookS) => ({
      ...search,
      end: 'warnings' in added ? { ...end, found: { ...end.found, warnings: added.warnings } } : { ...end, ...added },
      timeS: { ...timeS, [name]: (timeS[name] ?? 0) + tookS },
    }),
  });
}

function asksSiblings({ naive, method }: RunRequest): boolean {
  return !naive && method.siblings !== undefined;
}

/** Returns the certificate of the method's bound. A bound found without co-location is one on another model. */
function ownCertificate({ naive }: RunRequest, { certificate }: MethodOutcome): Certificate | null {
  return naive ? null : certificate;
}

function secondSearch({ request, opened, roomy, driver, solveIn, end: { engine } }: Search): PowerStage {
  return { request, opened, model: roomy, engine, driver, solve: solveIn };
}

function whyNot(search: Search): string | null {
  return whyNoSecondSearch(secondSearch(search), search.end.found);
}

function warningOf(what: string, why: string | null): string | null {
  return why === null ? null : `${what}: ${why}.`;
}

/** Returns the request by which plans are searched before settings are removed from the best. */
export function searchedAs(request: RunRequest, { instance, model }: OpenedModel): RunRequest {
  if (instance.limits.distinctSettings !== undefined) return { ...request, sharing: 'never' };
  // Whole numbers of nodes on standby are not searched where failures must be outlived or the air of these nodes is their own.
  const isNarrowed = request.sharing !== 'never' && (mustSurvive(instance) || model.asleep !== undefined);
  return isNarrowed ? { ...request, isNarrowed } : request;
}

/** Searches for plans of an opened instance, with any set-points in their ranges, and evaluates the best. */
export async function searchRoom(
  request: RunRequest,
  opened: OpenedModel,
  driver: Driver,
  { timeS, watch }: Pick<Search, 'timeS' | 'watch'> = { timeS: {}, watch: stopWatch(request.nowS) },
): Promise<Search | NoSearch> {
  const model = withStandby(opened.model);
  const conflict = idleConflict(model);
  if (conflict !== null) return { model, conflict };

  const roomy = withIdleRoom(model);
  const engine = request.started ?? (await loadLpEngine(request.engine));
  const allOn = withAllOn(opened.model, roomy);
  const solveByMethod = async (method: Method, control: RunControl): Promise<MethodOutcome> => {
    const unable = unableOn(method, roomy, allOn === null);
    if (unable !== null) return unable;
    const given = goesWith(method, 'needsStandby') ? roomy : allOn!;
    const chosen = { start: request.start ?? null, ...wishOf(request) };
    const found = await solveBy(request, engine, given, method, control, chosen);
    return request.idleOnStandby === true ? withIdleOnStandby(opened.model, found) : found;
  };
  const rate = ratedBy(request, opened);
  const { control, outcomes: early } = withEarlySiblings(request, driver, solveByMethod, rate);
  const outcome = await solveByMethod(request.method, control);
  const wasHurried = !asksSiblings(request) && request.interruptedTwice?.() === true;
  const found = { outcome, plan: null, evaluation: null, certificate: null };
  return withStages(ROOM_STAGES, {
    request,
    opened,
    driver,
    isLate: () => false,
    roomy,
    solveIn: (under, own, start, wish) => solveBy(request, engine, under, request.method, own, { start, ...wish }),
    solveByMethod,
    rate,
    early,
    end: { model, engine, outcome, isAdopted: false, found, notJudged: null, wasHurried },
    watch,
    timeS: { ...timeS, method: watch.lapS() },
  });
}

/** Runs a method with rewards scaled to a usual size and returns its outcome in the original unit. */
export async function solveBy(
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

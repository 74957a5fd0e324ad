import { mustSurvive } from '../../../../models/families/reward-rate/failed-rooms.js';
import { naiveModel } from '../../../../models/families/reward-rate/naive.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { hasStandby, withStandby } from '../../../../models/families/reward-rate/standby.js';
import type { RunControl } from '../../../methods/control.js';
import { type FeatureName, goesWith, unableText } from '../combinations.js';
import { configurationBound } from '../methods/config-lp.js';
import { withIdleRoom } from '../methods/idle-room.js';
import { idleConflict } from '../methods/infeasibility.js';
import { USUAL_PROGRAMS } from '../methods/one-configuration/one-configuration.js';
import type { MethodOutcome, MethodRequest } from '../methods/outcome.js';
import type { Method } from '../methods/registry.js';
import { rewardScale } from '../methods/reward-scale.js';
import { randomStream } from '../../../random/stream.js';
import { type Driver, timeIsUp } from '../../../runs/control.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import { loadLpEngine } from '../../../solvers/linear/load.js';
import { withIdleOnStandby } from './idle-on-standby.js';
import { judgeOf } from './judged.js';
import { leastPowerStage, whyNoSecondSearch } from './least-power.js';
import { moneyStage } from './money.js';
import type { OpenedModel } from './open.js';
import type { RunRequest } from './request.js';
import type { BrokenRoom, Room, Search, SearchEnd, SolveModel } from './search-state.js';
import { siblingsOf } from './siblings.js';
import { begin, type Begun, runStages, type Stage } from './stage.js';

export type SearchStage = Stage<Search, Partial<SearchEnd> | Promise<Partial<SearchEnd>>>;

/** Stages of a search with any set-points in their ranges and any number of different settings. */
const STAGES: readonly SearchStage[] = [
  {
    // A plan of a cheaper method, if it earns more.
    name: 'siblings',
    asked: ({ siblings }) => siblings !== null,
    run: async ({ siblings, request, end }) => {
      const outcome = await siblings!.best(end.outcome);
      // A sibling may have been cut although the method came to its end.
      return { outcome, wasHurried: request.interruptedTwice?.() === true };
    },
  },
  {
    // A bound of the configuration LP, if the method proved none. One found without co-location is on another model.
    name: 'bound',
    asked: ({ request: { withBound, naive }, end: { outcome }, driver }) =>
      withBound && driver.stopReason === null && (naive || outcome.certificate === null),
    run: async ({ request, roomy: model, engine, driver: control, end: { outcome } }) => {
      const input = { model, engine, control, start: request.start ?? null };
      const certificate = await configurationBound(input, request.naive ? null : outcome.claimedRewardPerS);
      return { certificate };
    },
  },
  {
    name: 'check',
    run: ({ request, judge, end: { outcome, certificate } }) => ({
      ...judge.tried(outcome),
      certificate: (request.naive ? null : outcome.certificate) ?? certificate,
    }),
  },
  {
    name: 'leastPower',
    asked: (search) => {
      const { leastPower, prices } = search.request;
      const isUsual = leastPower === 'usual' && whyNoSecondSearch(search) === null;
      return prices === undefined && (leastPower === 'asked' || isUsual);
    },
    whyNot: (search) => warningOf('The least power was not looked for', whyNoSecondSearch(search)),
    run: leastPowerStage,
  },
  {
    name: 'money',
    asked: ({ request }) => request.prices !== undefined,
    whyNot: (search) => warningOf('Money was not made best', whyNoSecondSearch(search)),
    run: (search) => moneyStage(search, search.request.prices!),
  },
];

function warningOf(what: string, why: string | null): string | null {
  return why === null ? null : `${what}: ${why}.`;
}

/** Returns the search after the stages that are asked for, with their times and warnings. */
export function withStages(stages: readonly SearchStage[], begun: Search): Promise<Search> {
  return runStages<Search, Partial<SearchEnd>>(stages, begun, begun.clock, ({ end, ...search }, added) => ({
    ...search,
    end: 'warnings' in added ? { ...end, proofs: { ...end.proofs, ...added } } : { ...end, ...added },
  }));
}

/** Returns the room of an opened instance, or the limit that even its idle facility violates. */
export function roomOf(opened: OpenedModel): Room | BrokenRoom {
  const model = withStandby(opened.model);
  const conflict = idleConflict(model);
  return conflict === null ? { opened, model, roomy: withIdleRoom(model) } : { opened, model, conflict };
}

/** Searches for plans in a room, with any set-points in their ranges, and evaluates the best. */
export async function searchRoom(
  request: RunRequest,
  room: Room,
  driver: Driver,
  { timeS, clock }: Omit<Begun, 'driver'> = begin(request),
): Promise<Search> {
  const { opened, roomy } = room;
  const { method, start = null, idleOnStandby, interruptedTwice } = request;
  const isLate = timeIsUp(request);
  const engine = request.started ?? (await loadLpEngine(request.engine));
  const judge = judgeOf(request, opened);
  const solve = solverOf(request, engine);
  const allOn = withAllOn(opened.model, roomy);
  const wish = { start, ...wishOf(request, opened) };
  const byMethod = async (asked: Method, control: RunControl): Promise<MethodOutcome> => {
    const unable = unableOn(asked, roomy, allOn === null);
    if (unable !== null) return unable;
    const found = await solve(asked, goesWith(asked, 'needsStandby') ? roomy : allOn!, control, wish);
    return idleOnStandby === true ? withIdleOnStandby(opened.model, found) : found;
  };
  const siblings = siblingsOf(request, driver, byMethod, judge.rate);
  const outcome = await byMethod(method, siblings?.control ?? driver);
  const wasHurried = siblings === null && interruptedTwice?.() === true;
  clock('method');
  return withStages(STAGES, {
    ...room,
    request,
    judge,
    engine,
    driver,
    solve,
    siblings,
    isLate,
    end: { outcome, plan: null, evaluation: null, notJudged: null, certificate: null, proofs: {}, wasHurried },
    timeS,
    clock,
  });
}

/** Returns a function that runs methods with rewards scaled to a usual size, for one run. */
export function solverOf(
  { naive, seed, constraints = [], population }: Pick<RunRequest, 'naive' | 'seed' | 'constraints' | 'population'>,
  engine: LpEngine,
): SolveModel {
  return async (method, given, control, wish) => {
    const scale = rewardScale(given);
    const model = naive ? naiveModel(scale.model) : scale.model;
    const random = randomStream(seed, method.name);
    const scaled = {
      model,
      engine,
      control: scale.control(control),
      random,
      constraints,
      ...(population && { population }),
      ...wish,
    };
    return scale.outcome(await method.solve(scaled));
  };
}

/**
 * Returns what the method is to search for. Either it is plans whose nodes may divide their time, with a bound on them.
 * Or it is the best plan with one configuration per node, with a bound on such plans.
 */
function wishOf(
  { sharing = 'auto', naive }: RunRequest,
  { instance, model }: OpenedModel,
): Pick<MethodRequest, 'shares' | 'wholeStandby' | 'oneConfiguration'> {
  // A bound found without co-location is one on another model.
  if (sharing === 'never') return naive ? {} : { oneConfiguration: USUAL_PROGRAMS };
  // Whole numbers of nodes on standby are not searched where failures must be outlived or the air of these nodes is their own.
  const isWhole = !naive && !mustSurvive(instance) && model.asleep === undefined;
  return { shares: sharing, ...(isWhole ? { wholeStandby: true } : {}) };
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

/**
 * Returns an outcome without a plan and with a warning if the method does not go with a feature of the model; otherwise
 * null.
 *
 * @param needsStandby true if limits hold only with nodes on standby
 */
function unableOn(method: Method, { thermal, instance }: RewardRateModel, needsStandby: boolean): MethodOutcome | null {
  const demands: readonly (readonly [FeatureName, boolean])[] = [
    ['robust', thermal.uncertain !== undefined],
    ['settings', instance.limits.distinctSettings !== undefined],
    ['survive', mustSurvive(instance)],
    ['needsStandby', needsStandby],
  ];
  const [unable] = demands.filter(([feature, isIn]) => isIn && !goesWith(method, feature));
  if (unable === undefined) return null;
  const warnings = [unableText(method, unable[0])];
  return { plan: null, claimedRewardPerS: null, certificate: null, stoppedEarly: false, warnings, work: {} };
}

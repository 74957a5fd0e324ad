import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { hasStandby } from '../../../../models/families/reward-rate/standby.js';
import { sharesTime } from '../../../../models/families/reward-rate/time-shares.js';
import type { RunControl } from '../../../methods/control.js';
import type { Driver } from '../../../runs/control.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import { boundCovers, boundScope } from '../methods/bound/certificate.js';
import { leastPowerProof, POWER_PRECISION } from '../methods/bound/least-power.js';
import { idleConflict } from '../methods/infeasibility.js';
import { assignmentsByZone } from '../methods/room-program/warm-start.js';
import { withCap } from '../methods/with-cap.js';
import {
  type Certificate,
  type MethodRequest,
  type MethodOutcome,
  SHARES_PAY,
  type WarmStart,
} from '../methods/outcome.js';
import { judged, planOf } from './judged.js';
import type { OpenedModel } from './open.js';
import type { RunRequest } from './request.js';
import type { LeastPower, Money } from './result.js';

/** Default fraction of the reward that may be given up to save power. Ours: closer rewards count as equal. */
export const REWARD_TOLERANCE = 1e-6;
/**
 * Caps at which plans are searched, in this order: distances above the proven minimum power, as fractions of it. Ours:
 * the first is the precision of the proof.
 */
const ROOM_ABOVE = [POWER_PRECISION, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1];
/** Smallest entry of ROOM_ABOVE tried for plans with one configuration per node. Ours: rounding loses about as much. */
const MIN_ROOM_OF_WHOLE = 1e-3;
/** Smallest entry of ROOM_ABOVE tried with nodes on standby. They do not divide their time, and rounding loses more. */
const MIN_ROOM_OF_STANDBY = 1e-2;
/**
 * Ratio of two numbers: the surplus of arrivals with which plans under a cap are searched, as a fraction of the
 * arrivals, and the relative distance of the cap from the proven minimum power. Rounding to one configuration per node
 * then loses only this surplus.
 */
const SURPLUS = 0.5;
/**
 * A plan whose nodes divide their time is preferred only if it saves at least this fraction of the power, unless the
 * user asks for such plans. Ours: the same fraction as for a gain of reward.
 */
const SHARES_SAVE = SHARES_PAY;
/** Fraction by which equal powers computed by two programs may differ; it includes the checker's tolerances. */
const ROUNDING = 1e-6;

/** Best plan of a run after a stage (search for reward, less power, or more money), with evaluation and proofs. */
export interface Found {
  readonly outcome: MethodOutcome;
  readonly plan: RewardRatePlan | null;
  readonly evaluation: PlanEvaluation | null;
  readonly certificate: Certificate | null;
  readonly leastPower?: LeastPower;
  readonly money?: Money;
  readonly warnings?: readonly string[];
  /** Present if plan and proof contradict each other, so that one of them is wrong. */
  readonly isRefuted?: true;
}

export type Judged = Pick<Found, 'outcome'> & { readonly plan: RewardRatePlan; readonly evaluation: PlanEvaluation };

/**
 * Solves a model with the run's method. `wish` states whether nodes may divide their time, and the effort of the
 * method.
 */
export type SolveUnder = (
  model: RewardRateModel,
  control: RunControl,
  start: WarmStart | null,
  wish: Pick<MethodRequest, 'shares' | 'effort'>,
) => Promise<MethodOutcome>;

/**
 * Input of the second search of a run, for less power or more money. The first search is for reward, and `model` is the
 * model for which it proved a bound.
 */
export interface PowerStage {
  readonly request: RunRequest;
  readonly opened: OpenedModel;
  readonly model: RewardRateModel;
  readonly engine: LpEngine;
  readonly driver: Driver;
  readonly solve: SolveUnder;
}

/**
 * Returns why no second search, for less power or more money, can follow a search for reward; null if it can.
 */
export function whyNoSecondSearch({ opened, model, driver }: PowerStage, { plan, evaluation }: Found): string | null {
  if (plan === null || evaluation === null || evaluation.violations.length > 0) return 'there is no feasible plan';
  if (driver.stopReason !== null) return 'the run had been stopped before';
  return boundCovers(model, setPointsOf(opened, plan)) ? null : "the bound does not cover the plan's set-points";
}

/** Searches for a plan with the same reward and less power at the meter, and proves a lower bound on this power. */
export async function leastPowerStage(stage: PowerStage, found: Found): Promise<Found> {
  const { request, model, engine, driver } = stage;
  const { outcome, certificate } = found;
  const [plan, evaluation] = [found.plan!, found.evaluation!];
  const toleranceReward = request.rewardTolerance ?? REWARD_TOLERANCE;
  const rewardPerS = evaluation.rewardPerS * (1 - toleranceReward);
  const shown = { phase: 'least power', bound: certificate?.boundRewardPerS ?? null, incumbent: evaluation.rewardPerS };
  const control: RunControl = { step: () => driver.step(shown) };
  const start = outcome.next ?? null;
  const powerW = evaluation.power.totalW;
  const capBinds = certificate === null || certificate.marginal.perCapW > 0;
  const proof = await leastPowerProof({
    model,
    engine,
    control,
    start,
    powerW,
    capBinds,
    targetRewardPerS: rewardPerS,
  });
  const { boundW, configurations } = proof;
  const search: Search = { ...stage, control, rewardPerS, boundW, isShared: isTimeShared(plan) };
  const near =
    start === null || configurations === null
      ? start
      : { ...start, assignments: assignmentsByZone(model, configurations) };
  const best = await leanerPlan(search, { outcome, plan, evaluation }, near);
  return { ...found, ...best, ...provenPower(best.evaluation.power.totalW, search, toleranceReward) };
}

/**
 * Returns the plan's power with the proven lower bound, as fields of `Found`. If the power is below the bound, one of
 * the two is wrong; then `isRefuted` and a warning are returned.
 */
export function provenPower(
  powerW: number,
  { boundW, rewardPerS, model }: Pick<Search, 'boundW' | 'rewardPerS' | 'model'>,
  toleranceReward: number,
): Pick<Found, 'leastPower' | 'warnings' | 'isRefuted'> {
  if (powerW < boundW * (1 - ROUNDING)) {
    const warning = `The plan draws ${powerW} W, less than the proven least of ${boundW} W: one of them is wrong. Please report this instance.`;
    return { warnings: [warning], isRefuted: true };
  }
  const least = Math.min(boundW, powerW);
  const gap = powerW > 0 ? (powerW - least) / powerW : 0;
  return { leastPower: { powerW, boundW: least, gap, rewardPerS, toleranceReward, scope: boundScope(model) } };
}

interface Search extends PowerStage {
  readonly control: RunControl;
  /** Reward that a plan must at least have, reward/s. */
  readonly rewardPerS: number;
  /** Proven lower bound on the power of plans with this reward, W. */
  readonly boundW: number;
  /** True if nodes or cores of the first plan divide their time. */
  readonly isShared: boolean;
}

/**
 * Returns a plan with less power than `first`; `first` itself if none was found. Plans are searched under caps that
 * rise from the proven lower bound towards the power of `first`.
 */
async function leanerPlan(search: Search, first: Judged, start: WarmStart | null): Promise<Judged> {
  const { boundW, control } = search;
  const worthW = drawnW(first) * (1 - POWER_PRECISION);
  const minRoom = hasStandby(search.model)
    ? MIN_ROOM_OF_STANDBY
    : search.request.sharing === 'never'
      ? MIN_ROOM_OF_WHOLE
      : 0;
  for (const room of ROOM_ABOVE) {
    if (room < minRoom) continue;
    if (boundW * (1 + room) >= worthW) break;
    if (await control.step({ phase: 'least power', bound: null, incumbent: null })) break;
    const plans = await plansUnder(search, boundW * (1 + room), first.outcome, {
      start,
      surplus: SURPLUS * room,
      // Whole nodes cannot be so near the least power.
      effort: room < MIN_ROOM_OF_WHOLE ? 'none' : 'brief',
    });
    const leaner = plans.filter((plan) => isBetter(plan.evaluation, search.rewardPerS, worthW));
    const whole = leanest(leaner.filter(({ plan }) => !isTimeShared(plan)));
    const shared = leanest(leaner.filter(({ plan }) => isTimeShared(plan)));
    const mostW = drawnW(whole ?? first) * (search.isShared ? 1 : 1 - SHARES_SAVE);
    if (shared !== null && drawnW(shared) < mostW) return shared;
    if (whole !== null) return whole;
  }
  return first;
}

/** Returns the meter power of a plan, W. */
export function drawnW({ evaluation }: Pick<Judged, 'evaluation'>): number {
  return evaluation.power.totalW;
}

/** Returns true if some nodes or cores of a plan divide their time. */
export function isTimeShared({ assignments }: RewardRatePlan): boolean {
  return assignments.some(sharesTime);
}

function leanest(plans: readonly Judged[]): Judged | null {
  return plans.reduce<Judged | null>(
    (least, plan) => (least === null || drawnW(plan) < drawnW(least) ? plan : least),
    null,
  );
}

function isBetter({ violations, rewardPerS, power }: PlanEvaluation, leastRewardPerS: number, mostW: number): boolean {
  return violations.length === 0 && rewardPerS >= leastRewardPerS && power.totalW < mostW;
}

export interface UnderCap {
  /** Surplus of arrivals with which plans are searched, as a fraction of the arrivals. */
  readonly surplus?: number;
  /** Effort for rounding to one configuration per node. If absent, the method makes its usual effort. */
  readonly effort?: MethodRequest['effort'];
  /** Warm start. If absent, the warm start of the previous outcome is used. */
  readonly start?: WarmStart | null;
}

/**
 * Searches with the run's method for plans under the power cap `capW`, W. Returns the plans evaluated in the original
 * instance: one with one configuration per node and, if allowed, one whose nodes divide their time.
 */
export async function plansUnder(
  { request, opened, model, control, solve }: PowerStage & { readonly control: RunControl },
  capW: number,
  first: MethodOutcome,
  { surplus = 0, effort, start = first.next ?? null }: UnderCap = {},
): Promise<Judged[]> {
  const capped = withCap(model, capW);
  if (idleConflict(capped) !== null) return [];
  const shares = request.sharing !== 'never';
  const arrivalRatePerS = capped.arrivalRatePerS.map((rate) => rate * (1 + surplus));
  const solved = await solve({ ...capped, arrivalRatePerS }, control, start, {
    ...(shares ? { shares: 'always' } : {}),
    ...(effort === undefined ? {} : { effort }),
  });
  const drafts = [solved, ...(shares && solved.shared !== undefined ? [{ ...solved, ...solved.shared }] : [])];
  return drafts.flatMap((draft) => {
    const plan = planOf(request, draft, opened);
    if (plan === null) return [];
    const { evaluation } = judged(request, opened.instance, opened.matrix, plan);
    if (evaluation === null) return [];
    // The method claims for more than arrives, which earns nothing.
    const claimedRewardPerS = Math.min(plan.claimedRewardPerS, evaluation.rewardPerS);
    const outcome = inPlaceOf(first, { ...draft, claimedRewardPerS });
    return [{ outcome, plan: { ...plan, claimedRewardPerS }, evaluation }];
  });
}

function inPlaceOf(first: MethodOutcome, { plan, claimedRewardPerS, planFrom }: MethodOutcome): MethodOutcome {
  const outcome = { ...first, plan, claimedRewardPerS };
  delete outcome.planFrom;
  return planFrom === undefined ? outcome : { ...outcome, planFrom };
}

/** Returns a plan's set-points, one for each CRAC, failed ones included, C. */
export function setPointsOf({ matrix }: OpenedModel, plan: RewardRatePlan): number[] {
  return matrix.cracNames.map((name) => plan.setPointsC[name]!);
}

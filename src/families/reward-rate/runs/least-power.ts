import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { hasStandby } from '../../../../models/families/reward-rate/standby.js';
import { sharesTime } from '../../../../models/families/reward-rate/time-shares.js';
import { boundCovers, boundScope } from '../methods/bound/certificate.js';
import { leastPowerProof, POWER_PRECISION } from '../methods/bound/least-power.js';
import { idleConflict } from '../methods/infeasibility.js';
import { type BoundMethodRequest, SHARES_PAY } from '../methods/outcome.js';
import { assignmentsByZone } from '../methods/room-program/warm-start.js';
import { withCap } from '../methods/with-cap.js';
import type { OpenedModel } from './open.js';
import type { LeastPower } from './result.js';
import type { Proofs, Search, SearchEnd } from './search-state.js';

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

/** A plan of a method's outcome that the checker could evaluate. */
export interface Judged extends Pick<SearchEnd, 'outcome'> {
  readonly plan: RewardRatePlan;
  readonly evaluation: PlanEvaluation;
}

/** Returns why no second search, for less power or more money, can follow a search for reward; null if it can. */
export function whyNoSecondSearch({ opened, roomy, driver, end: { plan, evaluation } }: Search): string | null {
  if (plan === null || evaluation === null || evaluation.violations.length > 0) return 'there is no feasible plan';
  if (driver.stopReason !== null) return 'the run had been stopped before';
  return boundCovers(roomy, setPointsOf(opened, plan)) ? null : "the bound does not cover the plan's set-points";
}

/** Returns the input of LPs after the search for reward: its model, its columns, and progress with its bound and plan. */
export function afterSearch(
  { roomy: model, engine, driver, end: { outcome, evaluation, certificate } }: Search,
  phase: string,
  incumbent = evaluation?.rewardPerS ?? null,
) {
  const shown = { phase, bound: certificate?.boundRewardPerS ?? null, incumbent };
  return { model, engine, control: { step: () => driver.step(shown) }, start: outcome.next ?? null };
}

/** Searches for a plan with the same reward and less power at the meter, and proves a lower bound on this power. */
export async function leastPowerStage(search: Search): Promise<Partial<SearchEnd>> {
  const { outcome, certificate } = search.end;
  const [plan, evaluation] = [search.end.plan!, search.end.evaluation!];
  const { rewardTolerance: toleranceReward = REWARD_TOLERANCE } = search.request;
  const rewardPerS = evaluation.rewardPerS * (1 - toleranceReward);
  const input = afterSearch(search, 'least power');
  const { model, start } = input;
  const capBinds = certificate === null || certificate.marginal.perCapW > 0;
  const powerW = evaluation.power.totalW;
  const { boundW, configurations } = await leastPowerProof({
    ...input,
    powerW,
    capBinds,
    targetRewardPerS: rewardPerS,
  });
  const near =
    start === null || configurations === null
      ? start
      : { ...start, assignments: assignmentsByZone(model, configurations) };
  const proof = { boundW, rewardPerS, model, toleranceReward };
  const best = await leanerPlan(search, { outcome, plan, evaluation }, { ...input, start: near }, proof);
  return { ...best, proofs: provenPower(drawnW(best), proof) };
}

/** Proves a lower bound on the power of plans that earn as much as another plan, and returns the other plan's proof. */
export async function powerProof(
  input: BoundMethodRequest,
  { power: { totalW: powerW } }: PlanEvaluation,
  { rewardPerS, toleranceReward }: Pick<LeastPower, 'rewardPerS' | 'toleranceReward'>,
): Promise<Proofs> {
  const { boundW } = await leastPowerProof({ ...input, targetRewardPerS: rewardPerS, powerW });
  return provenPower(powerW, { boundW, rewardPerS, model: input.model, toleranceReward });
}

/**
 * Returns the plan's power with the proven lower bound. If the power is below the bound, one of the two is wrong; then
 * `isRefuted` and a warning are returned.
 */
export function provenPower(
  powerW: number,
  {
    boundW,
    rewardPerS,
    toleranceReward,
    model,
  }: Pick<LeastPower, 'boundW' | 'rewardPerS' | 'toleranceReward'> & { readonly model: RewardRateModel },
): Proofs {
  if (powerW < boundW * (1 - ROUNDING)) {
    const warning = `The plan draws ${powerW} W, less than the proven least of ${boundW} W: one of them is wrong. Please report this instance.`;
    return { warnings: [warning], isRefuted: true };
  }
  const least = Math.min(boundW, powerW);
  const gap = powerW > 0 ? (powerW - least) / powerW : 0;
  return { leastPower: { powerW, boundW: least, gap, rewardPerS, toleranceReward, scope: boundScope(model) } };
}

/**
 * Returns a plan with less power than `first`; `first` itself if none was found. Plans are searched under caps that
 * rise from the proven lower bound towards the power of `first`.
 *
 * @param wanted reward that plans must at least earn, reward/s, and the proven lower bound on their power, W
 */
async function leanerPlan(
  search: Search,
  first: Judged,
  input: ReturnType<typeof afterSearch>,
  { rewardPerS, boundW }: Pick<LeastPower, 'rewardPerS' | 'boundW'>,
): Promise<Judged> {
  const worthW = drawnW(first) * (1 - POWER_PRECISION);
  const ofWhole = search.request.sharing === 'never' ? MIN_ROOM_OF_WHOLE : 0;
  const minRoom = hasStandby(input.model) ? MIN_ROOM_OF_STANDBY : ofWhole;
  const minSaving = isTimeShared(first.plan) ? 0 : SHARES_SAVE;
  for (const room of ROOM_ABOVE) {
    if (room < minRoom) continue;
    const capW = boundW * (1 + room);
    if (capW >= worthW || (await input.control.step())) break;
    // Whole nodes cannot be so near the least power.
    const effort = room < MIN_ROOM_OF_WHOLE ? 'none' : 'brief';
    const plans = await plansUnder(search, capW, input, { surplus: SURPLUS * room, effort });
    const leaner = plans.filter(
      ({ evaluation: { violations, rewardPerS: own, power } }) =>
        violations.length === 0 && own >= rewardPerS && power.totalW < worthW,
    );
    const whole = leanest(leaner.filter(({ plan }) => !isTimeShared(plan)));
    const shared = leanest(leaner.filter(({ plan }) => isTimeShared(plan)));
    if (shared !== null && drawnW(shared) < drawnW(whole ?? first) * (1 - minSaving)) return shared;
    if (whole !== null) return whole;
  }
  return first;
}

/** Returns the meter power of a plan, W. */
function drawnW({ evaluation }: Pick<Judged, 'evaluation'>): number {
  return evaluation.power.totalW;
}

/** Returns true if some nodes or cores of a plan divide their time. */
export function isTimeShared({ assignments }: RewardRatePlan): boolean {
  return assignments.some(sharesTime);
}

/** Returns the plan that draws least, the first of several; null if there are none. */
function leanest(plans: readonly Judged[]): Judged | null {
  return plans.reduce<Judged | null>(
    (least, plan) => (least === null || drawnW(plan) < drawnW(least) ? plan : least),
    null,
  );
}

/**
 * Searches with the run's method for plans under the power cap `capW`, W. Returns the plans evaluated in the original
 * instance: one with one configuration per node and, if allowed, one whose nodes divide their time.
 *
 * @param surplus surplus of arrivals with which plans are searched, as a fraction of the arrivals
 * @param effort effort for rounding to one configuration per node; absent: the method's usual effort
 */
export async function plansUnder(
  { request, judge, solve, end }: Search,
  capW: number,
  { model, control, start }: BoundMethodRequest,
  { surplus = 0, effort }: { readonly surplus?: number; readonly effort?: 'brief' | 'none' } = {},
): Promise<Judged[]> {
  const capped = withCap(model, capW);
  if (idleConflict(capped) !== null) return [];
  const shares = request.sharing !== 'never';
  const arrivalRatePerS = capped.arrivalRatePerS.map((rate) => rate * (1 + surplus));
  const solved = await solve(request.method, { ...capped, arrivalRatePerS }, control, {
    start,
    ...(shares ? { shares: 'always' } : {}),
    ...(effort === undefined ? {} : { effort }),
  });
  const drafts = [solved, ...(shares && solved.shared !== undefined ? [{ ...solved, ...solved.shared }] : [])];
  return drafts.flatMap((draft) => {
    const { plan, evaluation } = judge.tried(draft);
    if (plan === null || evaluation === null) return [];
    // The method claims for more than arrives, which earns nothing.
    const claimedRewardPerS = Math.min(plan.claimedRewardPerS, evaluation.rewardPerS);
    const { planFrom: _, ...first } = end.outcome;
    const outcome = {
      ...first,
      plan: draft.plan,
      claimedRewardPerS,
      ...(draft.planFrom === undefined ? {} : { planFrom: draft.planFrom }),
    };
    return [{ outcome, plan: { ...plan, claimedRewardPerS }, evaluation }];
  });
}

/** Returns a plan's set-points, one for each CRAC, failed ones included, C. */
export function setPointsOf({ matrix }: OpenedModel, plan: RewardRatePlan): number[] {
  return matrix.cracNames.map((name) => plan.setPointsC[name]!);
}

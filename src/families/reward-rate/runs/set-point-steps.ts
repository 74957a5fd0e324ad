import { S_PER_H } from '../../../../models/units.js';
import {
  type SteppedCrac,
  steppedCracs,
  withoutSteps,
  withSetPointRanges,
} from '../../../../models/families/reward-rate/set-point-steps.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import type { Progress } from '../../../methods/control.js';
import type { Driver } from '../../../runs/control.js';
import { boundScope } from '../methods/bound/certificate.js';
import { leastPowerProof } from '../methods/bound/least-power.js';
import { withIdleRoom } from '../methods/idle-room.js';
import type { MethodOutcome } from '../methods/outcome.js';
import type { IdleConflict } from '../methods/infeasibility.js';
import { steppedBound } from '../methods/stepped-bound.js';
import { withFailureSetPoints } from './failure-set-points.js';
import { judged } from './judged.js';
import { provenPower } from './least-power.js';
import { judgedMoney, usdPerSOf } from './money.js';

import { relativeGap } from '../../../runs/relative-gap.js';
import { boundOfPlan } from './result-of.js';
import type { Prices, SetPointSteps } from './result.js';
import type { Find, LimitedRun, NoSearch, SearchEnd } from './search-end.js';
import { choicesOf, type SetPoints } from './set-point-choices.js';
import { steppedKinds, withStepScope } from './stepped-kinds.js';

/** Relative difference at which rewards count as equal. Ours: plans at two set-points are rounded differently. */
const SAME = 1e-9;

/**
 * Returns the end of a search for the best plan whose set-points are multiples of the CRACs' steps
 * (docs/reward-rate/set-point-steps.md). Plans are made at fixed multiples near the set-points found without steps.
 *
 * @param free end of the search without steps, with a plan; its bound holds for plans with steps, too
 */
export async function onSteps(run: LimitedRun, free: SearchEnd, find: Find): Promise<SearchEnd | NoSearch> {
  const { request, opened, driver } = run;
  const stepped = steppedCracs(opened.model);
  const anywhere = { ...opened, instance: withoutSteps(opened.instance) };
  const certificate = free.found.certificate;
  const bounded = boundOfRun(driver, certificate?.boundRewardPerS ?? null);
  const choices = await choicesOf({ opened: anywhere, stepped, free, plan: free.found.plan!, driver: bounded });
  const ends: Planned[] = [];
  const conflicts: Conflict[] = [];
  for (const setPoints of choices) {
    const best = Math.max(...ends.map(({ end }) => end.found.evaluation!.rewardPerS), 0);
    const control = shownAs(bounded, (shown) => ({ ...shown, incumbent: Math.max(best, shown.incumbent ?? 0) }));
    const room = { ...anywhere, model: withSetPointRanges(opened.model, rangesOf(stepped, setPoints)) };
    const start = free.outcome.next ?? request.start;
    const asked = { ...request, withBound: false, ...(start === undefined ? {} : { start }) };
    const end = await find(asked, room, control);
    if ('conflict' in end) conflicts.push({ setPoints, conflict: end.conflict });
    else ends.push(...plannedAt(run, setPoints, end));
    ends.push(...plannedAt(run, setPoints, free));
  }
  const best = bestOf(ends, request.prices);
  if (best === null) return noneFound(run, free, choices, conflicts);
  return withProofs(run, free, best, { stepped, planned: choices.length }, find);
}

/** Plan that keeps all limits, at set-points that are multiples of their steps. */
interface Planned {
  readonly setPoints: SetPoints;
  readonly end: SearchEnd;
}

/** Set-points, multiples of their steps, at which even the idle facility violates limits, and these limits. */
interface Conflict {
  readonly setPoints: SetPoints;
  readonly conflict: IdleConflict;
}

function rangesOf(stepped: readonly SteppedCrac[], setPoints: SetPoints): Parameters<typeof withSetPointRanges>[1] {
  return stepped.map(({ crac }, n) => ({ crac, leastC: setPoints[n]!, mostC: setPoints[n]! }));
}

/**
 * Returns the plan of a search at exactly these set-points, evaluated in the instance with steps; [] if there is no
 * plan or it violates a limit.
 */
function plannedAt({ request, opened }: LimitedRun, setPoints: SetPoints, end: SearchEnd): Planned[] {
  const { found } = end;
  if (found.plan === null) return [];
  const plan = withFailureSetPoints(opened, atSetPoints(found.plan, steppedCracs(opened.model), setPoints));
  const { evaluation } = judged(request, opened.instance, opened.matrix, plan);
  if (evaluation === null || evaluation.violations.length > 0) return [];
  return [{ setPoints, end: { ...end, found: { ...found, plan, evaluation }, notJudged: null } }];
}

function atSetPoints(plan: RewardRatePlan, stepped: readonly SteppedCrac[], setPoints: SetPoints): RewardRatePlan {
  const allowedC = Object.fromEntries(stepped.map(({ name }, n) => [name, setPoints[n]!]));
  return { ...plan, setPointsC: { ...plan.setPointsC, ...allowedC } };
}

/**
 * Returns the best of some plans; null if there are none. With prices it is the plan with the most money. Otherwise it
 * is the plan with the least power among those with the most reward. Reward beyond what the user wants to keep does not
 * count.
 */
function bestOf(ends: readonly Planned[], prices: Prices | undefined): Planned | null {
  const reward = ({ end }: Planned): number => end.found.evaluation!.rewardPerS;
  const worth = ({ end: { found } }: Planned): number =>
    prices === undefined ? found.evaluation!.rewardPerS : usdPerSOf(prices, { evaluation: found.evaluation! });
  const power = ({ end }: Planned): number => end.found.evaluation!.power.totalW;
  if (prices !== undefined)
    return ends.reduce<Planned | null>((best, one) => (best === null || worth(one) > worth(best) ? one : best), null);
  const wanted = Math.max(
    ...ends.map((one) => Math.min(reward(one), one.end.found.leastPower?.rewardPerS ?? Infinity)),
  );
  const enough = ends.filter((one) => reward(one) >= wanted * (1 - SAME));
  return enough.reduce<Planned | null>((best, one) => (best === null || power(one) < power(best) ? one : best), null);
}

/**
 * Returns the end of a search with the best plan found, what is proven about all plans with multiples of the steps, and
 * the reward lost because of the steps.
 */
async function withProofs(
  { request, opened, driver }: LimitedRun,
  free: SearchEnd,
  { setPoints, end }: Planned,
  { stepped, planned }: { readonly stepped: readonly SteppedCrac[]; readonly planned: number },
  find: Find,
): Promise<SearchEnd> {
  const { matrix } = opened;
  const { model, engine, found: before } = free;
  const evaluation = end.found.evaluation!;
  const start = free.outcome.next ?? null;
  const shown = { phase: 'steps of set-points', bound: before.certificate?.boundRewardPerS ?? null };
  const control = { step: () => driver.step({ ...shown, incumbent: evaluation.rewardPerS }) };
  const tighter =
    before.certificate === null || driver.stopReason !== null
      ? before.certificate
      : await steppedBound({ model, engine, control, start }, before.certificate);
  const { leastPower, plan, isRefuted: wasRefuted } = end.found;
  const ofKinds =
    before.certificate === null
      ? {}
      : await steppedKinds(
          request,
          { ...opened, instance: withoutSteps(opened.instance) },
          free,
          {
            certificate: before.certificate,
            incumbentRewardPerS: evaluation.rewardPerS,
            driver: shownAs(driver, (progress) => ({ ...progress, ...shown, incumbent: evaluation.rewardPerS })),
          },
          find,
        );
  // Where one of the bounds is that of the steps, all are said to be: they hold for fewer plans than they could.
  const isOfSteps =
    tighter !== before.certificate ||
    ofKinds.ofOneConfiguration !== free.outcome.ofOneConfiguration ||
    ofKinds.wholeStandbyRewardPerS !== free.outcome.wholeStandbyRewardPerS;
  const certificate = isOfSteps && tighter !== null ? { ...tighter, scope: boundScope(model, true) } : tighter;
  const kinds = isOfSteps ? withStepScope(model, ofKinds) : ofKinds;
  const outcome = { ...withoutKinds(end.found.outcome), ...kinds };
  const power = async (): Promise<Partial<SearchEnd['found']>> => {
    if (leastPower === undefined || driver.stopReason !== null) return {};
    const { rewardPerS, toleranceReward } = leastPower;
    const powerW = evaluation.power.totalW;
    const roomy = withIdleRoom(model);
    const { boundW } = await leastPowerProof({
      model: roomy,
      engine,
      control,
      start,
      targetRewardPerS: rewardPerS,
      powerW,
    });
    return provenPower(powerW, { boundW, rewardPerS, model }, toleranceReward);
  };
  const proofs =
    request.prices === undefined || before.money === undefined
      ? await power()
      : judgedMoney(
          { plan: plan!, evaluation },
          usdPerSOf(request.prices, { evaluation }),
          before.money.boundUsdPerH / S_PER_H,
          request.prices,
          before.money.scope,
        );
  const isRefuted = before.isRefuted === true || wasRefuted === true || proofs.isRefuted === true;
  const bound = boundOfPlan(model, before.outcome, before.plan, before.certificate);
  const objective = before.evaluation?.rewardPerS ?? evaluation.rewardPerS;
  const less = objective - evaluation.rewardPerS;
  const lost = less > SAME * objective ? less : 0;
  const steps: SetPointSteps = {
    cracs: stepped.map(({ name, stepK }, n) => ({ crac: name, stepK, setPointC: setPoints[n]! })),
    planned,
    withoutStep: {
      objective,
      bound,
      gap: bound === null ? null : relativeGap(bound, objective),
      setPointsC: Object.fromEntries(
        model.cracs.map(({ index }) => [matrix.cracNames[index]!, before.plan!.setPointsC[matrix.cracNames[index]!]!]),
      ),
    },
    lost,
    lostShare: objective > 0 ? lost / objective : null,
  };
  return {
    ...end,
    model,
    steps,
    wasHurried: free.wasHurried || end.wasHurried,
    outcome: {
      ...withoutKinds(end.outcome),
      ...kinds,
      ...(free.outcome.next === undefined ? {} : { next: free.outcome.next }),
    },
    found: {
      outcome,
      plan,
      evaluation,
      certificate,
      ...proofs,
      warnings: [...(end.found.warnings ?? []), ...(proofs.warnings ?? [])],
      ...(isRefuted ? { isRefuted: true as const } : {}),
    },
  };
}

/**
 * Returns the outcome without its bounds on two kinds of plans (one configuration per node; each node always on or
 * always on standby). They were proven at fixed set-points and do not hold for others.
 */
function withoutKinds({
  ofOneConfiguration: _ofClass,
  wholeStandbyRewardPerS: _whole,
  ...rest
}: MethodOutcome): MethodOutcome {
  return rest;
}

/**
 * Returns the answer of a run that found no plan at multiples of the steps. It says why: the idle facility violates a
 * limit at all multiples tried, or the method found no plan.
 */
function noneFound(
  { opened }: LimitedRun,
  free: SearchEnd,
  choices: readonly SetPoints[],
  conflicts: readonly Conflict[],
): SearchEnd | NoSearch {
  const { model, found } = free;
  const [first] = conflicts;
  const words = (setPoints: SetPoints): string => setPoints.map((valueC) => `${valueC} C`).join(', ');
  if (first !== undefined && conflicts.length === choices.length) {
    // A plan without the step and its own set-point, between the two allowed next to it: idling keeps the limits in an interval around it.
    const proven = model.cracs.length === 1 && found.evaluation?.violations.length === 0;
    const at = conflicts.map(({ setPoints, conflict }) => `at ${words(setPoints)}, ${reasonOf(conflict)}`);
    const message = `No feasible plan${proven ? '' : ' found'} whose set-points the CRACs accept: ${at.join('; ')}`;
    return { model, conflict: { ...first.conflict, proven, message, others: [], omitted: 0 } };
  }
  const stepped = steppedCracs(opened.model).map(({ stepK }) => `${stepK} K`);
  const step = [...new Set(stepped)].join(', ');
  const warning = `No plan was found whose set-points are multiples of the step (${step}); tried: ${choices.map(words).join('; ')}.`;
  const outcome = { ...free.outcome, plan: null, claimedRewardPerS: null };
  const none = { outcome, plan: null, evaluation: null, certificate: found.certificate, warnings: [warning] };
  return { ...free, outcome, notJudged: null, found: none };
}

/** Returns a conflict's message without its beginning, to be used within a sentence. */
function reasonOf({ message }: IdleConflict): string {
  const own = message.slice(message.indexOf(': ') + 2);
  return own.endsWith('.') ? own.slice(0, -1) : own;
}

/** Returns the driver with progress reports changed by `show`. */
function shownAs(driver: Driver, show: (progress: Progress) => Progress): Driver {
  return {
    get steps() {
      return driver.steps;
    },
    get stopReason() {
      return driver.stopReason;
    },
    limits: driver.limits,
    trajectory: driver.trajectory,
    step: (progress) => driver.step(show(progress)),
  };
}

/** Returns the driver without incumbents in its progress, for the search without steps: its plans may have other set-points. */
export function withoutIncumbents(driver: Driver): Driver {
  return shownAs(driver, (progress) => ({ ...progress, incumbent: null }));
}

/**
 * Returns the driver with the bound of the whole run, `bound`, in its progress reports. Bounds proven at fixed
 * set-points do not hold for the run.
 */
function boundOfRun(driver: Driver, bound: number | null): Driver {
  return shownAs(driver, (progress) => ({ ...progress, bound }));
}

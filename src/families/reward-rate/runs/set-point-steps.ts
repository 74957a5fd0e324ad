import { S_PER_H } from '../../../../models/units.js';
import {
  type SteppedCrac,
  steppedCracs,
  withoutSteps,
} from '../../../../models/families/reward-rate/set-point-steps.js';
import type { Progress } from '../../../methods/control.js';
import type { Driver } from '../../../runs/control.js';
import { boundScope } from '../methods/bound/certificate.js';
import type { IdleConflict } from '../methods/infeasibility.js';
import { steppedBound } from '../methods/stepped-bound.js';
import { withFailureSetPoints } from './failure-set-points.js';
import { afterSearch, powerProof } from './least-power.js';
import { judgedMoney, usdPerSOf } from './money.js';
import { lossOf, provenOf } from './result-of.js';
import type { Prices } from './result.js';
import { roomOf, searchRoom } from './search.js';
import type { Proofs, Search, SearchEnd } from './search-state.js';
import { atSetPoints, choicesOf, type SetPoints } from './set-point-choices.js';
import { steppedKinds } from './stepped-kinds.js';

/** Relative difference at which rewards count as equal. Ours: plans at two set-points are rounded differently. */
const SAME = 1e-9;

/**
 * Returns the end of a search for the best plan whose set-points are multiples of the CRACs' steps
 * (docs/reward-rate/set-point-steps.md). Plans are made at fixed multiples near the set-points found without steps.
 *
 * @param run search without steps, with a plan, in the room with steps; its bound holds for plans with steps, too
 */
export async function onSteps(run: Search): Promise<Partial<SearchEnd>> {
  const { request, opened, judge, end: free } = run;
  const stepped = steppedCracs(opened.model);
  const anywhere = { ...opened, instance: withoutSteps(opened.instance) };
  // Bounds proven at fixed set-points do not hold for the run.
  const bound = free.certificate?.boundRewardPerS ?? null;
  const driver = shownAs(run.driver, (progress) => ({ ...progress, bound }));
  const choices = await choicesOf({ ...run, driver }, stepped);
  const planned: Planned[] = [];
  /** Limits that even the idle facility violates at some of the set-points. */
  const conflicts = new Map<SetPoints, IdleConflict>();
  /** Keeps the plan of a search, moved to exactly these set-points, if it keeps the limits there. */
  const keep = (setPoints: SetPoints, end: SearchEnd): void => {
    if (end.plan === null) return;
    const setPointsC = { ...end.plan.setPointsC };
    for (const [n, { name }] of stepped.entries()) setPointsC[name] = setPoints[n]!;
    const plan = withFailureSetPoints(opened, { ...end.plan, setPointsC });
    const { evaluation } = judge.judged(plan);
    if (evaluation === null || evaluation.violations.length > 0) return;
    planned.push({ setPoints, evaluation, end: { ...end, plan, evaluation } });
  };
  for (const setPoints of choices) {
    const most = Math.max(...planned.map(({ evaluation }) => evaluation.rewardPerS), 0);
    const control = shownAs(driver, (shown) => ({ ...shown, incumbent: Math.max(most, shown.incumbent ?? 0) }));
    const start = free.outcome.next ?? request.start;
    const asked = { ...request, withBound: false, ...(start === undefined ? {} : { start }) };
    const room = roomOf({ ...anywhere, model: atSetPoints(opened.model, stepped, setPoints) });
    if ('conflict' in room) conflicts.set(setPoints, room.conflict);
    else keep(setPoints, (await searchRoom(asked, room, control)).end);
    keep(setPoints, free);
  }
  const best = bestOf(planned, request.prices);
  if (best === null) return noneFound(run, stepped, choices, conflicts);
  return withProofs({ ...run, opened: anywhere }, best, stepped, choices.length);
}

/** Plan that keeps all limits, at set-points that are multiples of their steps. */
interface Planned {
  readonly setPoints: SetPoints;
  readonly evaluation: NonNullable<SearchEnd['evaluation']>;
  readonly end: SearchEnd;
}

/**
 * Returns the best of some plans; null if there are none. With prices it is the plan with the most money. Otherwise it
 * is the plan with the least power among those with the most reward. Reward beyond what the user wants to keep does not
 * count.
 */
function bestOf(planned: readonly Planned[], prices: Prices | undefined): Planned | null {
  const firstBy = (plans: readonly Planned[], worth: (one: Planned) => number): Planned | null =>
    plans.reduce<Planned | null>((best, one) => (best === null || worth(one) > worth(best) ? one : best), null);
  if (prices !== undefined) return firstBy(planned, ({ evaluation }) => usdPerSOf(prices, evaluation));
  const wanted = Math.max(
    ...planned.map(({ evaluation, end }) =>
      Math.min(evaluation.rewardPerS, end.proofs.leastPower?.rewardPerS ?? Infinity),
    ),
  );
  const enough = planned.filter(({ evaluation }) => evaluation.rewardPerS >= wanted * (1 - SAME));
  return firstBy(enough, ({ evaluation }) => -evaluation.power.totalW);
}

/**
 * Returns the end of a search with the best plan found, what is proven about all plans with multiples of the steps, and
 * the reward lost because of the steps.
 *
 * @param run search without steps, in the room without steps
 * @param planned number of combinations of set-points at which plans were searched
 */
async function withProofs(
  run: Search,
  { setPoints, evaluation, end }: Planned,
  stepped: readonly SteppedCrac[],
  planned: number,
): Promise<Partial<SearchEnd>> {
  const { request, opened, driver, model, end: free } = run;
  const { certificate: before } = free;
  const { money } = free.proofs;
  const { cracNames } = opened.matrix;
  const input = afterSearch(run, 'steps of set-points', evaluation.rewardPerS);
  const tighter =
    before === null || driver.stopReason !== null ? before : await steppedBound({ ...input, model }, before);
  const shown = { phase: 'steps of set-points', bound: before?.boundRewardPerS ?? null };
  const shownDriver = shownAs(driver, () => ({ ...shown, incumbent: evaluation.rewardPerS }));
  const ofKinds =
    before === null ? {} : await steppedKinds({ ...run, driver: shownDriver }, before, evaluation.rewardPerS);
  // Where one of the bounds is that of the steps, all are said to be: they hold for fewer plans than they could.
  const isOfSteps =
    tighter !== before ||
    ofKinds.ofOneConfiguration !== free.outcome.ofOneConfiguration ||
    ofKinds.wholeStandbyRewardPerS !== free.outcome.wholeStandbyRewardPerS;
  const certificate = isOfSteps && tighter !== null ? { ...tighter, scope: boundScope(model, true) } : tighter;
  const { leastPower, warnings = [] } = end.proofs;
  const proofs: Proofs =
    request.prices !== undefined && money !== undefined
      ? judgedMoney(evaluation, money.boundUsdPerH / S_PER_H, request.prices, money.scope)
      : leastPower !== undefined && driver.stopReason === null
        ? await powerProof(input, evaluation, leastPower)
        : {};
  const isRefuted = [free.proofs.isRefuted, end.proofs.isRefuted, proofs.isRefuted].includes(true);
  const withoutStep = provenOf(run, free.evaluation?.rewardPerS ?? evaluation.rewardPerS);
  const { ofOneConfiguration: ofClass } = ofKinds;
  const scope = boundScope(model, true, 'oneConfiguration');
  const scoped = isOfSteps && ofClass !== undefined ? { ofOneConfiguration: { ...ofClass, scope } } : {};
  // The bounds on two kinds of plans in `end` were proven at fixed set-points and do not hold for others.
  const { ofOneConfiguration: _fixedClass, wholeStandbyRewardPerS: _fixedWhole, ...outcome } = end.outcome;
  const { next } = free.outcome;
  return {
    steps: {
      cracs: stepped.map(({ name, stepK }, n) => ({ crac: name, stepK, setPointC: setPoints[n]! })),
      planned,
      withoutStep: {
        ...withoutStep,
        setPointsC: Object.fromEntries(
          model.cracs.map(({ index }) => [cracNames[index]!, free.plan!.setPointsC[cracNames[index]!]!]),
        ),
      },
      ...lossOf(withoutStep.objective, evaluation.rewardPerS, SAME),
    },
    wasHurried: free.wasHurried || end.wasHurried,
    notJudged: null,
    outcome: { ...outcome, ...ofKinds, ...scoped, ...(next === undefined ? {} : { next }) },
    plan: end.plan,
    evaluation,
    certificate,
    proofs: {
      ...proofs,
      warnings: [...warnings, ...(proofs.warnings ?? [])],
      ...(isRefuted ? { isRefuted: true as const } : {}),
    },
  };
}

/**
 * Returns the end of a search that found no plan at multiples of the steps. It says why: the idle facility violates a
 * limit at all multiples tried, or the method found no plan.
 */
function noneFound(
  { model, end: { outcome, evaluation } }: Search,
  stepped: readonly SteppedCrac[],
  choices: readonly SetPoints[],
  conflicts: ReadonlyMap<SetPoints, IdleConflict>,
): Partial<SearchEnd> {
  const [first] = conflicts.values();
  const words = (setPoints: SetPoints): string => setPoints.map((valueC) => `${valueC} C`).join(', ');
  if (first !== undefined && conflicts.size === choices.length) {
    // A plan without the step and its own set-point, between the two allowed next to it: idling keeps the limits in an interval around it.
    const proven = model.cracs.length === 1 && evaluation?.violations.length === 0;
    const at = [...conflicts].map(([setPoints, conflict]) => `at ${words(setPoints)}, ${reasonOf(conflict)}`);
    const message = `No feasible plan${proven ? '' : ' found'} whose set-points the CRACs accept: ${at.join('; ')}`;
    return { conflict: { ...first, proven, message, others: [], omitted: 0 } };
  }
  const step = [...new Set(stepped.map(({ stepK }) => `${stepK} K`))].join(', ');
  const warning = `No plan was found whose set-points are multiples of the step (${step}); tried: ${choices.map(words).join('; ')}.`;
  return {
    outcome: { ...outcome, plan: null, claimedRewardPerS: null },
    plan: null,
    evaluation: null,
    notJudged: null,
    proofs: { warnings: [warning] },
  };
}

/** Returns a conflict's message without its beginning, to be used within a sentence. */
function reasonOf({ message }: IdleConflict): string {
  return message.slice(message.indexOf(': ') + 2).replace(/\.$/, '');
}

/** Returns the driver with progress reports changed by `show`. */
export function shownAs(driver: Driver, show: (progress: Progress) => Progress): Driver {
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

import { mustShareSetPoint } from '../../../../../models/problems/reward-rate/common-set-point.js';
import type { RewardRateInstance } from '../../../../../models/problems/reward-rate/instance.js';
import { mustSurvive, setsAnew } from '../../../../../models/problems/reward-rate/failed-rooms.js';
import { minimumsOf } from '../../../../../models/problems/reward-rate/minimum-on.js';
import type { RewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';
import { reserveWords } from '../../../../../models/problems/reward-rate/reserve.js';
import { rangeWords } from '../../../../../models/problems/reward-rate/uncertainty.js';
import { isRobust } from '../../../../../models/problems/reward-rate/worst-case.js';
import { steppedCracs } from '../../../../../models/problems/reward-rate/set-point-steps.js';
import { hasStandby } from '../../../../../models/problems/reward-rate/standby.js';
import { sleepingNodes } from './sleeping-nodes.js';
import { boundLines } from './bound-lines.js';
import type { ConfigurationLpResult } from '../master/configuration-lp.js';
import { keepsCommonSetPoint, MAX_OWN_SET_POINTS, mostOwnSetPoints } from '../rounding/node-plan.js';
import type { Certificate, MarginalValues } from '../outcome.js';

/** Returns the certified bound of a solved configuration LP, in the user's terms. */
export function certificateOf(problem: RewardRateProblem, result: ConfigurationLpResult): Certificate {
  return {
    boundRewardPerS: withoutRoundOff(problem, result.slicedRewardPerS ?? result.bound.value),
    scope: boundScope(problem),
    marginal: marginalValues(problem, result.worth ?? result),
    relaxationGap: result.lpGap,
    lines: result.slicedRewardPerS === undefined ? boundLines(problem, result.rows, result.bound.prices) : null,
    setPointsC: result.at === undefined ? [result.solution.side[0]!] : [...result.at.setPointsC],
    work: { ...result.work },
  };
}

/**
 * Returns the bound, or zero if it is within rounding of zero (the cap or the red line exactly at the idle facility).
 */
export function withoutRoundOff(problem: RewardRateProblem, bound: number): number {
  const most = problem.rewardPerTask.reduce((sum, reward, i) => sum + reward * problem.arrivalRatePerS[i]!, 0);
  return bound <= 1e-14 * most ? 0 : bound;
}

/**
 * Returns the plans for which a bound holds, in words shown with every result: those whose nodes may change what they
 * do, or those whose nodes keep one configuration.
 * @param stepped true: only those whose set-points are multiples of the only CRAC's step.
 */
export function boundScope(
  problem: RewardRateProblem,
  stepped = false,
  nodes: 'mixtures' | 'oneConfiguration' = 'mixtures',
): string {
  const { cracs, setPointMinC, setPointMaxC } = problem;
  const least = Math.min(...cracs.map((crac) => crac.setPointMinC));
  const most = Math.max(...cracs.map((crac) => crac.setPointMaxC));
  const setPoints = keepsCommonSetPoint(problem)
    ? `one set-point common to all ${cracs.length} CRACs (${setPointMinC} to ${setPointMaxC} C)`
    : cracs.length > 1
      ? `any set-point of each of the ${cracs.length} CRACs in its range (${least} to ${most} C)`
      : `any ${stepWords(problem, stepped)} of the CRAC between ${setPointMinC} and ${setPointMaxC} C`;
  const reserves = reserveWords(problem.instance);
  const ranges = rangeWords(problem.instance);
  const work =
    nodes === 'mixtures'
      ? 'at each moment, whole cores on one task type each (and every time-sliced mixture of such)'
      : 'for good, one configuration each (whole cores, each on one task type in one P-state; nothing changes in time)';
  return (
    `every plan in which ${nodesOn(problem)} run, ${work}, ` +
    `with ${setPoints}${reserves === '' ? '' : `, that leaves free ${reserves}`}, ` +
    (mustSurvive(problem.instance) ? `${survivalWords(problem.instance)}, ` : '') +
    (isRobust(problem.instance) && ranges !== ''
      ? `that keeps all limits, with the same placement and set-points, in every room in which ${ranges}; reward is that of the worst of them`
      : 'under this influence matrix')
  );
}

/** Returns the words for the failures that plans survive. */
function survivalWords(instance: RewardRateInstance): string {
  const groups = instance.limits.survive?.startsWith('any-group') === true ? ' or any failure group' : '';
  return setsAnew(instance)
    ? `that keeps all limits themselves for good, and the red line on the way there, when any one of the CRACs at work${groups} fails, with any set-points in range for each failure from the reaction time on, too`
    : `that keeps all limits themselves at its own set-points when any one of the CRACs at work${groups} fails, too`;
}

/** Returns the words for the set-points that a bound covers. */
function stepWords(problem: RewardRateProblem, stepped: boolean): string {
  const [crac] = steppedCracs(problem);
  return stepped && crac !== undefined ? `set-point that is a multiple of ${crac.stepK} K` : 'set-point';
}

/** Returns the words for the nodes of the plans that a bound covers, up to what they run. */
function nodesOn(problem: RewardRateProblem): string {
  if (problem.asleep !== undefined && problem.asleep.length > 0) {
    const nodes = problem.asleep.reduce((sum, one) => sum + one.nodes, 0);
    return `exactly the ${nodes} nodes that \`standby\` of the plan names are on standby (asleep or switched off) throughout, in the air that this set of nodes causes, all others stay on, other sets are not covered, and those that are on`;
  }
  if (problem.asleep !== undefined) {
    return 'all nodes stay on (none sleeps or is switched off, which would change the air and is not covered) and';
  }
  if (!hasStandby(problem)) return 'all nodes stay on (none sleeps or is switched off) and';
  const least = minimumsOf(problem).length > 0 ? ' but for minimumOn of each group' : '';
  return `nodes of groups with mayBeOff may be on standby (asleep or switched off) throughout${least}, all others stay on, and those that are on`;
}

/**
 * Returns the caveat about plans that a bound leaves out although a planner might expect them; null if there are none.
 */
export function boundCaveat(problem: RewardRateProblem): string | null {
  if (mustShareSetPoint(problem)) {
    return `The bound covers plans with one set-point common to all ${problem.cracs.length} CRACs, as all plans that are robust to uncertain inlet rises must have here.`;
  }
  if (!keepsCommonSetPoint(problem)) return null;
  const most = mostOwnSetPoints(problem);
  const which = mustSurvive(problem.instance)
    ? ' whose failures plans outlive'
    : most < MAX_OWN_SET_POINTS
      ? ' that share inlets'
      : '';
  return `The bound covers plans with one set-point common to all ${problem.cracs.length} CRACs: with more than ${most} CRACs${which} set-points of their own are not searched. They may earn more and are not covered.`;
}

/** Difference up to which set-points (C, by CRAC of the matrix) count as equal. */
const SAME_C = 1e-9;

/** Returns true if the bound of this model holds for plans with these set-points. */
export function boundCovers(problem: RewardRateProblem, setPointsC: readonly number[]): boolean {
  const atWork = problem.cracs.map(({ index }) => setPointsC[index]!);
  return Math.max(...atWork) - Math.min(...atWork) <= SAME_C || !keepsCommonSetPoint(problem);
}

function marginalValues(
  problem: RewardRateProblem,
  { rows, bound, relaxedCoreKW }: Pick<ConfigurationLpResult, 'rows' | 'bound' | 'relaxedCoreKW'>,
): MarginalValues {
  let perCapW = 0;
  let perFailureC = 0;
  const redLines = new Map<string, number>();
  const limits: { constraint: string; where: string; marginalValue: number }[] = [];
  for (const [r, row] of rows.entries()) {
    const worth = (bound.prices.coupling[r] ?? 0) * (row.rhsPerLimitAt?.(relaxedCoreKW) ?? row.rhsPerLimit);
    if (worth <= 0) continue;
    // Of rows for the CRACs' power only the caps of failed rooms have a limit.
    if (['powerCap', 'failurePowerCap', 'cooling'].includes(row.constraint)) perCapW += worth;
    else if (row.constraint === 'redLine') redLines.set(row.where, (redLines.get(row.where) ?? 0) + worth);
    else if (row.constraint === 'failureRedLine') perFailureC += worth;
    if (!['powerCap', 'cooling', 'redLine'].includes(row.constraint))
      limits.push({ constraint: row.constraint, where: row.where, marginalValue: worth });
  }
  const redLineZones = [...redLines].map(([zone, perC]) => ({ zone, perC }));
  // One more node that must be on earns nothing or less.
  for (const [h, { where }] of minimumsOf(problem).entries()) {
    const price = bound.prices.on?.[h] ?? 0;
    if (price > 0) limits.push({ constraint: 'minimumOn', where, marginalValue: -price });
  }
  for (const { nodeType, worthPerS } of sleepingNodes(problem, bound)) {
    limits.push({ constraint: 'mayBeOff', where: nodeType, marginalValue: worthPerS });
  }
  return {
    perCapW,
    // The red line of a failed room is the same limit.
    perRedLineC: redLineZones.reduce((sum, zone) => sum + zone.perC, perFailureC),
    redLineZones,
    arrivalPerTaskPerS: [...problem.rewardPerTask].map((reward, i) => reward - bound.prices.task[i]!),
    limits,
  };
}

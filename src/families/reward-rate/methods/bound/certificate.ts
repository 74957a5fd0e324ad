import type { LimitName } from '../../../../../models/facility/limits.js';
import { mustShareSetPoint } from '../../../../../models/families/reward-rate/common-set-point.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { mustSurvive, setsAnew } from '../../../../../models/families/reward-rate/failed-rooms.js';
import { minimumsOf } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { reserveWords } from '../../../../../models/families/reward-rate/reserve.js';
import { rangeWords } from '../../../../../models/families/reward-rate/uncertainty.js';
import { isRobust } from '../../../../../models/families/reward-rate/worst-case.js';
import { steppedCracs } from '../../../../../models/families/reward-rate/set-point-steps.js';
import { hasStandby } from '../../../../../models/families/reward-rate/standby.js';
import { sleepingNodes } from './sleeping-nodes.js';
import { boundLines } from './bound-lines.js';
import type { ConfigurationLpResult } from '../room-program/configuration-lp.js';
import { keepsCommonSetPoint, MAX_OWN_SET_POINTS, mostOwnSetPoints } from '../rounding/node-plan.js';
import type { Certificate, MarginalValues } from '../outcome.js';

/** Returns the certified bound of a solved configuration LP as it is reported to the user. */
export function certificateOf(model: RewardRateModel, result: ConfigurationLpResult): Certificate {
  return {
    boundRewardPerS: withoutRoundOff(model, (result.sliced ?? result.bound).value),
    scope: boundScope(model),
    marginal: marginalValues(model, result.worth ?? result),
    relaxationGap: result.lpGap,
    lines: result.sliced === undefined ? boundLines(model, result.rows, result.bound.prices) : null,
    setPointsC: result.at === undefined ? [result.solution.side[0]!] : [...result.at.setPointsC],
    work: { ...result.work },
  };
}

/**
 * Returns the bound, or 0 if the bound is no more than rounding error. This occurs if an idle facility just meets the
 * cap or the red line.
 */
export function withoutRoundOff(model: RewardRateModel, bound: number): number {
  const most = model.rewardPerTask.reduce((sum, reward, i) => sum + reward * model.arrivalRatePerS[i]!, 0);
  return bound <= 1e-14 * most ? 0 : bound;
}

/**
 * Returns the text, shown with every result, about the plans for which a bound holds.
 *
 * @param stepped true if set-points must be multiples of a step (only with one CRAC)
 * @param nodes `mixtures` if a node may divide its time over several configurations, `oneConfiguration` if it may not
 */
export function boundScope(
  model: RewardRateModel,
  stepped = false,
  nodes: 'mixtures' | 'oneConfiguration' = 'mixtures',
): string {
  const { cracs, setPointMinC, setPointMaxC } = model;
  const least = Math.min(...cracs.map((crac) => crac.setPointMinC));
  const most = Math.max(...cracs.map((crac) => crac.setPointMaxC));
  const setPoints = keepsCommonSetPoint(model)
    ? `one set-point common to all ${cracs.length} CRACs (${setPointMinC} to ${setPointMaxC} C)`
    : cracs.length > 1
      ? `any set-point of each of the ${cracs.length} CRACs in its range (${least} to ${most} C)`
      : `any ${stepWords(model, stepped)} of the CRAC between ${setPointMinC} and ${setPointMaxC} C`;
  const reserves = reserveWords(model.instance);
  const ranges = rangeWords(model.instance);
  const work =
    nodes === 'mixtures'
      ? 'at each moment, whole cores on one task type each (and every time-sliced mixture of such)'
      : 'for good, one configuration each (whole cores, each on one task type in one P-state; nothing changes in time)';
  return (
    `every plan in which ${nodesOn(model)} run, ${work}, ` +
    `with ${setPoints}${reserves === '' ? '' : `, that leaves free ${reserves}`}, ` +
    (mustSurvive(model.instance) ? `${survivalWords(model.instance)}, ` : '') +
    (isRobust(model.instance) && ranges !== ''
      ? `that keeps all limits, with the same placement and set-points, in every room in which ${ranges}; reward is that of the worst of them`
      : 'under this influence matrix')
  );
}

function survivalWords(instance: RewardRateInstance): string {
  const groups = instance.limits.survive?.startsWith('any-group') === true ? ' or any failure group' : '';
  return setsAnew(instance)
    ? `that keeps all limits themselves for good, and the red line on the way there, when any one of the CRACs at work${groups} fails, with any set-points in range for each failure from the reaction time on, too`
    : `that keeps all limits themselves at its own set-points when any one of the CRACs at work${groups} fails, too`;
}

/**
 * Returns the words for set-points in the scope of a bound: "set-point", or "set-point that is a multiple of" the
 * CRAC's step.
 *
 * @param stepped true if set-points must be multiples of a step
 */
function stepWords(model: RewardRateModel, stepped: boolean): string {
  const [crac] = steppedCracs(model);
  return stepped && crac !== undefined ? `set-point that is a multiple of ${crac.stepK} K` : 'set-point';
}

function nodesOn(model: RewardRateModel): string {
  if (model.asleep !== undefined && model.asleep.length > 0) {
    const nodes = model.asleep.reduce((sum, one) => sum + one.nodes, 0);
    const named = nodes === 1 ? 'node' : `${nodes} nodes`;
    return `exactly the ${named} that \`standby\` of the plan names ${nodes === 1 ? 'is' : 'are'} on standby (asleep or switched off) throughout, in the air that this set of nodes causes, all others stay on, other sets are not covered, and those that are on`;
  }
  if (model.asleep !== undefined) {
    return 'all nodes stay on (none sleeps or is switched off, which would change the air and is not covered) and';
  }
  if (!hasStandby(model)) return 'all nodes stay on (none sleeps or is switched off) and';
  const least = minimumsOf(model).length > 0 ? ' but for minimumOn of each group' : '';
  return `nodes of groups with mayBeOff may be on standby (asleep or switched off) throughout${least}, all others stay on, and those that are on`;
}

/** Returns a warning about plans that a bound surprisingly does not cover; null if there are none. */
export function boundCaveat(model: RewardRateModel): string | null {
  if (mustShareSetPoint(model)) {
    return `The bound covers plans with one set-point common to all ${model.cracs.length} CRACs, as all plans that are robust to uncertain inlet rises must have here.`;
  }
  if (!keepsCommonSetPoint(model)) return null;
  const most = mostOwnSetPoints(model);
  const which = mustSurvive(model.instance)
    ? ' whose failures plans outlive'
    : most < MAX_OWN_SET_POINTS
      ? ' that share inlets'
      : '';
  return `The bound covers plans with one set-point common to all ${model.cracs.length} CRACs: with more than ${most} CRACs${which} set-points of their own are not searched. They may earn more and are not covered.`;
}

/** Difference up to which two set-points count as equal, C. */
const SAME_C = 1e-9;

/** Returns true if the bound of this model holds for plans with these set-points. */
export function boundCovers(model: RewardRateModel, setPointsC: readonly number[]): boolean {
  const atWork = model.cracs.map(({ index }) => setPointsC[index]!);
  return Math.max(...atWork) - Math.min(...atWork) <= SAME_C || !keepsCommonSetPoint(model);
}

/** Returns the marginal values of the limits at the dual values of a bound. */
export function marginalValues(
  model: RewardRateModel,
  { rows, bound, relaxedCoreKW }: Pick<ConfigurationLpResult, 'rows' | 'bound' | 'relaxedCoreKW'>,
): MarginalValues {
  let perCapW = 0;
  let perFailureC = 0;
  const redLines = new Map<string, number>();
  const limits: { constraint: LimitName; where: string; marginalValue: number }[] = [];
  for (const [r, row] of rows.entries()) {
    const worth = (bound.prices.coupling[r] ?? 0) * (row.rhsPerLimitAt?.(relaxedCoreKW) ?? row.rhsPerLimit);
    if (worth <= 0) continue;
    // Of rows for the CRACs' power only the caps of failed rooms have a limit.
    if (['powerCap', 'failurePowerCap', 'cooling'].includes(row.constraint)) perCapW += worth;
    else if (row.constraint === 'redLine') redLines.set(row.where, (redLines.get(row.where) ?? 0) + worth);
    else if (row.constraint === 'failureRedLine') perFailureC += worth;
    const { constraint, where } = row;
    if (constraint === 'powerCap' || constraint === 'cooling' || constraint === 'redLine') continue;
    // A convex limit has several rows.
    const known = limits.find((one) => one.constraint === constraint && one.where === where);
    if (known === undefined) limits.push({ constraint, where, marginalValue: worth });
    else known.marginalValue += worth;
  }
  const redLineZones = [...redLines].map(([zone, perC]) => ({ zone, perC }));
  // One more node that must be on earns nothing or less.
  for (const [h, { where }] of minimumsOf(model).entries()) {
    const price = bound.prices.on?.[h] ?? 0;
    if (price > 0) limits.push({ constraint: 'minimumOn', where, marginalValue: -price });
  }
  for (const { nodeType, worthPerS } of sleepingNodes(model, bound)) {
    limits.push({ constraint: 'mayBeOff', where: nodeType, marginalValue: worthPerS });
  }
  return {
    perCapW,
    // The red line of a failed room is the same limit.
    perRedLineC: redLineZones.reduce((sum, zone) => sum + zone.perC, perFailureC),
    redLineZones,
    arrivalPerTaskPerS: [...model.rewardPerTask].map((reward, i) => reward - bound.prices.task[i]!),
    limits,
  };
}

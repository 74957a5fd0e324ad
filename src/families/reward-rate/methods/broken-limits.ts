import { type AirLimit, airLimitsOf, isOnTemperatures, readingIn } from '../../../../models/facility/air-limits.js';
import { inUnit, plain, stated } from '../../../reports/format.js';
import {
  exceeded,
  limitedBy,
  type LimitName,
  TOLERATED_K,
  TOLERATED_W,
  unitOfDifference,
  unitOf,
} from '../../../../models/facility/limits.js';
import { powerUse } from '../../../../models/facility/power-limits.js';
import { meterPowerW, overCapW, toleratedOverCapW, capOf } from '../../../../models/facility/meter.js';
import { totalPowerW } from '../../../../models/facility/power-budget.js';
import { coefficientOfPerformance } from '../../../../models/physics/cooling/crac.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { cracHeatW, inletsC } from '../../../../models/facility/room-state.js';
import { type ZoneState } from '../../../../models/families/reward-rate/set-points.js';
import { limitNamed } from '../../../../models/families/reward-rate/room-limits.js';
import { isRobust } from '../../../../models/families/reward-rate/worst-case.js';
import { coolingOf } from './set-point-merit.js';
import { SHORT_OF } from './idle-limits.js';
import { coldestSetPointsC, idleTotalW, sharesSetPoint } from './idle-set-points.js';

/** Limit that even an idle facility violates. `amount` is the excess over the limit, in `unit`. */
export interface BrokenLimit {
  readonly constraint: LimitName;
  readonly where: string;
  readonly unit: string;
  readonly amount: number;
  /**
   * True if no set-points keep the limit. False if other set-points might keep it, because there are several CRACs or
   * another limit is violated too.
   */
  readonly proven: boolean;
  readonly message: string;
}

/** Number of significant digits with which messages state a power cap; users write caps with as many. */
const CAP_DIGITS = 7;

/**
 * Set-points at which limits are checked. 'coldest': the lower ends of the ranges. 'warmest': the warmest common
 * set-point that any plan can have. 'found': the best ones found for the idle facility.
 */
export type Judged = 'coldest' | 'warmest' | 'found';

/** Returns words such as "at 20 C" for the set-points at which the idle facility was checked. */
function atText(at: Judged, setPointsC: readonly number[]): string {
  const alone = setPointsC.length === 1;
  if (at === 'found') return alone ? `at ${setPointsC[0]!.toFixed(2)} C` : 'at the set-points found';
  return alone ? `at the ${at} set-point (${setPointsC[0]} C)` : `all CRACs at their ${at} set-points`;
}

/**
 * Returns one conflict for each inlet above the red line, and for each other temperature above its limit. At the coldest
 * set-points they are proven.
 *
 * @param setPointsC set-point of each CRAC that has not failed, C
 */
export function redLineConflicts(
  model: RewardRateModel,
  state: ZoneState,
  setPointsC: readonly number[] = coldestSetPointsC(model),
  at: Judged = 'coldest',
): BrokenLimit[] {
  const { redLineC: limit, zones } = model;
  const setPoints = atText(at, setPointsC);
  const tolerated = (1 - SHORT_OF) * TOLERATED_K;
  const inlets = zones.map(({ name: where }, b) => {
    const use = (inletC: Float64Array): number => inletC[b]!;
    return { constraint: 'redLine' as const, where, limit, tolerated, use };
  });
  const hot = exceeded(inlets, inletsC(model, state, setPointsC)).map((one) =>
    broken(
      model,
      one,
      (amount) =>
        `Even idle and ${setPoints} the ${limitedBy('redLine', one.where)} is ${amount} above the red line of ${limit} C`,
      at === 'coldest' && one.amount > TOLERATED_K,
    ),
  );
  return [...hot, ...airConflicts(model, state, setPointsC, isOnTemperatures, ` ${setPoints}`, at === 'coldest')];
}

/**
 * Returns the violated limits on temperatures and heats besides the red line.
 *
 * @param isAsked returns true for the limits to check
 * @param at words for the set-points, after a space
 */
function airConflicts(
  model: RewardRateModel,
  state: ZoneState,
  setPointsC: readonly number[],
  isAsked: (limit: AirLimit) => boolean,
  at: string,
  proven: boolean,
): BrokenLimit[] {
  const limits = airLimitsOf(model)
    .filter(isAsked)
    .map(({ reading, ...one }) => ({
      ...one,
      use: (room: Parameters<typeof readingIn>[1]) => readingIn(reading, room),
    }));
  if (limits.length === 0) return [];
  const operation = {
    zoneInletC: inletsC(model, state, setPointsC),
    cracHeatW: sharesSetPoint(model) ? state.heatW : cracHeatW(model, state, setPointsC),
    zoneNodePowerW: state.zonePowerW,
  };
  return exceeded(limits, operation).map((one) => broken(model, one, aboveLimit(one, at), proven));
}

/** Returns the violation of the power cap by idle nodes and cooling at these set-points; none if the cap is kept. */
export function capConflicts(
  model: RewardRateModel,
  powersW: Float64Array,
  state: ZoneState,
  setPointsC: readonly number[],
  judged: Judged,
): BrokenLimit[] {
  const { budget } = model;
  const nodePowerW = powersW.reduce((sum, powerW) => sum + powerW, 0);
  const single = sharesSetPoint(model);
  const amount = overCapW(budget, idleTotalW(model, powersW, state, setPointsC));
  if (!(amount > toleratedOverCapW(budget))) return [];
  const one = single ? ` (${setPointsC[0]!.toFixed(2)} C)` : '';
  const at = {
    coldest: `at the coldest set-point${single ? one : 's'}`,
    warmest: `at the warmest allowed set-point${one}`,
    found: `at the best set-points found${one}`,
  }[judged];
  // A set-point warmer by what is tolerated costs a little less; above the red line any warmer one does.
  const leastW = single
    ? totalPowerW(budget, nodePowerW, judged === 'warmest' ? setPointsC[0]! + TOLERATED_K : model.setPointMaxC)
    : meterPowerW(budget, nodePowerW, 0) + nodePowerW / warmestCop(model, state);
  const cap = plain(stated(inUnit(capOf(budget), 'W', { digits: CAP_DIGITS })));
  return [
    broken(
      model,
      { constraint: 'powerCap', where: '', unit: unitOf('powerCap'), amount },
      (more) => `Idle nodes and their cooling ${at} need ${more} more than the cap of ${cap}`,
      // Whatever the set-points, the nodes draw their power, and cooling no less than where all their heat is removed at the warmest set-point possible.
      overCapW(budget, leastW) > toleratedOverCapW(budget),
    ),
  ];
}

/**
 * Returns an upper bound on the CoP of any CRAC in any plan. It follows from each CRAC's warmest set-point that keeps
 * the red line while all others are at their coldest. For a CRAC without such a set-point, the upper end of its range
 * is used.
 */
function warmestCop(model: RewardRateModel, state: ZoneState): number {
  const { cracs, thermal, redLineC, cooling } = model;
  const coldestC = cracs.map(({ setPointMinC }) => setPointMinC);
  const atColdestC = inletsC(model, state, coldestC);
  const warmestC = cracs.map(({ setPointMinC, setPointMaxC }, c) => {
    const share = thermal.inletShareOfCrac(c);
    const aboveC = atColdestC.reduce(
      (least, inletC, b) => (share[b]! > 0 ? Math.min(least, (redLineC + TOLERATED_K - inletC) / share[b]!) : least),
      Infinity,
    );
    return aboveC < 0 ? setPointMaxC : Math.min(setPointMaxC, setPointMinC + aboveC);
  });
  return warmestC.reduce((most, T) => Math.max(most, coefficientOfPerformance(cooling, T)), 0);
}

/** Returns the violated limits on node powers. Set-points do not affect them. */
export function powerLimitConflicts(model: RewardRateModel, powersW: Float64Array): BrokenLimit[] {
  const limits = model.powerLimits.map((one) => ({ ...one, use: (drawnW: Float64Array) => powerUse(one, drawnW) }));
  return exceeded(limits, powersW).map((one) => broken(model, one, aboveLimit(one)));
}

/**
 * Returns one conflict for each CRAC whose cooling capacity is below its heat in the idle facility, and for each other
 * limit on heats that is exceeded. With one common set-point the conflicts are proven, because the heat then does not
 * depend on the set-point.
 *
 * @param setPointsC set-point of each CRAC that has not failed, C
 */
export function capacityConflictsAt(
  model: RewardRateModel,
  state: ZoneState,
  setPointsC: readonly number[],
): BrokenLimit[] {
  const proven = sharesSetPoint(model);
  const isOnHeats = (limit: AirLimit): boolean => !isOnTemperatures(limit);
  return airConflicts(model, state, setPointsC, isOnHeats, proven ? '' : ' at these set-points', proven);
}

function aboveLimit({ constraint, where }: Pick<BrokenLimit, 'constraint' | 'where'>, at = '') {
  const what = limitedBy(constraint, where);
  return (amount: string): string => `The ${what}${at} with all nodes idle is ${amount} above its limit`;
}

/**
 * Returns the violated cooling capacities if no feasible set-points were found. The violations are proven if the
 * capacities add up to less than the idle heat.
 */
export function capacityConflicts(
  model: RewardRateModel,
  powersW: Float64Array,
  state: ZoneState,
  setPointsC: readonly number[],
): BrokenLimit[] {
  const idleW = powersW.reduce((sum, powerW) => sum + powerW, 0);
  const capacityW = model.cracs.reduce((sum, crac) => sum + crac.capacityW, 0);
  const proven = idleW > capacityW + model.cracs.length * TOLERATED_W;
  const amount = proven ? idleW - capacityW : coolingOf(model, state, setPointsC).overW;
  const others = capacityConflictsAt(model, state, setPointsC).filter((one) => one.constraint !== 'coolingCapacity');
  if (!proven && others.length > 0) return others;
  if (!(amount > TOLERATED_W)) return [];
  const say = proven
    ? (over: string) => `The heat of the idle nodes is ${over} above what all CRACs together can remove`
    : (over: string) =>
        `No set-points were found at which every CRAC can remove the heat that reaches it with all nodes idle (${over} too much where all are as near to one set-point as their ranges allow)`;
  return [
    broken(model, { constraint: 'coolingCapacity', where: '', unit: unitOf('coolingCapacity'), amount }, say, proven),
  ];
}

/**
 * Returns a violated limit with its message. The message says if a reserve is subtracted from the limit, and if it holds
 * for the worst room of an uncertainty set.
 */
function broken(
  { instance, limits }: RewardRateModel,
  { constraint, where, unit, amount }: Pick<BrokenLimit, 'constraint' | 'where' | 'unit' | 'amount'>,
  say: (amount: string) => string,
  proven = true,
): BrokenLimit {
  const shown = plain(inUnit(amount, unitOfDifference(unit)));
  const hasReserve = (limitNamed(constraint, limits)?.reserve?.of(instance) ?? 0) > 0;
  const less = hasReserve ? ' (the limit less its reserve)' : '';
  const worst = isRobust(instance) ? ' (in the worst room of the uncertainty set)' : '';
  return { constraint, where, unit, amount, proven, message: `${say(shown)}${less}${worst}.` };
}

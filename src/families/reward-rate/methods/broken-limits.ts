import { inUnit, plain, significant, stated } from '../../../reports/format.js';
import { type AirLimit, airLimitsOf, isOnTemperatures, readingIn } from '../../../../models/facility/air-limits.js';
import { limitName, type LimitName, TOLERATED_K, TOLERATED_W, toleratedW } from '../../../../models/facility/limits.js';
import { powerUse } from '../../../../models/facility/power-limits.js';
import { meterPowerW } from '../../../../models/facility/meter.js';
import { totalPowerW } from '../../../../models/facility/power-budget.js';
import { coefficientOfPerformance } from '../../../../models/physics/cooling/crac.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { cracHeatW, inletsC } from '../../../../models/facility/room-state.js';
import { type ZoneState } from '../../../../models/families/reward-rate/set-points.js';
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
 * Returns one conflict for each inlet above the red line, the hottest first, and for each other temperature above its
 * limit. At the coldest set-points they are proven.
 *
 * @param setPointsC set-point of each CRAC that has not failed, C
 */
export function redLineConflicts(
  model: RewardRateModel,
  state: ZoneState,
  setPointsC: readonly number[] = coldestSetPointsC(model),
  at: Judged = 'coldest',
): BrokenLimit[] {
  const overC = inletsC(model, state, setPointsC).map((inletC) => inletC - model.redLineC);
  const setPoints = atText(at, setPointsC);
  const hot = [...overC.keys()]
    .filter((b) => overC[b]! > (1 - SHORT_OF) * TOLERATED_K)
    .sort((a, b) => overC[b]! - overC[a]! || a - b)
    .map((b) => {
      const zone = model.zones[b]!.name;
      return broken(
        'redLine',
        zone,
        'C',
        overC[b]!,
        (amount) =>
          `Even idle and ${setPoints} the inlet of ${zone} is ${amount} above the red line of ${model.redLineC} C${lessReserve(model.instance.limits.reserve?.inletK)}${atWorst(model)}`,
        at === 'coldest' && overC[b]! > TOLERATED_K,
      );
    });
  return [...hot, ...airConflicts(model, state, setPointsC, isOnTemperatures, ` ${setPoints}`, at === 'coldest')];
}

/**
 * Returns the violated limits on temperatures and heats besides red line and cooling capacities.
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
  if (model.airLimits.length === 0) return [];
  const operation = {
    zoneInletC: inletsC(model, state, setPointsC),
    cracHeatW: cracHeatW(model, state, setPointsC),
    zoneNodePowerW: state.zonePowerW,
  };
  return airLimitsOf({ ...model, coolingLimits: [] })
    .filter(isAsked)
    .flatMap(({ constraint, where, unit, limit, reading }) => {
      const over = readingIn(reading, operation) - limit;
      const what = `${limitName(constraint, where)}${at}`;
      return over > toleratedW(limit) ? [broken(constraint, where, unit, over, aboveLimit(what), proven)] : [];
    });
}

/** Returns the violation of the power cap by idle nodes and cooling at these set-points; null if the cap is kept. */
export function capConflict(
  model: RewardRateModel,
  powersW: Float64Array,
  state: ZoneState,
  setPointsC: readonly number[],
  judged: Judged,
): BrokenLimit | null {
  const { budget } = model;
  const nodePowerW = powersW.reduce((sum, powerW) => sum + powerW, 0);
  const uncooledW = meterPowerW(budget, nodePowerW, 0);
  const single = sharesSetPoint(model);
  const overW = idleTotalW(model, powersW, state, setPointsC) - budget.powerCapW;
  if (!(overW > toleratedW(budget.powerCapW))) return null;
  const one = single ? ` (${setPointsC[0]!.toFixed(2)} C)` : '';
  const at = {
    coldest: `at the coldest set-point${single ? one : 's'}`,
    warmest: `at the warmest allowed set-point${one}`,
    found: `at the best set-points found${one}`,
  }[judged];
  // A set-point warmer by what is tolerated costs a little less; above the red line any warmer one does.
  const leastW = single
    ? totalPowerW(budget, nodePowerW, judged === 'warmest' ? setPointsC[0]! + TOLERATED_K : model.setPointMaxC)
    : uncooledW + nodePowerW / warmestCop(model, state);
  return broken(
    'powerCap',
    '',
    'W',
    overW,
    (amount) =>
      `Idle nodes and their cooling ${at} need ${amount} more than the cap of ${plain(stated(inUnit(budget.powerCapW, 'W', { digits: CAP_DIGITS })))}${lessReserve(model.instance.limits.reserve?.powerW)}${atWorst(model)}`,
    // Whatever the set-points, the nodes draw their power, and cooling no less than where all their heat is removed at the warmest set-point possible.
    leastW > budget.powerCapW + toleratedW(budget.powerCapW),
  );
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
  return model.powerLimits.flatMap((one) => {
    const { constraint, where, unit, limit, curve } = one;
    const over = powerUse(one, powersW) - limit;
    const what = curve === undefined ? `draw of the racks under ${where}` : limitName(constraint, where);
    return over > toleratedW(limit) ? [broken(constraint, where, unit, over, aboveLimit(what))] : [];
  });
}

/**
 * Returns one conflict for each CRAC whose cooling capacity is below its heat in the idle facility. With one common
 * set-point the conflicts are proven, because the heat then does not depend on the set-point.
 *
 * @param setPointsC set-point of each CRAC that has not failed, C
 */
export function capacityConflictsAt(
  model: RewardRateModel,
  state: ZoneState,
  setPointsC: readonly number[],
): BrokenLimit[] {
  const proven = sharesSetPoint(model);
  const heatW = proven ? state.heatW : cracHeatW(model, state, setPointsC);
  const at = proven ? '' : ' at these set-points';
  const isOnHeats = (limit: AirLimit): boolean => !isOnTemperatures(limit);
  const capacities = model.coolingLimits.flatMap(({ where, crac, capacityW }) => {
    const overW = heatW[crac]! - capacityW;
    return overW > TOLERATED_W
      ? [broken('coolingCapacity', where, 'W', overW, aboveLimit(`heat that reaches ${where}${at}`), proven)]
      : [];
  });
  return [...capacities, ...airConflicts(model, state, setPointsC, isOnHeats, at, proven)];
}

function aboveLimit(what: string): (amount: string) => string {
  return (amount) => `The ${what} with all nodes idle is ${amount} above its limit`;
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
  const overW = proven ? idleW - capacityW : coolingOf(model, state, setPointsC).overW;
  const others = capacityConflictsAt(model, state, setPointsC).filter((one) => one.constraint !== 'coolingCapacity');
  if (!proven && others.length > 0) return others;
  if (!(overW > TOLERATED_W)) return [];
  return [
    broken(
      'coolingCapacity',
      '',
      'W',
      overW,
      (amount) =>
        proven
          ? `The heat of the idle nodes is ${amount} above what all CRACs together can remove`
          : `No set-points were found at which every CRAC can remove the heat that reaches it with all nodes idle (${amount} too much where all are as near to one set-point as their ranges allow)`,
      proven,
    ),
  ];
}

function broken(
  constraint: LimitName,
  where: string,
  unit: string,
  amount: number,
  say: (amount: string) => string,
  proven = true,
): BrokenLimit {
  const shown = unit === 'W' ? plain(inUnit(amount, unit)) : `${significant(amount)} ${unit}`;
  return { constraint, where, unit, amount, proven, message: `${say(shown)}.` };
}

/** Returns a suffix for messages about a violated limit if the influence matrix is uncertain; otherwise ''. */
function atWorst({ instance }: RewardRateModel): string {
  return isRobust(instance) ? ' (in the worst room of the uncertainty set)' : '';
}

/** Returns a suffix for messages about a violated limit if a reserve is subtracted from it; otherwise ''. */
function lessReserve(reserve: number | undefined): string {
  return (reserve ?? 0) > 0 ? ' (the limit less its reserve)' : '';
}

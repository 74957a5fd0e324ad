import type { LimitName } from '../../../../models/facility/limits.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import {
  type LimitPlace,
  placesOf,
  ROOM_LIMITS,
  type RoomLimit,
  statedPlacesOf,
} from '../../../../models/families/reward-rate/room-limits.js';
import type { StandbyNodes } from '../../../../models/families/reward-rate/plan.js';
import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import type { BindingConstraint } from '../../../../models/families/binding-constraint.js';
import type { MarginalValues } from '../methods/outcome.js';

/** A limit counts as binding if the plan's value is within this fraction of it, even without a dual value. */
const NEAR_SHARE = 1e-3;
/** A temperature limit counts as binding if the plan is within this many kelvins of it, even without a dual value. */
const NEAR_C = 1e-3;
/**
 * A dual value counts as 0 if its product with the whole limit is less than this fraction of the reward. For a red line
 * the product is with 1 C.
 */
const PRICE_NOISE = 1e-9;

/** Limits of the whole facility, which lead the list of binding limits. */
const FIRST: readonly LimitName[] = ['powerCap', 'redLine'];

/** Returns the binding limits with the marginal value of each, in this order: cap, red line, arrivals, other limits. */
export function bindingConstraints(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  evaluation: PlanEvaluation,
  marginal: MarginalValues | null,
  standby: readonly StandbyNodes[] = [],
  limits: readonly RoomLimit[] = ROOM_LIMITS,
): BindingConstraint[] {
  const noise = PRICE_NOISE * evaluation.rewardPerS;
  const priceAt = (constraint: LimitName, where: string): number => {
    const { perCapW = 0, perRedLineC = 0, redLineZones = [], limits: others = [] } = marginal ?? {};
    if (constraint === 'powerCap') return perCapW;
    if (constraint !== 'redLine')
      return others.find((one) => one.constraint === constraint && one.where === where)?.marginalValue ?? 0;
    return where === '' ? perRedLineC : (redLineZones.find(({ zone }) => zone === where)?.perC ?? 0);
  };
  // What binds is the limit less its reserve: one more unit of either is worth the same.
  const bindingAt = ({ name: constraint, unit }: RoomLimit, { where, kept: limit, use }: LimitPlace) => {
    const value = use(evaluation);
    const price = priceAt(constraint, where);
    const [span, near] = unit === 'C' ? [1, NEAR_C] : [limit, NEAR_SHARE * limit];
    if (!(price * span > noise) && !(value >= limit - near)) return [];
    return [{ constraint, where, unit, value, limit, marginalValue: marginal === null ? null : price }];
  };
  const bindingOf = (limit: RoomLimit): BindingConstraint[] => {
    const places = placesOf(limit, instance, matrix);
    return statedPlacesOf(limit, instance, matrix).flatMap((one) => {
      const whole = bindingAt(limit, one);
      const parts = places.filter(({ where, of }) => of === one.where && where !== of);
      return whole.length === 0 ? [] : [...whole, ...parts.flatMap((part) => bindingAt(limit, part))];
    });
  };
  const arrivals = instance.workload.taskTypes.flatMap(({ name: where, arrivalRatePerS: limit }, i) => {
    const price = marginal?.arrivalPerTaskPerS[i] ?? 0;
    const value = Math.min(evaluation.ratePerS[i]!, limit);
    if (!(price * limit > noise) && value < limit * (1 - NEAR_SHARE)) return [];
    const marginalValue = marginal === null ? null : price;
    return [{ constraint: 'arrivalRate' as const, where, unit: 'tasks/s', value, limit, marginalValue }];
  });
  return [
    ...FIRST.flatMap((first) => limits.filter(({ name }) => name === first).flatMap(bindingOf)),
    ...arrivals,
    ...limits.filter(({ name }) => !FIRST.includes(name)).flatMap(bindingOf),
    ...failureLimits(instance, evaluation, marginal, noise),
    ...minimumsOn(instance, matrix, standby, marginal, noise),
    ...nodesThatStayOn(marginal, noise),
  ];
}

/**
 * Returns the limits that bind after each CRAC failure. They are the red line, power cap and cooling capacities that
 * the plan reaches or that have a dual value.
 *
 * The marginal values of the cap and the red line without a failure already include the marginal values returned here,
 * so the two must not be added.
 */
function failureLimits(
  { limits: { powerCapW, redLineC } }: RewardRateInstance,
  { failures = [] }: PlanEvaluation,
  marginal: MarginalValues | null,
  noise: number,
): BindingConstraint[] {
  return failures.flatMap(({ gone, hottestInletC, hottestZone, totalW, cooled }) => {
    const priceOf = (constraint: LimitName, ofCrac?: string): number | null =>
      marginal === null
        ? null
        : marginal.limits

            .filter(({ constraint: kind, where }) =>
              kind === constraint && ofCrac === undefined
                ? where === gone || where.startsWith(`${gone}: `)
                : kind === constraint && where === `${gone}: ${ofCrac}`,
            )
            .reduce((sum, { marginalValue }) => sum + (marginalValue ?? 0), 0);
    const red = {
      constraint: 'failureRedLine' as const,
      where: `${gone}: ${hottestZone}`,
      unit: 'C',
      value: hottestInletC,
    };
    const cap = { constraint: 'failurePowerCap' as const, where: gone, unit: 'W', value: totalW };
    const perC = priceOf(red.constraint);
    const perW = priceOf(cap.constraint);
    return [
      ...((perC ?? 0) > noise || hottestInletC >= redLineC - NEAR_C
        ? [{ ...red, limit: redLineC, marginalValue: perC }]
        : []),
      ...((perW ?? 0) * powerCapW > noise || totalW >= powerCapW * (1 - NEAR_SHARE)
        ? [{ ...cap, limit: powerCapW, marginalValue: perW }]
        : []),
      ...cooled.flatMap(({ crac, heatW, capacityW }) => {
        const price = priceOf('failureCoolingCapacity', crac);
        const binds = (price ?? 0) * capacityW > noise || heatW >= capacityW * (1 - NEAR_SHARE);
        const constraint = 'failureCoolingCapacity' as const;
        const where = `${gone}: ${crac}`;
        return binds ? [{ constraint, where, unit: 'W', value: heatW, limit: capacityW, marginalValue: price }] : [];
      }),
    ];
  });
}

/**
 * Returns the minimum numbers of running nodes that the plan just meets or that have a dual value. Their marginal value
 * is the change of the reward per further required node; it is zero or negative.
 */
function minimumsOn(
  { facility }: RewardRateInstance,
  { zones }: InfluenceMatrix,
  standby: readonly StandbyNodes[],
  marginal: MarginalValues | null,
  noise: number,
): BindingConstraint[] {
  return facility.nodeGroups.flatMap(({ rack, nodeType, count, minimumOn = 0 }) => {
    if (minimumOn === 0) return [];
    const where = `${rack}/${nodeType}`;
    const own = zones.filter((zone) => zone.rack === rack && zone.nodeType === nodeType).map(({ name }) => name);
    const value = standby.reduce((on, { zone, nodes }) => (own.includes(zone) ? on - nodes : on), count);
    const price = marginal?.limits.find((one) => one.constraint === 'minimumOn' && one.where === where);
    // A minimum of all nodes is no row of the LP: they stay on.
    const marginalValue = marginal === null || minimumOn >= count ? null : (price?.marginalValue ?? 0);
    const binds = value <= minimumOn || -(marginalValue ?? 0) * minimumOn > noise;
    return binds ? [{ constraint: 'minimumOn', where, unit: 'nodes', value, limit: minimumOn, marginalValue }] : [];
  });
}

/**
 * Returns an entry for each node type for which one more node on standby would raise the reward. Some nodes of such a
 * type must stay on.
 */
function nodesThatStayOn(marginal: MarginalValues | null, noise: number): BindingConstraint[] {
  return (marginal?.limits ?? []).flatMap(({ constraint, where, marginalValue }) =>
    constraint === 'mayBeOff' && (marginalValue ?? 0) > noise
      ? [{ constraint, where, unit: 'nodes', value: 0, limit: 0, marginalValue }]
      : [],
  );
}

import { type LimitName, limitInFailure, nearness, unitOf } from '../../../../models/facility/limits.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import { type LimitPlace, placesOf, statedPlacesOf } from '../../../../models/facility/room-limits.js';
import { ROOM_LIMITS, type RoomLimit } from '../../../../models/families/reward-rate/room-limits.js';
import type { StandbyNodes } from '../../../../models/families/reward-rate/plan.js';
import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import type { BindingConstraint } from '../../../../models/families/binding-constraint.js';
import type { MarginalValues } from '../methods/outcome.js';
import { placeIn } from '../methods/room-program/coupling.js';

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
  const bindingAt = ({ constraint, unit, where, limit, use }: LimitPlace) => {
    const value = use(evaluation);
    const price = priceAt(constraint, where);
    if (!(price * spanOf({ unit, limit }) > noise) && !(value >= limit - nearness({ unit, limit }))) return [];
    return [{ constraint, where, unit, value, limit, marginalValue: marginal === null ? null : price }];
  };
  const bindingOf = (limit: RoomLimit): BindingConstraint[] => {
    const places = placesOf(limit, instance, matrix);
    return statedPlacesOf(limit, instance, matrix).flatMap((one) => {
      const whole = bindingAt(one);
      const parts = places.filter(({ where, of }) => of === one.where && where !== of);
      return whole.length === 0 ? [] : [...whole, ...parts.flatMap((part) => bindingAt(part))];
    });
  };
  const arrivals = instance.workload.taskTypes.flatMap(({ name: where, arrivalRatePerS: limit }, i) => {
    const price = marginal?.arrivalPerTaskPerS[i] ?? 0;
    const value = Math.min(evaluation.ratePerS[i]!, limit);
    const unit = unitOf('arrivalRate');
    if (!(price * limit > noise) && value < limit - nearness({ unit, limit })) return [];
    const marginalValue = marginal === null ? null : price;
    return [{ constraint: 'arrivalRate' as const, where, unit, value, limit, marginalValue }];
  });
  return [
    ...FIRST.flatMap((first) => limits.filter(({ name }) => name === first).flatMap(bindingOf)),
    ...arrivals,
    ...limits.filter(({ name }) => !FIRST.includes(name)).flatMap(bindingOf),
    ...failureLimits(instance, matrix, evaluation, marginal, noise, limits),
    ...minimumsOn(instance, matrix, standby, marginal, noise),
    ...nodesThatStayOn(marginal, noise),
  ];
}

/**
 * Returns the limits that bind after each CRAC failure: those on temperatures and heats and the power cap, without
 * reserves, that the plan reaches or that have a dual value. Where several places keep one value, the place is named that
 * uses most.
 *
 * The marginal values of the cap and the red line without a failure already include the marginal values returned here,
 * so the two must not be added.
 */
function failureLimits(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  { failures = [] }: PlanEvaluation,
  marginal: MarginalValues | null,
  noise: number,
  limits: readonly RoomLimit[],
): BindingConstraint[] {
  const held = limits.filter(({ readings, use }) => readings !== undefined || use !== undefined);
  const isFirst = ({ name }: RoomLimit): boolean => FIRST.includes(name);
  const all = [...held.filter(isFirst), ...held.filter((limit) => !isFirst(limit))].map((limit) => {
    const places = placesOf(limit, instance, matrix);
    // CRACs of capacity 0 have failed before.
    const atWork = limit.name === 'coolingCapacity' ? places.filter(({ value }) => value > 0) : places;
    return {
      limit,
      places: [...new Set(atWork.map(({ of }) => of))].map((of) => atWork.filter((one) => one.of === of)),
    };
  });
  return failures.flatMap((failure) =>
    all.flatMap(({ limit, places }) =>
      places.flatMap((own) => {
        // Red line and cap are kept on the way to the new steady state, too.
        const operation = isFirst(limit) ? failure.most : failure.steady;
        const worst = own.reduce((most, one) => (one.use(operation) > most.use(operation) ? one : most));
        // These two have a price for each place or row of the failed room: they add up.
        const isPriced = (where: string): boolean =>
          isFirst(limit)
            ? where === failure.gone || where.startsWith(`${failure.gone}: `)
            : own.some((one) => placeIn(failure, one.where) === where);
        const constraint = limitInFailure(limit.name);
        const marginalValue =
          marginal === null
            ? null
            : marginal.limits
                .filter((priced) => priced.constraint === constraint && isPriced(priced.where))
                .reduce((sum, { marginalValue: price }) => sum + (price ?? 0), 0);
        const one = { unit: worst.unit, value: worst.use(operation), limit: worst.value };
        const binds = (marginalValue ?? 0) * spanOf(one) > noise || one.value >= one.limit - nearness(one);
        return binds ? [{ constraint, where: placeIn(failure, worst.where), ...one, marginalValue }] : [];
      }),
    ),
  );
}

/** Returns the change of a limit with which its dual value is multiplied to see whether that counts as 0. */
function spanOf({ unit, limit }: Pick<BindingConstraint, 'unit' | 'limit'>): number {
  return unit === 'C' ? 1 : limit;
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
    return binds
      ? [{ constraint: 'minimumOn', where, unit: unitOf('minimumOn'), value, limit: minimumOn, marginalValue }]
      : [];
  });
}

/**
 * Returns an entry for each node type for which one more node on standby would raise the reward. Some nodes of such a
 * type must stay on.
 */
function nodesThatStayOn(marginal: MarginalValues | null, noise: number): BindingConstraint[] {
  return (marginal?.limits ?? []).flatMap(({ constraint, where, marginalValue }) =>
    constraint === 'mayBeOff' && (marginalValue ?? 0) > noise
      ? [{ constraint, where, unit: unitOf(constraint), value: 0, limit: 0, marginalValue }]
      : [],
  );
}

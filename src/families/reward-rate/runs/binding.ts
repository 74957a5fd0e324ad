import type { LimitName } from '../../../../models/facility/limits.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import { keptLimits } from '../../../../models/families/reward-rate/reserve.js';
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

/** Returns the binding limits with the marginal value of each, in this order: cap, red line, arrivals, other limits. */
export function bindingConstraints(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  evaluation: PlanEvaluation,
  marginal: MarginalValues | null,
  standby: readonly StandbyNodes[] = [],
): BindingConstraint[] {
  const priced = (value: number | undefined): number | null => (marginal === null ? null : (value ?? 0));
  const reward = evaluation.rewardPerS;
  const worth = (value: number | undefined, span: number): boolean => (value ?? 0) * span > PRICE_NOISE * reward;
  const binding: BindingConstraint[] = [];
  const { power } = evaluation;
  // What binds is the limit less its reserve: one more unit of either is worth the same.
  const kept = keptLimits(instance);
  const keptW = power.capW - (instance.limits.reserve?.powerW ?? 0);
  if (worth(marginal?.perCapW, keptW) || power.totalW >= keptW * (1 - NEAR_SHARE)) {
    binding.push({
      constraint: 'powerCap',
      where: '',
      unit: 'W',
      value: power.totalW,
      limit: keptW,
      marginalValue: priced(marginal?.perCapW),
    });
  }
  const redLine = kept.redLineC;
  const hottest = evaluation.zoneInletC.reduce((most, inletC) => Math.max(most, inletC), -Infinity);
  if (worth(marginal?.perRedLineC, 1) || hottest >= redLine - NEAR_C) {
    binding.push({
      constraint: 'redLine',
      where: '',
      unit: 'C',
      value: hottest,
      limit: redLine,
      marginalValue: priced(marginal?.perRedLineC),
    });
    for (const [b, zone] of matrix.zones.entries()) {
      const perC = marginal?.redLineZones.find((candidate) => candidate.zone === zone.name)?.perC;
      if (!worth(perC, 1) && evaluation.zoneInletC[b]! < redLine - NEAR_C) continue;
      binding.push({
        constraint: 'redLine',
        where: zone.name,
        unit: 'C',
        value: evaluation.zoneInletC[b]!,
        limit: redLine,
        marginalValue: priced(perC),
      });
    }
  }
  for (const [i, taskType] of instance.workload.taskTypes.entries()) {
    const perRate = marginal?.arrivalPerTaskPerS[i];
    const served = Math.min(evaluation.ratePerS[i]!, taskType.arrivalRatePerS);
    if (!worth(perRate, taskType.arrivalRatePerS) && served < taskType.arrivalRatePerS * (1 - NEAR_SHARE)) continue;
    binding.push({
      constraint: 'arrivalRate',
      where: taskType.name,
      unit: 'tasks/s',
      value: served,
      limit: taskType.arrivalRatePerS,
      marginalValue: priced(perRate),
    });
  }
  return [
    ...binding,
    ...equipmentLimits(instance, matrix, evaluation, marginal),
    ...failureLimits(instance, evaluation, marginal, PRICE_NOISE * reward),
    ...minimumsOn(instance, matrix, standby, marginal, PRICE_NOISE * reward),
    ...nodesThatStayOn(marginal, PRICE_NOISE * reward),
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

function equipmentLimits(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  evaluation: PlanEvaluation,
  marginal: MarginalValues | null,
): BindingConstraint[] {
  const rackPowerW = (racks: readonly string[]): number =>
    matrix.zones.reduce((sum, zone, b) => sum + (racks.includes(zone.rack) ? evaluation.zoneNodePowerW[b]! : 0), 0);
  const limits = [
    ...(instance.limits.rackPowerLimits ?? []).map((limit) => ({
      constraint: 'rackPower' as const,
      where: limit.rack,
      value: rackPowerW([limit.rack]),
      limit: limit.powerLimitW,
    })),
    ...(instance.limits.pdus ?? []).map((pdu) => ({
      constraint: 'pduPower' as const,
      where: pdu.name,
      value: rackPowerW(pdu.racks),
      limit: pdu.powerLimitW,
    })),
    ...keptLimits(instance).cracs.flatMap((crac) =>
      crac.coolingCapacityW === undefined
        ? []
        : [
            {
              constraint: 'coolingCapacity' as const,
              where: crac.name,
              value: evaluation.cracHeatW[matrix.cracNames.indexOf(crac.name)]!,
              limit: crac.coolingCapacityW,
            },
          ],
    ),
  ];
  return limits.flatMap(({ constraint, where, value, limit }) => {
    const price = marginal?.limits.find(
      (candidate) => candidate.constraint === constraint && candidate.where === where,
    );
    const marginalValue = marginal === null ? null : (price?.marginalValue ?? 0);
    const binds =
      (marginalValue ?? 0) * limit > PRICE_NOISE * evaluation.rewardPerS || value >= limit * (1 - NEAR_SHARE);
    return binds ? [{ constraint, where, unit: 'W', value, limit, marginalValue }] : [];
  });
}

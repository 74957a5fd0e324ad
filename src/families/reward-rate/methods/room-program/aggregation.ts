import { minimumOfZone } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { type Grouping, groupByZone, groupingOf, membersOf } from './grouping.js';

/** Maximum number of zones for which each zone has its own LP columns. */
export const MAX_SINGLE_ZONES = 6_000;
/**
 * Maximum number of groups into which zones are merged. More are formed if node types and rack and PDU limits require
 * them.
 */
export const MAX_GROUPS = 3_000;

/**
 * Returns the groups of zones that share LP columns. Up to `mostSingle` zones, every zone is a group, which is exact.
 * Otherwise similar zones are merged.
 */
export function groupForLp(
  model: RewardRateModel,
  mostSingle: number = MAX_SINGLE_ZONES,
  mostGroups: number = MAX_GROUPS,
): Grouping {
  return model.zones.length <= mostSingle ? groupByZone(model) : nearEqualZones(model, mostGroups);
}

/**
 * Returns a group's price of power: the mean of its zones' prices, weighted by their numbers of nodes. It is a mean
 * because the LP spreads a group's power evenly over its nodes.
 */
export function meanOverNodes(
  model: RewardRateModel,
  group: Grouping['groups'][number],
  zonePrice: Float64Array,
): number {
  if (group.zones.length === 1) return zonePrice[group.zones[0]!]!;
  let price = 0;
  for (const b of group.zones) price += (zonePrice[b]! * model.zones[b]!.nodeCount) / group.nodeCount;
  return price;
}

/**
 * Maximum number of times that the range of each thermal feature is halved to form groups. Ours: zones in the same part
 * are then practically equal.
 */
const FINEST = 20;

/**
 * Groups zones of one node type that have the same rack and PDU limits and similar thermal features. The range of each
 * feature is cut into equal steps, as many as possible with at most `most` groups.
 *
 * Grouping restricts the LP's answers but leaves the bound valid, so it can only enlarge the gap
 * (docs/reward-rate/aggregation.md).
 */
export function nearEqualZones(model: RewardRateModel, most: number): Grouping {
  const fixed = classesOfZones(model);
  const features = thermalFeatures(model);
  const halved = (halvings: number): number[][] => {
    const steps = 2 ** halvings;
    const part = (value: number): number => Math.min(steps - 1, Math.floor(value * steps));
    return membersOf(model.zones.map((_, b) => [fixed[b]!, ...features.map((feature) => part(feature[b]!))].join(':')));
  };
  let coarse = halved(0);
  let [low, high] = [0, FINEST];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const finer = halved(middle);
    if (finer.length <= most) [low, coarse] = [middle, finer];
    else high = middle - 1;
  }
  return groupingOf(model, coarse);
}

/** Returns a class number for each zone, equal for zones of the same node type with the same limits. */
export function classesOfZones(model: RewardRateModel): Int32Array {
  const limits: string[][] = model.zones.map(() => []);
  for (const [n, { zones }] of model.powerLimits.entries()) for (const b of zones) limits[b]!.push(String(n));
  const minimum = minimumOfZone(model);
  const keys = model.zones.map(({ type }, b) => `${type}:${minimum[b]!}:${limits[b]!.join(',')}`);
  return groupingOf(model, membersOf(keys)).groupOf;
}

/** Returns the thermal features by which similar zones are found, [feature][zone], each scaled to [0, 1]. */
function thermalFeatures(model: RewardRateModel): Float64Array[] {
  const { thermal, zones } = model;
  const riseC = thermal.inletRiseC(Float64Array.from(zones, (zone) => zone.idleW));
  const mean = riseC.reduce((sum, rise) => sum + rise, 0) / riseC.length;
  const most = riseC.reduce((a, b) => Math.max(a, b), 0);
  const hot = riseC.map((rise) => (most > mean ? Math.max(0, (rise - mean) / (most - mean)) ** 4 : 1));
  return [riseC, thermal.heatInfluence(new Float64Array(zones.length).fill(1)), thermal.heatInfluence(hot)].map(
    (values) => {
      const least = values.reduce((a, b) => Math.min(a, b), Infinity);
      const span = values.reduce((a, b) => Math.max(a, b), -Infinity) - least;
      // What differs by rounding only does not differ.
      return values.map((value) => (span > 1e-9 * Math.abs(least) ? (value - least) / span : 0));
    },
  );
}

import { TOLERATED_K } from '../../../../../models/facility/limits.js';
import { W_PER_KW } from '../../../../../models/units.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';
import { rowAt } from '../../../../../models/physics/thermal/worst-response.js';
import { idleAwake, isOnStandby, minimumOfZone } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LagrangianBound } from './bound.js';
import type { Grouping } from './grouping.js';
import type { MasterSolution } from './room-lp.js';
import { idleOf } from './rounding-configurations.js';

/**
 * Turns the LP's answer for groups of zones into one for single zones, to be rounded next.
 *
 * Every zone gets whole nodes of its group's configurations, as evenly as possible; the fractional nodes go to the last
 * zones of the group. Zones that become too hot get configurations of lower power.
 *
 * @param headroomC returns the largest inlet rise that a zone may have through node powers, K
 */
export function solutionOverZones(
  model: RewardRateModel,
  grouping: Grouping,
  solution: MasterSolution,
  bound: LagrangianBound,
  headroomC: (zone: number) => number,
): MasterSolution {
  if (grouping.groups.length === model.zones.length) return solution;
  const used: Unit[][] = model.zones.map(() => []);
  for (const [g, group] of grouping.groups.entries()) spread(model, group.zones, solution.used[g]!, used);
  coolHotZones(model, grouping, solution, bound, used, headroomC);
  return { ...solution, used, groupKW: Float64Array.from(used, coreKW) };
}

interface Unit {
  readonly configuration: Configuration;
  readonly units: number;
}

/** Difference from an integer at which a number of nodes in the LP's answer still counts as whole: rounding error. */
const WHOLE = 1e-6;

/**
 * Distributes the configurations of a group (`mix`) over its zones, node by node, and adds the result to `used`. Each
 * node gets the configuration that lags most behind its proportional number. Fractional nodes go to the last zones.
 */
function spread(model: RewardRateModel, zones: readonly number[], mix: readonly Unit[], used: Unit[][]): void {
  const nodes = zones.reduce((sum, b) => sum + model.zones[b]!.nodeCount, 0);
  const busy = mix.reduce((sum, { units }) => sum + units, 0);
  const shares = [...mix, { configuration: idleOf(model, zones[0]!), units: Math.max(0, nodes - busy) }];
  const whole = shares.map(({ units }) => Math.floor(units + WHOLE));
  const given = shares.map(() => 0);
  let placed = 0;
  const total = whole.reduce((sum, count) => sum + count, 0);
  for (const b of zones) {
    const counts = shares.map(() => 0);
    for (let n = 0; n < model.zones[b]!.nodeCount && placed < total; n++, placed++) {
      let next = -1;
      let furthest = -Infinity;
      for (let s = 0; s < shares.length; s++) {
        const behind = (whole[s]! * (placed + 1)) / total - given[s]!;
        if (given[s]! < whole[s]! && behind > furthest) [next, furthest] = [s, behind];
      }
      given[next]!++;
      counts[next]!++;
    }
    used[b] = shares.flatMap(({ configuration }, s) => (counts[s]! > 0 ? [{ configuration, units: counts[s]! }] : []));
  }
  // At most one fraction per configuration: they fill the nodes left over, which are those of the last zones.
  let fraction = shares.map(({ units }, s) => Math.max(0, units - whole[s]!));
  for (const b of [...zones].reverse()) {
    let room = model.zones[b]!.nodeCount - used[b]!.reduce((sum, { units }) => sum + units, 0);
    if (room <= 0) break;
    fraction = fraction.map((units, s) => {
      const part = Math.min(units, room);
      if (part > WHOLE) {
        used[b]!.push({ configuration: shares[s]!.configuration, units: part });
        room -= part;
        return units - part;
      }
      return units;
    });
  }
}

function coreKW(mix: readonly Unit[]): number {
  return mix.reduce((sum, { configuration, units }) => sum + (configuration.coreW * units) / W_PER_KW, 0);
}

/** Maximum number of rounds in which nodes near hot zones get configurations of lower power. */
const MAX_ROUNDS = 60;
/** Maximum number of zones whose power may be lowered for one hot zone. They are those that heat it most per watt. */
const NEIGHBOURS = 24;
/**
 * Penalty on cooling an inlet more than needed, per K, as a fraction of the bound. It is so small that it decides only
 * between changes of equal cost.
 */
const WASTE_PER_C = 1e-4;

/**
 * Lowers the power of nodes that heat zones above the red line. A whole node changes to another configuration of its
 * group, to one that is best at other prices of power, or to idling. The change with the lowest cost per kelvin, at the
 * bound's dual values, comes first. Power only falls, so no other limit is violated.
 */
function coolHotZones(
  model: RewardRateModel,
  grouping: Grouping,
  solution: MasterSolution,
  bound: LagrangianBound,
  used: Unit[][],
  headroomC: (zone: number) => number,
): void {
  let riseC: Float64Array | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const zonePowerW = Float64Array.from(model.zones, (zone, b) => zone.idleW + W_PER_KW * coreKW(used[b]!));
    riseC = model.thermal.inletRiseC(zonePowerW, riseC);
    const rises = riseC;
    const hot = [...rises.keys()].filter((k) => rises[k]! - headroomC(k) > TOLERATED_K);
    if (hot.length === 0) return;
    hot.sort((a, b) => rises[b]! - headroomC(b) - rises[a]! + headroomC(a));
    const touched = new Set<number>();
    for (const k of hot) {
      // A zone near one just treated is cooled by that already: it waits for the next temperatures.
      if (touched.has(k)) continue;
      const row = rowAt(model.thermal, k, zonePowerW);
      const near = nearest(row);
      for (const b of near) touched.add(b);
      const changes = (b: number, from: Configuration): Change[] =>
        lowerPower(model, bound, solution.used[grouping.groupOf[b]!]!, b, from);
      cool(rises[k]! - headroomC(k), row, near, changes, used, WASTE_PER_C * bound.value);
    }
  }
}

/**
 * Returns the zones that heat an inlet most per watt, at most NEIGHBOURS.
 *
 * @param row [zone]: rise of the inlet per watt of the zone, K/W
 */
function nearest(row: Float64Array): number[] {
  const reached = [...row.keys()].filter((b) => row[b]! > 0);
  return reached.sort((a, b) => row[b]! - row[a]!).slice(0, NEIGHBOURS);
}

interface Change {
  readonly to: Configuration;
  readonly savedW: number;
  readonly lossPerS: number;
}

function cool(
  excessC: number,
  row: Float64Array,
  near: readonly number[],
  changes: (zone: number, from: Configuration) => readonly Change[],
  used: Unit[][],
  wastePerC: number,
): void {
  let left = excessC;
  while (left > 0) {
    let best: { zone: number; index: number; change: Change; gainC: number; costPerC: number } | null = null;
    for (const zone of near) {
      for (const [index, { configuration, units }] of used[zone]!.entries()) {
        if (units < 1 - WHOLE) continue;
        for (const change of changes(zone, configuration)) {
          const gainC = row[zone]! * change.savedW;
          const wasted = Math.max(0, gainC - left) * wastePerC;
          const costPerC = (change.lossPerS + wasted) / Math.min(gainC, left);
          if (best === null || costPerC < best.costPerC) best = { zone, index, change, gainC, costPerC };
        }
      }
    }
    if (best === null) return;
    const { zone, index, change } = best;
    const mix = used[zone]!;
    const { configuration, units } = mix[index]!;
    mix[index] = { configuration, units: units - 1 };
    mix.push({ configuration: change.to, units: 1 });
    used[zone] = mix.filter((unit) => unit.units > WHOLE);
    left -= best.gainC;
  }
}

/** Returns configurations of lower power for a node, with the reward lost at the bound's dual values. */
function lowerPower(
  model: RewardRateModel,
  { prices, zonePowerPrice, envelopes }: LagrangianBound,
  mix: readonly Unit[],
  zone: number,
  from: Configuration,
): Change[] {
  const worth = (configuration: Configuration): number =>
    prices.task.reduce((sum, mu, i) => sum + mu * configuration.ratePerS[i]!, 0) -
    (zonePowerPrice[zone]! * configuration.coreW) / W_PER_KW;
  const had = worth(from);
  const mustStay = minimumOfZone(model)[zone]! >= 0;
  const configurations = [
    ...mix.map(({ configuration }) => configuration),
    ...envelopes[model.zones[zone]!.type]!.points.map(({ configuration }) => configuration),
    mustStay ? idleAwake(model, zone) : idleOf(model, zone),
  ];
  return configurations.flatMap((to) => {
    // No node falls asleep where some must be on.
    if (mustStay && isOnStandby(to)) return [];
    const savedW = from.coreW - to.coreW;
    return savedW > 1e-3 ? [{ to, savedW, lossPerS: Math.max(0, had - worth(to)) }] : [];
  });
}

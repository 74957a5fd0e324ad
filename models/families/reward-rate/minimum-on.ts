import { rowAt } from '../../physics/thermal/worst-response.js';
import { type Configuration, idleConfiguration, isWithoutWork } from '../../facility/configuration.js';
import type { MinimumOn, RewardRateModel } from './model.js';

/**
 * Returns the model's minimum-on requirements. Each requires a minimum number of nodes that are on, and not on standby.
 */
export function minimumsOf({ minimumOn }: Pick<RewardRateModel, 'minimumOn'>): readonly MinimumOn[] {
  return minimumOn ?? [];
}

/**
 * Returns, for each zone, the index in `minimumsOf` of the requirement that concerns the zone's nodes; -1 if there is
 * none.
 */
export function minimumOfZone(model: RewardRateModel): Int32Array {
  const minimum = new Int32Array(model.zones.length).fill(-1);
  for (const [h, { zones }] of minimumsOf(model).entries()) for (const b of zones) minimum[b] = h;
  return minimum;
}

/** Returns the configuration of a node that is on but idle, in a zone whose nodes may be on standby. */
export function idleAwake({ nodeTypes, zones, taskNames }: RewardRateModel, zone: number): Configuration {
  const { type } = zones[zone]!;
  const { tasks, wakeW } = nodeTypes[type]!;
  return { ...idleConfiguration(type, tasks.length, taskNames.length), coreW: wakeW ?? 0 };
}

/**
 * Returns true if a node under a minimum-on requirement is on standby. Its power shows this, because a node that is on
 * draws more.
 */
export function isOnStandby(configuration: Configuration): boolean {
  return configuration.coreW === 0 && isWithoutWork(configuration);
}

/**
 * Returns, for each minimum-on requirement, the number of its nodes that are on.
 *
 * @param nodes configuration of each node, as [zone][node of the zone]
 */
export function nodesOn(model: RewardRateModel, nodes: readonly (readonly Configuration[])[]): number[] {
  return minimumsOf(model).map(({ zones }) =>
    zones.reduce((sum, b) => sum + nodes[b]!.filter((configuration) => !isOnStandby(configuration)).length, 0),
  );
}

/**
 * Returns true if enough nodes are on for every minimum-on requirement.
 *
 * @param nodes configuration of each node, as [zone][node of the zone]
 */
export function keepsMinimumOn(model: RewardRateModel, nodes: readonly (readonly Configuration[])[]): boolean {
  const on = nodesOn(model, nodes);
  return minimumsOf(model).every((minimum, h) => on[h]! >= minimum.nodes);
}

/**
 * Turns nodes from standby to on and idle until every minimum-on requirement is met. Returns the same object if nothing
 * had to change.
 *
 * @param nodes configuration of each node, as [zone][node of the zone]
 */
export function withMinimumOn(model: RewardRateModel, nodes: Configuration[][]): Configuration[][] {
  const on = nodesOn(model, nodes);
  const result = [...nodes];
  let woken = 0;
  for (const [h, { zones, nodes: least }] of minimumsOf(model).entries()) {
    let short = least - on[h]!;
    for (const b of zones) {
      if (short <= 0) break;
      result[b] = result[b]!.map((configuration) => {
        if (short <= 0 || !isOnStandby(configuration)) return configuration;
        short--;
        woken++;
        return idleAwake(model, b);
      });
    }
  }
  return woken === 0 ? nodes : result;
}

/** Number of orders of the zones that `coolestFirst` tries for each minimum-on requirement. */
const ORDERS = 8;

/**
 * Returns the minimum-on requirements with their zones in another order. First come the zones whose idle nodes warm the
 * hottest inlets least. The order is the best of ORDERS orders that are tried, which is not necessarily the best of
 * all.
 */
export function coolestFirst(model: RewardRateModel, minimums: readonly MinimumOn[]): readonly MinimumOn[] {
  if (minimums.every(({ zones }) => zones.length === 1)) return minimums;
  const warming = new Float64Array(model.zones.length);
  let best = minimums;
  let leastC = Infinity;
  for (let n = 0; n < ORDERS; n++) {
    const ordered = minimums.map((minimum) => ({
      ...minimum,
      zones: [...minimum.zones].sort((a, b) => warming[a]! - warming[b]! || a - b),
    }));
    const powersW = idlePowersW(model, ordered);
    const riseC = model.thermal.inletRiseC(powersW);
    const hottest = riseC.reduce((most, rise, b) => (rise > riseC[most]! ? b : most), 0);
    if (riseC[hottest]! < leastC) [best, leastC] = [ordered, riseC[hottest]!];
    const row = rowAt(model.thermal, hottest, powersW);
    for (let b = 0; b < warming.length; b++) warming[b]! += row[b]!;
  }
  return best;
}

/** Returns the power of each zone without work, W, if only as many nodes are on as the requirements demand. */
function idlePowersW({ zones, nodeTypes }: RewardRateModel, minimums: readonly MinimumOn[]): Float64Array {
  const powersW = Float64Array.from(zones, ({ idleW }) => idleW);
  for (const minimum of minimums) {
    let short = minimum.nodes;
    for (const b of minimum.zones) {
      const { nodeCount, type } = zones[b]!;
      const on = Math.min(short, nodeCount);
      powersW[b]! += on * (nodeTypes[type]!.wakeW ?? 0);
      short -= on;
    }
  }
  return powersW;
}

import type { RewardRateNodeGroup, RewardRateNodeType } from '../../models/families/reward-rate/instance.js';
import { randomStream } from '../../src/random/stream.js';
import { multisets, type NodeOption, type Oracle, oracle, sumRates } from './brute-force.js';
import type { TinyFacility } from './tiny-random.js';

/** The facility with drawn powers on standby; the nodes of most types and racks may be off. */
export function withSleep({ instance, matrix }: TinyFacility, seed: number): TinyFacility {
  const draw = randomStream(seed, 'standby').uniform;
  const nodeTypes = instance.facility.nodeTypes.map((type): RewardRateNodeType => {
    const sleepPowerW = type.idlePowerW * draw(0, 1);
    const kind = draw(0, 3);
    return {
      ...type,
      ...(kind < 2 ? { sleepPowerW } : {}),
      ...(kind > 1 ? { offPowerW: sleepPowerW * draw(0, 1.2) * 0.8 } : {}),
    };
  });
  const mayBeOff = new Map<string, boolean>();
  const nodeGroups = instance.facility.nodeGroups.map((group): RewardRateNodeGroup => {
    const key = `${group.rack}/${group.nodeType}`;
    if (!mayBeOff.has(key)) mayBeOff.set(key, draw(0, 1) < 0.75);
    return mayBeOff.get(key) === true ? { ...group, mayBeOff: true } : group;
  });
  return { matrix, instance: { ...instance, facility: { ...instance.facility, nodeTypes, nodeGroups } } };
}

/** The facility with groups of one type in one rack made one, of which a drawn number of nodes must be on where they may be off. */
export function withMinimum({ instance, matrix }: TinyFacility, seed: number): TinyFacility {
  const draw = randomStream(seed, 'minimum').uniform;
  const groups = new Map<string, RewardRateNodeGroup>();
  for (const group of instance.facility.nodeGroups) {
    const key = `${group.rack}/${group.nodeType}`;
    const before = groups.get(key);
    groups.set(key, before === undefined ? group : { ...before, count: before.count + group.count });
  }
  const nodeGroups = [...groups.values()].map((group): RewardRateNodeGroup => {
    const minimumOn = Math.floor(draw(0, group.count + 0.999));
    return group.mayBeOff === true ? { ...group, minimumOn } : group;
  });
  return { matrix, instance: { ...instance, facility: { ...instance.facility, nodeGroups } } };
}

/** Greatest reward of plans of the oracle in which enough nodes of every group are on, reward/s; null where there is none. */
export function bestWithMinimum({ instance, matrix }: TinyFacility): number | null {
  const { zones, operate, rewardPerS } = standbyOracle({ instance, matrix });
  let best: number | null = null;
  const keeps = (off: readonly number[]): boolean =>
    instance.facility.nodeGroups.every(({ rack, nodeType, count, minimumOn = 0 }) => {
      const asleep = off.reduce(
        (sum, nodes, z) => sum + (matrix.zones[z]!.rack === rack && matrix.zones[z]!.nodeType === nodeType ? nodes : 0),
        0,
      );
      return count - asleep >= minimumOn;
    });
  const descend = (choice: readonly NodeOption[], off: readonly number[]): void => {
    const zone = zones[choice.length];
    if (zone !== undefined) {
      for (const option of zone.zone) descend([...choice, option], [...off, option.off ?? 0]);
      return;
    }
    const reward = rewardPerS(sumRates(choice));
    if (reward <= (best ?? -1) || !keeps(off)) return;
    if (operate(choice.map((option, b) => option.coreW + zones[b]!.idleW)).feasible) best = reward;
  };
  descend([], []);
  return best;
}

/** The oracle in which every node that may be off is awake, as before, or on standby, node by node. */
export function standbyOracle({ instance, matrix }: TinyFacility): Oracle {
  const { nodeTypes, nodeGroups } = instance.facility;
  const allOn = oracle(instance, matrix);
  const zones = allOn.zones.map((zone, z) => {
    const { rack, nodeType, nodeCount } = matrix.zones[z]!;
    const { idlePowerW, sleepPowerW, offPowerW, psuEfficiency } = nodeTypes.find(({ name }) => name === nodeType)!;
    const group = nodeGroups.find((one) => one.rack === rack && one.nodeType === nodeType)!;
    if (group.mayBeOff !== true) return zone;
    const leastW = Math.min(sleepPowerW ?? Infinity, offPowerW ?? Infinity);
    // Powers relative to the idle room, so a node on standby draws a negative one.
    const standby: NodeOption = {
      ratePerS: zone.node[0]!.ratePerS.map(() => 0),
      coreW: (leastW - idlePowerW) / (psuEfficiency ?? 1),
      uniform: true,
      cores: [],
      off: 1,
    };
    const node = [...zone.node, standby];
    const options = multisets(node.length, nodeCount).map((chosen) => ({
      ratePerS: standby.ratePerS.map((_, i) => chosen.reduce((sum, n) => sum + node[n]!.ratePerS[i]!, 0)),
      coreW: chosen.reduce((sum, n) => sum + node[n]!.coreW, 0),
      uniform: chosen.every((n) => node[n]!.uniform),
      cores: chosen.flatMap((n) => node[n]!.cores),
      off: chosen.reduce((sum, n) => sum + (node[n]!.off ?? 0), 0),
    }));
    return { ...zone, node, zone: options };
  });
  return { ...allOn, zones };
}

import type { RewardRateNodeGroup, RewardRateNodeType } from '../../models/problems/reward-rate/instance.js';
import { randomStream } from '../../src/random/stream.js';
import { multisets, type NodeOption, type Oracle, oracle } from './brute-force.js';
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
    };
    const node = [...zone.node, standby];
    const options = multisets(node.length, nodeCount).map((chosen) => ({
      ratePerS: standby.ratePerS.map((_, i) => chosen.reduce((sum, n) => sum + node[n]!.ratePerS[i]!, 0)),
      coreW: chosen.reduce((sum, n) => sum + node[n]!.coreW, 0),
      uniform: chosen.every((n) => node[n]!.uniform),
      cores: chosen.flatMap((n) => node[n]!.cores),
    }));
    return { ...zone, node, zone: options };
  });
  return { ...allOn, zones };
}

import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { TemplatesInstance, TemplatesNodeType } from '../../../../models/families/templates/instance.js';

/** Standby data of a block of nodes, as the checker reads them from the instance. */
export interface CheckedStandby {
  /** Power of the block when all its nodes are on standby, W. */
  readonly standbyW: number;
  /** Minimum number of nodes of the block that must be on; all its nodes if none may be on standby. */
  readonly fewestOn: number;
}

/**
 * Returns the standby data of each block. Nodes may be on standby if their node type has a sleep or off state and their
 * group allows it. Of both states, the one with less power is taken.
 *
 * The minimum number of running nodes of a group is distributed to its blocks node by node. Each node goes to the block
 * that is relatively furthest below its proportional share. On a tie, it goes to the first such block.
 */
export function checkedStandby({ facility }: TemplatesInstance, { zones }: InfluenceMatrix): CheckedStandby[] {
  const found = zones.map(({ nodeType, nodeCount }): CheckedStandby => {
    const type = facility.nodeTypes.find(({ name }) => name === nodeType);
    return {
      standbyW: type === undefined ? NaN : (nodeCount * type.idlePowerW) / (type.psuEfficiency ?? 1),
      fewestOn: nodeCount,
    };
  });
  for (const { rack, nodeType, mayBeOff, minimumOn } of facility.nodeGroups) {
    const type = facility.nodeTypes.find(({ name }) => name === nodeType);
    const eachW = type === undefined ? null : leastStandbyW(type);
    if (mayBeOff !== true || type === undefined || eachW === null) continue;
    const own = [...zones.keys()].filter((b) => zones[b]!.rack === rack && zones[b]!.nodeType === nodeType);
    let nodes = 0;
    for (const b of own) nodes += zones[b]!.nodeCount;
    const wanted = minimumOn ?? 0;
    // Whole parts of what is due, then the largest rests.
    const due = own.map((b) => (wanted * zones[b]!.nodeCount) / nodes);
    const dealt = due.map((value) => Math.floor(value + 1e-9));
    let left = wanted;
    for (const value of dealt) left -= value;
    while (left > 0) {
      let best = -1;
      for (let k = 0; k < own.length; k += 1) {
        if (best < 0 || due[k]! - dealt[k]! > due[best]! - dealt[best]! + 1e-9) best = k;
      }
      dealt[best]! += 1;
      left -= 1;
    }
    for (const [k, b] of own.entries()) {
      const { nodeCount } = zones[b]!;
      // Where all must be on, none is on standby.
      if (dealt[k]! >= nodeCount) continue;
      found[b] = { standbyW: (nodeCount * eachW) / (type.psuEfficiency ?? 1), fewestOn: dealt[k]! };
    }
  }
  return found;
}

function leastStandbyW({ sleepPowerW, offPowerW }: TemplatesNodeType): number | null {
  if (sleepPowerW === undefined) return offPowerW ?? null;
  return offPowerW === undefined ? sleepPowerW : Math.min(sleepPowerW, offPowerW);
}

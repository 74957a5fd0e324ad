import type { PlanState } from './plan-state.js';
import type { PlanTables } from './plan-tables.js';

/**
 * Which node is the hottest while powers change one node at a time. A node's temperature is that of the air it blows out:
 * its zone's inlet plus its own power over its own air flow. Works on the zonePowerW, riseC and nodeCoreW of the state loaded last.
 */
export interface HeatMap {
  /** Starts over with this state, whose caches must be right; returns the power of all nodes, W. */
  load(state: PlanState): number;
  /** Adds W to one node: its zone's power and, by one column of M, all inlets follow. */
  add(node: number, deltaW: number): void;
  /** The hottest node not passed over, the first on ties; -1 when all are. */
  hottest(): number;
  /** From now on this node is not looked at. */
  passOver(node: number): void;
  nodePowerW(): number;
  /** Greatest inlet rise above the set-point, K. */
  greatestRiseC(): number;
}

export function heatMap(tables: PlanTables): HeatMap {
  const { layout, inletPerW, outletPerW, problem } = tables;
  const { zoneCount, nodeZone, zoneFirstNode } = layout;
  const idleW = Float64Array.from(problem.nodeTypes, (type) => type.idleW);
  const passed = new Uint8Array(layout.nodeCount);
  /** By zone: the hottest node and how much it heats its own air, K. */
  const zoneHottest = new Int32Array(zoneCount);
  const zoneOwnRiseC = new Float64Array(zoneCount);
  let state: Pick<PlanState, 'nodeCoreW' | 'zonePowerW' | 'riseC'> | null = null;
  let totalW = 0;
  let hottestZone = -1;
  let greatestC = 0;

  const rankZone = (nodeCoreW: Float64Array, z: number): void => {
    const idle = idleW[problem.zones[z]!.type]!;
    let best = -1;
    let bestW = -Infinity;
    for (let n = zoneFirstNode[z]!; n < zoneFirstNode[z + 1]!; n++) {
      if (passed[n] === 0 && nodeCoreW[n]! > bestW) {
        best = n;
        bestW = nodeCoreW[n]!;
      }
    }
    zoneHottest[z] = best;
    zoneOwnRiseC[z] = best < 0 ? -Infinity : (idle + bestW) * outletPerW[z]!;
  };

  /** Adds factor x column to the rises and finds the hottest zone and inlet in the same pass. Locals: closed-over numbers are boxed. */
  const scan = (riseC: Float64Array, column: number, factorW: number): void => {
    let hottest = -Infinity;
    let zone = -1;
    let greatest = 0;
    for (let k = 0; k < zoneCount; k++) {
      const rise = riseC[k]! + inletPerW[column + k]! * factorW;
      riseC[k] = rise;
      if (rise > greatest) greatest = rise;
      const outlet = rise + zoneOwnRiseC[k]!;
      if (outlet > hottest) {
        hottest = outlet;
        zone = k;
      }
    }
    hottestZone = zone;
    greatestC = greatest;
  };

  return {
    load: (loaded) => {
      state = loaded;
      passed.fill(0);
      totalW = 0;
      for (let z = 0; z < zoneCount; z++) {
        totalW += loaded.zonePowerW[z]!;
        rankZone(loaded.nodeCoreW, z);
      }
      scan(loaded.riseC, 0, 0);
      return totalW;
    },
    add: (node, deltaW) => {
      if (state === null) return;
      const z = nodeZone[node]!;
      state.nodeCoreW[node]! += deltaW;
      state.zonePowerW[z]! += deltaW;
      totalW += deltaW;
      rankZone(state.nodeCoreW, z);
      scan(state.riseC, z * zoneCount, deltaW);
    },
    hottest: () => (hottestZone < 0 ? -1 : zoneHottest[hottestZone]!),
    passOver: (node) => {
      if (state === null) return;
      passed[node] = 1;
      rankZone(state.nodeCoreW, nodeZone[node]!);
      scan(state.riseC, 0, 0);
    },
    nodePowerW: () => totalW,
    greatestRiseC: () => greatestC,
  };
}

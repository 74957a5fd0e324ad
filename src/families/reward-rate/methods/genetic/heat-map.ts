import { type MaxTree, maxTree } from './max-tree.js';
import type { PlanState } from './plan-state.js';
import type { PlanTables } from './plan-tables.js';

/**
 * Finds the node with the hottest outlet while node powers fall one at a time. The outlet temperature is the inlet
 * temperature plus the rise caused by the node's own power.
 *
 * Powers only fall, so an outdated inlet rise is an upper bound, and only zones with the largest ones are recomputed.
 * Changes are applied in their original order, so the results equal those of a full update. The state loaded last is
 * changed in place; its `riseC` becomes outdated.
 */
export interface HeatMap {
  /** Makes this up-to-date state the one to work on, with no node excluded. Returns the power of all nodes, W. */
  load(state: PlanState): number;
  /** Adds power (negative to reduce) to one node, W. Its zone's power and all inlet temperatures change accordingly. */
  add(node: number, deltaW: number): void;
  /** Returns the hottest node that is not excluded, the first of several equal ones; -1 if all are excluded. */
  hottest(): number;
  /** Excludes this node from the following calls of `hottest`. */
  passOver(node: number): void;
  nodePowerW(): number;
  /** Returns the largest difference between an inlet temperature and the common set-point, K. */
  greatestRiseC(): number;
}

export function heatMap(tables: PlanTables): HeatMap {
  const { layout, outletPerW, model } = tables;
  const { zoneCount, nodeZone, zoneFirstNode } = layout;
  const idleW = Float64Array.from(model.nodeTypes, (type) => type.idleW);
  const passed = new Uint8Array(layout.nodeCount);
  /** [zone]: index of the hottest node that is not excluded; -1 if all are. */
  const zoneHottest = new Int32Array(zoneCount);
  /** [zone]: temperature rise from inlet to outlet of the zone's hottest node, K. */
  const zoneOwnRiseC = new Float64Array(zoneCount);
  const inlets = lateInlets(tables);
  /** [zone]: upper bound on the hottest node's outlet temperature minus the common set-point, K. */
  const outletC = maxTree(zoneCount);
  /** [zone]: upper bound on the inlet temperature minus the common set-point, K; exact if the zone is up to date. */
  const inletC = maxTree(zoneCount);
  const outletsC = new Float64Array(zoneCount);
  let state: Pick<PlanState, 'nodeCoreW' | 'zonePowerW' | 'riseC'> | null = null;
  let totalW = 0;

  const rankZone = (nodeCoreW: Float64Array, z: number): void => {
    const idle = idleW[model.zones[z]!.type]!;
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
  const followZone = (riseC: Float64Array, z: number): void => {
    inlets.bringUp(riseC, z);
    inletC.set(z, riseC[z]!);
    outletC.set(z, riseC[z]! + zoneOwnRiseC[z]!);
  };
  const followAll = (riseC: Float64Array): void => {
    inlets.bringUpAll(riseC);
    for (let z = 0; z < zoneCount; z++) outletsC[z] = riseC[z]! + zoneOwnRiseC[z]!;
    inletC.fill(riseC);
    outletC.fill(outletsC);
  };
  /**
   * Returns the zone with the largest exact value. As long as the largest entry is only an upper bound, the entry is
   * recomputed.
   */
  const topOf = (tree: MaxTree): number => {
    if (state !== null) while (!inlets.isUpToDate(tree.top())) followZone(state.riseC, tree.top());
    return tree.top();
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
      inlets.clear();
      followAll(loaded.riseC);
      return totalW;
    },
    add: (node, deltaW) => {
      if (state === null) return;
      const z = nodeZone[node]!;
      state.nodeCoreW[node]! += deltaW;
      state.zonePowerW[z]! += deltaW;
      totalW += deltaW;
      rankZone(state.nodeCoreW, z);
      if (inlets.add(z, deltaW)) followZone(state.riseC, z);
      else followAll(state.riseC);
    },
    hottest: () => {
      const zone = topOf(outletC);
      return zone >= zoneCount || outletC.valueAt(zone) === -Infinity ? -1 : zoneHottest[zone]!;
    },
    passOver: (node) => {
      if (state === null) return;
      passed[node] = 1;
      rankZone(state.nodeCoreW, nodeZone[node]!);
      followZone(state.riseC, nodeZone[node]!);
    },
    nodePowerW: () => totalW,
    greatestRiseC: () => Math.max(0, inletC.valueAt(topOf(inletC))),
  };
}

/** Maximum number of power changes recorded before the inlet rises of all zones are brought up to date. */
const MAX_WAITING = 1 << 14;

/** Returns an object that records power changes and applies them to a zone's inlet rise only when asked for it. */
function lateInlets({ inletPerW, layout }: PlanTables) {
  const { zoneCount } = layout;
  const columnOf = new Int32Array(MAX_WAITING);
  const changeW = new Float64Array(MAX_WAITING);
  /** [zone]: number of recorded changes that the zone's inlet rise already contains. */
  const taken = new Int32Array(zoneCount);
  const nothingCools = inletPerW.every((perW) => perW >= 0);
  let count = 0;

  const bringUp = (riseC: Float64Array, zone: number): void => {
    let rise = riseC[zone]!;
    for (let n = taken[zone]!; n < count; n++) rise += inletPerW[columnOf[n]! + zone]! * changeW[n]!;
    riseC[zone] = rise;
    taken[zone] = count;
  };
  const clear = (): void => {
    taken.fill(0);
    count = 0;
  };
  return {
    clear,
    /** Returns true if the zone's inlet rise contains all recorded changes, or if there is no such zone. */
    isUpToDate: (zone: number): boolean => zone >= zoneCount || taken[zone] === count,
    bringUp,
    bringUpAll: (riseC: Float64Array): void => {
      for (let zone = 0; zone < zoneCount; zone++) bringUp(riseC, zone);
      clear();
    },
    /**
     * Records a power change. Returns false if all zones must be updated now: the list is full, or outdated rises are
     * no longer upper bounds.
     */
    add: (zone: number, deltaW: number): boolean => {
      columnOf[count] = zone * zoneCount;
      changeW[count] = deltaW;
      count++;
      return nothingCools && deltaW <= 0 && count < MAX_WAITING;
    },
  };
}

import type { PlanTables } from './plan-state.js';

/**
 * Finds the node with the hottest outlet while node powers fall one at a time. The outlet temperature is the inlet
 * temperature plus the rise caused by the node's own power.
 *
 * Powers only fall, so an outdated inlet rise is an upper bound, and only zones with the largest ones are recomputed.
 * Changes are applied in their original order, so the results equal those of a full update. The state loaded last is
 * changed in place; its `riseC` becomes outdated.
 */
export type HeatMap = ReturnType<typeof heatMap>;

export function heatMap(tables: PlanTables) {
  const { layout, outletPerW, model } = tables;
  const { zoneCount, nodeZone, zoneFirstNode } = layout;
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
  let state: Readonly<Record<'nodeCoreW' | 'zonePowerW' | 'riseC', Float64Array>> | null = null;
  let totalW = 0;

  const rankZone = (nodeCoreW: Float64Array, z: number): void => {
    let best = -1;
    let bestW = -Infinity;
    for (let n = zoneFirstNode[z]!; n < zoneFirstNode[z + 1]!; n++) {
      if (passed[n] === 0 && nodeCoreW[n]! > bestW) {
        best = n;
        bestW = nodeCoreW[n]!;
      }
    }
    zoneHottest[z] = best;
    zoneOwnRiseC[z] = best < 0 ? -Infinity : (model.nodeTypes[model.zones[z]!.type]!.idleW + bestW) * outletPerW[z]!;
  };
  const followZone = (riseC: Float64Array, z: number): void => {
    inlets.bringUp(riseC, z);
    inletC.set(z, riseC[z]!);
    outletC.set(z, riseC[z]! + zoneOwnRiseC[z]!);
  };
  const followAll = (riseC: Float64Array): void => {
    inlets.bringUpAll(riseC);
    inletC.fill((z) => riseC[z]!);
    outletC.fill((z) => riseC[z]! + zoneOwnRiseC[z]!);
  };
  /**
   * Returns the zone with the largest exact value. As long as the largest entry is only an upper bound, the entry is
   * recomputed.
   */
  const topOf = (tree: typeof inletC): number => {
    if (state !== null) while (!inlets.isUpToDate(tree.top())) followZone(state.riseC, tree.top());
    return tree.top();
  };

  return {
    /** Makes this up-to-date state the one to work on, with no node excluded. Returns the power of all nodes, W. */
    load: (loaded: NonNullable<typeof state>): number => {
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
    /** Adds power (negative to reduce) to one node, W. Its zone's power and all inlet temperatures change accordingly. */
    add: (node: number, deltaW: number): void => {
      if (state === null) return;
      const z = nodeZone[node]!;
      state.nodeCoreW[node]! += deltaW;
      state.zonePowerW[z]! += deltaW;
      totalW += deltaW;
      rankZone(state.nodeCoreW, z);
      if (inlets.add(z, deltaW)) followZone(state.riseC, z);
      else followAll(state.riseC);
    },
    /** Returns the hottest node that is not excluded, the first of several equal ones; -1 if all are excluded. */
    hottest: (): number => {
      const zone = topOf(outletC);
      return zone >= zoneCount || outletC.valueAt(zone) === -Infinity ? -1 : zoneHottest[zone]!;
    },
    /** Excludes this node from the following calls of `hottest`. */
    passOver: (node: number): void => {
      if (state === null) return;
      passed[node] = 1;
      rankZone(state.nodeCoreW, nodeZone[node]!);
      followZone(state.riseC, nodeZone[node]!);
    },
    nodePowerW: (): number => totalW,
    /** Returns the largest difference between an inlet temperature and the common set-point, K. */
    greatestRiseC: (): number => Math.max(0, inletC.valueAt(topOf(inletC))),
  };
}

/** Maximum number of power changes recorded before the inlet rises of all zones are brought up to date. */
const MAX_WAITING = 1 << 14;

/** Returns an object that records power changes and applies them to a zone's inlet rise only when asked for it. */
function lateInlets({ inletPerW, layout: { zoneCount } }: PlanTables) {
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

/**
 * Returns a list of numbers that change one at a time, with quick access to the position of the largest (a tournament
 * tree). Initially all numbers are -Infinity. They must not be NaN.
 */
export function maxTree(count: number) {
  let leaves = 1;
  while (leaves < count) leaves *= 2;
  const value = new Float64Array(leaves).fill(-Infinity);
  /** [node of the tree]: position of the largest number below this node. Entries from `leaves` on are the leaves. */
  const winner = new Int32Array(2 * leaves);
  for (let n = 0; n < leaves; n++) winner[leaves + n] = n;
  const play = (match: number): void => {
    const left = winner[2 * match]!;
    const right = winner[2 * match + 1]!;
    winner[match] = value[left]! >= value[right]! ? left : right;
  };
  const playAll = (): void => {
    for (let match = leaves - 1; match >= 1; match--) play(match);
  };
  playAll();
  return {
    /** Sets the number at position `place`, in O(log count). */
    set: (place: number, number: number): void => {
      value[place] = number;
      for (let match = (leaves + place) >> 1; match >= 1; match >>= 1) {
        const before = winner[match]!;
        play(match);
        // Neither was the winner nor is it: later matches are between the same as ever.
        if (before !== place && winner[match] !== place) break;
      }
    },
    /** Replaces all numbers, in O(count). */
    fill: (valueOf: (place: number) => number): void => {
      for (let place = 0; place < count; place++) value[place] = valueOf(place);
      playAll();
    },
    /** Returns the position of the largest number, the first of several equal ones. */
    top: (): number => winner[1]!,
    valueAt: (place: number): number => value[place]!,
  };
}

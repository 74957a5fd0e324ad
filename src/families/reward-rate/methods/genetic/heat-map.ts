import type { PlanTables } from './plan-state.js';

/** Maximum number of power changes recorded before the inlet rises of all zones are brought up to date. */
const MAX_WAITING = 1 << 14;

/**
 * Finds the node with the hottest outlet while node powers fall one at a time. The outlet temperature is the inlet
 * temperature plus the rise caused by the node's own power.
 *
 * Powers only fall, so an outdated inlet rise is an upper bound, and only zones with the largest ones are recomputed.
 * Changes are applied in their original order, so the results equal those of a full update. The state loaded last is
 * changed in place; its `riseC` becomes outdated.
 */
export function heatMap({ layout, inletPerW, outletPerW, powers, model }: PlanTables) {
  const { zoneCount, nodeZone, zoneFirstNode } = layout;
  const idleW = model.zones.map(({ type }) => model.nodeTypes[type]!.idleW);
  const nothingCools = inletPerW.every((perW) => perW >= 0);
  const passed = new Uint8Array(layout.nodeCount);
  /** [zone]: index of the hottest node that is not excluded; -1 if all are. */
  const zoneHottest = new Int32Array(zoneCount).fill(-1);
  /** [zone]: temperature rise from inlet to outlet of the zone's hottest node, K. */
  const zoneOwnRiseC = new Float64Array(zoneCount);
  /** [zone]: upper bound on the hottest node's outlet temperature minus the common set-point, K. */
  const outletC = maxTree(zoneCount);
  /** [zone]: upper bound on the inlet temperature minus the common set-point, K; exact if the zone is up to date. */
  const inletC = maxTree(zoneCount);
  /** Recorded power changes, W, with the position of their zones' columns in `inletPerW`. */
  const changeW = new Float64Array(MAX_WAITING);
  const columnOf = new Int32Array(MAX_WAITING);
  let waiting = 0;
  /** [zone]: number of recorded changes that the zone's inlet rise already contains. */
  const taken = new Int32Array(zoneCount);
  let nodeCoreW: Float64Array = new Float64Array(0);
  let riseC: Float64Array = new Float64Array(0);

  const rankZone = (z: number): void => {
    let best = -1;
    let bestW = -Infinity;
    for (let n = zoneFirstNode[z]!; n < zoneFirstNode[z + 1]!; n++) {
      if (passed[n] === 0 && nodeCoreW[n]! > bestW) {
        best = n;
        bestW = nodeCoreW[n]!;
      }
    }
    zoneHottest[z] = best;
    zoneOwnRiseC[z] = best < 0 ? -Infinity : (idleW[z]! + bestW) * outletPerW[z]!;
  };
  const bringUp = (z: number): void => {
    for (let n = taken[z]!; n < waiting; n++) riseC[z]! += inletPerW[columnOf[n]! + z]! * changeW[n]!;
    taken[z] = waiting;
  };
  const followZone = (z: number): void => {
    bringUp(z);
    inletC.set(z, riseC[z]!);
    outletC.set(z, riseC[z]! + zoneOwnRiseC[z]!);
  };
  const followAll = (): void => {
    for (let z = 0; z < zoneCount; z++) bringUp(z);
    taken.fill(0);
    waiting = 0;
    inletC.fill((z) => riseC[z]!);
    outletC.fill((z) => riseC[z]! + zoneOwnRiseC[z]!);
  };
  /** Returns the zone with the largest exact value: an entry that is only an upper bound is recomputed. */
  const topOf = (tree: typeof inletC): number => {
    while (tree.top() < zoneCount && taken[tree.top()] !== waiting) followZone(tree.top());
    return tree.top();
  };

  return {
    /** Makes this up-to-date state the one to work on, with no node excluded. */
    load(state: Readonly<Record<'nodeCoreW' | 'zonePowerW' | 'riseC', Float64Array>>): void {
      ({ nodeCoreW, riseC } = state);
      powers.load(state.zonePowerW);
      passed.fill(0);
      for (let z = 0; z < zoneCount; z++) rankZone(z);
      waiting = 0;
      followAll();
    },
    /** Adds power (negative to reduce) to one node, W. Its zone's power and all inlet temperatures change accordingly. */
    add(node: number, deltaW: number): void {
      const z = nodeZone[node]!;
      nodeCoreW[node]! += deltaW;
      powers.add(z, deltaW);
      rankZone(z);
      columnOf[waiting] = z * zoneCount;
      changeW[waiting++] = deltaW;
      // Outdated rises must stay upper bounds.
      if (nothingCools && deltaW <= 0 && waiting < MAX_WAITING) followZone(z);
      else followAll();
    },
    /** Returns the hottest node that is not excluded, the first of several equal ones; -1 if all are excluded. */
    hottest(): number {
      const zone = topOf(outletC);
      return zone >= zoneCount || outletC.valueAt(zone) === -Infinity ? -1 : zoneHottest[zone]!;
    },
    /** Excludes this node from the following calls of `hottest`. */
    passOver(node: number): void {
      passed[node] = 1;
      rankZone(nodeZone[node]!);
      followZone(nodeZone[node]!);
    },
    /** Returns the largest difference between an inlet temperature and the common set-point, K. */
    greatestRiseC: (): number => Math.max(0, inletC.valueAt(topOf(inletC))),
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

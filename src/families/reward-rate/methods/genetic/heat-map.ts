import { LeastOf } from '../../../../../models/least-of.js';
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
  /** [zone]: common set-point minus the hottest node's outlet temperature, or less, K. */
  const outlets = new LeastOf(zoneCount);
  /** [zone]: common set-point minus the inlet temperature, or less, K; exact if the zone is up to date. */
  const inlets = new LeastOf(zoneCount);
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
    let rise = riseC[z]!;
    for (let n = taken[z]!; n < waiting; n++) rise += inletPerW[columnOf[n]! + z]! * changeW[n]!;
    riseC[z] = rise;
    taken[z] = waiting;
  };
  const followZone = (z: number): void => {
    bringUp(z);
    inlets.set(z, -riseC[z]!);
    outlets.set(z, -riseC[z]! - zoneOwnRiseC[z]!);
  };
  const followAll = (): void => {
    for (let z = 0; z < zoneCount; z++) bringUp(z);
    taken.fill(0);
    waiting = 0;
    inlets.setAll((z) => -riseC[z]!);
    outlets.setAll((z) => -riseC[z]! - zoneOwnRiseC[z]!);
  };
  /** Returns the hottest zone by exact values: those that are only bounds are recomputed as long as they are on top. */
  const topOf = (zones: LeastOf): number => {
    while (zones.position < zoneCount && taken[zones.position] !== waiting) followZone(zones.position);
    return zones.position;
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
      const zone = topOf(outlets);
      return zone < zoneCount ? zoneHottest[zone]! : -1;
    },
    /** Excludes this node from the following calls of `hottest`. */
    passOver(node: number): void {
      passed[node] = 1;
      rankZone(nodeZone[node]!);
      followZone(nodeZone[node]!);
    },
    /** Returns the largest difference between an inlet temperature and the common set-point, K. */
    greatestRiseC: (): number => Math.max(0, riseC[topOf(inlets)] ?? 0),
  };
}

import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';
import type { HeldFacility } from './held-facility.js';
import { jsonPath, type Fault } from '../instances/fault.js';

/** Influence weights below this do not count as a path for air (docs/facility/room-airflow.md). */
const PATH_THRESHOLD = 1e-9;

/**
 * Returns a fault for each failed CRAC (capacity 0) that leaves zones without cold air. Air that circulates only
 * through zones and failed CRACs would warm up without limit.
 *
 * If all CRACs have failed, no such fault is returned. All then count as working (docs/decisions/failed-crac.md), and
 * the heat of even idle nodes exceeds their capacity of 0.
 */
export function failedCracFaults({ file, facility, places }: HeldFacility, matrix: InfluenceMatrix): Fault[] {
  const failed = matrix.cracNames.map(
    (cracName) => facility.cracs.find((crac) => crac.name === cracName)?.coolingCapacityW === 0,
  );
  if (!failed.includes(true) || !failed.includes(false)) return [];
  const cracCount = failed.length;
  const cooled = downstream(
    matrix,
    [...failed.keys()].filter((c) => !failed[c]),
  );
  return facility.cracs.flatMap((crac, i): Fault[] => {
    const c = matrix.cracNames.indexOf(crac.name);
    if (c < 0 || !failed[c] || (cooled[c] && matrix.airFlowM3PerS[c] !== 0)) return [];
    // A unit that stands still warms nobody: it is named for all zones that its air would have cooled.
    const warmed = matrix.airFlowM3PerS[c] === 0 ? cooled.map((one) => 1 - one) : downstream(matrix, [c]);
    const zones = matrix.zones.filter((_, z) => warmed[cracCount + z] && !cooled[cracCount + z]);
    if (zones.length === 0) return [];
    const others = zones.length > 1 ? ` and ${zones.length - 1} more zones` : '';
    return [
      {
        file,
        path: jsonPath([...places.room, 'cracs', i, 'coolingCapacityW']),
        value: crac.coolingCapacityW,
        allowed: `a capacity above 0 (W): no air from a CRAC at work reaches ${zones[0]!.name}${others}`,
        remedy:
          'A CRAC of capacity 0 has failed and passes its air on as warm as it came. Give it a capacity, or leave out the zones that only failed CRACs supply: their temperature would have no bound.',
      },
    ];
  });
}

/** Returns, by CRAC and zone, 1 if air from any of `sources` reaches it, directly or through others; otherwise 0. */
function downstream({ cracNames, zones, weights }: InfluenceMatrix, sources: readonly number[]): Uint8Array {
  const { start, column, value } = weights;
  const size = cracNames.length + zones.length;
  const reached = new Uint8Array(size);
  for (const source of sources) reached[source] = 1;
  // By rows, which hold what each sink draws, until nothing changes.
  for (let changed = true; changed;) {
    changed = false;
    for (let sink = 0; sink < size; sink++) {
      for (let n = start[sink]!; n < start[sink + 1]! && reached[sink] === 0; n++) {
        if (reached[column[n]!] === 0 || value[n]! < PATH_THRESHOLD) continue;
        reached[sink] = 1;
        changed = true;
      }
    }
  }
  return reached;
}

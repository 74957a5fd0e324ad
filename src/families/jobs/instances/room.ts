import { meterOf } from '../../../../models/facility/meter.js';
import { poweredRoom } from '../../../../models/facility/room-state.js';
import { compileFacility, type CompiledFacility } from '../../../../models/facility/compiled.js';
import type { FacilityPlatform, JobsInstance, RoomOptions } from '../../../../models/families/jobs/instance.js';
import type { JobNodeType } from '../../../../models/families/jobs/month.js';
import type { JobsRoom } from '../../../../models/families/jobs/room.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { influenceMatrixOf } from '../../../facility/influence.js';
import { jsonPath, type LocalFault, type Fault } from '../../../instances/fault.js';
import { JOBS_PLACES } from './consistency-platform.js';

/** Maximum number of thermal zones of a room, because a table has an entry for each pair of zones. */
const MAX_ROOM_ZONES = 2000;

/** Machine room of an instance with its air flow. */
export interface OpenedJobsRoom {
  readonly ok: true;
  readonly room: JobsRoom;
  readonly matrix: InfluenceMatrix;
}

/**
 * Opens the machine room of an instance. Its air flow is computed, or read from a file in `directory`. Returns null if
 * the instance asks for no room. Refuses the instance if, with all cores at full power, no set-point keeps inlet limits
 * and cooling capacities.
 *
 * @param file name of the instance in messages
 */
export function openJobsRoom(
  { platform }: JobsInstance,
  nodeTypes: readonly JobNodeType[],
  file: string,
  directory: string,
): OpenedJobsRoom | null | { readonly ok: false; readonly faults: readonly Fault[] } {
  if (platform.source !== 'facility' || platform.room === undefined) return null;
  const air = influenceMatrixOf({ facility: platform.facility, file, places: JOBS_PLACES }, directory);
  if (!air.ok) return { ok: false, faults: air.faults };
  const made = jobsRoom(platform, platform.room, nodeTypes, air.matrix);
  if (!made.ok) return { ok: false, faults: made.faults.map((fault) => ({ file, ...fault })) };
  return { ok: true, room: made.room, matrix: air.matrix };
}

/** Returns the room of a facility with its air flow; faults if no set-point is feasible. */
export function jobsRoom(
  { facility }: FacilityPlatform,
  options: RoomOptions,
  nodeTypes: readonly JobNodeType[],
  matrix: InfluenceMatrix,
): { readonly ok: true; readonly room: JobsRoom } | { readonly ok: false; readonly faults: readonly LocalFault[] } {
  const refused = (field: readonly string[], value: unknown, allowed: string, remedy: string) => {
    return { ok: false as const, faults: [{ path: jsonPath(['platform', ...field]), value, allowed, remedy }] };
  };
  const { zones } = matrix;
  if (zones.length > MAX_ROOM_ZONES) {
    const remedy = 'Use fewer levels per rack or larger node groups, or leave the room out.';
    return refused(['facility', 'nodeGroups'], `${zones.length} zones`, `at most ${MAX_ROOM_ZONES} zones`, remedy);
  }
  const compiled = compileFacility(facility, [], matrix);
  const { cooling, setPointMinC, setPointMaxC } = compiled;
  if (!(setPointMinC <= setPointMaxC)) {
    const remedy = 'The room is cooled at one set-point of all CRACs: correct the ranges, or leave the room out.';
    return refused(['facility', 'cracs'], 'ranges that do not meet', 'ranges of set-points that meet', remedy);
  }
  const numberOf = new Map(nodeTypes.map(({ name }, n) => [name, n]));
  const idleW = Float64Array.from(compiled.zones, (zone) => zone.idleW);
  const fullLoadW = idleW.map((watts, z) => {
    const { coresPerNode, power } = nodeTypes[numberOf.get(zones[z]!.nodeType)!]!;
    return watts + zones[z]!.nodeCount * coresPerNode * Math.max(...power.dynamicPowerW);
  });
  const { riseC: fullRiseK, heatW: fullHeatW } = poweredRoom(compiled, fullLoadW);
  const hottest = fullRiseK.indexOf(Math.max(...fullRiseK));
  const { redLineC, setPointC: given } = options;
  const safeC = Math.min(setPointMaxC, redLineC - fullRiseK[hottest]!);
  const where = `${zones[hottest]!.name} with all cores at their greatest power`;
  if (safeC < setPointMinC) {
    const allowed = `at least ${up(setPointMinC + fullRiseK[hottest]!)} (C), the inlet of ${where} at the coldest set-point`;
    const remedy =
      'Raise the red line or widen the range of set-points, use fewer nodes there, or leave the highest P-states out.';
    return refused(['room', 'redLineC'], redLineC, allowed, remedy);
  }
  if (given !== undefined && !(given >= setPointMinC && given <= safeC)) {
    const allowed = `from ${setPointMinC} to ${down(safeC)} (C): above, ${where} is beyond the red line or a CRAC beyond its range`;
    return refused(
      ['room', 'setPointC'],
      given,
      allowed,
      'Correct it, or leave it out: the warmest safe one is taken.',
    );
  }
  for (const { where: name, crac, capacityW } of compiled.coolingLimits) {
    const heatW = fullHeatW[crac]!;
    if (heatW <= capacityW) continue;
    const allowed = `at least ${up(heatW)} (W), the heat that it removes with all cores at their greatest power`;
    const index = facility.cracs.findIndex((one) => one.name === name);
    const path = jsonPath(['platform', 'facility', 'cracs', index, 'coolingCapacityW']);
    const remedy = `"${name}" is too small for the nodes: correct it, use fewer nodes, or leave the highest P-states out.`;
    return { ok: false, faults: [{ path, value: capacityW, allowed, remedy }] };
  }
  return {
    ok: true,
    room: {
      zoneNames: zones.map(({ name }) => name),
      zoneOfNode: zoneOfNode(nodeTypes, matrix),
      idleW,
      fullLoadW,
      riseKPerW: riseTable(compiled),
      heatWPerW: heatTable(compiled),
      cooling,
      meter: meterOf(facility),
      redLineC,
      rule: options.setPoints ?? 'constant',
      setPointC: given ?? safeC,
      setPointMaxC,
    },
  };
}

/**
 * Returns the zone index of each node. Nodes of a type are numbered zone by zone in the order of the influence matrix.
 */
function zoneOfNode(nodeTypes: readonly JobNodeType[], { zones }: InfluenceMatrix): Int32Array {
  return Int32Array.from(
    nodeTypes.flatMap(({ name }) =>
      zones.flatMap(({ nodeType, nodeCount }, z) => (nodeType === name ? new Array<number>(nodeCount).fill(z) : [])),
    ),
  );
}

function riseTable({ thermal }: CompiledFacility): Float64Array {
  const zones = thermal.zoneCount;
  const table = new Float64Array(zones * zones);
  for (let k = 0; k < zones; k++) thermal.inletRow(k).forEach((rise, b) => (table[b * zones + k] = rise));
  return table;
}

function heatTable({ thermal, cracs }: CompiledFacility): Float64Array {
  const table = new Float64Array(thermal.zoneCount);
  for (let c = 0; c < cracs.length; c++) thermal.cracHeatRow(c).forEach((heatW, b) => (table[b]! += heatW));
  return table;
}

/** Returns a number as text, rounded up to four decimals. A least value in a message is then never too low. */
function up(value: number): string {
  return String(Math.ceil(value * 1e4) / 1e4);
}

function down(value: number): string {
  return String(Math.floor(value * 1e4) / 1e4);
}

import { createHash } from 'node:crypto';
import type { Facility, RoomAirflow } from '../../models/facility/facility.js';
import { DEFAULT_AIR } from '../../models/physics/cooling/crac.js';

/**
 * Returns the SHA-256 hash, hexadecimal, of everything in a facility that affects temperatures and power for given
 * work.
 *
 * Hashed are node types with their times and powers, positions of the nodes, CRACs, layout and air. Left out are
 * descriptions, co-location, and what lies between the meter and the room (UPS, other load). An absent field counts as
 * its default. The order of keys does not matter.
 */
export function facilitySha256({ nodeTypes, nodeGroups, cracs, airflow, coolingPerformance, air }: Facility): string {
  const room = {
    nodeTypes: nodeTypes.map((type) => ({
      name: type.name,
      cores: type.cores,
      idlePowerW: type.idlePowerW,
      airFlowM3PerS: type.airFlowM3PerS,
      psuEfficiency: type.psuEfficiency ?? 1,
      frequenciesGHz: type.pStateFrequenciesGHz,
      tasks: type.tasks,
    })),
    nodeGroups,
    cracs,
    coolingPerformance,
    air: air ?? DEFAULT_AIR,
    airflow: airflow.source === 'room' ? { ...airflow, ...defaultsOf(airflow) } : airflow,
  };
  return createHash('sha256').update(JSON.stringify(room, sorted)).digest('hex');
}

/**
 * Returns fields of a room's air with what they are if absent. A share of 1, hot mixing of 0 and the exchange of mixed
 * air of which there is none are left out.
 */
function defaultsOf({
  mixingFraction = 0,
  hotMixing,
  supplyShare,
  exhaustExchange,
}: RoomAirflow): Partial<RoomAirflow> {
  return {
    mixingFraction,
    exhaustExchange: mixingFraction === 0 ? undefined : exhaustExchange,
    hotMixing: hotMixing === 0 ? undefined : hotMixing,
    supplyShare: supplyShare === 1 ? undefined : supplyShare,
  };
}

/** Replacer for JSON.stringify that sorts the keys of objects alphabetically. */
function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

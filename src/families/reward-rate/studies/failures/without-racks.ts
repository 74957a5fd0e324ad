import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { PlannedRoom } from './failed-room.js';

/**
 * Returns the room without the nodes in the named racks. They draw no power, run nothing, and do not count for minimum
 * numbers of nodes. Air still flows through them, as through a failed CRAC (docs/decisions/failure-groups.md).
 * `evaluation` remains the one before the failure.
 */
export function withoutRacks(room: PlannedRoom, racks: readonly string[]): PlannedRoom {
  if (racks.length === 0) return room;
  const { instance, matrix, plan } = room;
  const isGone = ({ rack }: { readonly rack: string }): boolean => racks.includes(rack);
  const goneOf = (nodeType: string): string => `${nodeType} (gone)`;
  const types = new Set(matrix.zones.filter(isGone).map(({ nodeType }) => nodeType));
  const goneZones = new Set(matrix.zones.filter(isGone).map(({ name }) => name));
  const gone = instance.facility.nodeTypes
    .filter(({ name }) => types.has(name))
    .map(({ sleepPowerW: _, offPowerW: __, ...type }) => ({
      ...type,
      name: goneOf(type.name),
      idlePowerW: 0,
      tasks: [],
    }));
  const nodeGroups = instance.facility.nodeGroups.map((group) => {
    if (!isGone(group)) return group;
    const { mayBeOff: _, minimumOn: __, ...stays } = group;
    return { ...stays, nodeType: goneOf(group.nodeType) };
  });
  const facility: RewardRateInstance['facility'] = {
    ...instance.facility,
    nodeTypes: [...instance.facility.nodeTypes, ...gone],
    nodeGroups,
  };
  return {
    ...room,
    instance: { ...instance, facility },
    matrix: {
      ...matrix,
      zones: matrix.zones.map((zone) => (isGone(zone) ? { ...zone, nodeType: goneOf(zone.nodeType) } : zone)),
    },
    plan: {
      ...plan,
      assignments: plan.assignments.filter(({ zone }) => !goneZones.has(zone)),
      ...(plan.standby === undefined ? {} : { standby: plan.standby.filter(({ zone }) => !goneZones.has(zone)) }),
    },
  };
}

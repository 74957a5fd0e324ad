import type { Facility } from '../../../../models/facility/facility.js';
import { FACILITY_WITH_WORKLOAD } from '../../../../models/facility/places.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import { reserveFaults } from './consistency-reserve.js';
import { standbyAirFaults } from './consistency-standby-air.js';
import { standbyFaults } from '../../../facility/consistency-standby.js';
import { settingsFaults } from './consistency-settings.js';
import { setPointStepFaults } from './consistency-steps.js';
import { failureAirFaults, failureGroupFaults, surviveFaults } from './consistency-survive.js';
import { sharedSetPointFaults } from './consistency-shared-set-point.js';
import { uncertaintyFaults } from './consistency-uncertainty.js';
import {
  duplicateNames,
  duplicates,
  entries,
  knownNames,
  unknownReference,
} from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { type LocalFault, type PathSegment, jsonPath } from '../../../instances/fault.js';
import { nodeAndTaskFaults, placeFaults, rackNames } from '../../../facility/consistency.js';

/**
 * Returns the faults that show only in several fields together, such as repeated names, unknown references, wrong order
 * or missing entries. Invalid fields are missing and skipped, so that all faults are reported at once.
 */
export function consistencyFaults({
  facility,
  workload,
  limits,
  failureGroups,
  uncertainty,
}: NonNullable<Draft<RewardRateInstance>> = {}): LocalFault[] {
  const at = FACILITY_WITH_WORKLOAD;
  return [
    ...duplicateNames(at.nodeTypes, facility?.nodeTypes),
    ...duplicateNames(at.taskTypes, workload?.taskTypes),
    ...placeFaults(facility, knownNames(facility?.nodeTypes), at),
    ...limitFaults(facility, limits),
    ...nodeAndTaskFaults(facility, workload?.taskTypes, at),
    ...standbyFaults(facility),
    ...standbyAirFaults(facility, uncertainty),
    ...reserveFaults(facility, limits),
    ...setPointStepFaults(facility),
    ...settingsFaults(facility, limits),
    ...failureAirFaults(facility),
    ...failureGroupFaults(facility, failureGroups),
    ...surviveFaults(facility, limits, failureGroups),
    ...uncertaintyFaults(facility, uncertainty),
    ...sharedSetPointFaults(facility, limits, uncertainty),
  ];
}

/** Returns the faults of power limits for racks and PDUs: unknown or repeated names. */
function limitFaults(
  facility: Draft<Pick<Facility, 'airflow' | 'nodeGroups'>>,
  limits: Draft<RewardRateInstance['limits']>,
): LocalFault[] {
  const racks = rackNames(facility);
  return [
    ...duplicateNames(['limits', 'pdus'], limits?.pdus),
    ...duplicates(
      ['limits', 'rackPowerLimits'],
      'rack',
      limits?.rackPowerLimits?.map((one) => one?.rack),
    ),
    ...entries(limits?.rackPowerLimits).flatMap(([i, limit]) =>
      unknownReference(['limits', 'rackPowerLimits', i, 'rack'], limit.rack, racks, 'the racks'),
    ),
    ...entries(limits?.pdus).flatMap(([i, pdu]) =>
      (pdu.racks ?? []).flatMap((rack, k) =>
        unknownReference(['limits', 'pdus', i, 'racks', k], rack, racks, 'the racks'),
      ),
    ),
    ...entries(limits?.pdus).flatMap(([i, pdu]) => repeatedRacks(['limits', 'pdus', i, 'racks'], pdu.racks)),
  ];
}

function repeatedRacks(path: readonly PathSegment[], racks: readonly (string | undefined)[] | undefined): LocalFault[] {
  const first = new Map<string, number>();
  for (const [k, rack] of (racks ?? []).entries()) if (rack !== undefined && !first.has(rack)) first.set(rack, k);
  return (racks ?? []).flatMap((rack, k) =>
    rack === undefined || first.get(rack) === k
      ? []
      : [
          {
            path: jsonPath([...path, k]),
            value: rack,
            allowed: 'each rack once per PDU',
            remedy: 'Remove the repetition.',
          },
        ],
  );
}

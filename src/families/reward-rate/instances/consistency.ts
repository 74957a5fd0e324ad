import type { Facility } from '../../../../models/facility/facility.js';
import { FACILITY_WITH_WORKLOAD } from '../../../../models/facility/places.js';
import type { RewardRateInstance } from '../../../../models/problems/reward-rate/instance.js';
import { reserveProblems } from './consistency-reserve.js';
import { standbyAirProblems } from './consistency-standby-air.js';
import { standbyProblems } from '../../../facility/consistency-standby.js';
import { settingsProblems } from './consistency-settings.js';
import { setPointStepProblems } from './consistency-steps.js';
import { failureGroupProblems, surviveProblems } from './consistency-survive.js';
import { sharedSetPointProblems } from './consistency-shared-set-point.js';
import { uncertaintyProblems } from './consistency-uncertainty.js';
import {
  duplicateNames,
  duplicates,
  entries,
  knownNames,
  unknownReference,
} from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { type LocalProblem, type PathSegment, jsonPath } from '../../../instances/problem.js';
import { nodeAndTaskProblems, placeProblems, rackNames } from '../../../facility/consistency.js';

/**
 * Problems that fields show only together: unique names, known references, order, completeness. Works on a draft, so
 * that unknown names are reported even if some number in the file is wrong; what is missing is not judged.
 */
export function consistencyProblems({
  facility,
  workload,
  limits,
  failureGroups,
  uncertainty,
}: NonNullable<Draft<RewardRateInstance>> = {}): LocalProblem[] {
  const at = FACILITY_WITH_WORKLOAD;
  return [
    ...duplicateNames(at.nodeTypes, facility?.nodeTypes),
    ...duplicateNames(at.taskTypes, workload?.taskTypes),
    ...placeProblems(facility, knownNames(facility?.nodeTypes), at),
    ...limitProblems(facility, limits),
    ...nodeAndTaskProblems(facility, workload?.taskTypes, at),
    ...standbyProblems(facility),
    ...standbyAirProblems(facility, uncertainty),
    ...reserveProblems(facility, limits),
    ...setPointStepProblems(facility),
    ...settingsProblems(facility, limits),
    ...failureGroupProblems(facility, failureGroups),
    ...surviveProblems(facility, limits, failureGroups),
    ...uncertaintyProblems(facility, uncertainty),
    ...sharedSetPointProblems(facility, limits, uncertainty),
  ];
}

/** Limits of racks and PDUs, each with the room. */
function limitProblems(
  facility: Draft<Pick<Facility, 'airflow' | 'nodeGroups'>>,
  limits: Draft<RewardRateInstance['limits']>,
): LocalProblem[] {
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

function repeatedRacks(
  path: readonly PathSegment[],
  racks: readonly (string | undefined)[] | undefined,
): LocalProblem[] {
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

import { z } from 'zod';
import * as quantity from '../fields/quantities.js';
import { fraction } from '../fields/fields.js';
import { roomInfluenceMatrix } from '../physics/airflow/room-matrix.js';
import { airAfterFailure, failedUnits, type FailureMode, type Unit } from '../physics/airflow/unit-air.js';
import type { InfluenceMatrix } from '../physics/thermal/influence-matrix.js';
import type { Airflow } from './airflow.js';
import type { Facility } from './facility.js';

/** Fields of a CRAC for what becomes of the air when it fails, or when another one does (docs/reward-rate/failures.md). */
export const failureOfCrac = {
  onFailure: z
    .enum(['fanStops', 'fanRuns'])
    .meta({
      description:
        'fanStops: its air is gone when it fails, and the air of the room is drawn anew. fanRuns: it blows on what it draws in, without cooling it. A CRAC of coolingCapacityW 0 blows on unless it says fanStops.',
      fallback: 'fanStops under room airflow, fanRuns with a matrix file',
    })
    .optional(),
  backFlow: fraction(
    'Air that flows back up through the CRAC while its fan stands still, as a fraction of airFlowM3PerS, at the pressure under the floor with every CRAC at work. 0.02 with a damper against it is a convention.',
    { fallback: '0.15' },
  ).optional(),
  standbyAirFlowM3PerS: quantity
    .cracAirFlowM3PerS('Air flow while another CRAC has failed, from airFlowM3PerS to twice that.', {
      fallback: 'airFlowM3PerS',
    })
    .optional(),
};

/** Returns what the fan of a CRAC does when it fails: as stated, else it stops, or runs on with a matrix file. */
export function failureModeOf(
  { onFailure }: { readonly onFailure?: FailureMode | undefined },
  { source }: Pick<Airflow, 'source'>,
): FailureMode {
  return onFailure ?? (source === 'room' ? 'fanStops' : 'fanRuns');
}

/** A failure: the names of the CRACs that fail together, and what their fans do if not what the CRACs state. */
export interface Failure {
  readonly gone: readonly string[];
  readonly mode?: FailureMode | undefined;
}

/** Returns the facility after a failure: its CRACs have cooling capacity 0 and say what their fans do. */
export function afterFailure<F extends { readonly cracs: readonly Unit[]; readonly airflow: Pick<Airflow, 'source'> }>(
  facility: F,
  { gone, mode }: Failure,
): F {
  const cracs = facility.cracs.map((crac) =>
    gone.includes(crac.name)
      ? { ...crac, coolingCapacityW: 0, onFailure: mode ?? failureModeOf(crac, facility.airflow) }
      : crac,
  );
  return { ...facility, cracs };
}

/** Draws the air of a facility's room with given air flows of its zones, m3/s. */
export type DrawAir = (facility: Facility, zoneFlows: Float64Array) => InfluenceMatrix;

/**
 * Returns the influence matrix of a room with the air after each of some failures. Air that it has already, and air
 * that no failure changes, is not drawn again.
 *
 * @throws PotentialNotConverged, AirflowStopped, TooManyEntries, MixingNotConverged as roomInfluenceMatrix
 */
export function withAirAfter(
  facility: Facility,
  matrix: InfluenceMatrix,
  failures: readonly Failure[],
  draw: DrawAir = (failed, zoneFlows) => roomInfluenceMatrix(failed, undefined, zoneFlows),
): InfluenceMatrix {
  return failures.reduce((known, failure) => {
    const failed = afterFailure(facility, failure);
    if (airAfterFailure(failed, known) !== null) return known;
    const drawn = draw(failed, matrix.airFlowM3PerS.slice(matrix.cracNames.length));
    const afterFailures = [...(known.afterFailure ?? []), { ...failedUnits(failed.cracs), matrix: drawn }];
    return { ...known, afterFailure: afterFailures };
  }, matrix);
}

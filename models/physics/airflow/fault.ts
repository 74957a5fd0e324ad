/**
 * A fault in an instance's airflow data that the user must correct. Without the correction, no influence matrix can be
 * computed. Faults are collected, not thrown.
 */
export interface AirflowFault {
  /** JSON path in the facility, e.g. "airflow.layout.racks[3].xM". */
  readonly path: string;
  readonly message: string;
  readonly value: unknown;
  /** Description of the values that are accepted at the path. */
  readonly allowed: string;
  /** Advice to the user: what to change in the file. */
  readonly remedy: string;
}

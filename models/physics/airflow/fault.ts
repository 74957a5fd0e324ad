/**
 * Something in an instance's airflow data that must be corrected before a matrix can be computed. All faults are
 * collected, none is thrown.
 */
export interface AirflowFault {
  /** JSON path in the facility, e.g. "airflow.layout.racks[3].xM". */
  readonly path: string;
  readonly message: string;
  readonly value: unknown;
  /** Values that are accepted at the path. */
  readonly allowed: string;
  /** Advice to the user: what to change in the file. */
  readonly remedy: string;
}

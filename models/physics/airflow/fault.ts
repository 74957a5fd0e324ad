/** Something in an instance's airflow data that must be mended before a matrix exists. All faults are collected, none is thrown. */
export interface AirflowFault {
  /** JSON path in the facility, e.g. "airflow.layout.racks[3].xM". */
  readonly path: string;
  readonly message: string;
  readonly value: unknown;
  /** Values that are accepted there. */
  readonly allowed: string;
  /** Advice to the user: what to change in the file. */
  readonly remedy: string;
}

/** A fault in airflow data that prevents computing an influence matrix. Faults are collected, not thrown. */
export interface AirflowFault {
  /** JSON path in the facility, e.g. "airflow.layout.racks[3].xM". */
  readonly path: string;
  readonly message: string;
  readonly value: unknown;
  /** Description of the accepted values. */
  readonly allowed: string;
  /** Advice on what the user can change in the file. */
  readonly remedy: string;
}

/** Options of `exportStudy`. */
export interface ExportStudyOptions {
  /** Format of the table: `csv`, `sqlite` or `parquet`; `csv` if absent. */
  readonly format?: 'csv' | 'sqlite' | 'parquet';
  /** Path of a file for the trajectories, in the same format; a SQLite file has them anyway. Not written if absent. */
  readonly trajectories?: string;
  /** Flag, false to leave out what depends on the machine: times, memory, host, versions; true if absent. */
  readonly times?: boolean;
  /** Flag, true if files may be overwritten that Plenum did not write; false if absent. */
  readonly overwrite?: boolean;
}

import type { StudyState } from '../workbench/study/run.js';
import type { Aborted, OpenOptions } from './options.js';

/** Options of the functions that read a study folder. */
export type FolderOptions = OpenOptions;

/** Permission for code of others, of functions whose study may name modules. */
interface ModulesOption {
  /** True if the study may name modules, whose code its runs then run; false if absent. */
  readonly allowModules?: boolean;
}

/** Options of `checkStudy`. */
export interface CheckStudyOptions extends OpenOptions, ModulesOption {
  /** Path of the study folder to compare it with: what is done, and what a change leaves valid; none if absent. */
  readonly out?: string;
  /** Flag, true to let it have more runs than are made unasked; false if absent. */
  readonly yes?: boolean;
}

/** Options of `runStudy`. */
export interface RunStudyOptions extends OpenOptions, ModulesOption {
  /** Path of the study folder to write to; the folder named as study if absent. */
  readonly out?: string;
  /** Number of runs made at a time, each in a process of its own, 1 to 64; 1 if absent. What is found does not depend on it. */
  readonly workers?: number;
  /** Keys of the runs to make, 64 hexadecimal digits each, or unique beginnings of them, 6 digits or more; all of the study if absent. */
  readonly keys?: readonly string[];
  /** Runs with a record that are made anew: `failed` or `none`; `none` if absent. */
  readonly retry?: 'none' | 'failed';
  /** Flag, true to make more runs than are made unasked; false if absent. */
  readonly yes?: boolean;
  /** Signal to end: once aborted, no further run is begun, and those that run are finished. */
  readonly signal?: Aborted;
  /** Receiver of the state of the study after each record that is on disk. */
  readonly onProgress?: (state: StudyState) => void;
}

/** Options of `reportStudy`. */
export interface ReportStudyOptions extends OpenOptions {
  /** Path of the page; report.html in the study folder if absent. */
  readonly out?: string;
  /** Flag, false to leave out what depends on the machine: times, memory, host, versions; true if absent. */
  readonly times?: boolean;
  /** True if a file may be overwritten that Plenum did not write; false if absent. */
  readonly overwrite?: boolean;
}

/** Options of `exportStudy`. */
export interface ExportStudyOptions extends OpenOptions {
  /** Format of the table: `csv`, `sqlite` or `parquet`; `csv` if absent. */
  readonly format?: 'csv' | 'sqlite' | 'parquet';
  /** Path of a file for the trajectories, in the same format; a SQLite file has them anyway. Not written if absent. */
  readonly trajectories?: string;
  /** Flag, false to leave out what depends on the machine: times, memory, host, versions; true if absent. */
  readonly times?: boolean;
  /** True if files may be overwritten that Plenum did not write; false if absent. */
  readonly overwrite?: boolean;
}

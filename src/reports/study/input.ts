import type { Advice } from '../../studies/analysis/advice.js';
import type { StudyAnalysis } from '../../studies/analysis/analysis.js';
import type { RunRecord } from '../../studies/plan/record.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Scalar, Study } from '../../studies/plan/study.js';
import type { StudyTable } from '../../studies/tables.js';

/** Value of a table's cell; null if there is none. */
export type TableCell = string | number | boolean | null;

/** Table with one row for each run, as `plenum study export` writes it. */
export type RunsTable = Pick<StudyTable, 'columns' | 'rows' | 'records'>;

/** Content of a study's report: runs, table, statistics, recommendations, and command lines that repeat runs. */
export interface StudyReport {
  readonly study: Study;
  readonly runs: readonly StudyRun[];
  readonly table: RunsTable;
  readonly analysis: StudyAnalysis;
  readonly advice: readonly Advice[];
  /** Class (comparable runs) and gap of each run, by its key. */
  readonly places: ReadonlyMap<string, Pick<PlacedRun, 'inClass' | 'gap'>>;
  /**
   * Parameters of profiles, as fractions. `tolerance` is the relative distance from the bound (or the best known plan)
   * at which data profiles count a case as solved. `shift` is added to gaps in performance profiles.
   */
  readonly profiles: { readonly tolerance: number; readonly shift: number };
  /**
   * Beginning of a command line that repeats runs of the study. The keys of the runs to repeat are added at its end.
   */
  readonly repeat: string;
  /** Command lines that repeat a single run, by the key of the run. Runs of some commands have none. */
  readonly commands: ReadonlyMap<string, string>;
  /** True to include times, which depend on the machine. */
  readonly times: boolean;
}

/** A run of a study with its record, its class and its gap. */
export interface PlacedRun {
  readonly record: RunRecord;
  readonly cell: Readonly<Record<string, Scalar>>;
  /** Position of the run's class (comparable runs) in the analysis; null if it has none. */
  readonly inClass: number | null;
  /**
   * Gap, a fraction, to the best bound that any run proved for the same case (instance, seed and settings). Null
   * without plan or bound.
   */
  readonly gap: number | null;
}

/** Returns the runs that have a record, in the order of the table of runs. */
export function placedRuns({ runs, table, places }: StudyReport): PlacedRun[] {
  const cells = new Map(runs.map(({ key, cell }) => [key, cell]));
  return table.records.map((record) => {
    const { inClass = null, gap = null } = places.get(record.key) ?? {};
    return { record, cell: cells.get(record.key) ?? {}, inClass, gap };
  });
}

import type { Advice } from '../../studies/analysis/advice.js';
import type { StudyAnalysis } from '../../studies/analysis/analysis.js';
import type { RunRecord } from '../../studies/plan/record.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Scalar, Study } from '../../studies/plan/study.js';
import type { StudyTable } from '../../studies/tables.js';

/** Value of a table's cell; null if there is none. */
export type TableCell = string | number | boolean | null;

/** Table of runs, one row each, as `plenum study export` writes it. */
export type RunsTable = Pick<StudyTable, 'columns' | 'rows' | 'records'>;

/** Everything that the report of a study shows. */
export interface StudyReport {
  readonly study: Study;
  readonly runs: readonly StudyRun[];
  readonly table: RunsTable;
  readonly analysis: StudyAnalysis;
  readonly advice: readonly Advice[];
  /** Position of each run in the analysis, by key: its class, and its gap to the best certificate of its case. */
  readonly places: ReadonlyMap<string, Pick<PlacedRun, 'inClass' | 'gap'>>;
  /**
   * Numbers used in profiles: the shortfall up to which a case counts as solved in data profiles, and the shift of gaps
   * in performance profiles; fractions.
   */
  readonly profiles: { readonly tolerance: number; readonly shift: number };
  /** Command line that repeats runs of the study; their keys are added at its end. */
  readonly repeat: string;
  /** Command lines that repeat one run by itself, by key; runs of some verbs have none. */
  readonly commands: ReadonlyMap<string, string>;
  /** True if values that depend on the machine are included. */
  readonly times: boolean;
}

/** A run with its record and its position in the analysis. */
export interface PlacedRun {
  readonly record: RunRecord;
  readonly cell: Readonly<Record<string, Scalar>>;
  /** Position of its class in the analysis; null if it has no class. */
  readonly inClass: number | null;
  /** Gap to the best certificate of its case, a fraction; null without plan or bound. */
  readonly gap: number | null;
}

/** Returns the runs that have a record, in the order of the table. */
export function placedRuns({ runs, table, places }: StudyReport): PlacedRun[] {
  const cells = new Map(runs.map(({ key, cell }) => [key, cell]));
  return table.records.map((record) => {
    const { inClass = null, gap = null } = places.get(record.key) ?? {};
    return { record, cell: cells.get(record.key) ?? {}, inClass, gap };
  });
}

import type {
  BoundFrame,
  ComparisonRecord,
  MethodDifference,
  MethodSummary,
  RunFrame,
} from '../../studies/compare/record.js';
import type { Content } from '../html/markup.js';
import type { SectionOptions } from '../html/section.js';
import type { SpreadChart } from '../html/spread-chart.js';

/**
 * Function from a record to the texts, tables and charts that are special to a family; the rest is common to all
 * families.
 */
export type CompareReport<
  Figures extends object,
  Bound extends BoundFrame,
  Key extends string,
  Pair extends string,
  Facts extends object,
> = (
  record: ComparisonRecord<Figures, Bound, Key, Pair> & Facts,
) => CompareTexts<RunFrame & Figures, MethodSummary<Key>, MethodDifference<Pair>, Bound>;

export interface CompareTexts<Run, Summary, Difference, Bound> {
  /** Text behind the instance's name, e.g. ", mo-ec". */
  readonly titled?: string;
  /** Lines below the limits. */
  readonly head?: readonly string[];
  readonly columns: readonly TextColumn<Summary>[];
  /** Lines below the table. */
  readonly notes?: readonly string[];
  /** Sentence on a method's difference from the reference over their common trials; null where nothing is known. */
  readonly difference: (difference: Difference) => string | null;
  /** Lines above the warnings. */
  readonly tail?: readonly string[];
  /** Columns of compare.csv, between those of every family; one row per run. */
  readonly csv: readonly CsvColumn<Run>[];
  /** Files besides those of every family: name and text of each. */
  readonly files?: readonly (readonly [name: string, text: () => string])[];
  /** Content of compare.html, made on request: its charts may take longer to load than a comparison to run. */
  readonly page: () => Promise<ComparePage<Run, Summary, Difference, Bound>>;
}

/** A column on a terminal; the first stands to the left, the others to the right. */
export interface TextColumn<Row> {
  readonly head: string;
  readonly width: number;
  readonly of: (row: Row) => string;
}

export interface CsvColumn<Run> {
  readonly name: string;
  readonly of: (run: Run) => number | string | null;
}

export interface PageColumn<Row> {
  readonly head: Content;
  readonly numeric?: boolean;
  readonly of: (row: Row) => Content;
}

export interface PageTable<Row> {
  readonly caption: string;
  readonly columns: readonly PageColumn<Row>[];
  readonly foot?: readonly Content[];
}

/** Content of compare.html that is special to a family. */
export interface ComparePage<Run, Summary, Difference, Bound> {
  /** Kind of page, e.g. "geo methods compared". */
  readonly kind: string;
  /** Text behind "3 methods side by side", e.g. " on MO-EC". */
  readonly on?: string;
  /** Text above the table of methods. */
  readonly result: Content;
  readonly methods: PageTable<Summary>;
  /** Text below the table of methods. */
  readonly caption: Content;
  /** Sections between result and convergence. */
  readonly sections?: readonly SectionOptions[];
  /** Section on the best plans so far; null where there is nothing to draw. */
  readonly convergence: {
    /** Chart of the best plans so far; its horizontal axis, points and lines come from the record. */
    readonly chart: () => Omit<SpreadChart, 'xName' | 'at' | 'lines'>;
    readonly caption: () => Content;
    /** Beginning of the table's caption: "Median gap over the trials by". */
    readonly table: string;
    readonly cell: (value: number | null | undefined) => Content;
  } | null;
  readonly differences: { readonly title: string; readonly chart?: Content; readonly table: PageTable<Difference> };
  /** Sections between differences and runs. */
  readonly more?: readonly SectionOptions[];
  readonly runsTitle: string;
  readonly bounds: PageTable<Bound>;
  /** Text between bounds and runs. */
  readonly aboveRuns?: Content;
  readonly runs: PageTable<Run>;
}

/** A metric as tables show it. */
export interface PlainMetric {
  readonly key: string;
  readonly head: string;
  readonly unit: string;
}

import type {
  BoundFrame,
  ComparisonRecord,
  MethodDifference,
  MethodSummary,
  RunFrame,
} from '../../studies/compare/record.js';
import {
  aligned,
  alignedIn,
  count,
  gapPercent,
  type Measured,
  percent,
  seconds,
  type Shown,
  significant,
} from '../format.js';
import type { Content } from '../html/markup.js';
import type { SectionOptions } from '../html/section.js';
import type { SpreadChart } from '../html/spread-chart.js';

/** Places of a comparison: the table on the terminal, on the page those of methods, runs, differences and bounds, and the columns of compare.csv. */
export type ComparePlace = 'text' | 'methods' | 'runs' | 'differences' | 'bounds' | 'csv';

/** Mean of a figure by method, and its paired difference to the reference. */
export type MeanInterval = NonNullable<MethodSummary['objective']>;
export type PairedDifference = NonNullable<MethodDifference['objective']>;
export type Interval = NonNullable<MeanInterval['interval']>;

export type Notation = (value: Measured) => Shown | null;

/** A figure of runs, declared once for every place of a comparison that shows it. */
export interface ComparedFigure {
  /** Name among the figures of a run, the means of a method and the paired differences; in `bounds` among the figures of a bound. */
  readonly key: string;
  readonly label: string;
  /** Head of its columns on the page, where that is not the label with a capital. */
  readonly head?: string;
  /** Unit of records: "share", "gap", "s", "J", "count", or the words for it. */
  readonly unit: string;
  /** Notation of a column with these values, where it is not that of the unit. */
  readonly notation?: (values: readonly Measured[]) => Notation;
  /** Notation of the ends of intervals, where it is another. */
  readonly ends?: Notation;
  /** True if the interval of the mean stands beside it. */
  readonly hasInterval?: boolean;
  /** Name of the proven bound on it among the figures of a bound. */
  readonly bound?: string;
  /** Head of its column in compare.csv. */
  readonly csv?: string;
  /** Words where there is none. */
  readonly none?: string;
  readonly in: readonly ComparePlace[];
}

/** Names and figures of a family's comparison; all texts, tables and files follow from them. */
export interface CompareTexts {
  /** Text behind the instance's name, e.g. ", mo-ec". */
  readonly titled?: string;
  /** Lines below the limits. */
  readonly head?: readonly string[];
  readonly figures: readonly ComparedFigure[];
  /** Key of the difference that wins, losses and ties are counted by; the objective's if absent. */
  readonly balance?: string;
  /** Lines below the table of methods. */
  readonly notes?: readonly string[];
  /** Lines above the warnings. */
  readonly tail?: readonly string[];
  /** Files besides those of every family: name and text of each. */
  readonly files?: readonly (readonly [name: string, text: () => string])[];
  /** Content of compare.html that is special to the family, made on request: its charts may take longer to load than a comparison to run. */
  readonly page: () => Promise<ComparePage>;
}

/** Function from a record to the words and figures that are special to a family; the rest is common to all families. */
export type CompareReport = (record: ComparisonRecord) => CompareTexts;

/** A chart of shares with their intervals, a row for each method. */
export interface ShareChart {
  /** Key of the means, or of the differences. */
  readonly key: string;
  readonly title: string;
  readonly axis: string;
  readonly mark?: number;
  readonly range?: readonly [number, number];
  readonly leastShown?: number;
}

/** Content of compare.html that is special to a family. */
export interface ComparePage {
  /** Kind of page, e.g. "geo methods compared". */
  readonly kind: string;
  /** Text behind "3 methods side by side", e.g. " on MO-EC". */
  readonly on?: string;
  /** Picture above the table of methods, and above that of differences. */
  readonly result?: Content;
  readonly chart?: ShareChart;
  readonly differenceChart?: ShareChart;
  /** Text below the table of methods. */
  readonly caption: Content;
  /** Sections between result and convergence, and between differences and runs. */
  readonly sections?: readonly SectionOptions[];
  readonly more?: readonly SectionOptions[];
  /** Section on the best plans so far; null where there is nothing to draw. */
  readonly convergence: {
    /** Chart of the best plans so far; its horizontal axis, points and lines come from the record. */
    readonly chart: () => Omit<SpreadChart, 'xName' | 'at' | 'lines'>;
    readonly caption: () => Content;
    /** Beginning of the table's caption: "Median gap over the trials by". */
    readonly table: string;
    readonly cell: (value: number | null | undefined) => Content;
  } | null;
}

/** Notations of units whose cells name them. */
const NOTATIONS: Readonly<Record<string, Notation>> = {
  share: percent,
  gap: gapPercent,
  s: seconds,
  count: (value) =>
    typeof value === 'number' && !Number.isInteger(value) ? count(Number(significant(value))) : count(value),
};

/** Notation of a column of a figure that has these values. */
export function notationOf({ unit, notation }: ComparedFigure, values: readonly Measured[]): Notation {
  if (unit === 'J') {
    const { unit: name, write } = alignedIn(unit, values);
    return (value) => {
      const shown = write(value);
      return shown === null ? null : { ...shown, unit: name };
    };
  }
  return notation?.(values) ?? (Object.hasOwn(NOTATIONS, unit) ? NOTATIONS[unit]! : aligned(values));
}

/** Head of a figure's column: its label, and its unit where cells do not name it. */
export function headOf({ label, unit, notation }: ComparedFigure): string {
  return notation !== undefined || unit === '' || unit === label || unit === 'J' || Object.hasOwn(NOTATIONS, unit)
    ? label
    : `${label}, ${unit}`;
}

/** Figures of the objective's gap, which every family has. */
export const GAP: ComparedFigure = {
  key: 'gap',
  label: 'gap',
  unit: 'gap',
  csv: 'gap',
  in: ['text', 'methods', 'runs', 'csv'],
};

/** Value that a run, a method's summary or a bound has under a name of its family's. */
export function valueIn(of: object, name: string): unknown {
  return (of as Readonly<Record<string, unknown>>)[name];
}

/** Mean of a figure that a method, a difference or a row of a sweep has; null where it has none. */
export function meanIn(of: object, key: string): MeanInterval | null {
  return (valueIn(of, key) ?? null) as MeanInterval | null;
}

/** Number that a run or a bound has under a name; null where it has none. */
export function numberIn(of: object, name: string): number | null {
  const value = valueIn(of, name);
  return typeof value === 'number' ? value : null;
}

/** Mean of a figure over all bounds; null where one has none. */
export function meanBound(bounds: readonly BoundFrame[], name: string): number | null {
  const known = bounds.flatMap((bound) => numberIn(bound, name) ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value / known.length, 0);
}

/** Names of the limits that a run's plan breaks; empty where its family does not list them. */
export function brokenOf(run: RunFrame): readonly string[] {
  return (valueIn(run, 'broken') ?? []) as readonly string[];
}

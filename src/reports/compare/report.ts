import type {
  BoundFrame,
  ComparisonRecord,
  MethodDifference,
  MethodSummary,
  RunFrame,
} from '../../studies/compare/record.js';
import type { Figure } from '../figures.js';
import { alignedIn, inUnit, type Measured, type Shown } from '../format.js';
import type { SectionOptions } from '../html/section.js';

/** Mean of a figure by method, and its paired difference to the reference. */
export type MeanInterval = NonNullable<MethodSummary['objective']>;
export type PairedDifference = NonNullable<MethodDifference['objective']>;
export type Interval = NonNullable<MeanInterval['interval']>;

export type Notation = (value: Measured) => Shown | null;

/** A declared figure of runs; what it is of does not matter to those who show records. */
export type ComparedFigure = Pick<Figure<never>, 'key' | 'label' | 'unit' | 'digits' | 'shown' | 'none'>;

/** What a family tells of a comparison beside its figures; all else is common to all. */
export interface CompareTexts {
  /** Text behind the instance's name, e.g. ", mo-ec". */
  readonly titled?: string;
  /** Lines below the limits: a label and its text. */
  readonly head?: readonly (readonly [label: string, text: string])[];
  /** Names of figures that differ from those declared, by key. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Sentences on what the columns mean, below the table of methods. */
  readonly notes?: readonly string[];
  /** Lines above the warnings on the terminal. */
  readonly tail?: readonly string[];
  /** Files besides those of every family: name and text of each. */
  readonly files?: readonly (readonly [name: string, text: () => string])[];
  /** Sections of the page, made on request: their charts may take longer to load than a comparison to run. */
  readonly sections?: () => Promise<readonly SectionOptions[]>;
}

/** Function from a record to what its family tells of it. */
export type CompareReport = (record: ComparisonRecord) => CompareTexts;

/** A comparison as text and page show it. */
export interface ToldComparison {
  readonly record: ComparisonRecord;
  readonly texts: CompareTexts;
  /** Figures of the family, as declared. */
  readonly figures: readonly Figure<never>[];
}

/** Units whose cells name them. */
const IN_CELLS: readonly string[] = ['share', 'gap', 's', 'count'];

/** Head and notation of a column of a figure that has these values. */
export function columnOf(
  { label, unit, digits, shown }: Omit<ComparedFigure, 'key'>,
  values: readonly Measured[],
  currency?: string,
): { readonly head: string; readonly write: Notation } {
  const notation = { ...(digits === undefined ? {} : { digits }), ...(currency === undefined ? {} : { currency }) };
  if (shown !== undefined) return { head: label, write: shown };
  if (IN_CELLS.includes(unit)) return { head: label, write: (value) => inUnit(value, unit, notation) };
  const { unit: name, write } = alignedIn(unit, values, notation);
  return { head: name === '' || name === label ? label : `${label}, ${name}`, write };
}

/** Figures of a place that are known of some row, under the labels of the comparison. */
export function knownFigures(
  { figures, texts: { labels = {} } }: Pick<ToldComparison, 'figures' | 'texts'>,
  places: readonly Figure<never>['in'][number][],
  isKnown: (key: string) => boolean,
): readonly Figure<never>[] {
  return figures
    .filter(({ key, in: own }) => own.some((place) => places.includes(place)) && isKnown(key))
    .map((one) => ({ ...one, label: labels[one.key] ?? one.label }));
}

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

/** Names of the limits that a run's plan breaks. */
export function brokenOf({ broken = [] }: RunFrame): readonly string[] {
  return broken;
}

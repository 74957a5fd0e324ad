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

/** Mean of a figure over trials, and the paired difference of a method to the reference. */
export type MeanInterval = NonNullable<MethodSummary['objective']>;
export type PairedDifference = NonNullable<MethodDifference['objective']>;
export type Interval = NonNullable<MeanInterval['interval']>;

export type Notation = (value: Measured) => Shown | null;

/** A declared figure of runs. Those who show records need not know which family it belongs to. */
export type ComparedFigure = Pick<Figure<never>, 'key' | 'label' | 'unit' | 'digits' | 'shown' | 'none'>;

/** What a family adds to the report of a comparison. Everything else is the same for all families. */
export interface CompareTexts {
  /** Text after the instance's name in the title, e.g. ", mo-ec". */
  readonly titled?: string;
  /** Lines shown below the limits, each a label and a text. */
  readonly head?: readonly (readonly [label: string, text: string])[];
  /** Labels, by key, of figures that are named otherwise than declared. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Sentences below the table of methods that explain its columns. */
  readonly notes?: readonly string[];
  /** Lines shown above the warnings on the terminal. */
  readonly tail?: readonly string[];
  /** Files that the family writes in addition: name and text of each. */
  readonly files?: readonly (readonly [name: string, text: () => string])[];
  /**
   * Loads the family's sections of the page. They are loaded on request, because their charts may take longer to load
   * than the comparison takes to run.
   */
  readonly sections?: () => Promise<readonly SectionOptions[]>;
}

/** Returns the family's part of the report on a record. */
export type CompareReport = (record: ComparisonRecord) => CompareTexts;

/** A comparison as the text output and the page show it. */
export interface ToldComparison {
  readonly record: ComparisonRecord;
  readonly texts: CompareTexts;
  /** Figures that the family declares, in the order in which they are shown. */
  readonly figures: readonly Figure<never>[];
}

/** Units that are shown in each cell of a table instead of in its head. */
const IN_CELLS: readonly string[] = ['share', 'gap', 's', 'count'];

/** Returns the heading and the number format of a figure's column, chosen for these values. */
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

/** Returns the figures meant for one table that have a value in some row, with the comparison's own labels. */
export function knownFigures(
  { figures, texts: { labels = {} } }: Pick<ToldComparison, 'figures' | 'texts'>,
  places: readonly Figure<never>['in'][number][],
  isKnown: (key: string) => boolean,
): readonly Figure<never>[] {
  return figures
    .filter(({ key, in: own }) => own.some((place) => places.includes(place)) && isKnown(key))
    .map((one) => ({ ...one, label: labels[one.key] ?? one.label }));
}

/** Returns the value that a run, a summary or a bound has in a field of its family. */
export function valueIn(of: object, name: string): unknown {
  return (of as Readonly<Record<string, unknown>>)[name];
}

/** Returns the mean of a figure in a method, a difference or a row of a sweep; null if it has none. */
export function meanIn(of: object, key: string): MeanInterval | null {
  return (valueIn(of, key) ?? null) as MeanInterval | null;
}

/** Returns the number that a run or a bound has in this field; null if it has none. */
export function numberIn(of: object, name: string): number | null {
  const value = valueIn(of, name);
  return typeof value === 'number' ? value : null;
}

/** Returns the mean of a figure over the bounds that have it; null if none has it. */
export function meanBound(bounds: readonly BoundFrame[], name: string): number | null {
  const known = bounds.flatMap((bound) => numberIn(bound, name) ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value / known.length, 0);
}

/** Returns the names of the limits that a run's plan breaks. */
export function brokenOf({ broken = [] }: RunFrame): readonly string[] {
  return broken;
}

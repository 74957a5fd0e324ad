import type { ComparisonRecord, MethodSummary } from '../../studies/compare/record.js';
import type { Figure } from '../figures.js';
import type { SectionOptions } from '../html/section.js';

/** What a family adds to the report of a comparison. Everything else is the same for all families. */
export interface CompareTexts {
  /** Text after the instance's name in the title, e.g. ", mo-ec". */
  readonly titled?: string;
  /** Lines shown below the title, each a label and a text. */
  readonly head?: readonly (readonly [label: string, text: string])[];
  /** Labels, by key, of figures that are named otherwise than declared. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Sentences below the table of methods that explain its columns. */
  readonly notes?: readonly string[];
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

/** Mean of a figure over trials. */
type Mean = NonNullable<MethodSummary['objective']>;

/** Returns what a run, a method, a difference or a bound has under the key of a figure. */
export function fieldOf(row: object, key: string): unknown {
  return (row as Readonly<Record<string, unknown>>)[key];
}

/** Returns a figure of a run or a bound, or its mean over the trials of a method; null if it has no value. */
export function valueIn(row: object, key: string): number | null {
  const value = fieldOf(row, key);
  return typeof value === 'number' ? value : ((value as Mean | null | undefined)?.mean ?? null);
}

/** Returns the confidence interval of a figure's mean; null if it has none. */
export function intervalIn(row: object, key: string): Mean['interval'] {
  return (fieldOf(row, key) as Partial<Mean> | null | undefined)?.interval ?? null;
}

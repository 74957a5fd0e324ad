import type { ComparisonRecord } from '../../studies/compare/record.js';
import type { Figure } from '../figures.js';
import type { SectionOptions } from '../html/section.js';

/** What a family adds to the report of a comparison. Everything else is the same for all families. */
export interface CompareTexts {
  /** What was compared besides the methods, e.g. the budget of energy: lines of a label and a text. */
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

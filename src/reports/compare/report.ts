import type { ComparisonRecord } from '../../studies/compare/compare.js';
import type { Figure } from '../figures.js';
import type { SectionOptions } from '../html/section.js';

/** Family-specific texts of the report of a comparison. */
export interface CompareTexts {
  /**
   * Lines at the beginning of the report, each a label and a text, on what all methods share, e.g. the energy budget.
   */
  readonly head?: readonly (readonly [label: string, text: string])[];
  /** Names in this report, by key, of figures whose declared name does not fit here. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Sentences below the table of methods that explain its columns. */
  readonly notes?: readonly string[];
  /** Names and texts of further files that the family writes. */
  readonly files?: readonly (readonly [name: string, text: () => string])[];
  /**
   * Loads and returns the family-specific sections of the page. Loading their charts may take longer than the
   * comparison, so it is done only on request.
   */
  readonly sections?: () => Promise<readonly SectionOptions[]>;
}

/** Returns the family-specific texts of the report for a comparison's record. */
export type CompareReport = (record: ComparisonRecord) => CompareTexts;

/** Data from which the text output and the page of a comparison are made. */
export interface ToldComparison {
  readonly record: ComparisonRecord;
  readonly texts: CompareTexts;
  /** Figures that the family declares, in the order in which they are shown. */
  readonly figures: readonly Figure<never>[];
}

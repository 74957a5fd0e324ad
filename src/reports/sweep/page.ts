import { tableSection } from '../html/figure-columns.js';
import { type Content, markup, type Markup } from '../html/markup.js';
import { callout, card, factList } from '../html/result-section.js';
import type { SectionOptions } from '../html/section.js';
import { studyPage } from '../html/study-page.js';
import type { SweepTexts } from './table.js';

/** The parts of a sweep's page other than its table of points. */
export interface SweepPage {
  readonly kind: string;
  /** Warnings shown above the table of points. */
  readonly warnings?: readonly string[];
  /** Sections above the table of points: which value to choose, and the gain from it, with charts. */
  readonly first: readonly SectionOptions[];
  /** Sentence that says what a row of the table of points is. */
  readonly caption: string;
  /** Sections below the table. */
  readonly rest?: readonly SectionOptions[];
  /** Record of the sweep, embedded in the page. */
  readonly record: unknown;
  /** Facts on how the sweep was made, each a label and its content. */
  readonly made: readonly (readonly [label: string, content: Content])[];
}

/** A card: its label, its value, and words below it. */
export type Card = Parameters<typeof card>;

/** Returns cards side by side. */
export function cards(all: readonly Card[]): Markup {
  return markup`<div class="figures">\n${all.map((one) => card(...one))}</div>\n`;
}

/** Returns the page of a sweep as one HTML file that loads nothing else. */
export function sweepPage<Row extends object>(texts: SweepTexts<Row>, page: SweepPage): string {
  const { kind, warnings = [], first, caption, rest = [], record, made } = page;
  return studyPage({
    name: texts.name,
    kind,
    lead: texts.lead,
    sections: [
      ...first,
      tableSection('points', 'All points', { ...texts, caption }, callout('Warnings', warnings, warnings.length)),
      ...rest,
      { id: 'provenance', title: 'How this was made', body: [factList(made)], isFolded: true },
    ],
    record,
  });
}

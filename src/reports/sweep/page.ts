import { type Content, markup, type Markup } from '../html/markup.js';
import { callout, card, factList } from '../html/result-section.js';
import type { SectionOptions } from '../html/section.js';
import { studyPage } from '../html/study-page.js';
import { sweepTable, type SweepTexts } from './table.js';

/** The parts of a sweep's page other than its table of points. */
export interface SweepPage {
  readonly kind: string;
  readonly warnings?: readonly string[];
  /** Sections above the table of points. */
  readonly first: readonly SectionOptions[];
  /** Caption of the table of points. */
  readonly caption: string;
  /** Sections below the table. */
  readonly rest: readonly SectionOptions[];
  /** Facts on how the sweep was made. */
  readonly made: readonly (readonly [label: string, content: Content])[];
}

/** A card: its label, its value, and words below it. */
export type Card = Parameters<typeof card>;

/** Returns cards side by side. */
export function cards(all: readonly Card[]): Markup {
  return markup`<div class="figures">\n${all.map((one) => card(...one))}</div>\n`;
}

/** Returns the page of a sweep, with its record embedded, as one HTML file that loads nothing else. */
export function sweepPage<Row extends object>(texts: SweepTexts<Row>, page: SweepPage, record: unknown): string {
  const { kind, warnings = [], first, caption, rest, made } = page;
  const points = [callout('Warnings', warnings, warnings.length), sweepTable(texts, caption)];
  return studyPage({
    name: texts.name,
    kind,
    lead: texts.lead,
    sections: [
      ...first,
      { id: 'points', title: 'All points', body: points },
      ...rest,
      { id: 'provenance', title: 'How this was made', body: [factList(made)], isFolded: true },
    ],
    record,
  });
}

import { tableSection } from '../html/figure-columns.js';
import { callout } from '../html/result-section.js';
import type { SectionOptions } from '../html/section.js';
import { studyPage } from '../html/study-page.js';
import type { SweepTexts } from './table.js';

/** The parts of a sweep's page besides its table: sections `first` above the table and `rest` below it. */
export interface SweepPage {
  readonly kind: string;
  readonly warnings?: readonly string[];
  /** Caption of the table of points. */
  readonly caption: string;
  readonly first: readonly SectionOptions[];
  readonly rest: readonly SectionOptions[];
}

/** Returns the page of a sweep, with its record embedded, as one HTML file that loads nothing else. */
export function sweepPage<Row extends object>(texts: SweepTexts<Row>, page: SweepPage, record: unknown): string {
  const { name, lead } = texts;
  const { kind, warnings = [], first, caption, rest } = page;
  const above = callout('Warnings', warnings, warnings.length);
  const points = tableSection('points', 'All points', { ...texts, caption }, above);
  return studyPage({ name, kind, lead, sections: [...first, points, ...rest], record });
}

import { columnsOf } from '../html/figure-columns.js';
import { markup } from '../html/markup.js';
import { callout } from '../html/result-section.js';
import type { SectionOptions } from '../html/section.js';
import { studyPage } from '../html/study-page.js';
import { tableOf } from '../html/table.js';
import type { SweepTexts } from './table.js';

/** The parts of a sweep's page other than its table of points: `first` stands above it, `rest` below. */
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
  const { name, lead, rows, onPage = [] } = texts;
  const { kind, warnings = [], first, caption, rest } = page;
  const table = markup`${tableOf(caption, rows, [...columnsOf(texts), ...onPage])}\n`;
  const body = [callout('Warnings', warnings, warnings.length), table];
  return studyPage({
    name,
    kind,
    lead,
    sections: [...first, { id: 'points', title: 'All points', body }, ...rest],
    record,
  });
}

import type { FamilyRunResult } from '../../runs/result.js';
import { count, oneLine, seconds } from '../format.js';
import { type Content, markup, type Markup, quantity } from './markup.js';
import type { SectionOptions } from './section.js';
import { table } from './table.js';

/** A row of the section on provenance (how results were made): name of a fact, and the fact. */
export type Row = readonly [item: string, value: Content];

/** The part of a run's result that the section on provenance uses, for every family. */
type Origin = Pick<FamilyRunResult, 'instance' | 'seed' | 'files' | 'timeS' | 'work'>;

/** Duration below which a page shows "under 1 ms", s. */
const MIN_S = 1e-3;

/**
 * Returns the section on provenance: what is needed to repeat the run.
 *
 * @param own family-specific rows
 * @param below content after the rows
 */
export function provenanceSection(
  { instance, seed, files, timeS, work }: Origin,
  method: string,
  sha256: string | null,
  own: readonly Row[],
  below: readonly Content[] = [],
): SectionOptions {
  const rows: readonly Row[] = [
    ['Instance', oneLine(instance)],
    ['Instance file, SHA-256', sha256 === null ? 'not recorded, because there is no plan' : code(sha256)],
    ['Method', method],
    ['Seed', code(String(seed))],
    ...own,
    ...Object.entries(files).map(([name, file]): Row => [`File: ${oneLine(name)}`, code(file)]),
    ...Object.entries(timeS).map(([name, timeOfS]): Row => {
      return [`Time: ${oneLine(name)}`, timeOfS < MIN_S ? 'under 1 ms' : quantity(seconds(timeOfS))];
    }),
    ...Object.entries(work).map(([name, done]): Row => [`Work: ${oneLine(name)}`, quantity(count(done))]),
  ];
  const body = table({
    caption: 'What was solved, and how.',
    columns: [{ head: 'Item' }, { head: 'Value', wide: true }],
    rows,
  });
  return { id: 'provenance', title: 'How this was made', body: [body, ...below] };
}

/** Returns text in a monospaced font. */
export function code(text: string): Markup {
  return markup`<code>${oneLine(text)}</code>`;
}

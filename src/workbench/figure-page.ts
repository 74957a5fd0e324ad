import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Records } from '../experiments/record.js';
import { orError } from '../families/studies.js';
import { COMMAND_LINE, reasonAt, type Refused } from '../instances/problem.js';
import { readTextFile } from '../instances/text-file.js';
import { parseRecordsFile } from '../studies/records-file.js';
import { figurePicture } from '../studies/reproduction/claims.js';
import type { FigureFamily } from '../studies/reproduction/family.js';

/** File of the records behind the page, below the documents' directory. */
export function storedRecords(docs: string, figure: string): string {
  return join(docs, 'reproduction', `${figure}.records.jsonl`);
}

export type StoredRecords = { readonly ok: true; readonly records: ReadonlyMap<string, Records> } | Refused;

/** Records stored beside the page, by figure. Refused, naming the file, where some are damaged. */
export function readStoredRecords(docs: string, figures: readonly string[]): StoredRecords {
  const records = new Map<string, Records>();
  for (const figure of figures) {
    const file = storedRecords(docs, figure);
    if (!existsSync(file)) continue;
    const read = readTextFile(file);
    if (!read.ok) return refused({ ...read.problem, value: reasonAt(read.problem.value, file) });
    try {
      records.set(figure, parseRecordsFile(read.text));
    } catch (error) {
      return refused({
        value: error instanceof Error ? error.message : String(error),
        allowed: 'records as they were written',
        remedy: `Restore ${file}, or make it anew: plenum reproduce ${figure} --write-docs ${docs}.`,
      });
    }
  }
  return { ok: true, records };
}

function refused({ value, allowed, remedy }: { value: string; allowed: string; remedy: string }): Refused {
  return { ok: false, problems: [{ file: COMMAND_LINE, path: '--write-docs', value, allowed, remedy }] };
}

/** HTML of a figure: its family's own page where it has one, else the drawn charts. An error where it cannot be made. */
export async function figurePage(family: FigureFamily, figure: string, records: Records): Promise<string | Error> {
  const own = (await family.ownPage?.(figure)) ?? null;
  const { reproductionFigurePage } = await import('../reports/html/reproduction-page.js');
  return orError(() => {
    const picture = figurePicture(family, figure, records);
    return own === null ? reproductionFigurePage(picture) : own(records, picture);
  });
}

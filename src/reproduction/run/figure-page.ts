import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Records } from '../../experiments/record.js';
import { orError } from '../../families/studies.js';
import { COMMAND_LINE, reasonAt, type Refused } from '../../instances/fault.js';
import { readTextFile } from '../../instances/text-file.js';
import { parseRecordsFile } from '../../studies/records-file.js';
import { figurePicture } from '../claims.js';
import type { Scale } from '../figure-options.js';
import type { Paper } from '../paper.js';

/** Scales of records, the stronger evidence first. */
const STRONGEST_FIRST: readonly Scale[] = ['full', 'reduced'];

/**
 * Returns the path of the file with a figure's records.
 *
 * @param stem common beginning of the paths of the figure's files
 */
export function recordsFile(stem: string): string {
  return `${stem}.records.jsonl`;
}

export type StoredRecords = { readonly ok: true; readonly records: ReadonlyMap<string, Records> } | Refused;

/**
 * Reads the records in a folder, by figure. If a figure has records of both scales, the full ones are used. A damaged
 * file is refused.
 */
export function readStoredRecords(out: string, figures: readonly string[]): StoredRecords {
  const records = new Map<string, Records>();
  for (const figure of figures) {
    const file = STRONGEST_FIRST.map((scale) => recordsFile(join(out, `${figure}-${scale}`))).find(existsSync);
    if (file === undefined) continue;
    const read = readTextFile(file);
    if (!read.ok) return refused({ ...read.fault, value: reasonAt(read.fault.value, file) });
    try {
      records.set(figure, parseRecordsFile(read.text));
    } catch (error) {
      return refused({
        value: error instanceof Error ? error.message : String(error),
        allowed: 'records as they were written',
        remedy: `Restore ${file}, or remove it and make it anew: plenum reproduce ${figure} --out ${out}.`,
      });
    }
  }
  return { ok: true, records };
}

function refused({ value, allowed, remedy }: { value: string; allowed: string; remedy: string }): Refused {
  return { ok: false, faults: [{ file: COMMAND_LINE, path: '--out', value, allowed, remedy }] };
}

/** Returns the HTML page of a figure, special or with charts, or an error if it cannot be made. */
export async function figurePage(paper: Paper, figure: string, records: Records): Promise<string | Error> {
  const own = (await paper.ownPage?.(figure)) ?? null;
  const { reproductionFigurePage } = await import('../figure-html.js');
  return orError(() => {
    const picture = figurePicture(paper, figure, records);
    return own === null ? reproductionFigurePage(picture) : own(records, picture);
  });
}

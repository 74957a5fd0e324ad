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
import { parseRecordsCsv } from './records-csv.js';

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

/** Returns the path of a figure's records as CSV, from which verdicts are made, in a folder of documents. */
export function csvFile(docs: string, figure: string): string {
  return join(docs, 'records', `${figure}.csv`);
}

export type StoredRecords = { readonly ok: true; readonly records: ReadonlyMap<string, Records> } | Refused;

/**
 * Reads the records in a folder, by figure. If a figure has records of both scales, the full ones are used. A damaged
 * file is refused.
 */
export function readStoredRecords(out: string, figures: readonly string[]): StoredRecords {
  const fileOf = (figure: string): string | undefined =>
    STRONGEST_FIRST.map((scale) => recordsFile(join(out, `${figure}-${scale}`))).find(existsSync);
  return readRecords(figures, { option: '--out', fileOf, parse: parseRecordsFile });
}

/** Reads the records as CSV in a folder of documents, by figure. A damaged file is refused. */
export function readCsvRecords(docs: string, figures: readonly string[], option: string): StoredRecords {
  const fileOf = (figure: string): string | undefined => [csvFile(docs, figure)].find(existsSync);
  return readRecords(figures, { option, fileOf, parse: parseRecordsCsv });
}

interface RecordsSource {
  /** Option that names the folder, for messages. */
  readonly option: string;
  /** Returns the path of a figure's file; undefined if there is none. */
  readonly fileOf: (figure: string) => string | undefined;
  /** @throws an error that says what is wrong with the text */
  readonly parse: (text: string) => Records;
}

function readRecords(figures: readonly string[], { option, fileOf, parse }: RecordsSource): StoredRecords {
  const refused = (value: string, allowed: string, remedy: string): Refused => {
    return { ok: false, faults: [{ file: COMMAND_LINE, path: option, value, allowed, remedy }] };
  };
  const records = new Map<string, Records>();
  for (const figure of figures) {
    const file = fileOf(figure);
    if (file === undefined) continue;
    const read = readTextFile(file);
    if (!read.ok) return refused(reasonAt(read.fault.value, file), read.fault.allowed, read.fault.remedy);
    try {
      records.set(figure, parse(read.text));
    } catch (error) {
      const value = reasonAt(error instanceof Error ? error.message : String(error), file);
      const remedy = `Restore the file, or remove it and make it anew: plenum reproduce ${figure}.`;
      return refused(value, 'records as they were written', remedy);
    }
  }
  return { ok: true, records };
}

/** Returns the HTML page of a figure, or an error if it cannot be made. */
export async function figurePage(paper: Paper, figure: string, records: Records): Promise<string | Error> {
  const { reproductionFigurePage } = await import('../figure-html.js');
  return orError(() => reproductionFigurePage(figurePicture(paper, figure, records)));
}

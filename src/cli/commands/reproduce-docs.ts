import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Records } from '../../experiments/record.js';
import { readTextFile } from '../../instances/text-file.js';
import { writeAtomically } from '../../runs/files.js';
import { parseRecordsFile } from '../../studies/records-file.js';
import { type FigureName, FIGURES } from '../../studies/reproduction/names.js';
import { reproductionPage } from '../../studies/reproduction/page.js';
import { OptionError } from '../options.js';

/** Where the records behind the page lie, below the documents' directory. */
export function storedRecords(docs: string, figure: FigureName): string {
  return join(docs, 'reproduction', `${figure}.records.jsonl`);
}

/** The records stored beside the page. @throws OptionError naming the file for records that are damaged. */
export function readStoredRecords(docs: string): Map<FigureName, Records> {
  const found = new Map<FigureName, Records>();
  for (const figure of FIGURES) {
    const file = storedRecords(docs, figure);
    if (!existsSync(file)) continue;
    const read = readTextFile(file);
    if (!read.ok) {
      const { value, allowed, remedy } = read.problem;
      throw new OptionError('--write-docs', `${file}: ${String(value)}`, allowed, remedy);
    }
    try {
      found.set(figure, parseRecordsFile(read.text));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new OptionError(
        '--write-docs',
        message,
        'records as they were written',
        `Restore ${file}, or make it anew: plenum reproduce ${figure} --write-docs ${docs}.`,
      );
    }
  }
  return found;
}

/** Writes reproduction.md from the records stored beside it, and returns its name. */
export function writePage(docs: string): string {
  const page = join(docs, 'reproduction.md');
  writeAtomically(page, reproductionPage(readStoredRecords(docs)));
  return page;
}

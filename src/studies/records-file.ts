import type { Design } from '../experiments/design.js';
import { parseRecords, type Records, recordsText, type TrialRecord } from '../experiments/record.js';
import { sealLines, unsealLines } from '../runs/seal.js';
import { canonicalJson } from './plan/canonical-json.js';
import type { RunRecord } from './plan/record.js';

/** Subject of the seals of records files, so that lines of other sealed files are not valid in them. */
const SUBJECT = 'plenum.records';

/**
 * Returns a records file: `recordsText` with a digest on each line.
 *
 * @throws RangeError as `recordsText` does.
 */
export function recordsFileText(design: Design, records: readonly TrialRecord[]): string {
  return sealLines(SUBJECT, recordsText(design, records));
}

/**
 * Returns the records in a text made by `recordsFileText`.
 *
 * @throws RangeError that names the line that was changed.
 */
export function parseRecordsFile(text: string): Records {
  return parseRecords(unsealLines(SUBJECT, text));
}

/** Returns the records of runs without what depends on the machine: one line each, with a digest. */
export function runRecordsText(records: readonly RunRecord[]): string {
  const lines = records.map(({ key, run, outcome }) => `${canonicalJson({ key, run, outcome })}\n`);
  return sealLines(SUBJECT, lines.join(''));
}

import type { Design } from '../experiments/design.js';
import { parseRecords, type Records, recordsText, type TrialRecord } from '../experiments/record.js';
import { sealLines, unsealLines } from '../runs/seal.js';
import { canonicalJson } from './plan/canonical-json.js';
import type { RunRecord } from './plan/record.js';

/**
 * Name on which all digests in records files depend, so that a line of another kind of file is invalid in a records
 * file.
 */
const SUBJECT = 'plenum.records';

/**
 * Returns the text of a records file: the lines of `recordsText`, each with a digest.
 *
 * @throws RangeError as `recordsText` does.
 */
export function recordsFileText(design: Design, records: readonly TrialRecord[]): string {
  return sealLines(SUBJECT, recordsText(design, records));
}

/**
 * Parses a text made by `recordsFileText`.
 *
 * @throws RangeError that names the line that was changed.
 */
export function parseRecordsFile(text: string): Records {
  return parseRecords(unsealLines(SUBJECT, text));
}

/**
 * Returns the records of runs, one line each with a digest. Facts that depend on the machine, such as times, are left
 * out.
 */
export function runRecordsText(records: readonly RunRecord[]): string {
  const lines = records.map(({ key, run, outcome }) => `${canonicalJson({ key, run, outcome })}\n`);
  return sealLines(SUBJECT, lines.join(''));
}

import type { Design } from '../experiments/design.js';
import { parseRecords, type Records, recordsText, type TrialRecord } from '../experiments/record.js';
import { sealLines, unsealLines } from '../runs/seal.js';

/**
 * Name that is included in the digests of records files. A line of another kind of file with digests is therefore not
 * valid in a records file.
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

import type { Design } from '../experiments/design.js';
import { parseRecords, type Records, recordsText, type TrialRecord } from '../experiments/record.js';
import { sealLines, unsealLines } from '../runs/seal.js';

/** Subject of the seals of records files; lines of other sealed files do not fit. */
const SUBJECT = 'plenum.records';

/** Returns the records file: `recordsText` with a digest on each line. @throws RangeError as `recordsText`. */
export function recordsFileText(design: Design, records: readonly TrialRecord[]): string {
  return sealLines(SUBJECT, recordsText(design, records));
}

/** Records read from a text of `recordsFileText`. @throws RangeError naming the line that is not what was written. */
export function parseRecordsFile(text: string): Records {
  return parseRecords(unsealLines(SUBJECT, text));
}

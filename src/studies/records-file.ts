import type { Design } from '../experiments/design.js';
import { parseRecords, type Records, recordsText, type TrialRecord } from '../experiments/record.js';
import { sealLines, unsealLines } from '../runs/seal.js';

const SUBJECT = 'plenum.records';

/** The records file: `recordsText` with a digest on each line. @throws RangeError as `recordsText`. */
export function recordsFileText(design: Design, records: readonly TrialRecord[]): string {
  return sealLines(SUBJECT, recordsText(design, records));
}

/** Reads what `recordsFileText` wrote. @throws RangeError saying which line is not what was written. */
export function parseRecordsFile(text: string): Records {
  return parseRecords(unsealLines(SUBJECT, text));
}

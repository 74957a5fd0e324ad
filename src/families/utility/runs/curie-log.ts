import { readMaybePacked } from '../../../instances/packed-text-file.js';
import { digestOf } from '../../../runs/digest.js';

/** Environment variable that names Curie's log, which is not bundled, for the figures that need it. */
export const CURIE_LOG_VARIABLE = 'PLENUM_CURIE_LOG';

export interface CurieLog {
  readonly file: string;
  /** Digest of its text, hexadecimal. */
  readonly sha256: string;
}

/**
 * Curie's log where the environment names one, null if it does not.
 * @throws RangeError where the file named cannot be read
 */
export function curieLog(): CurieLog | null {
  const file = process.env[CURIE_LOG_VARIABLE];
  if (file === undefined || file === '') return null;
  const read = readMaybePacked(file);
  if (!read.ok) {
    const { value, allowed } = read.fault;
    throw new RangeError(`${CURIE_LOG_VARIABLE}: ${file} is ${String(value)}; allowed: ${allowed}`);
  }
  return { file, sha256: digestOf(read.text) };
}

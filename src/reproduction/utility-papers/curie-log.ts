import { createHash } from 'node:crypto';
import { readMaybePacked } from '../../instances/packed-text-file.js';

/**
 * Environment variable that contains the path of the log of the cluster Curie. Some figures need the log, which is not
 * bundled.
 */
export const CURIE_LOG_VARIABLE = 'PLENUM_CURIE_LOG';

export interface CurieLog {
  readonly file: string;
  /** SHA-256 of the log's text, hexadecimal. */
  readonly sha256: string;
}

/**
 * Returns the log of the cluster Curie, or null if the environment variable names none.
 *
 * @throws RangeError if the file cannot be read
 */
export function curieLog(): CurieLog | null {
  const file = process.env[CURIE_LOG_VARIABLE];
  if (file === undefined || file === '') return null;
  const read = readMaybePacked(file);
  if (!read.ok) {
    const { value, allowed } = read.fault;
    throw new RangeError(`${CURIE_LOG_VARIABLE}: ${file} is ${String(value)}; allowed: ${allowed}`);
  }
  return { file, sha256: createHash('sha256').update(read.text).digest('hex') };
}

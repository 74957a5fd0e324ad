import { createHash } from 'node:crypto';
import { UnreadableInput } from '../figure-options.js';
import { readMaybePacked } from '../../instances/packed-text-file.js';

/**
 * Environment variable with the path of the log of the cluster Curie, which is not bundled and which some figures need.
 */
export const CURIE_LOG_VARIABLE = 'PLENUM_CURIE_LOG';

export interface CurieLog {
  readonly file: string;
  /** SHA-256 of the log's text, hexadecimal. */
  readonly sha256: string;
}

/**
 * Returns the log of the cluster Curie; null if the environment variable names none.
 *
 * @throws UnreadableInput if the file cannot be read
 */
export function curieLog(): CurieLog | null {
  const file = process.env[CURIE_LOG_VARIABLE];
  if (file === undefined || file === '') return null;
  const read = readMaybePacked(file);
  if (!read.ok) {
    const { value, allowed } = read.fault;
    const remedy = `Name the log of the cluster Curie, or unset ${CURIE_LOG_VARIABLE}: its figure is then not run.`;
    throw new UnreadableInput({ file, path: CURIE_LOG_VARIABLE, value, allowed, remedy });
  }
  return { file, sha256: createHash('sha256').update(read.text).digest('hex') };
}

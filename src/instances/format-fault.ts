import { valueAt } from './draft.js';
import type { LocalFault } from './fault.js';

/** A format of instance files. */
export interface FileFormat {
  readonly format: string;
  readonly version: number;
  /** Kind of the instances, as messages name it. */
  readonly kind: string;
  /** Documentation page of the format. */
  readonly page: string;
}

/**
 * Returns the fault of a file with another format or a newer version; null if there is none. Other faults of such a
 * file are not looked for.
 */
export function formatFault(raw: unknown, { format, version, kind, page }: FileFormat): LocalFault | null {
  const found = valueAt(raw, ['format']);
  if (found !== format) {
    return {
      path: 'format',
      value: found,
      allowed: JSON.stringify(format),
      remedy: `This is no ${kind} instance. If it is meant to be one, set "format"; see ${page}.`,
    };
  }
  const foundVersion = valueAt(raw, ['formatVersion']);
  if (typeof foundVersion === 'number' && foundVersion > version) {
    return {
      path: 'formatVersion',
      value: foundVersion,
      allowed: `this Plenum reads up to version ${version}`,
      remedy: 'Use a newer Plenum, or write the file in this version.',
    };
  }
  return null;
}

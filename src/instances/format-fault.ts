import { valueAt } from './draft.js';
import type { LocalFault } from './fault.js';

/** A format of files, for messages about a wrong file. */
export interface FileFormat {
  readonly format: string;
  readonly version: number;
  /** What messages call files of this format, such as "geo instance". */
  readonly kind: string;
  /** Documentation page that describes the format. */
  readonly page: string;
}

/**
 * Returns the fault of a file with another format or a newer version; otherwise null. The rest of such a file is not
 * examined.
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

import { canonicalJson } from './canonical-json.js';
import { RECORD_FORMAT, RECORD_FORMAT_VERSION } from './record.js';

/** Text with which the record of a key begins: the keys of canonical JSON are sorted. */
export function recordBegins(key: string): string {
  const begin = canonicalJson({ format: RECORD_FORMAT, formatVersion: RECORD_FORMAT_VERSION, key });
  return `${begin.slice(0, -1)},`;
}

import { createHash } from 'node:crypto';

/** SHA-256 of a value's JSON, hexadecimal: equal for equal inputs in the same order of keys. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

import { createHash } from 'node:crypto';

/**
 * Returns the SHA-256 of a value's JSON, hexadecimal. Equal values have the same digest if their keys are in the same
 * order.
 */
export function digestOf(value: unknown): string {
  return sha256Of(JSON.stringify(value));
}

/** Returns the SHA-256 of bytes or of a text (in UTF-8), hexadecimal. */
export function sha256Of(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

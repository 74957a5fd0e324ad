import { sha256Of } from '../../runs/digest.js';
import { canonicalJson } from './canonical-json.js';
import type { RunIdentity } from './run.js';

/** Returns the content address of a run: 64 hexadecimal digits, SHA-256 of the canonical JSON of its identity. */
export function keyOf(identity: RunIdentity): string {
  return sha256Of(canonicalJson(identity));
}

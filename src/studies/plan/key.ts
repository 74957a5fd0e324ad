import { sha256Of } from '../../runs/digest.js';
import { canonicalJson } from './canonical-json.js';
import type { RunIdentity } from './run.js';

/** Returns the key of a run: the SHA-256 of the canonical JSON of its identity, 64 hexadecimal digits. */
export function keyOf(identity: RunIdentity): string {
  return sha256Of(canonicalJson(identity));
}

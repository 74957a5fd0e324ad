import type { Asking, Family, Opened } from '../../families/family.js';
import type { Refused } from '../../instances/fault.js';

/** Arguments for reading a file without options, progress messages or time limit. */
const UNHURRIED: Asking = { words: {}, phase: () => undefined, shouldStop: () => false };

/** Validates an instance file. Returns the family's refusal, or null if the instance is valid. */
export async function refusalBy({ load }: Family, file: string): Promise<Refused | null> {
  const parts = await load();
  const opened: Opened | Refused = parts.use(({ open }) => open(file, UNHURRIED));
  return opened.ok ? null : opened;
}

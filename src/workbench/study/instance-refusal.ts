import type { Asking, Family, Opened } from '../../families/family.js';
import type { Refused } from '../../instances/fault.js';

/** Arguments for reading a file without options, progress or time limit. */
const UNHURRIED: Asking = { words: {}, phase: () => undefined, shouldStop: () => false };

/** Returns the family's refusal of an instance file; null if it is valid. */
export async function refusalBy({ load }: Family, file: string): Promise<Refused | null> {
  const parts = await load();
  const opened: Opened | Refused = parts.use(({ open }) => open(file, UNHURRIED));
  return opened.ok ? null : opened;
}

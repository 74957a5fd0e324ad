import type { Asking, Family, Opened } from '../../families/family.js';
import type { Refused } from '../../instances/fault.js';

/** Request for a file with no words, nobody told of phases and no limit of time. */
const UNHURRIED: Asking = { words: {}, phase: () => undefined, shouldStop: () => false };

/** Returns the refusal by a family of an instance; null if it has nothing. */
export async function refusalBy({ load }: Family, file: string): Promise<Refused | null> {
  const parts = await load();
  const opened: Opened | Refused = parts.use(({ open }) => open(file, UNHURRIED));
  return opened.ok ? null : opened;
}

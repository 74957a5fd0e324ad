import { createHash } from 'node:crypto';

/** What identifies a task: name of its type, arrival, s, and number of cores. */
export type TaskKey = readonly [taskType: string, arrivalS: number, cores: number];

/** Number of tasks that are hashed together, to limit memory. */
const CHUNK = 10_000;

/**
 * Returns the SHA-256 of a list of tasks in the order of their arrival, hexadecimal. Lists with equal hashes agree
 * exactly in all types, arrivals and cores.
 *
 * @param count number of tasks
 * @param keyOf returns what identifies a task, given its index
 */
export function tasksSha256(count: number, keyOf: (task: number) => TaskKey): string {
  const hash = createHash('sha256');
  for (let from = 0; from < count; from += CHUNK) {
    const length = Math.min(CHUNK, count - from);
    hash.update(Array.from({ length }, (_, n) => `${JSON.stringify(keyOf(from + n))}\n`).join(''));
  }
  return hash.digest('hex');
}

import { createHash } from 'node:crypto';

/** Type, arrival (s) and number of cores of a task, by which tasks are compared. */
export type TaskKey = readonly [taskType: string, arrivalS: number, cores: number];

/** Number of tasks that are hashed together, to limit memory. */
const CHUNK = 10_000;

/**
 * Returns the SHA-256, hexadecimal, of the types, arrivals and cores of tasks in the order of arrival.
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

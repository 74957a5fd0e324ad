import { timeIsUp } from '../runs/control.js';

/** Whether the time of a command that began now is up. Air that many runs share may take as long as one of them. */
export function airTimeIsUp(timeLimitS: number | undefined): () => boolean {
  const limits = { timeLimitS: timeLimitS ?? null, workLimit: null };
  return timeIsUp({ limits, nowS: () => performance.now() / 1000 });
}

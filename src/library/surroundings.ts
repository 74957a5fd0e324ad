import { monotonicS } from '../runs/clock.js';
import type { LimitOptions } from './options.js';

/** Returns what a run needs from its caller (clock, limits, callbacks), from the options of a library call. */
export function surroundingsOf({ timeLimitS, signal, onProgress = () => undefined }: LimitOptions): {
  readonly timeLimitS: number | null;
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly onProgress: NonNullable<LimitOptions['onProgress']>;
} {
  return { timeLimitS: timeLimitS ?? null, nowS: monotonicS, interrupted: () => signal?.aborted === true, onProgress };
}

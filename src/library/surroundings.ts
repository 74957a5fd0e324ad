import { monotonicS } from '../runs/clock.js';
import type { LimitOptions } from './options.js';

/** Returns the clock, limits and callbacks of a run from a library call's options. */
export function surroundingsOf({ timeLimitS, signal, onProgress = () => undefined }: LimitOptions): {
  readonly timeLimitS: number | null;
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly onProgress: NonNullable<LimitOptions['onProgress']>;
} {
  return { timeLimitS: timeLimitS ?? null, nowS: monotonicS, interrupted: () => signal?.aborted === true, onProgress };
}

import { monotonicS } from '../runs/clock.js';
import type { LimitOptions } from './options.js';

/** Returns clock, limits and listeners of a run, from the options of a call. */
export function surroundingsOf({ timeLimitS, signal, onProgress = () => undefined }: LimitOptions): {
  readonly timeLimitS: number | null;
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly onProgress: NonNullable<LimitOptions['onProgress']>;
} {
  return { timeLimitS: timeLimitS ?? null, nowS: monotonicS, interrupted: () => signal?.aborted === true, onProgress };
}

export type Scale = 'reduced' | 'full';

export interface FigureOptions {
  readonly scale: Scale;
  /** Number of trials in place of the scale's own. */
  readonly trials?: number;
}

/** Returns the levels from `from` to `to`, both included. */
export function range(from: number, to: number, step: number): string[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, n) => String(from + n * step));
}

export type Scale = 'reduced' | 'full';

/** Thrown by a design if a file that the figure needs, and that the user names, cannot be read. */
export class UnreadableInput extends Error {
  /** @param fault the file, what names it, what was found, what is allowed, and how to correct it */
  constructor(
    readonly fault: Readonly<Record<'file' | 'path' | 'allowed' | 'remedy', string>> & { readonly value: unknown },
  ) {
    super(`${fault.path}: ${String(fault.value)}`);
  }
}

export interface FigureOptions {
  readonly scale: Scale;
  /** Number of trials; by default the usual one for the scale. */
  readonly trials?: number;
}

/** Returns the levels `from`, `from` + `step`, ... up to and including `to`. */
export function range(from: number, to: number, step: number): string[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, n) => String(from + n * step));
}

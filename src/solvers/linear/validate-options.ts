import type { LpOptions } from './engine.js';

/**
 * Checks the options of a solve.
 *
 * @throws RangeError for values that no engine supports.
 */
export function validateOptions(options: LpOptions): void {
  requireNumber('timeLimitS', options.timeLimitS, 0);
  requireNumber('iterationLimit', options.iterationLimit, 0);
  requireNumber('primalTolerance', options.primalTolerance, 1e-10);
  requireNumber('dualTolerance', options.dualTolerance, 1e-10);
  requireNumber('mipRelativeGap', options.mipRelativeGap, 0);
}

function requireNumber(name: string, value: number | undefined, least: number): void {
  if (value === undefined || value >= least) return;
  throw new RangeError(`${name} must be a number of at least ${least}, not ${value}.`);
}

import type { EndPoints } from '../../models/facility/facility.js';

type PStateValues = EndPoints | readonly number[];

/**
 * Returns the execution time alone in a P-state, s: a + b/f through both end points, or the listed value. NaN if the
 * instance does not define it (wrong length of the list, one P-state with two different end points).
 */
export function timeAloneS(values: PStateValues, frequenciesGHz: readonly number[], pState: number): number {
  return atPState(values, frequenciesGHz, pState, (f) => 1 / f);
}

/**
 * Returns the average power of the core in a P-state, W: a + b f^3 through both end points, or the listed value; NaN as
 * above.
 */
export function corePowerW(values: PStateValues, frequenciesGHz: readonly number[], pState: number): number {
  return atPState(values, frequenciesGHz, pState, (f) => f * f * f);
}

/**
 * Returns the value at a P-state, a + b g(f) with a, b from the two end points: high + (low - high) (g(f) - g(fHigh)) /
 * (g(fLow) - g(fHigh)).
 */
function atPState(
  values: PStateValues,
  frequenciesGHz: readonly number[],
  pState: number,
  shape: (fGHz: number) => number,
): number {
  const last = frequenciesGHz.length - 1;
  if (!('atHighestFrequency' in values)) return values.length === last + 1 ? values[pState]! : NaN;
  const { atHighestFrequency: high, atLowestFrequency: low } = values;
  if (last === 0) return high === low ? high : NaN;
  // Exact at the ends: a deadline equal to a listed time must be seen as equal.
  if (pState === 0) return high;
  if (pState === last) return low;
  const top = shape(frequenciesGHz[0]!);
  const bottom = shape(frequenciesGHz[last]!);
  return high + ((low - high) * (shape(frequenciesGHz[pState]!) - top)) / (bottom - top);
}

import type { EndPoints } from '../../models/facility/facility.js';

type PStateValues = EndPoints | readonly number[];

/**
 * Returns the execution time in a P-state without co-located tasks, s. The instance lists it, or it is interpolated as
 * a + b/f through the times at the highest and lowest frequency f.
 *
 * NaN if the instance does not define it: the list has the wrong length, or a single P-state has two different end
 * values.
 */
export function timeAloneS(values: PStateValues, frequenciesGHz: readonly number[], pState: number): number {
  return atPState(values, frequenciesGHz, pState, (f) => 1 / f);
}

/**
 * Returns the average power of a core in a P-state, W. The instance lists it, or it is interpolated as a + b f^3
 * through the values at the highest and lowest frequency f. NaN if the instance does not define it.
 */
export function corePowerW(values: PStateValues, frequenciesGHz: readonly number[], pState: number): number {
  return atPState(values, frequenciesGHz, pState, (f) => f * f * f);
}

/**
 * Returns a value in the P-state of frequency f, interpolated as a + b g(f) with a given function g (`shape`):
 *
 * high + (low - high) (g(f) - g(fHigh)) / (g(fLow) - g(fHigh))
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

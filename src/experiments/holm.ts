/**
 * Returns Holm's adjusted p-values for multiple tests, in the given order (Scandinavian Journal of Statistics 6, 1979).
 * With m p-values in ascending order p_1 ... p_m, the k-th becomes max over j <= k of (m - j + 1) p_j, at most 1. If
 * tests with adjusted values below alpha are rejected, the probability of any false rejection stays below alpha,
 * however the tests depend on each other.
 *
 * @throws RangeError for a p-value outside 0 ... 1.
 */
export function holm(pValues: readonly number[]): number[] {
  const wrong = pValues.find((p) => !(p >= 0 && p <= 1));
  if (wrong !== undefined) throw new RangeError(`${wrong} is no p-value`);
  const order = pValues.map((_, i) => i).sort((one, other) => pValues[one]! - pValues[other]!);
  const adjusted = new Array<number>(pValues.length);
  let greatest = 0;
  for (const [rank, i] of order.entries()) {
    greatest = Math.max(greatest, Math.min(1, (pValues.length - rank) * pValues[i]!));
    adjusted[i] = greatest;
  }
  return adjusted;
}

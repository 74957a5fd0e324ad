/**
 * Returns p-values adjusted for multiple tests by Holm's method, in the given order (Scandinavian Journal of Statistics
 * 6, 1979). If the tests with adjusted values of at most alpha are rejected, the probability of any false rejection is
 * at most alpha, even for dependent tests.
 *
 * With the m p-values p_1 <= ... <= p_m, the k-th becomes the following, but at most 1:
 *
 * max over j <= k of (m - j + 1) p_j
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

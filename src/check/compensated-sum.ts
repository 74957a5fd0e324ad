/** Returns the sum of `figure(item)` with hardly any rounding error (Neumaier's compensated summation). */
export function compensatedSum<Item>(items: readonly Item[], figure: (item: Item) => number): number {
  let [sum, lost] = [0, 0];
  for (const item of items) {
    const term = figure(item);
    const next = sum + term;
    lost += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
    sum = next;
  }
  return sum + lost;
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topologicalOrder } from '../../../../../src/families/jobs/instances/types/order.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const graph = fc
  .integer({ min: 1, max: 8 })
  .chain((n) =>
    fc.record({
      n: fc.constant(n),
      edges: fc.uniqueArray(fc.tuple(fc.nat(n - 1), fc.nat(n - 1)), { maxLength: 14, selector: ([a, b]) => a * n + b }),
    }),
  );

/** Whether some task reaches itself, by the closure of the edges. */
function hasCycle(n: number, edges: readonly (readonly [number, number])[]): boolean {
  const reach = Array.from({ length: n }, () => new Array<boolean>(n).fill(false));
  for (const [a, b] of edges) reach[a]![b] = true;
  for (let k = 0; k < n; k++)
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) if (reach[i]![k]! && reach[k]![j]!) reach[i]![j] = true;
  return reach.some((row, i) => row[i]);
}

describe('order of the tasks of a job', () => {
  it('follows every edge, keeps an order that does already, and ends in a cycle of edges where there is one', () => {
    fc.assert(
      fc.property(graph, ({ n, edges }) => {
        const found = topologicalOrder(
          n,
          edges.map(([from]) => from),
          edges.map(([, to]) => to),
        );
        expect(found.ok).toBe(!hasCycle(n, edges));
        if (found.ok) {
          expect([...found.order].sort((a, b) => a - b)).toEqual([...Array(n).keys()]);
          for (const [from, to] of edges) expect(found.order.indexOf(from)).toBeLessThan(found.order.indexOf(to));
          if (edges.every(([from, to]) => from < to)) expect(found.order).toEqual([...Array(n).keys()]);
        } else {
          const { cycle } = found;
          expect(new Set(cycle).size).toBe(cycle.length);
          cycle.forEach((task, i) => {
            expect(edges).toContainEqual([task, cycle[(i + 1) % cycle.length]]);
          });
        }
      }),
      { seed: 25, numRuns: fuzzCount(500) },
    );
  });

  it('takes the lowest of the tasks that may come next', () => {
    // 2 before 0; 3 before 1.
    expect(topologicalOrder(4, [2, 3], [0, 1])).toEqual({ ok: true, order: [2, 0, 3, 1] });
  });
});

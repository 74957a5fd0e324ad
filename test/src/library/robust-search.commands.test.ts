import { describe, expect, it } from 'vitest';
import { type SolveOptions, solve } from '../../../src/library/index.js';
import { accepted } from '../../../src/reproduction/library-calls.js';

const INSTANCE = 'tiny-two-nodes';
const work = async (options: SolveOptions): Promise<Readonly<Record<string, number>>> =>
  accepted(await solve(INSTANCE, { bound: false, ...options })).record.work;

describe('the searches of robust bags as the library offers them', () => {
  it('a persistent search uses all its steps, another one ends where nothing is gained', async () => {
    // 100 generations a step, of 20 steps of founders before.
    const { generations } = await work({ method: 'ga', persist: true, workLimit: 1520 });
    expect(generations).toBe(150_000);
    expect((await work({ method: 'ga', workLimit: 1520 }))['generations']).toBeLessThan(150_000);
  });

  it('generations are counted without founders, and local search is as long as is asked', async () => {
    const found = await work({ method: 'gals', generations: 30, localSearch: 3 });
    // A step for each generation, as there are fewer than a hundred.
    expect([found['generations'], found['steps']]).toEqual([30, 50]);
    // Four offspring a generation at most.
    expect(found['localSearchIterations']! % 3).toBe(0);
    expect(found['localSearchIterations']).toBeLessThanOrEqual(30 * 4 * 3);
    expect(found['localSearchIterations']).toBeGreaterThan(0);
  });

  it('a long-hop follows sooner where fewer short-hops may fail', async () => {
    const longHops = async (stallHops: number): Promise<number> =>
      (await work({ method: 'tabu', stallHops, persist: true, workLimit: 5 }))['longHops']!;
    expect(await longHops(50)).toBeGreaterThan(await longHops(500));
  });

  it('the weight of a penalty is refused where the limit is not weighed, and to methods that weigh none', async () => {
    const refusals = [
      { method: 'tabu', constraint: 'limit', penaltyWeight: 1 },
      { method: 'min-energy', penaltyWeight: 1 },
      { method: 'tabu', penaltyWeight: -1 },
      { method: 'ga', stallHops: 10 },
      { method: 'ga', localSearch: 10 },
      { method: 'tabu', generations: 10 },
      { method: 'lagrange', persist: true },
    ] as const;
    for (const options of refusals) {
      const refused = await solve(INSTANCE, options);
      expect([options, refused.ok]).toEqual([options, false]);
    }
    const { ok } = await solve(INSTANCE, { method: 'tabu', constraint: 'static', penaltyWeight: 5 });
    expect(ok).toBe(true);
  });
});

import { expect, it } from 'vitest';
import { type RateTable, rateTables } from '../../../../../../models/families/reward-rate/averaged-rates.js';
import { coreLayout } from '../../../../../../models/families/reward-rate/core-fractions.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { unphysicalGenes } from '../../../../../../src/families/reward-rate/methods/genetic/literal-moments.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomFractions } from '../../../../../oracle/random-fractions.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

it('a node without unphysical genes has positive times at every moment; genes beside dedicated cores alone are counted exactly', () => {
  let clean = 0;
  let unclean = 0;
  let alone = 0;
  for (let seed = 1; seed <= fuzzCount(150, 150); seed++) {
    const { instance, matrix } = tinyRandom(seed, { colocation: 'literal' });
    const model = rewardRateModel(instance, matrix);
    const random = randomStream(seed, 'fractions');
    const layout = coreLayout(model);
    const plan = randomFractions(layout, random);
    for (let n = 0; n < layout.nodeCount; n++) {
      const table = structuredClone(rateTables(model)[layout.nodeType[n]!]!);
      // Lower times, so that some company leaves none.
      const cutS = random.uniform(0, 1) * Math.max(...table.baseS.filter(Number.isFinite), 0);
      table.baseS.forEach((baseS, v) => (table.baseS[v] = baseS - cutS));
      for (let k = 0; k < table.tasks; k++) {
        table.perNeighbourS[k] = random.uniform(-1, 1) * cutS;
        table.perAverageIntensityS[k] = random.uniform(-1, 1) * cutS;
      }
      const [first, end] = [layout.nodeFirstGene[n]!, layout.nodeFirstGene[n + 1]!];
      const dedicatedShare = random.integer(0, 2) / 2;
      for (let core = first; core < end; core += table.tasks) {
        const genes = plan.fraction.subarray(core, core + table.tasks);
        if (random.uniform() < dedicatedShare) {
          const only = random.integer(0, table.tasks - 1);
          genes.forEach((_, k) => (genes[k] = k === only ? 1 : 0));
          continue;
        }
        // Busy for a part of the time, or always.
        const busy = random.uniform() < 0.5 ? random.uniform() : 1 / genes.reduce((sum, share) => sum + share, 0);
        genes.forEach((share, k) => (genes[k] = share * busy));
      }
      const isBusy = (g: number): boolean =>
        plan.fraction[g]! > 0 && plan.choice[g]! < table.deactivated[(g - first) % table.tasks]!;
      /** What each core may run at a moment; -1 is nothing. */
      const momentsOf = (core: number): number[] => {
        const genes = Array.from({ length: table.tasks }, (_, k) => core + k).filter(isBusy);
        const share = genes.reduce((sum, g) => sum + plan.fraction[g]!, 0);
        return share < 1 - 1e-12 ? [...genes, -1] : genes;
      };
      let moments: number[][] = [[]];
      for (let core = first; core < end; core += table.tasks) {
        moments = moments.flatMap((genes) => momentsOf(core).map((gene) => [...genes, gene]));
      }
      const bad = new Set<number>();
      for (const moment of moments) {
        const running = moment.filter((gene) => gene >= 0);
        const intensity = running.reduce((sum, g) => sum + table.intensity[(g - first) % table.tasks]!, 0);
        for (const gene of running) {
          const k = (gene - first) % table.tasks;
          const delayS =
            table.perNeighbourS[k]! * (running.length - 1) +
            (table.perAverageIntensityS[k]! * intensity) / running.length;
          if (!(table.baseS[k * table.width + plan.choice[gene]!]! + delayS > 0)) bad.add(gene);
        }
      }
      const found = unphysicalGenes(table, plan, first, end);
      expect([seed, n, found >= bad.size]).toEqual([seed, n, true]);
      const cores = Array.from({ length: (end - first) / table.tasks }, (_, c) => momentsOf(first + c * table.tasks));
      const divided = cores.filter((genes) => genes.length > 1);
      if (divided.length === 0) expect([seed, n, found]).toEqual([seed, n, bad.size]);
      if (divided.length === 1) {
        // Its own genes are counted exactly, those of the other cores perhaps too often.
        alone++;
        const own = divided[0]!.filter((gene) => bad.has(gene)).length;
        const others = cores.filter((genes) => genes.length === 1 && genes[0]! >= 0).length;
        expect([seed, n, found <= own + others]).toEqual([seed, n, true]);
      }
      if (found === 0) clean++;
      if (bad.size > 0) unclean++;
    }
  }
  expect(clean).toBeGreaterThan(30);
  expect(unclean).toBeGreaterThan(30);
  expect(alone).toBeGreaterThan(30);
});

/** Table of one node type with one P-state whose times are base + perNeighbourS A + perAverageIntensityS D, s. */
function tableOf(baseS: number[], perNeighbourS: number, perAverageIntensityS: number, intensity: number[]): RateTable {
  const tasks = baseS.length;
  return {
    tasks,
    width: 1,
    baseS: Float64Array.from(baseS),
    perNeighbourS: new Float64Array(tasks).fill(perNeighbourS),
    perAverageIntensityS: new Float64Array(tasks).fill(perAverageIntensityS),
    intensity: Float64Array.from(intensity),
    deactivated: new Uint8Array(tasks).fill(1),
  } as unknown as RateTable;
}

function unphysicalOf(table: RateTable, fraction: number[]): number {
  const plan = { fraction: Float64Array.from(fraction), choice: new Uint8Array(fraction.length) };
  return unphysicalGenes(table, plan as unknown as Parameters<typeof unphysicalGenes>[1], 0, fraction.length);
}

it('a core that is busy for a part of the time leaves its neighbour alone at some moments', () => {
  // -1 s alone, 1 s beside a neighbour: the core that is always busy has no positive time while the other rests.
  const table = tableOf([-1], 2, 0, [1]);
  expect(unphysicalOf(table, [1, 0.5])).toBe(1);
  expect(unphysicalOf(table, [1, 1])).toBe(0);
});

it('a core that is busy for a part of the time with one task type, beside one busy for good, is counted exactly', () => {
  // Task types of intensity 1 and 3: their mean is 2 whenever the second runs, so it takes 2 - 1.5 s.
  const table = tableOf([10, -1.5], 0, 1, [1, 3]);
  expect(unphysicalOf(table, [1, 0, 0, 0.5])).toBe(0);
  expect(unphysicalOf(tableOf([10, -2.5], 0, 1, [1, 3]), [1, 0, 0, 0.5])).toBe(1);
});

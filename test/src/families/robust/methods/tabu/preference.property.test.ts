import { describe, expect, it } from 'vitest';
import { nodePreference } from '../../../../../../src/families/robust/methods/tabu/preference.js';
import { rankColumns } from '../../../../../../src/families/robust/methods/tabu/ranks.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomRobustModel, ROBUST_NODE_TYPES, tinyRobust } from '../../../../../support/robust.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

describe('mean rank matrix', () => {
  it('numbers the columns of a task by mean time, ties by column, those that cannot run it last', () => {
    for (let seed = 0; seed < fuzzCount(200); seed++) {
      const { model } = randomRobustModel(seed, { mostPlans: Infinity, incompatible: 0.3 });
      const { columnCount, meanS, taskCount } = model;
      const { rank, best } = rankColumns(model);
      for (let task = 0; task < taskCount; task++) {
        const mean = (column: number): number => meanS[task * columnCount + column]!;
        const order = Array.from({ length: columnCount }, (_, column) => column).sort((a, b) =>
          mean(a) === mean(b) ? a - b : mean(a) - mean(b),
        );
        for (const [place, column] of order.entries()) expect(rank[task * columnCount + column]).toBe(place);
        expect(best[task]).toBe(order[0]);
      }
    }
  });

  it('has room for more than 256 columns', () => {
    const columnCount = 300;
    const meanS = Float64Array.from({ length: columnCount }, (_, column) => columnCount - column);
    const { rank, best } = rankColumns({ ...tinyRobust().model, taskCount: 1, columnCount, meanS });
    expect(rank[0]).toBe(299);
    expect(best[0]).toBe(299);
  });
});

describe('preference', () => {
  const { model } = tinyRobust({
    facility: {
      nodes: [
        { name: 'fast', nodeType: 'F', count: 3 },
        { name: 'slow', nodeType: 'S', count: 2 },
      ],
    },
  });

  it('MO-EC draws the best node among copies of the fastest, all of them in time', () => {
    const preference = nodePreference(model, 'mo-ec');
    const random = randomStream(1, 'copies');
    const drawn = new Set(Array.from({ length: 60 }, () => preference.bestNode(0, random)));
    expect([...drawn].sort()).toEqual([0, 1, 2]);
  });

  it('EO-MC takes the node of least expected energy over its P-states, overhead aside', () => {
    const preference = nodePreference(model, 'eo-mc');
    const random = randomStream(1, 'copies');
    // t1, compute-bound, 100 s on F: 50 W in P0, 28 W for 150 s in P1, 20 W for 200 s in P2; on S: 15 W for 180 s, 7 W for 360 s.
    expect(preference.unfitness(0, 0)).toBeCloseTo(4000, 9);
    expect(preference.unfitness(0, 3)).toBeCloseTo(2520, 9);
    const drawn = new Set(Array.from({ length: 60 }, () => preference.bestNode(0, random)));
    expect([...drawn].sort()).toEqual([3, 4]);
    // With 100 W of static power on F slower is dearer: 140 W for 100 s in P0.
    const [fast, slow] = ROBUST_NODE_TYPES;
    const leaking = tinyRobust({ facility: { nodeTypes: [{ ...fast!, idlePowerW: 230 }, slow!] } }).model;
    expect(nodePreference(leaking, 'eo-mc').unfitness(0, 0)).toBeCloseTo(14_000, 9);
    // t4 does not run on S.
    expect(preference.unfitness(3, 3)).toBe(Infinity);
    expect(preference.bestNode(3, random)).toBeLessThan(3);
  });

  it('puts the tasks of a core in order by rank there (MO-EC), by energy in the P-state they run in (EO-MC)', () => {
    expect(nodePreference(model, 'mo-ec').urgency(0, 3, 1)).toBe(1);
    expect(nodePreference(model, 'mo-ec').urgency(0, 0, 1)).toBe(0);
    expect(nodePreference(model, 'eo-mc').urgency(0, 0, 1)).toBeCloseTo(4200, 9);
    expect(ROBUST_NODE_TYPES[0]!.pStates[1]!.dynamicPowerW).toBe(18);
  });
});

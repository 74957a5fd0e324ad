import { describe, expect, it } from 'vitest';
import { reliefOf } from '../../../../../../src/families/reward-rate/runs/explain/relief.js';
import { cheapestRelief } from '../../../../../../src/families/reward-rate/runs/explain/relief-search.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';

/** Nodes of each of two types, power of one idle node of each, W, and price of switching one off. */
const COUNT = 5;
const IDLE_W = [10, 6];
const PRICES = [10, 6.5];
/** Set-point at which the CoP is 4, the warmest of a range that the search halves once or twice. */
const WARMEST_C = 20;

/** Room without any limit but the cap, which leaves the nodes at most `lessW` less than they draw when idle. */
function roomThatNeeds(lessW: number): TinyFacility {
  // Two zones, each of a node type of its own.
  const { instance, matrix } = tinyRandom(24, { cracs: 1 });
  const { facility } = instance;
  const idleW = COUNT * (IDLE_W[0]! + IDLE_W[1]!);
  return {
    instance: {
      ...instance,
      facility: {
        ...facility,
        nodeTypes: facility.nodeTypes.map((type, t) => ({ ...type, idlePowerW: IDLE_W[t]!, psuEfficiency: undefined })),
        nodeGroups: facility.nodeGroups.map((group, n) => ({ ...group, rack: `R${n}`, count: COUNT })),
        cracs: facility.cracs.map(({ name, airFlowM3PerS }) => ({
          name,
          airFlowM3PerS,
          setPointMinC: WARMEST_C - 0.006,
          setPointMaxC: WARMEST_C,
        })),
        coolingPerformance: { quadraticPerC2: 0, linearPerC: 0.1, constant: 2 },
        upsEfficiency: undefined,
        otherLoadW: undefined,
      },
      limits: { powerCapW: (idleW - lessW) * 1.25 + 1e-6, redLineC: 1000 },
    },
    matrix: {
      ...matrix,
      zones: matrix.zones.map((zone, n) => ({ ...zone, name: `R${n}/Z${n}`, rack: `R${n}`, nodeCount: COUNT })),
    },
  };
}

describe('the search for the cheapest changes', () => {
  it('proves no more than the cheapest choice of nodes costs where ranges of set-points are too narrow to divide further', async () => {
    const engine = await loadLpEngine('highs');
    let rounded = 0;
    for (let lessW = 1; lessW < 70; lessW++) {
      const { instance, matrix } = roomThatNeeds(lessW);
      const types = instance.facility.nodeTypes.map(({ name }) => name);
      const room = modelInMemory(instance, matrix);
      const relief = reliefOf(room, (type) => PRICES[types.indexOf(type)]!, []);
      const { choice, bound } = cheapestRelief(relief, engine);
      let least = Infinity;
      for (let a = 0; a <= COUNT; a++) {
        for (let b = 0; b <= COUNT; b++)
          if (a * IDLE_W[0]! + b * IDLE_W[1]! >= lessW) least = Math.min(least, a * PRICES[0]! + b * PRICES[1]!);
      }
      expect([lessW, choice!.price >= least - 1e-9, bound <= least + 1e-9]).toEqual([lessW, true, true]);
      // Fractions of nodes: first the type that is cheaper per watt.
      const inA = Math.min(lessW, COUNT * IDLE_W[0]!);
      const relaxed = (inA * PRICES[0]!) / IDLE_W[0]! + ((lessW - inA) * PRICES[1]!) / IDLE_W[1]!;
      expect(Math.abs(bound - relaxed)).toBeLessThan(1e-5);
      if (choice!.price > least * 1.01) rounded++;
    }
    expect(rounded).toBeGreaterThan(5);
  });
});

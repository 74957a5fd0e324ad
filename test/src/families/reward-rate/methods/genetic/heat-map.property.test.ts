import { describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { followedPowers } from '../../../../../../src/families/reward-rate/methods/followed-powers.js';
import { heatMap } from '../../../../../../src/families/reward-rate/methods/genetic/heat-map.js';
import {
  createState,
  type PlanTables,
  planTables,
} from '../../../../../../src/families/reward-rate/methods/genetic/plan-state.js';
import { randomStream, type RandomStream } from '../../../../../../src/random/stream.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** A room of many small zones: inlets and air flows drawn, as only these matter here. */
function roomOf(seed: number, zoneCount: number, random: RandomStream, coldColumns: boolean): PlanTables {
  const { instance, matrix } = tinyRandom(seed);
  const tables = planTables(rewardRateModel(instance, matrix));
  const nodesPerZone = 3;
  const nodeCount = zoneCount * nodesPerZone;
  const zone = tables.model.zones[0]!;
  const model = { ...tables.model, zones: Array.from({ length: zoneCount }, () => zone) };
  return {
    ...tables,
    model,
    powers: followedPowers({ ...model, powerLimits: [], coolingLimits: [], airLimits: [] }),
    layout: {
      ...tables.layout,
      zoneCount,
      nodeCount,
      nodeZone: Int32Array.from({ length: nodeCount }, (_, n) => Math.floor(n / nodesPerZone)),
      zoneFirstNode: Int32Array.from({ length: zoneCount + 1 }, (_, z) => z * nodesPerZone),
    },
    inletPerW: Float64Array.from({ length: zoneCount ** 2 }, () => random.uniform(coldColumns ? -0.001 : 0, 0.01)),
    outletPerW: Float64Array.from({ length: zoneCount }, () => random.uniform(0.01, 0.02)),
  };
}

/** The same, every zone followed after every change. */
function plainHeat({ layout, inletPerW, outletPerW, model }: PlanTables, riseC: Float64Array, coreW: Float64Array) {
  const passed = new Set<number>();
  return {
    add(node: number, deltaW: number): void {
      coreW[node]! += deltaW;
      const column = layout.nodeZone[node]! * layout.zoneCount;
      for (let k = 0; k < riseC.length; k++) riseC[k]! += inletPerW[column + k]! * deltaW;
    },
    passOver: (node: number) => passed.add(node),
    hottest(): number {
      let [best, hottest] = [-1, -Infinity];
      for (let n = 0; n < layout.nodeCount; n++) {
        const z = layout.nodeZone[n]!;
        const idleW = model.nodeTypes[model.zones[z]!.type]!.idleW;
        const outletC = riseC[z]! + (idleW + coreW[n]!) * outletPerW[z]!;
        if (!passed.has(n) && outletC > hottest) [best, hottest] = [n, outletC];
      }
      return best;
    },
    greatestRiseC: () => riseC.reduce((most, rise) => Math.max(most, rise), 0),
  };
}

describe('hottest node', () => {
  it('is that of following every zone after every change, to the bit: falling, rising, passed over, whatever the signs of M', () => {
    let moved = 0;
    for (let seed = 1; seed <= fuzzCount(12); seed++) {
      const random = randomStream(seed, 'heat');
      const tables = roomOf(seed, random.integer(1, 23), random, seed % 4 === 0);
      const { zoneCount, nodeCount } = tables.layout;
      const draws = (count: number, most: number): Float64Array =>
        Float64Array.from({ length: count }, () => Math.round(random.uniform(0, most)));
      const state = { ...createState(tables), riseC: draws(zoneCount, 9), nodeCoreW: draws(nodeCount, 90) };
      const heat = heatMap(tables);
      const plain = plainHeat(tables, state.riseC.slice(), state.nodeCoreW.slice());
      heat.load({ ...state, zonePowerW: new Float64Array(zoneCount) });
      let last = -1;
      for (let step = 0; step < 400; step++) {
        const hottest = plain.hottest();
        // Not asked every time: what waits must come out right later too.
        if (step % 3 !== 0) expect([seed, step, heat.hottest()]).toEqual([seed, step, hottest]);
        if (step % 5 === 0) expect(heat.greatestRiseC()).toBe(plain.greatestRiseC());
        if (hottest !== last) moved++;
        last = hottest;
        if (hottest >= 0 && random.uniform() < 0.03) {
          heat.passOver(hottest);
          plain.passOver(hottest);
          continue;
        }
        const node = hottest >= 0 && random.uniform() < 0.8 ? hottest : random.integer(0, nodeCount - 1);
        const deltaW = random.uniform() < 0.04 ? random.uniform(0, 2) : -random.uniform(0, 1);
        heat.add(node, deltaW);
        plain.add(node, deltaW);
      }
    }
    expect(moved).toBeGreaterThan(500);
  });

  it('stays right when more changes wait than there is room for', () => {
    const random = randomStream(3, 'long');
    const tables = roomOf(3, 5, random, false);
    const state = createState(tables);
    state.riseC.set([1, 2, 3, 4, 50]);
    const [riseC, coreW] = [state.riseC.slice(), state.nodeCoreW.slice()];
    const heat = heatMap(tables);
    heat.load({ ...state, zonePowerW: new Float64Array(5) });
    const plain = plainHeat(tables, riseC, coreW);
    for (let step = 0; step < 40_000; step++) {
      const deltaW = -random.uniform(0, 1e-4);
      heat.add(0, deltaW);
      plain.add(0, deltaW);
    }
    expect([heat.hottest(), heat.greatestRiseC()]).toEqual([plain.hottest(), plain.greatestRiseC()]);
  });

  it('a state loaded anew forgets what was passed over and what waited', () => {
    const random = randomStream(5, 'anew');
    const tables = roomOf(5, 4, random, false);
    const fresh = () => ({
      ...createState(tables),
      riseC: Float64Array.of(1, 2, 3, 50),
      nodeCoreW: new Float64Array(12),
      zonePowerW: Float64Array.of(10, 20, 30, 40),
    });
    const heat = heatMap(tables);
    const answers = (): number[] => {
      heat.load(fresh());
      return [tables.powers.nodePowerW(), heat.hottest(), heat.greatestRiseC()];
    };
    const first = answers();
    expect(first[0]).toBe(100);
    expect(first[2]).toBe(50);
    heat.add(0, -5);
    heat.passOver(first[1]!);
    heat.add(1, -5);
    expect(answers()).toEqual(first);
  });
});

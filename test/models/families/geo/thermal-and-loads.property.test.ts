import { describe, expect, it } from 'vitest';
import { centreThermal, undominatedRows } from '../../../../models/families/geo/centre-thermal.js';
import { greatestRiseK, limitedHeatW } from '../../../../models/families/geo/cooling.js';
import { companyWithout } from '../../../../models/families/geo/core-company.js';
import { nodeLoad } from '../../../../models/families/geo/node-load.js';
import { geoModel } from '../../../../models/families/geo/model.js';
import { compiledRoom } from '../../../../models/families/geo/room.js';
import { configurationFrom } from '../../../../models/facility/configuration-from.js';
import { randomStream } from '../../../../src/random/stream.js';
import { randomRooms } from '../../../src/families/geo/check/random-rooms.js';
import { randomGeoInstance } from '../../../support/geo.js';
import { geoCase } from './geo-case.js';
import { twoCentres } from './two-centres.js';
import { fuzzCount } from '../../../support/fuzz.js';

describe('centreThermal', () => {
  it('has the hottest inlet and the heats of the room itself, powers spread evenly over all places of a type', () => {
    let dropped = 0;
    for (let seed = 1; seed <= fuzzCount(40, 40); seed++) {
      const { instance, matrixOfRoom } = randomRooms(seed);
      const draw = randomStream(seed, 'power').uniform;
      for (const name of Object.keys(instance.rooms)) {
        const room = compiledRoom(instance, name, matrixOfRoom(name));
        const thermal = centreThermal(room, instance.rooms[name]!.redLineC);
        dropped += room.zones.length - thermal.rowCount;
        for (let n = 0; n < 10; n++) {
          const powerW = room.nodeTypes.map(() => draw(0, 1000));
          const nodes = room.nodeTypes.map((_, j) =>
            room.zones.reduce((sum, zone) => sum + (zone.type === j ? zone.nodeCount : 0), 0),
          );
          const zoneW = Float64Array.from(
            room.zones,
            ({ type, nodeCount }) => (powerW[type]! * nodeCount) / nodes[type]!,
          );
          const hottest = Math.max(...room.thermal.inletRiseC(zoneW));
          expect(Math.abs(greatestRiseK(thermal, powerW) - hottest)).toBeLessThanOrEqual(1e-11 * hottest);
          for (const [unit, { crac }] of room.coolingLimits.entries()) {
            const heatW = room.thermal.cracHeatRow(crac).reduce((sum, share, b) => sum + share * zoneW[b]!, 0);
            expect(Math.abs(limitedHeatW(thermal, powerW)[unit]! - heatW)).toBeLessThan(1e-9 * heatW);
          }
        }
      }
    }
    expect(dropped).toBeGreaterThan(50);
  });

  it('leaves out exactly the rows that another is at least as warm as in every entry', () => {
    const rows = Float64Array.from([1, 2, 2, 1, 1, 1, 2, 1, 0, 2.5, 1.5, 1.5].flat());
    // (1,2) (2,1) (1,1) (2,1) (0,2.5) (1.5,1.5): the third and the copy of the second go.
    expect(undominatedRows(rows, 2).sort()).toEqual([0, 1, 4, 5]);
  });
});

describe('nodeLoad', () => {
  it('divides time: two cores with half a, half b', () => {
    // Beside "a" half of the time, beside "b" the other half: 1 / CET of a = (1/13 + 1/12.5) / 2, of b = (1/6.25 + 1/6) / 2.
    const { model } = twoCentres();
    const slices = ['a', 'b'].map((taskType) => ({ taskType, pState: 0, fraction: 0.5 }));
    const load = nodeLoad(model, 0, [{ count: 2, slices }])!;
    expect(load.ratePerS[0]).toBeCloseTo((1 / 13 + 1 / 12.5) / 2, 14);
    expect(load.ratePerS[1]).toBeCloseTo((1 / 6.25 + 1 / 6) / 2, 14);
    expect(load.powerW).toBeCloseTo(100 + 160, 12);
  });

  it('counts idle time as no neighbour, and P-states by their own times and powers', () => {
    // Core 1 "a" in P-state 1 for 0.4 of the time, core 2 "b" always: a at 20 + 2.5 s; b alone for 0.6 (5 s), beside a for 0.4 (6.25 s).
    const { model } = twoCentres();
    const load = nodeLoad(model, 0, [
      { count: 1, slices: [{ taskType: 'a', pState: 1, fraction: 0.4 }] },
      { count: 1, slices: [{ taskType: 'b', pState: 0, fraction: 1 }] },
    ])!;
    expect(load.ratePerS[0]).toBeCloseTo(0.4 / 22.5, 14);
    expect(load.ratePerS[1]).toBeCloseTo(0.6 / 5 + 0.4 / 6.25, 14);
    expect(load.powerW).toBeCloseTo(100 + 0.4 * 40 + 60, 12);
  });

  it('is the configuration where whole cores run one thing', () => {
    for (let seed = 1; seed <= fuzzCount(60); seed++) {
      const { model } = geoCase(randomGeoInstance(seed, { cores: 3 }));
      const draw = randomStream(seed, 'configuration').uniform;
      for (const [j, type] of model.nodeTypes.entries()) {
        const counts = new Uint16Array(type.tasks.length);
        for (let core = 0; core < 3; core++) {
          const k = Math.floor(draw(0, type.tasks.length + 1));
          if (k < counts.length) counts[k]!++;
        }
        const choices = Uint8Array.from(type.tasks, ({ pStates }) => Math.floor(draw(0, pStates.length)));
        const known = configurationFrom(j, type, model.taskNames.length, counts, choices)!;
        const load = nodeLoad(
          model,
          j,
          type.tasks.flatMap(({ task, pStates }, k) => {
            const slices = [{ taskType: model.taskNames[task]!, pState: pStates[choices[k]!]!, fraction: 1 }];
            return counts[k] === 0 ? [] : [{ count: counts[k]!, slices }];
          }),
        )!;
        for (const [i, rate] of known.ratePerS.entries()) expect(load.ratePerS[i]).toBeCloseTo(rate, 12);
        expect(load.powerW).toBeCloseTo(known.coreW + type.idleW, 10);
      }
    }
  });

  it('refuses what the node type does not have', () => {
    const { model } = twoCentres();
    const run = (taskType: string, pState: number, count = 1) =>
      nodeLoad(model, 0, [{ count, slices: [{ taskType, pState, fraction: 1 }] }]);
    expect(() => run('c', 0)).toThrow(RangeError);
    expect(() => run('a', 2)).toThrow('P-state 2');
    expect(() => run('a', 0, 3)).toThrow('3 cores');
  });

  it('has no rate where the literal Eq. 21 gives a moment no time', () => {
    const { instance, series, matrixOfRoom } = twoCentres();
    // A task takes 10 s alone and exactly no time beside another.
    const interference = { perNeighbourS: -10, perAverageIntensityS: 0, baseTimeFactor: 1 };
    const nodeTypes = instance.nodeTypes.map((type) => ({
      ...type,
      interference: { I: interference, II: interference },
    }));
    const literal = { ...instance, nodeTypes, colocation: { model: 'literal' as const } };
    const model = geoModel(literal, series, matrixOfRoom);
    const whole = (count: number) =>
      nodeLoad(model, 0, [{ count, slices: [{ taskType: 'a', pState: 0, fraction: 1 }] }]);
    expect(whole(2)).toBeNull();
    expect(whole(1)!.ratePerS[0]).toBeCloseTo(0.1, 14);
  });
});

describe('companyWithout', () => {
  it('is a law: probabilities add up to 1, and its mean is that of the cores', () => {
    const draw = randomStream(1, 'company').uniform;
    for (let n = 0; n < 50; n++) {
      const tasks = Array.from({ length: 4 }, () => ({ memoryIntensity: draw(0, 1) }));
      const laws = Array.from({ length: 1 + Math.floor(draw(0, 3)) }, () => {
        const busy = draw() < 0.5 ? 1 : draw(0.1, 1);
        const weights = Array.from({ length: 1 + Math.floor(draw(0, 3)) }, () => draw(0.1, 1));
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        return {
          count: 1 + Math.floor(draw(0, 4)),
          slices: weights.map((weight) => ({
            task: Math.floor(draw(0, 4)),
            choice: 0,
            fraction: (busy * weight) / total,
          })),
        };
      });
      const { probability, active, intensity } = companyWithout(laws, 0, tasks);
      const mean = (values: readonly number[]) => values.reduce((sum, value, s) => sum + value * probability[s]!, 0);
      let [busy, heavy] = [0, 0];
      for (const [g, { count, slices }] of laws.entries()) {
        for (const { task, fraction } of slices) {
          busy += (count - (g === 0 ? 1 : 0)) * fraction;
          heavy += (count - (g === 0 ? 1 : 0)) * fraction * tasks[task]!.memoryIntensity;
        }
      }
      expect(mean(probability.map(() => 1))).toBeCloseTo(1, 12);
      expect(mean(active)).toBeCloseTo(busy, 11);
      expect(mean(intensity)).toBeCloseTo(heavy, 11);
    }
  });

  it('stays a law where fractions pass 1 by rounding', () => {
    const tasks = [{ memoryIntensity: 1 }, { memoryIntensity: 2 }];
    const fractions = [0.5, 0.5 + 1e-10];
    const slices = fractions.map((fraction, task) => ({ task, choice: 0, fraction }));
    const { probability, active } = companyWithout([{ count: 5, slices }], 0, tasks);
    expect(Math.abs(probability.reduce((sum, share) => sum + share, 0) - 1)).toBeLessThan(1e-14);
    expect(new Set(active)).toEqual(new Set([4]));
  });

  it('follows few states of many task types: 30 on four cores', () => {
    const tasks = Array.from({ length: 30 }, (_, task) => ({ memoryIntensity: 1 + (task % 3) }));
    const evenly = (count: number) =>
      Array.from({ length: count }, (_, task) => ({ task, choice: 0, fraction: 1 / count }));
    const { probability, active, intensity } = companyWithout([{ count: 4, slices: evenly(30) }], 0, tasks);
    // Multisets of 3 of 30.
    expect(probability).toHaveLength((30 * 31 * 32) / 6);
    expect(new Set(active)).toEqual(new Set([3]));
    // Only three intensities, so that three task types say the same.
    const few = companyWithout([{ count: 4, slices: evenly(3) }], 0, tasks);
    for (let sum = 3; sum <= 9; sum++) {
      const chance = (of: readonly number[], sums: readonly number[]): number =>
        of.reduce((total, p, n) => total + (sums[n] === sum ? p : 0), 0);
      expect(chance(probability, intensity)).toBeCloseTo(chance(few.probability, few.intensity), 12);
    }
  });

  it('refuses more joint states than can be followed', () => {
    const tasks = Array.from({ length: 20 }, () => ({ memoryIntensity: 1 }));
    const slices = tasks.map((_, task) => ({ task, choice: 0, fraction: 0.05 }));
    expect(() => companyWithout([{ count: 12, slices }], 0, tasks)).toThrow('12 cores dividing their time among 20');
  });
});

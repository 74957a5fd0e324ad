import { beforeAll, describe, expect, it } from 'vitest';
import type { EntryRange, InletRowSets } from '../../../../models/physics/thermal/inlet-row-sets.js';
import { worstRow } from '../../../../models/physics/thermal/worst-row.js';
import { rewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { worstExcessK } from '../../../../src/families/reward-rate/check/worst-inlets.js';
import { randomStream } from '../../../../src/random/stream.js';
import type { LpEngine } from '../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../src/solvers/linear/highs.js';
import { oracle } from '../../../oracle/brute-force.js';
import { roomOf } from '../../../oracle/drawn-rooms.js';
import { robustOracle, withUncertainty } from '../../../oracle/robust-rooms.js';
import { tinyRandom } from '../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../support/fuzz.js';

const RHO_C = 1.204 * 1006;
const ROWS = fuzzCount(120);
const ROOMS = fuzzCount(300);

interface DrawnRow {
  readonly sets: InletRowSets;
  readonly stated: Float64Array;
  readonly powerW: Float64Array;
}

/** A row of up to 40 entries with ties and zeros among powers, weights and entries. */
function drawnRow(seed: number): DrawnRow {
  const { uniform, integer } = randomStream(seed, 'worst-row');
  const zones = integer(1, 40);
  const some = (): number => (uniform(0, 1) < 0.15 ? 0 : uniform(0, 1) < 0.2 ? 0.5 : uniform(0, 1));
  const values = (most: number): Float64Array => Float64Array.from({ length: zones }, () => most * some());
  const range: EntryRange = {
    least: uniform(0, 1),
    most: uniform(1, 2),
    ...(integer(0, 2) === 0 ? {} : { deviating: integer(0, 1) === 0 ? integer(0, zones) : uniform(0, zones) }),
  };
  const share = integer(0, 1) === 0 ? 0 : uniform(0, 0.1);
  const balance =
    integer(0, 4) === 0 ? null : { weight: values(300), least: 1 / (1 + share) - 1, most: 1 / (1 - share) - 1 };
  const stated = values(2e-3);
  return { stated, powerW: values(5000), sets: { range, balance, stated: () => stated } };
}

/** Greatest excess by a linear program: shares up and down of each entry. */
function byProgram({ sets: { range, balance }, stated, powerW }: DrawnRow, engine: LpEngine): number {
  const sides = [range.most - 1, range.least - 1];
  const columns = sides.flatMap((side) =>
    [...stated].map((value, b) => ({ name: `d${b}_${side}`, cost: value * side * powerW[b]!, lower: 0, upper: 1 })),
  );
  const all = [...columns.keys()];
  const rows = [
    ...[...stated.keys()].map((b) => ({
      name: `b${b}`,
      lower: -Infinity,
      upper: 1,
      columnIndices: [b, stated.length + b],
      coefficients: [1, 1],
    })),
    ...(range.deviating === undefined
      ? []
      : [
          {
            name: 'budget',
            lower: -Infinity,
            upper: range.deviating,
            columnIndices: all,
            coefficients: all.map(() => 1),
          },
        ]),
    ...(balance === null
      ? []
      : [
          {
            name: 'balance',
            lower: balance.least,
            upper: balance.most,
            columnIndices: all,
            coefficients: sides.flatMap((side) => [...stated].map((value, b) => value * side * balance.weight[b]!)),
          },
        ]),
  ];
  const session = engine.open({ sense: 'maximize', columns, rows });
  const answer = session.solve();
  session.dispose();
  return answer.point!.objective;
}

describe('the worst row of a set', () => {
  let engine: LpEngine;
  beforeAll(async () => {
    engine = await loadHighs();
  });

  it('warms its inlet as much as a linear program over the set finds, and lies in the set', () => {
    let moved = 0;
    for (let seed = 1; seed <= ROWS; seed++) {
      const row = drawnRow(seed);
      const { sets, stated, powerW } = row;
      const { range, balance } = sets;
      const { excessK, deviation } = worstRow(sets, stated, powerW);
      const byLp = byProgram(row, engine);
      expect(Math.abs(excessK - byLp), `seed ${seed}`).toBeLessThan(1e-6);
      let attained = 0;
      let spent = 0;
      let sum = 0;
      for (const [b, value] of deviation.entries()) {
        attained += value * powerW[b]!;
        const share = stated[b] === 0 ? value : value / stated[b]! / (value > 0 ? range.most - 1 : 1 - range.least);
        expect(Math.abs(share), `seed ${seed}`).toBeLessThanOrEqual(1 + 1e-9);
        spent += Math.abs(share);
        sum += value * (balance?.weight[b] ?? 0);
      }
      expect(Math.abs(excessK - attained), `seed ${seed}`).toBeLessThan(1e-9);
      expect(spent).toBeLessThanOrEqual((range.deviating ?? Infinity) + 1e-9);
      if (balance !== null) expect(sum, `seed ${seed}`).toBeLessThanOrEqual(balance.most + 1e-9);
      if (balance !== null) expect(sum, `seed ${seed}`).toBeGreaterThanOrEqual(balance.least - 1e-9);
      if (excessK > 0) moved++;
    }
    expect(moved).toBeGreaterThan(0.6 * ROWS);
  });

  it('is as warm by model and checker as the warmest vertex of the set, with weights and with a heat-recirculation matrix', () => {
    let moved = 0;
    for (let seed = 1; seed <= ROOMS; seed++) {
      const robust = withUncertainty(tinyRandom(seed, { cracs: 1 }), seed);
      const { zones } = robust.matrix;
      const draw = randomStream(seed, 'powers').uniform;
      const powerW = Float64Array.from(zones, () => (draw(0, 1) < 0.1 ? 0 : draw(10, 300)));
      const truth = robustOracle(robust, oracle(robust.instance, robust.matrix)).operate([...powerW]).inletRiseC;
      const { thermal } = rewardRateModel(robust.instance, robust.matrix);
      const riseC = thermal.inletRiseC(powerW);
      const certainC = (thermal.uncertain?.stated ?? thermal).inletRiseC(powerW);
      const checkedK = worstExcessK(robust.instance, robust.matrix, powerW, RHO_C, new Set())!;
      for (const [k, rise] of truth.entries()) {
        expect(Math.abs(riseC[k]! - rise), `seed ${seed}`).toBeLessThan(1e-7);
        expect(Math.abs(certainC[k]! + checkedK[k]! - rise), `seed ${seed}`).toBeLessThan(1e-7);
        if (rise > certainC[k]! + 1e-6) moved++;
      }
      // The same rows as a heat-recirculation matrix, which obeys no balance: the worst row of a box with a budget.
      const inletRows = Float64Array.from(zones.flatMap((_, k) => [...thermal.inletRow(k)]));
      const types = robust.instance.facility.nodeTypes.length;
      const air = roomOf(robust, {
        inletRows,
        powerFactor: new Float64Array(types).fill(1),
        timeFactor: new Float64Array(types * robust.instance.workload.taskTypes.length).fill(1),
      });
      const loose = {
        instance: { ...air.instance, uncertainty: { ...robust.instance.uncertainty } },
        matrix: air.matrix,
      };
      const free = rewardRateModel(loose.instance, loose.matrix).thermal.inletRiseC(powerW);
      const freeK = worstExcessK(loose.instance, loose.matrix, powerW, RHO_C, new Set())!;
      for (const k of zones.keys()) {
        expect(Math.abs(certainC[k]! + freeK[k]! - free[k]!), `seed ${seed}`).toBeLessThan(1e-7);
        expect(free[k]!).toBeGreaterThanOrEqual(riseC[k]! - 1e-7);
      }
    }
    expect(moved).toBeGreaterThan(0.5 * ROOMS);
  });
});

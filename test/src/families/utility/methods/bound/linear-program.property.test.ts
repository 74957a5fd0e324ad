import { describe, expect, it } from 'vitest';
import type { UtilityEnvironment, UtilityModel } from '../../../../../../models/families/utility/model.js';
import { dayWork } from '../../../../../../src/families/utility/methods/bound/day-work.js';
import { noPrices } from '../../../../../../src/families/utility/methods/bound/prices.js';
import { startIndexed } from '../../../../../../src/families/utility/methods/bound/start-indexed.js';
import { utilityBound } from '../../../../../../src/families/utility/methods/bound/utility-bound.js';
import { workInSlot } from '../../../../../../src/families/utility/methods/bound/work-in-slot.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { randomFunction, randomRows, tinyModel } from '../../../../../support/utility/tiny-model.js';
import { tariffOfWeights } from '../../../../../support/utility/with-tariff.js';
import { workInSlotLp } from '../../../../../support/utility/work-in-slot-lp.js';

const engine = await loadLpEngine('highs');

/** More work than the pools have time for: short tasks and tasks of many slots, narrow and wide, on up to three pools. */
function crowded(seed: number, hasRows = false, environment: UtilityEnvironment = 'parallel'): UtilityModel {
  const stream = randomStream(seed, 'crowded');
  const { uniform, integer } = stream;
  const pools = Array.from({ length: integer(1, 3) }, () => integer(1, 4));
  const kinds = Array.from({ length: integer(1, 4) }, () => {
    const typicalS = 600 * 8 ** uniform();
    return Array.from({ length: integer(1, 5) }, () => {
      const pool = integer(0, pools.length - 1);
      return {
        pool,
        nodes: integer(1, pools[pool]!),
        timeS: Math.round(typicalS * uniform(0.5, 2)),
        powerW: integer(1, 5),
      };
    }).toSorted((a, b) => a.pool - b.pool);
  });
  const functions = Array.from({ length: 4 }, () => randomFunction(stream, 2500));
  const measuredFromS = integer(0, 1) * 5000;
  const endS = measuredFromS + 14_400;
  const tasks = Array.from({ length: integer(10, 40) }, () => ({
    arrivalS: Math.floor(uniform(0, endS)),
    kind: integer(0, kinds.length - 1),
    utility: integer(0, 3),
  }));
  const energyJ = tasks.reduce((sum, { kind }) => sum + kinds[kind]![0]!.timeS * kinds[kind]![0]!.powerW, 0);
  // Every option alone keeps the budget, so that none is left out.
  const dearestJ = Math.max(...kinds.flat().map(({ timeS, powerW }) => timeS * powerW));
  const budgetJ = uniform() < 0.5 ? Infinity : Math.max(energyJ * uniform(0.1, 0.5), 3 * dearestJ);
  const busyW = pools.map((nodes, j) => {
    return nodes * Math.max(0, ...kinds.flat().map((o) => (o.pool === j ? o.powerW / o.nodes : 0)));
  });
  const rows = hasRows ? { rows: randomRows(stream, busyW) } : {};
  return tinyModel({
    environment,
    measuredFromS,
    endS,
    budgetJ,
    eventIntervalS: [1, 60, 900][seed % 3]!,
    pools,
    kinds,
    functions,
    tasks,
    ...rows,
  });
}

/** The same with a budget of money, charged by four prices of equal length: slots do not straddle them. */
function withPrices(model: UtilityModel, seed: number): UtilityModel {
  const { integer } = randomStream(seed, 'prices of energy');
  const stepS = (model.endS - model.measuredFromS) / 4;
  const originS = (model.measuredFromS % stepS) - stepS;
  const steps = Math.ceil((model.endS - originS) / stepS - 1e-9);
  const charging = tariffOfWeights(
    Array.from({ length: steps }, () => integer(1, 5) / 2),
    stepS,
    originS,
  );
  return { ...model, tariff: charging, charging };
}

function optimum(model: UtilityModel, slots: number): number {
  const session = engine.open(workInSlotLp(model, slots));
  try {
    const { proven, point } = session.solve();
    expect(proven).toBe('optimal');
    return point!.objective;
  } finally {
    session.dispose();
  }
}

describe('the work-in-slot bound against its linear program', () => {
  it('is within 1e-3 above the optimum once prices are found', async () => {
    for (let seed = 0; seed < fuzzCount(40); seed++) {
      const drawn = crowded(seed, seed % 2 === 1);
      const model = seed % 4 >= 2 ? withPrices(drawn, seed) : drawn;
      const most = optimum(model, 16);
      const { bound } = await utilityBound(model, UNLIMITED, { slots: 16, passes: 1000, startPasses: 0 });
      expect(bound, `case ${seed}`).toBeGreaterThanOrEqual(most * (1 - 1e-7));
      expect(bound, `case ${seed}`).toBeLessThanOrEqual(most * (1 + 1e-3));
    }
  });

  it('is above the optimum at any prices', () => {
    for (let seed = 0; seed < fuzzCount(40); seed++) {
      const drawn = crowded(1000 + seed, seed % 2 === 1);
      const model = seed % 4 >= 2 ? withPrices(drawn, seed) : drawn;
      const most = optimum(model, 12);
      const work = dayWork(model, 12);
      const relaxation = workInSlot(work);
      const prices = noPrices(work);
      const { uniform } = randomStream(seed, 'prices');
      for (let trial = 0; trial < fuzzCount(30); trial++) {
        const scale = 10 ** uniform(-5, -2);
        for (let q = 0; q < prices.node.length; q++) prices.node[q] = scale * uniform();
        for (let q = 0; q < prices.row.length; q++) prices.row[q] = scale * uniform();
        prices.energy = work.budgetJ < Infinity ? scale * uniform() : 0;
        expect(relaxation(prices).bound, `case ${seed}, prices ${trial}`).toBeGreaterThanOrEqual(most * (1 - 1e-7));
      }
    }
  });

  it('is no higher than its optimum where options alone exceed the budget, which the program leaves in', async () => {
    for (let seed = 0; seed < fuzzCount(30); seed++) {
      const drawn = crowded(2000 + seed, false, seed % 2 === 0 ? 'parallel' : 'preemptive');
      const { timeS, powerW } = drawn.options;
      const dearestJ = Math.max(...timeS.map((time, o) => time * powerW[o]!));
      const budgetJ = dearestJ * randomStream(seed, 'budget').uniform(0.2, 0.9);
      const model = { ...drawn, days: drawn.days.with(-1, { ...drawn.days.at(-1)!, budgetJ }) };
      const most = optimum(model, 16);
      const found = await utilityBound(model, UNLIMITED, { slots: 16, passes: 1000, startPasses: 0 });
      expect(found.budgetExcludes).toBe(true);
      expect(found.bound, `case ${seed}`).toBeLessThanOrEqual(most * (1 + 1e-3));
    }
  });

  it.each([
    ['work in slots', workInSlot],
    ['starts', startIndexed],
  ])('%s: no higher with fewer mapping events, at any prices', (_, relaxation) => {
    for (let seed = 0; seed < fuzzCount(40); seed++) {
      const { uniform, integer } = randomStream(seed, 'fewer events');
      const model = { ...crowded(3000 + seed, seed % 2 === 1), eventIntervalS: 900 };
      // Starts before the measured time are cut into pieces, which begin elsewhere.
      if (relaxation === startIndexed && model.measuredFromS > 0) continue;
      const bounds = [model, { ...model, eventIntervalS: 300 }, { ...model, eventIntervalS: 0.1 }].map((one) => {
        const work = dayWork(one, 12);
        return { work, priced: relaxation(work) };
      });
      for (let trial = 0; trial < fuzzCount(10); trial++) {
        const prices = noPrices(bounds[0]!.work);
        const scale = 10 ** uniform(-5, -2);
        for (let q = 0; q < prices.node.length; q++) prices.node[q] = scale * uniform();
        for (let q = 0; q < prices.row.length; q++) prices.row[q] = scale * uniform();
        prices.energy = bounds[0]!.work.budgetJ < Infinity ? scale * integer(0, 1) : 0;
        const [few, more, most] = bounds.map(({ priced }) => priced(prices).bound);
        expect(few! / more!, `case ${seed}`).toBeLessThan(1 + 1e-7);
        expect(more! / most!, `case ${seed}`).toBeLessThan(1 + 1e-7);
      }
    }
  });
});

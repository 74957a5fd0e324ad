import { describe, expect, it } from 'vitest';
import type { UtilityEnvironment, UtilityModel } from '../../../../../../models/families/utility/model.js';
import { dayWork } from '../../../../../../src/families/utility/methods/bound/day-work.js';
import { noPrices } from '../../../../../../src/families/utility/methods/bound/prices.js';
import { startIndexed } from '../../../../../../src/families/utility/methods/bound/start-indexed.js';
import { utilityBound } from '../../../../../../src/families/utility/methods/bound/utility-bound.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { bestSliced, bestUnbroken } from '../../../../../support/utility/brute-force.js';
import { randomFunction, randomRows, tinyModel } from '../../../../../support/utility/tiny-model.js';
import { tariffOfWeights } from '../../../../../support/utility/with-tariff.js';

const SLICE_S = 600;

/** Two or three tasks on one or two pools; times are whole slices in `preemptive`. */
function randomTiny(seed: number, environment: UtilityEnvironment, hasRows = false): UtilityModel {
  const stream = randomStream(seed, `tiny ${environment}`);
  const { uniform, integer } = stream;
  const isSliced = environment === 'preemptive';
  const pools = hasRows
    ? [1, integer(1, 2)]
    : Array.from({ length: integer(1, 2) }, () => (environment === 'parallel' ? integer(1, 3) : 1));
  const timeS = (): number => (isSliced ? integer(1, 3) * SLICE_S : Math.round(uniform(300, 5000)));
  const kinds = Array.from({ length: integer(1, 2) }, () =>
    Array.from({ length: isSliced ? pools.length : integer(1, 3) }, (_, o) => {
      const pool = isSliced ? o : integer(0, pools.length - 1);
      const nodes = environment === 'parallel' ? integer(1, pools[pool]!) : 1;
      return { pool, nodes, timeS: timeS(), powerW: integer(1, 3) };
    }).toSorted((a, b) => a.pool - b.pool),
  );
  const functions = Array.from({ length: 2 }, () => randomFunction(stream, isSliced ? 1200 : 2500));
  const measuredFromS = uniform() < 0.3 ? 0 : integer(1, 2) * 3 * SLICE_S;
  const endS = measuredFromS + integer(3, isSliced ? 5 : 10) * SLICE_S;
  const earliestS = hasRows ? measuredFromS : 0;
  const tasks = Array.from({ length: hasRows ? 3 : integer(1, 3) }, () => ({
    arrivalS: uniform() < (hasRows ? 0.6 : 0.2) ? earliestS : Math.floor(uniform(0, endS)),
    kind: integer(0, kinds.length - 1),
    utility: integer(0, 1),
  }));
  if (uniform() < 0.2) tasks.push(tasks[0]!);
  const most = Math.max(...kinds.flat().map((o) => o.timeS * o.powerW));
  const budgetJ = uniform() < 0.4 ? Infinity : most * uniform(0.3, 2);
  const budgetBeforeJ = isSliced || uniform() < 0.5 ? Infinity : budgetJ * uniform(0.3, 1.5);
  // Slices begin at mapping events.
  const eventIntervalS = isSliced ? [60, 300, 600][seed % 3]! : [1, 60, 250.7, 60, 900][(seed >> 2) % 5]!;
  const busyW = pools.map((nodes, j) => {
    return nodes * Math.max(0, ...kinds.flat().map((o) => (o.pool === j ? o.powerW / o.nodes : 0)));
  });
  const rows = hasRows ? { rows: randomRows(stream, busyW) } : {};
  const drawn = { pools, kinds, functions, tasks: tasks.slice(0, 3) };
  return tinyModel({ environment, measuredFromS, endS, budgetJ, budgetBeforeJ, eventIntervalS, ...drawn, ...rows });
}

/** The same with a budget of money: three prices in the measured time, one of them perhaps nothing. */
function withPrices(model: UtilityModel, seed: number): UtilityModel {
  const { integer } = randomStream(seed, 'prices of energy');
  const [first, ...days] = model.days.toReversed();
  const stepS = Math.ceil((first!.endS - first!.startS) / 3);
  const originS = (first!.startS % stepS) - stepS;
  const steps = Math.ceil((model.endS - originS) / stepS);
  const weights = Array.from({ length: steps }, () => integer(0, 4) / 2);
  const charging = tariffOfWeights(weights, stepS, originS);
  const most = Math.max(...model.options.timeS.map((timeS, o) => timeS * model.options.powerW[o]!));
  const budgetJ = Math.min(first!.budgetJ, most);
  return { ...model, tariff: charging, charging, days: [...days.toReversed(), { ...first!, budgetJ }] };
}

describe('no schedule of a tiny instance earns more than the bound', () => {
  it.each([
    ['serial', fuzzCount(800)],
    ['parallel', fuzzCount(800)],
    ['preemptive', fuzzCount(400)],
  ] as const)('%s: every order, option and candidate start, or every slice', async (environment, count) => {
    let [tight, limited, paid, dear] = [0, 0, 0, 0];
    for (let seed = 0; seed < count; seed++) {
      const hasRows = seed % 4 === 3;
      const drawn = randomTiny(seed, environment, hasRows);
      const isPriced = seed % 4 === 1;
      const model = isPriced ? withPrices(drawn, seed) : drawn;
      const stream = randomStream(seed, 'shares');
      const earned =
        environment === 'preemptive'
          ? bestSliced(model, SLICE_S)
          : bestUnbroken(model, [stream.uniform(), 0.5]).utility;
      const startPasses = environment === 'preemptive' ? 0 : 20;
      const { bound, rows, utilityPerUsd, budgetExcludes } = await utilityBound(model, UNLIMITED, {
        passes: 60,
        startPasses,
        slots: stream.integer(4, 40),
      });
      expect(bound, `${environment} ${seed}`).toBeGreaterThanOrEqual(earned);
      if (bound <= 1.02 * earned) tight++;
      if (budgetExcludes && earned > 0) dear++;
      if (rows.length > 0) limited++;
      if (utilityPerUsd !== null && utilityPerUsd > 0) paid++;
    }
    // A bound that is far off everywhere attacks nothing.
    expect(tight).toBeGreaterThan(count / 8);
    // Nor does a power row that no bound feels.
    expect(limited).toBeGreaterThan(count / 80);
    expect(paid).toBeGreaterThan(count / 40);
    expect(dear).toBeGreaterThan(count / 20);
  });

  it.each(['serial', 'parallel'] as const)('%s: starts at any prices', (environment) => {
    for (let seed = 0; seed < fuzzCount(150); seed++) {
      const drawn = randomTiny(seed, environment, seed % 2 === 1);
      const model = seed % 3 === 0 ? withPrices(drawn, seed) : drawn;
      const { uniform, integer } = randomStream(seed, 'prices');
      const earned = bestUnbroken(model, [uniform()]).utility;
      const work = dayWork(model, integer(2, 12));
      const relaxation = startIndexed(work);
      const prices = noPrices(work);
      for (let trial = 0; trial < fuzzCount(20); trial++) {
        const scale = 10 ** uniform(-5, -2);
        for (let q = 0; q < prices.node.length; q++) prices.node[q] = scale * uniform();
        for (let q = 0; q < prices.row.length; q++) prices.row[q] = scale * uniform();
        prices.energy = work.budgetJ < Infinity ? scale * uniform() : 0;
        expect(relaxation(prices).bound, `${environment} ${seed}`).toBeGreaterThanOrEqual(earned);
      }
    }
  });
});

import { describe, expect, it } from 'vitest';
import { nodeLoad } from '../../../../../../models/families/geo/node-load.js';
import { PRINTED_FDLD } from '../../../../../../src/families/geo/methods/fdld/fdld.js';
import { evenShares, NodeSets } from '../../../../../../src/families/geo/methods/fdld/node-sets.js';
import { RemovalSearch } from '../../../../../../src/families/geo/methods/fdld/removal-search.js';
import { colocatedRates, estimatedRates } from '../../../../../../src/families/geo/methods/fdld/set-rates.js';
import { geoCase, randomGeoInstance, randomGeoModel } from '../../../../../support/geo.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

describe('RemovalSearch', () => {
  it('puts no task type on nodes in an epoch in which none arrives', () => {
    const base = randomGeoInstance(6, { epochs: 2, taskTypes: 3, load: 0.4, nodesPerType: 3, restricted: 0 });
    const taskTypes = base.taskTypes.map((task, i) =>
      i === 1 ? { ...task, arrivalRatePerS: [0, (task.arrivalRatePerS as number[])[1]!] } : task,
    );
    const { model } = geoCase({ ...base, taskTypes });
    const search = new RemovalSearch(new NodeSets(model), estimatedRates(model, [1, 1, 1]), PRINTED_FDLD);
    expect(search.ratePerS[1]).toBe(0);
    expect(search.ratePerS[4]).toBeGreaterThan(0);
    while (search.remove());
    expect(search.ratePerS.every((rate) => rate >= 0)).toBe(true);
  });

  it('goes on where rates are thousands of times the arrivals, and ends as where they are not', () => {
    // Forces of Eq. 42 up to e^20,000: the order of removals still is that of the forces, and ends with every rate just met.
    const base = randomGeoInstance(9, {
      epochs: 2,
      taskTypes: 2,
      load: 0.5,
      nodesPerType: 60,
      restricted: 0,
      centres: 2,
    });
    const taskTypes = base.taskTypes.map((task) => ({
      ...task,
      arrivalRatePerS: (task.arrivalRatePerS as number[]).map((rate, t) => rate * (t === 0 ? 1e-4 : 1)),
    }));
    const { model } = geoCase({ ...base, taskTypes });
    const search = new RemovalSearch(new NodeSets(model), estimatedRates(model, [1, 1]), PRINTED_FDLD);
    expect(search.ratePerS[0]! / model.arrivalRatePerS[0]!).toBeGreaterThan(2000);
    const order: number[] = [];
    while (search.remove()) order.push(search.last!.epoch);
    // Nearly all of the removals of the epoch with the great forces come first.
    const firsts = order.filter((epoch) => epoch === 0).length;
    expect(order.slice(0, Math.floor(0.9 * firsts)).every((epoch) => epoch === 0)).toBe(true);
    for (const [n, rate] of search.ratePerS.entries())
      expect(rate).toBeGreaterThanOrEqual(model.arrivalRatePerS[n]! * (1 - 1e-9));
    const awake = search.cost.awake.reduce((sum, count) => sum + count, 0);
    expect(awake).toBeGreaterThan(0);
    expect(awake).toBeLessThan(
      0.8 * model.centres.reduce((sum, { nodeCount }) => sum + 2 * nodeCount.reduce((a, b) => a + b, 0), 0),
    );
  });

  it('leaves no rate short where removing one task type slows the others down', () => {
    // Nodes with all task types are much better at each than with fewer: most removals cost all rates.
    let removals = 0;
    for (let seed = 1; seed <= fuzzCount(10); seed++) {
      const { model } = randomGeoModel(seed, { load: 0.3, nodesPerType: 5, taskTypes: 3, incompatible: 0 });
      const alone = estimatedRates(model, [1, 1, 1]);
      const sets = new NodeSets(model);
      const search = new RemovalSearch(
        sets,
        (set) => alone(set).map((rate) => (set.tasks.length === 3 ? rate : 0.4 * rate)),
        PRINTED_FDLD,
      );
      const begins = search.ratePerS;
      while (search.remove()) removals++;
      for (const [n, rate] of search.ratePerS.entries()) {
        expect(rate).toBeGreaterThanOrEqual(Math.min(begins[n]!, model.arrivalRatePerS[n]! * (1 - 1e-9)) - 1e-12);
      }
    }
    expect(removals).toBeGreaterThan(100);
  });

  it('keeps the arrivals with batches of identical removals too', () => {
    for (let seed = 1; seed <= fuzzCount(8); seed++) {
      const { model } = randomGeoModel(seed, { load: 0.4, nodesPerType: 40, epochs: 3 });
      const sets = new NodeSets(model);
      const search = new RemovalSearch(sets, colocatedRates(sets), { ...PRINTED_FDLD, batch: 8 });
      const begins = search.ratePerS;
      let most = 0;
      while (search.remove()) most = Math.max(most, search.last!.times);
      for (const [n, rate] of search.ratePerS.entries()) {
        expect(rate).toBeGreaterThanOrEqual(Math.min(begins[n]!, model.arrivalRatePerS[n]! * (1 - 1e-9)));
      }
      expect(most).toBe(8);
    }
  });
});

describe('evenShares', () => {
  it('is Eq. 38 for a core alone', () => {
    const { model } = randomGeoModel(7, { colocation: 'none', cores: 1, pStates: 3, taskTypes: 2, incompatible: 0 });
    const [type] = model.nodeTypes;
    const busy = model.instance.rules.utilisation;
    const load = nodeLoad(model, 0, evenShares(model, 0, [0, 1]))!;
    for (const { task, timeS } of type!.tasks) {
      expect(load.ratePerS[task]).toBeCloseTo((busy / timeS[0]! + (1 - busy) / timeS[2]!) / 2, 12);
    }
  });
});

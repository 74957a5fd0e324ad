import { describe, expect, it } from 'vitest';
import { meterPowerW } from '../../../../../../models/families/geo/cell-cost.js';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { createDistribution, type Distribution } from '../../../../../../src/families/geo/methods/gald/distribution.js';
import { Distributor } from '../../../../../../src/families/geo/methods/gald/distributor.js';
import { distributionProblem, VIOLATIONS } from '../../../../../../src/families/geo/methods/gald/epoch-search.js';
import { Turns } from '../../../../../../src/families/geo/methods/gald/epoch-state.js';
import { EpochTerms } from '../../../../../../src/families/geo/methods/gald/epoch-terms.js';
import { randomFounder, ruledFounders } from '../../../../../../src/families/geo/methods/gald/founders.js';
import { greedyTables } from '../../../../../../src/families/geo/methods/gald/greedy-tables.js';
import { blend, copies, crossTasks, moveShares } from '../../../../../../src/families/geo/methods/gald/variation.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { createScore, isFeasible } from '../../../../../../src/solvers/genetic/problem.js';
import { randomGeoModel } from '../../../../../support/geo.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const MUTATION = { perChromosome: 1, oneMore: 0.5, allTasks: 0.4, wholeShare: 0.2 };

function distributorOf(model: GeoModel): Distributor {
  const nothing = Array.from({ length: model.epochCount }, () => null);
  const terms = new EpochTerms(model, 0, new Turns(model), nothing);
  return new Distributor(greedyTables(model, { power: 'node', order: 'relative' }), terms);
}

function rowSums({ taskNames, centres }: GeoModel, { shares, missing }: Distribution): number[] {
  return taskNames.map((_, i) =>
    shares.subarray(i * centres.length, (i + 1) * centres.length).reduce((a, b) => a + b, missing[i]!),
  );
}

describe('fitness and repair of a distribution', () => {
  it('leaves every share with a centre that may serve it, or says that it is missing', () => {
    const seen = { cut: 0, feasible: 0, missing: 0 };
    for (let seed = 1; seed <= fuzzCount(60, 60); seed++) {
      const { model } = randomGeoModel(seed, { load: 0.05 + 0.13 * (seed % 10), centres: 1 + (seed % 3) });
      const distributor = distributorOf(model);
      const founder = createDistribution(model);
      randomFounder(distributor.tables)(founder, randomStream(seed, 'founder'));
      const score = createScore(VIOLATIONS.length);
      distributor.evaluate(founder, score);
      for (const sum of rowSums(model, founder)) expect(Math.abs(sum - 1)).toBeLessThan(1e-9);
      const { capacityPerS } = distributor.tables;
      for (const [n, share] of founder.shares.entries()) {
        expect(share).toBeGreaterThanOrEqual(0);
        if (capacityPerS[n] === 0) expect(share).toBe(0);
      }
      if (distributor.work.cuts > 0) seen.cut++;
      if (founder.missing.some((share) => share > 0)) seen.missing++;
      if (!isFeasible(score)) continue;
      seen.feasible++;
      // Once more from scratch: nothing is left to repair.
      const again = createScore(VIOLATIONS.length);
      const before = founder.shares.slice();
      distributor.evaluate(founder, again);
      expect([...founder.shares]).toEqual([...before]);
      expect(again.objective).toBeCloseTo(score.objective, 12);
    }
    expect(Object.entries(seen).filter(([, count]) => count < 5)).toEqual([]);
  });

  it('says the same of a child whether all centres are filled anew or only stale ones', () => {
    let compared = 0;
    for (let seed = 1; seed <= fuzzCount(40, 20); seed++) {
      const { model } = randomGeoModel(seed, { load: 0.2, centres: 2 + (seed % 3), taskTypes: 1 + (seed % 4) });
      const distributor = distributorOf(model);
      const view = distributionProblem(distributor);
      const random = randomStream(seed, 'children');
      const score = createScore(VIOLATIONS.length);
      const parents = [createDistribution(model), createDistribution(model)] as const;
      for (const parent of parents) {
        randomFounder(distributor.tables)(parent, random);
        view.evaluate(parent, score);
      }
      const mutate = moveShares(distributor.tables, MUTATION);
      for (const cross of [crossTasks(), blend(0.2), copies()]) {
        const children = [createDistribution(model), createDistribution(model)] as const;
        const stale = [view.createChange(), view.createChange()] as const;
        for (const one of stale) view.clearChange(one);
        cross(parents, children, stale, random);
        for (const c of [0, 1] as const) {
          mutate(children[c], stale[c], random);
          const copy = createDistribution(model);
          copy.shares.set(children[c].shares);
          const plain = createScore(VIOLATIONS.length);
          view.evaluate(copy, plain);
          view.evaluateChange!(children[c], stale[c], score);
          if (!isFeasible(plain) && parents[c].missing.some((share) => share > 0)) continue;
          compared++;
          expect(score, `seed ${seed}`).toEqual(plain);
          expect(children[c]).toEqual(copy);
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('asks the greedy heuristic about two centres only when shares move between them', () => {
    const { model } = randomGeoModel(9, { centres: 3, load: 0.02, hot: false, powerCaps: 0, restricted: 0 });
    const distributor = distributorOf(model);
    const [even] = ruledFounders(distributor.tables, distributor.terms);
    const score = createScore(VIOLATIONS.length);
    distributor.evaluate(even!, score);
    expect(isFeasible(score)).toBe(true);
    const stale = new Uint8Array(3);
    moveShares(distributor.tables, { ...MUTATION, oneMore: 0 })(even!, stale, randomStream(1, 'move'));
    expect(stale.reduce((a, b) => a + b, 0)).toBe(2);
    const { fills } = distributor.work;
    distributor.evaluateChange(even!, stale, score);
    expect(distributor.work.fills - fills).toBe(2);
  });

  it('gives nothing back to a centre whose limit holds it down, though it has nodes asleep', () => {
    const { model: drawn } = randomGeoModel(9, { centres: 3, load: 0.05, nodesPerType: 6, hot: false, restricted: 0 });
    const [held, ...others] = drawn.centres;
    const asleepW = Float64Array.from(drawn.nodeTypes, ({ sleepW }, j) => held!.nodeCount[j]! * sleepW);
    // Half a node more than all asleep.
    const powerCapW = meterPowerW(held!, asleepW) + drawn.nodeTypes[0]!.staticW / 2;
    const model: GeoModel = { ...drawn, centres: [{ ...held!, powerCapW }, ...others] };
    const distributor = distributorOf(model);
    const all = createDistribution(model);
    for (let n = 0; n < all.shares.length; n += 3) all.shares[n] = 1;
    const score = createScore(VIOLATIONS.length);
    distributor.evaluate(all, score);
    expect(isFeasible(score)).toBe(true);
    expect(distributor.work.cuts).toBe(1);
    expect(all.shares[0]).toBeLessThan(1e-3);
  });

  it('serves a task type per centre where a cap leaves each centre one node, and each task type takes one', () => {
    const { model: drawn } = randomGeoModel(3, {
      centres: 2,
      nodeTypes: 1,
      nodesPerType: 3,
      cores: 1,
      taskTypes: 2,
      epochs: 1,
      load: 0.02,
      hot: false,
      restricted: 0,
      incompatible: 0,
    });
    const [type] = drawn.nodeTypes;
    const fullW = type!.staticW + Math.max(...type!.tasks.flatMap(({ powerW }) => [...powerW]));
    const centres = drawn.centres.map((centre) => ({
      ...centre,
      powerCapW: meterPowerW(centre, Float64Array.of(fullW + 2 * type!.sleepW)) * 1.001,
    }));
    const model: GeoModel = { ...drawn, centres };
    const distributor = distributorOf(model);
    const [even] = ruledFounders(distributor.tables, distributor.terms);
    const score = createScore(VIOLATIONS.length);
    distributor.evaluate(even!, score);
    expect(isFeasible(score)).toBe(true);
    expect([...even!.awake]).toEqual([1, 1]);
  });

  it('gives the cheapest centre its fill first', () => {
    const { model } = randomGeoModel(12, {
      centres: 3,
      load: 0.05,
      renewables: 0,
      restricted: 0,
      nodesPerType: 4,
      taskTypes: 2,
      incompatible: 0,
    });
    const distributor = distributorOf(model);
    const usd = model.centres.map((one) => one.usdPerKwh[0]! * one.powerOverhead * (1 + 1 / one.coolingPerPower));
    const cheapest = usd.indexOf(Math.min(...usd));
    const [, first] = ruledFounders(distributor.tables, distributor.terms);
    expect(first!.shares[cheapest]).toBeGreaterThan(0.9);
  });
});

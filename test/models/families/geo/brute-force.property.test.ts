import { describe, expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../models/families/geo/evaluate.js';
import { geoPlanOf } from '../../../../models/families/geo/plan-of.js';
import { checkGeoPlan } from '../../../../src/families/geo/check/check-geo-plan.js';
import { randomStream } from '../../../../src/random/stream.js';
import { geoBruteForce, wholeCoreLoads } from '../../../oracle/geo-brute-force.js';
import { randomGeoInstance } from '../../../support/geo.js';
import { geoCase, randomAllocation } from './geo-case.js';
import { fuzzCount } from '../../../support/fuzz.js';

describe('the cheapest plan of whole cores, from the terms of the bill', () => {
  it('is feasible and costs the same by model and checker; no random plan is cheaper', () => {
    let [solved, challenged] = [0, 0];
    for (let seed = 1; seed <= fuzzCount(30, 30); seed++) {
      const options = {
        centres: 1 + (seed % 2),
        nodeTypes: 1,
        nodesPerType: 2,
        cores: 2,
        pStates: 1,
        taskTypes: 2,
        epochs: 2 + (seed % 2),
      };
      const { instance, series, matrixOfRoom, model } = geoCase(
        // Caps that also see transitions in the last ten.
        randomGeoInstance(seed, {
          ...options,
          load: 0.1,
          hot: false,
          ...(seed > 20 ? { powerCaps: 1, epochs: 2 } : {}),
        }),
      );
      const loads = wholeCoreLoads(model);
      const best = geoBruteForce(model, loads);
      const draw = randomStream(seed, 'rivals').uniform;
      const rivals = Array.from({ length: 60 }, () => randomAllocation(model, draw, loads));
      const least = rivals
        .map((rival) => evaluateAllocation(model, rival))
        .filter(({ violations }) => violations.length === 0)
        .reduce((cost, { costUsd }) => Math.min(cost, costUsd), Infinity);
      if (best === null) {
        expect(least).toBe(Infinity);
        continue;
      }
      solved++;
      const known = evaluateAllocation(model, best.allocation);
      const plan = geoPlanOf(model, best.allocation, { method: 'all', claimedCostUsd: 0, sha256: '0'.repeat(64) });
      const found = checkGeoPlan(instance, series, matrixOfRoom, plan);
      const scale = 1e-3 + Math.abs(best.costUsd);
      expect([...known.violations, ...found.violations]).toEqual([]);
      expect(Math.abs(known.costUsd - best.costUsd)).toBeLessThanOrEqual(1e-9 * scale);
      expect(Math.abs(found.costUsd - best.costUsd)).toBeLessThanOrEqual(1e-9 * scale);
      if (least < Infinity) challenged++;
      expect(least).toBeGreaterThanOrEqual(best.costUsd - 1e-9 * scale);
    }
    expect(solved).toBeGreaterThan(20);
    expect(challenged).toBeGreaterThan(9);
  });

  it('keeps a cap that transitions alone break, at a cost', () => {
    let dearer = 0;
    for (let seed = 1; seed <= fuzzCount(60, 60); seed++) {
      const options = { centres: 2, nodeTypes: 1, nodesPerType: 2, cores: 1, pStates: 2, taskTypes: 1, epochs: 2 };
      const drawn = randomGeoInstance(seed, { ...options, boundary: seed % 2 ? 'open' : 'cyclic', hot: false });
      const instance = { ...drawn, rules: { ...drawn.rules, transitionS: 1200 } };
      const free = geoCase(instance);
      const loads = wholeCoreLoads(free.model);
      const best = geoBruteForce(free.model, loads);
      if (best === null) continue;
      const cells = evaluateAllocation(free.model, best.allocation).cells.flat();
      const busiest = cells.reduce((a, b) => (b.transitionKwh > a.transitionKwh ? b : a));
      if (busiest.transitionKwh === 0) continue;
      const turnW = (busiest.transitionKwh * 3.6e6) / free.model.epochS;
      const d = cells.indexOf(busiest) % 2;
      const powerCapW = busiest.powerW - 0.1 * turnW;
      const dataCentres = instance.dataCentres.map((centre, n) => (n === d ? { ...centre, powerCapW } : centre));
      const { model, series, matrixOfRoom } = geoCase({ ...instance, dataCentres });
      const capped = geoBruteForce(model, loads);
      if (capped === null) continue;
      const plan = geoPlanOf(model, capped.allocation, { method: 'all', claimedCostUsd: 0, sha256: '0'.repeat(64) });
      const found = checkGeoPlan({ ...instance, dataCentres }, series, matrixOfRoom, plan);
      expect(found.violations).toEqual([]);
      expect(found.costUsd).toBeCloseTo(capped.costUsd, 12);
      expect(capped.costUsd).toBeGreaterThanOrEqual(best.costUsd);
      if (capped.costUsd > best.costUsd) dearer++;
      const draw = randomStream(seed, 'capped').uniform;
      for (let n = 0; n < 40; n++) {
        const rival = evaluateAllocation(model, randomAllocation(model, draw, loads));
        if (rival.violations.length === 0) expect(rival.costUsd).toBeGreaterThanOrEqual(capped.costUsd - 1e-12);
      }
    }
    expect(dearer).toBeGreaterThan(5);
  });
});

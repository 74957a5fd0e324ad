import { describe, expect, it } from 'vitest';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import {
  calibrate,
  calibrateSimple,
  calibrateTaskAware,
  leastPhiSteps,
} from '../../../../../../src/families/geo/methods/fdld/calibration.js';
import { NodeSets } from '../../../../../../src/families/geo/methods/fdld/node-sets.js';
import { PRINTED_FDLD } from '../../../../../../src/families/geo/methods/fdld/options.js';
import { RemovalSearch } from '../../../../../../src/families/geo/methods/fdld/removal-search.js';
import { estimatedRates } from '../../../../../../src/families/geo/methods/fdld/set-rates.js';
import { Trials } from '../../../../../../src/families/geo/methods/fdld/trials.js';
import { randomGeoModel } from '../../../../../support/geo.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const OPTIONS = { ...PRINTED_FDLD, phiSteps: 100 };

interface Prepared {
  readonly trials: Trials;
  readonly least: Int32Array;
}

function prepared(model: GeoModel): Prepared {
  const ones = model.taskNames.map(() => 1);
  const sets = new NodeSets(model);
  const first = new RemovalSearch(sets, estimatedRates(model, ones), OPTIONS);
  return {
    trials: new Trials(sets, OPTIONS, UNLIMITED),
    least: leastPhiSteps(model, first.ratePerS, OPTIONS.phiSteps),
  };
}

function steps(model: GeoModel, count: number): Int32Array {
  return new Int32Array(model.taskNames.length).fill(count);
}

const CASES = Array.from({ length: fuzzCount(12) }, (_, n) => n + 1).map((seed) => ({
  seed,
  model: randomGeoModel(seed, { colocation: 'anchored', nodesPerType: 6, cores: 3, load: 0.35, taskTypes: 3 }).model,
}));

describe('calibrateSimple', () => {
  it('finds a phi_C whose plan serves everything in earnest, while a step more leaves something short', async () => {
    let below = 0;
    for (const { seed, model } of CASES) {
      const { trials, least } = prepared(model);
      // From above or from below.
      const found = await calibrateSimple(trials, least, steps(model, seed % 2 === 0 ? OPTIONS.phiSteps : 10), 1);
      if (found === null) continue;
      const reached = Math.round(found.phi[0]! * OPTIONS.phiSteps);
      expect(new Set(found.phi).size).toBe(1);
      expect(reached, `seed ${seed}`).toBeGreaterThanOrEqual(Math.max(...least));
      const again = await trials.withPhi(found.phi);
      expect(again.met).toBe(true);
      expect(again.ratios).toEqual(found.trial.ratios);
      if (reached === OPTIONS.phiSteps) continue;
      below++;
      const more = found.phi.map(() => (reached + 1) / OPTIONS.phiSteps);
      expect((await trials.withPhi(more)).met, `seed ${seed}`).toBe(false);
    }
    expect(below).toBeGreaterThan((5 / 12) * CASES.length);
  });

  it('needs none without co-location', async () => {
    const { model } = randomGeoModel(3, { colocation: 'none', nodesPerType: 4, load: 0.4 });
    const { trials, least } = prepared(model);
    const found = (await calibrateSimple(trials, least, steps(model, OPTIONS.phiSteps), 1))!;
    expect(found.phi[0]).toBe(1);
    expect(trials.runs).toBe(1);
  });

  it('does not go below what all nodes running all task types serve by its own estimate', async () => {
    const { model } = CASES[0]!;
    const { trials } = prepared(model);
    expect(await calibrateSimple(trials, steps(model, OPTIONS.phiSteps + 1), steps(model, 50), 1)).toBeNull();
  });
});

describe('calibrateTaskAware', () => {
  it('finds phi_C,i whose plan serves everything, none of which can be a step greater', async () => {
    let lowered = 0;
    for (const { seed, model } of CASES) {
      const { trials, least } = prepared(model);
      const found = await calibrate(trials, calibrateTaskAware, least, steps(model, OPTIONS.phiSteps));
      if (found === null) continue;
      expect(found.trial.met).toBe(true);
      expect((await trials.withPhi(found.phi)).ratios).toEqual(found.trial.ratios);
      for (const [task, phi] of found.phi.entries()) {
        if (phi === 1) continue;
        lowered++;
        const more = found.phi.map((one, i) =>
          i === task ? (Math.round(phi * OPTIONS.phiSteps) + 1) / OPTIONS.phiSteps : one,
        );
        expect((await trials.withPhi(more)).met, `seed ${seed}, task type ${task}`).toBe(false);
      }
    }
    expect(lowered).toBeGreaterThan((10 / 12) * CASES.length);
  });
});

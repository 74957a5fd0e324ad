import { describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { cracHeatW } from '../../../../models/facility/room-state.js';
import { outletsByCrac, zoneState } from '../../../../models/families/reward-rate/set-points.js';
import { steadyTemperatures } from '../../../../src/check/temperatures.js';
import { randomStream } from '../../../../src/random/stream.js';
import { tinyRandom } from '../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../support/fuzz.js';

const RHO_C = 1.204 * 1006;

describe('set-points of several CRACs', () => {
  it('inlets, heats and failed outlets are those the checker finds, any unit failed or none', () => {
    for (let seed = 1; seed <= fuzzCount(60); seed++) {
      const drawn = tinyRandom(seed, { cracs: 2 + (seed % 3) });
      const failed = new Set(seed % 2 === 0 ? [seed % 3 === 0 ? 0 : 1] : []);
      if (seed % 5 === 4) failed.add(0);
      const cracs = drawn.instance.facility.cracs.map((crac, c) =>
        failed.has(c) ? { ...crac, coolingCapacityW: 0 } : crac,
      );
      if (failed.size === cracs.length) continue;
      const instance = { ...drawn.instance, facility: { ...drawn.instance.facility, cracs } };
      const model = rewardRateModel(instance, drawn.matrix);
      const draw = randomStream(seed, 'set-points').uniform;
      const powersW = Float64Array.from(model.zones, () => draw(0, 300));
      const setPointsC = model.cracs.map(() => draw(10, 30));
      const all = cracs.map((_, c) => {
        const at = model.cracs.findIndex(({ index }) => index === c);
        return at < 0 ? 99 : setPointsC[at]!;
      });
      const theirs = steadyTemperatures(drawn.matrix, all, powersW, RHO_C, failed)!;
      const state = zoneState(model, powersW);
      const inletC = model.thermal.inletFromSetPointsC(setPointsC).map((value, b) => value + state.riseC[b]!);
      for (const [b, value] of inletC.entries()) expect(Math.abs(value - theirs.zoneInletC[b]!)).toBeLessThan(1e-7);
      const heatW = cracHeatW(model, state, setPointsC);
      for (const [c, { index }] of model.cracs.entries()) {
        expect(Math.abs(heatW[c]! - theirs.cracHeatW[index]!)).toBeLessThan(1e-5);
      }
      for (const c of failed) {
        expect(theirs.cracHeatW[c]).toBe(0);
        const outletsC = outletsByCrac(model, setPointsC, theirs.zoneOutletC);
        expect(Math.abs(outletsC[c]! - theirs.cracInletC[c]!)).toBeLessThan(1e-7);
      }
    }
  });

  it('set-points alone move no heat in sum, and a common one moves none at all', () => {
    for (let seed = 1; seed <= fuzzCount(20); seed++) {
      const { instance, matrix } = tinyRandom(seed, { cracs: 3 });
      const { thermal, cracs } = rewardRateModel(instance, matrix);
      for (const c of cracs.keys()) {
        const row = thermal.cracHeatPerSetPoint(c);
        expect(Math.abs(row.reduce((sum, value) => sum + value, 0))).toBeLessThan(1e-8);
        expect(row.every((value, d) => (d === c ? value <= 0 : value >= 0))).toBe(true);
        expect(Math.abs(cracs.reduce((sum, _, d) => sum + thermal.cracHeatPerSetPoint(d)[c]!, 0))).toBeLessThan(1e-7);
      }
    }
  });
});

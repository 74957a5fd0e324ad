import { describe, expect, it } from 'vitest';
import { greatestRiseK } from '../../../../../../models/families/geo/cooling.js';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { withHottestRows } from '../../../../../../src/families/geo/methods/gald/hottest-rows.js';
import { randomStream, type Uniform } from '../../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { randomGeoModel } from '../../../../../support/geo.js';

const MANY = 40;

/** The model with rises of its centres drawn anew, in K/W: rows that nearly tie, equal ones and zeros among them. */
function withDrawnRows(model: GeoModel, draw: Uniform): GeoModel {
  const types = model.nodeTypes.length;
  const centres = model.centres.map((centre) => {
    const rise = Float64Array.from({ length: MANY * types }, () => (draw() < 0.05 ? 0 : draw(0.5, 1)));
    for (let j = 0; j < types; j++) rise[types + j] = rise[j]!;
    for (let j = 0; j < types; j++) rise[2 * types + j] = rise[j]! * (1 + 1e-15);
    return { ...centre, thermal: { ...centre.thermal, riseKPerW: rise, rowCount: MANY } };
  });
  return { ...model, centres };
}

describe('rows of temperatures that may be the hottest', () => {
  it('give the greatest rise to the last bit for any node powers, and are fewer', () => {
    let [all, kept] = [0, 0];
    for (let seed = 1; seed <= fuzzCount(40); seed++) {
      const draw = randomStream(seed, 'rows').uniform;
      const model = withDrawnRows(randomGeoModel(seed, { nodeTypes: 1 + (seed % 4) }).model, draw);
      for (const [d, { thermal }] of withHottestRows(model).centres.entries()) {
        const { thermal: whole, nodeCount } = model.centres[d]!;
        all += whole.rowCount;
        kept += thermal.rowCount;
        for (let n = 0; n < 200; n++) {
          const powerW = nodeCount.map((count) => (count === 0 || draw() < 0.2 ? 0 : draw(0, 1e5)));
          const nodePowerW = Float64Array.from(powerW);
          expect(greatestRiseK(thermal, nodePowerW), `seed ${seed}`).toBe(greatestRiseK(whole, nodePowerW));
        }
      }
    }
    expect(kept).toBeLessThan(0.6 * all);
  });

  it('are all rows where a centre has four node types', () => {
    const { model } = randomGeoModel(3, { nodeTypes: 4, nodesPerType: 2 });
    const drawn = withDrawnRows(model, randomStream(3, 'rows').uniform);
    expect(withHottestRows(drawn)).toEqual(drawn);
  });
});

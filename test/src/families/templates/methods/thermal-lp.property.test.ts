import { describe, expect, it } from 'vitest';
import { TemplatesRoom } from '../../../../../src/families/templates/methods/room.js';
import { ThermalLp } from '../../../../../src/families/templates/methods/thermal-lp.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { randomTemplatesModel } from '../../../../support/templates.js';

describe('an LP with the set-point as a column', () => {
  it('has the answer of the same LP without stalls, and a proof of it, however early it counts as stalled', () => {
    let solved = 0;
    let refused = 0;
    for (let seed = 1; seed <= fuzzCount(40); seed += 1) {
      const model = randomTemplatesModel(seed, { blocks: 14, quadrants: 2, vents: 1, setPointMinC: 8 });
      const room = new TemplatesRoom(model);
      const { data } = room;
      const { outletRiseKPerW, marginC } = room.heat(0);
      const { uniform } = randomStream(seed, 'questions');
      const lower = Float64Array.of(uniform(0, 0.3), uniform(0, 0.3));
      const plain = new ThermalLp(data, outletRiseKPerW, marginC);
      const hasty = [4, 7, 10].map((patience) => new ThermalLp(data, outletRiseKPerW, marginC, patience));
      for (const lp of [plain, ...hasty]) lp.setLower(lower);
      for (let question = 0; question < 6; question += 1) {
        const workPerS = data.workTotalPerS * uniform(0.3, 1);
        const lowestC = uniform(8, 22);
        const wattPerC = data.idleTotalW * uniform(0, 0.05);
        const ask = (lp: ThermalLp): number | null =>
          lp.solve(workPerS, lowestC, 25, wattPerC) ? lp.powerW() - wattPerC * lp.setPointC : null;
        const value = ask(plain);
        for (const lp of hasty) {
          lp.forget();
          const found = ask(lp);
          const cut = new Float64Array(5);
          lp.cutInto(cut, 0, found !== null);
          const provenW =
            cut[0]! + cut[1]! * workPerS + cut[2]! * lp.setPointC + cut[3]! * lower[0]! + cut[4]! * lower[1]!;
          if (value === null) {
            refused += 1;
            expect(found).toBeNull();
          } else if (found !== null) {
            solved += 1;
            expect(Math.abs(found - value) / data.idleTotalW).toBeLessThan(1e-9);
            expect(Math.abs(provenW / lp.powerW() - 1)).toBeLessThan(1e-9);
          }
        }
      }
    }
    expect(solved).toBeGreaterThan(fuzzCount(40) * 4);
    expect(refused).toBeGreaterThan(fuzzCount(40));
  });
});

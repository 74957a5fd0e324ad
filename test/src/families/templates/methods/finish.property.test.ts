import { expect, it } from 'vitest';
import { finished } from '../../../../../src/families/templates/methods/finish.js';
import { TemplatesRoom } from '../../../../../src/families/templates/methods/room.js';
import { randomTemplatesModel } from '../../../../support/templates.js';
import { fuzzCount } from '../../../../support/fuzz.js';

it.each(['topPerS', 'limitW', 'outlet'] as const)(
  'what exceeds %s is taken away from what runs beyond running work',
  (what) => {
    for (let seed = 1; seed <= fuzzCount(10); seed += 1) {
      const open = randomTemplatesModel(seed, { vents: 1, setPointMinC: 10 });
      const utilisation = new Float64Array(open.blocks.length).fill(0.6);
      const riseK = new TemplatesRoom(open).riseK(0, utilisation);
      const model = what === 'outlet' ? { ...open, setPointMinC: open.outletLimitC - 0.999 * riseK } : open;
      const room = new TemplatesRoom(model);
      const { data } = room;
      const lower = new Float64Array(data.quadrantCount).fill(0.1);
      const wanted = 0.6 * data.workTotalPerS;
      const nodeW = data.idleTotalW + 0.6 * data.busyW.reduce((sum, busyW) => sum + busyW, 0);
      const setPointC = Math.max(model.setPointMinC, Math.min(model.setPointMaxC, model.outletLimitC - riseK));
      const topPerS = wanted * (what === 'topPerS' ? 0.999 : 2);
      const limitW = (nodeW / room.factor.at(setPointC)) * (what === 'limitW' ? 0.999 : 2);
      const point = { utilisation, constantW: 0, wattPerWork: 0, wattPerC: 0, workPerS: 0, totalW: 0, tasksPerJ: 0 };
      const template = finished(room, {
        state: 0,
        vents: 0,
        lower,
        boundTasksPerJ: 1,
        binding: 'work' as const,
        limitW,
        topPerS,
        point: { ...point, setPointC, prices: new Float64Array(0) },
      });
      expect(template.workPerS).toBeLessThanOrEqual(topPerS * (1 + 1e-12));
      expect(template.powerW).toBeLessThanOrEqual(limitW * (1 + 1e-12));
      expect(template.hottestOutletC).toBeLessThanOrEqual(model.outletLimitC + 1e-9);
      expect(template.workPerS).toBeGreaterThan(0.95 * wanted);
      expect(template.workPerS).toBeLessThan(0.9999 * wanted);
    }
  },
);

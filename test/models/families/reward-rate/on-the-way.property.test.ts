import { describe, expect, it } from 'vitest';
import { failedRoomsOf } from '../../../../models/families/reward-rate/in-failed-room.js';
import { hasReset, onTheWay, wayRow } from '../../../../models/families/reward-rate/on-the-way.js';
import { rewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { zoneState } from '../../../../models/families/reward-rate/set-points.js';
import { checkTheWay } from '../../../../src/families/reward-rate/check/the-way.js';
import { cracPowerW } from '../../../../src/check/power.js';
import { steadyTemperatures } from '../../../../src/check/temperatures.js';
import { randomStream } from '../../../../src/random/stream.js';
import { RHO_C } from '../../../oracle/set-point-grid.js';
import { survivingRoom } from '../../../oracle/surviving-rooms.js';
import { fuzzCount } from '../../../support/fuzz.js';

describe('the way from the steady state before a failure to that at other set-points', () => {
  const seeds = Array.from({ length: fuzzCount(100) }, (_, n) => n + 1);

  it('has the peaks that the checker finds, CRACs at their capacity or not, and rows that are these peaks where none is', () => {
    let rows = 0;
    let nearCapacity = 0;
    for (const seed of seeds) {
      const { facility } = survivingRoom(seed, 60, 'any-crac-reset');
      const { instance, matrix } = facility;
      const response = {
        reactionS: (7 * seed) % 90,
        nodeThermalMassJPerK: 500 * (1 + (seed % 9)),
        plenumTimeConstantS: 5 + seed,
      };
      const model = rewardRateModel({ ...instance, limits: { ...instance.limits, failureResponse: response } }, matrix);
      const draw = randomStream(seed, 'way').uniform;
      const zonePowerW = Float64Array.from(model.zones, ({ idleW }) => idleW * draw(1, 3));
      const setPointsC = model.cracs.map(({ setPointMinC, setPointMaxC }) => draw(setPointMinC, setPointMaxC));
      const state = zoneState(model, zonePowerW);
      const all = matrix.cracNames.map((name) => setPointsC[model.cracs.findIndex((one) => one.name === name)] ?? 20);
      const dead = new Set([...matrix.cracNames.keys()].filter((c) => !model.cracs.some(({ index }) => index === c)));
      for (const [f, room] of failedRoomsOf(model).entries()) {
        if (!hasReset(room)) throw new Error('no set-points for this failure');
        const resetC = room.cracs.map(({ setPointMinC, setPointMaxC }) => draw(setPointMinC, setPointMaxC));
        const own = [...all];
        for (const [c, { index }] of room.cracs.entries()) own[index] = resetC[c]!;
        const without = new Set(
          [...matrix.cracNames.keys()].filter((c) => !room.cracs.some(({ index }) => index === c)),
        );
        const lasting = steadyTemperatures(matrix, own, zonePowerW, RHO_C, without)!;
        // In every second room units are near their capacity at the end, and at it on the way.
        const capacityW = matrix.cracNames.map((name, c) => {
          const stated = instance.facility.cracs.find((crac) => crac.name === name)!.coolingCapacityW ?? Infinity;
          return seed % 2 === 0 || stated === 0 ? stated : 1.01 * Math.max(1, lasting.cracHeatW[c]!);
        });
        const cracs = room.cracs.map((crac) => ({ ...crac, capacityW: capacityW[crac.index]! }));
        const way = onTheWay(model, { ...room, cracs }, state, state.failed[f]!, setPointsC, resetC);
        const checked = checkTheWay(instance.facility, matrix, response, {
          zoneNodePowerW: zonePowerW,
          setPointsC: all,
          heatPerM3K: RHO_C,
          failed: dead,
          ownSetPointsC: own,
          capacityW,
          air: steadyTemperatures(matrix, all, zonePowerW, RHO_C, dead)!,
          without,
        });
        const leadsThere = capacityW.every((most, c) => without.has(c) || lasting.cracHeatW[c]! <= most);
        // A unit at its capacity draws what that takes, and no more.
        const { upsEfficiency = 1, otherLoadW = 0 } = instance.facility;
        const besideW = state.nodePowerW / upsEfficiency + otherLoadW;
        const lastingW = room.cracs.reduce(
          (sum, { index }, c) =>
            sum + cracPowerW(lasting.cracHeatW[index]!, resetC[c]!, instance.facility.coolingPerformance),
          0,
        );
        const ofCourse = (coolingW: number): number => Math.max(coolingW, lastingW);
        if (leadsThere) {
          expect(ofCourse(way.mostTotalW - besideW), `seed ${seed}`).toBeCloseTo(ofCourse(checked.peakCoolingW), 3);
          if (capacityW.some((most, c) => !without.has(c) && most < Infinity)) nearCapacity++;
        }
        const suppliedC = room.thermal.inletFromSetPointsC(resetC);
        for (const [z, { inletC }] of checked.zonePeaks.entries()) {
          const { perW, perSetPoint, perReset } = wayRow(model, room, room.reset.way.influence(z, way.peakStep[z]!));
          const rowC =
            perW.reduce((sum, value, b) => sum + value * zonePowerW[b]!, 0) +
            perSetPoint.reduce((sum, value, c) => sum + value * setPointsC[c]!, 0) +
            perReset.reduce((sum, value, c) => sum + value * resetC[c]!, 0);
          // The model stops where the rest stays below the steady state at the end, which is one where capacities suffice for it.
          const endC = suppliedC[z]! + state.failed[f]!.riseC[z]!;
          if (leadsThere) {
            expect(Math.max(way.peakC[z]!, endC), `seed ${seed}`).toBeCloseTo(Math.max(inletC, endC), 5);
          }
          if (capacityW.some((most) => most > 0 && most < Infinity)) {
            expect(rowC).toBeLessThanOrEqual(inletC + 1e-8);
            continue;
          }
          rows++;
          expect(rowC, `seed ${seed}`).toBeCloseTo(way.peakC[z]!, 8);
        }
      }
    }
    expect(rows).toBeGreaterThan(0.5 * seeds.length);
    expect(nearCapacity).toBeGreaterThan(0);
  });
});

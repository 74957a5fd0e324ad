import { describe, expect, it } from 'vitest';
import { compileFacility } from '../../../models/facility/compiled.js';
import { meanInputPerW, meterPowerW, nodePowerWithinW, tangentMeter } from '../../../models/facility/meter.js';
import { ConstantEfficiency } from '../../../models/facility/ups.js';
import { meterPerZoneW, roomState } from '../../../models/facility/room-state.js';
import { steadyTemperatures } from '../../../src/check/temperatures.js';
import { randomStream } from '../../../src/random/stream.js';
import { tinyRandom } from '../../oracle/tiny-random.js';
import { fuzzCount } from '../../support/fuzz.js';
import { QuadraticUps } from '../../support/quadratic-ups.js';

const RHO_C = 1.204 * 1006;

/**
 * A drawn room with one to four CRACs, some failed, a UPS with losses and another load, at drawn powers and set-points.
 * In every second room the efficiency of the UPS depends on its load. `inputW` is the UPS's input as written down here.
 */
function drawnRoom(seed: number) {
  const draw = randomStream(seed, 'room state').uniform;
  const drawn = tinyRandom(seed, { cracs: 1 + (seed % 4) });
  const failed = new Set(seed % 4 >= 2 && seed % 3 === 0 ? [seed % 2] : []);
  const facility = {
    ...drawn.instance.facility,
    otherLoadW: draw(0, 500),
    cracs: drawn.instance.facility.cracs.map((crac, c) => (failed.has(c) ? { ...crac, coolingCapacityW: 0 } : crac)),
  };
  const room = compileFacility(facility, [], drawn.matrix);
  const powerW = Float64Array.from(room.zones, () => draw(0, 300));
  const setPointsC = room.cracs.map(() => draw(12, 28));
  const [efficiency, noLoadW, perW, squared, ratedW] = [
    draw(0.7, 1),
    draw(0, 200),
    draw(0, 0.1),
    draw(0, 0.3),
    draw(100, 2000),
  ];
  const isConstant = seed % 2 === 0;
  const ups = isConstant ? new ConstantEfficiency(efficiency) : new QuadraticUps(noLoadW, perW, squared, ratedW);
  const inputW = (watts: number): number =>
    isConstant ? watts / efficiency : watts + noLoadW + perW * watts + (squared * watts * watts) / ratedW;
  const physics = { ...room, meter: { ups, otherLoadW: facility.otherLoadW } };
  return { physics, room, facility, failed, matrix: drawn.matrix, powerW, setPointsC, inputW };
}

describe('the state of a room', () => {
  it('has the temperatures and heats that the checker finds by itself, and power by use as Eqs. 16 and 17 add it up', () => {
    for (let seed = 1; seed <= fuzzCount(10_000, 300); seed++) {
      const { physics, room, facility, failed, matrix, powerW, setPointsC, inputW } = drawnRoom(seed);
      const state = roomState(physics, powerW, setPointsC);
      const all = facility.cracs.map((_, c) => {
        const at = room.cracs.findIndex(({ index }) => index === c);
        return at < 0 ? 99 : setPointsC[at]!;
      });
      const theirs = steadyTemperatures(matrix, all, powerW, RHO_C, failed)!;
      for (const [b, inletC] of state.inletC.entries()) {
        expect(Math.abs(inletC - theirs.zoneInletC[b]!)).toBeLessThan(1e-7);
      }
      const { quadraticPerC2, linearPerC, constant } = facility.coolingPerformance;
      let [nodesW, coolingW] = [0, 0];
      for (const watts of powerW) nodesW += watts;
      for (const [c, { index }] of room.cracs.entries()) {
        const heatW = theirs.cracHeatW[index]!;
        expect(Math.abs(state.removedW[c]! - heatW)).toBeLessThan(1e-5);
        const outletC = setPointsC[c]!;
        coolingW += Math.max(0, heatW) / (quadraticPerC2 * outletC * outletC + linearPerC * outletC + constant);
      }
      const lossW = inputW(nodesW) - nodesW;
      const { power } = state;
      const expected = { nodesW, upsLossW: lossW, coolingW, otherW: facility.otherLoadW };
      for (const [use, watts] of Object.entries(expected)) {
        expect(Math.abs(power[use as keyof typeof expected] - watts)).toBeLessThan(1e-5);
      }
      expect(Math.abs(power.totalW - (nodesW + lossW + coolingW + facility.otherLoadW))).toBeLessThan(1e-5);
    }
  });

  it('conserves heat: what the CRACs remove is what the nodes draw, whatever the set-points', () => {
    for (let seed = 1; seed <= fuzzCount(200); seed++) {
      const { physics, powerW, setPointsC } = drawnRoom(seed);
      const { removedW, nodePowerW } = roomState(physics, powerW, setPointsC);
      const sumW = removedW.reduce((sum, heatW) => sum + heatW, 0);
      expect(Math.abs(sumW - nodePowerW)).toBeLessThan(1e-6 * Math.max(1, nodePowerW));
    }
  });

  it('draws at the meter what its derivative says for each watt more in a zone, while no CRAC begins or ends to cool', () => {
    for (let seed = 1; seed <= fuzzCount(10_000, 300); seed++) {
      const { physics, powerW, setPointsC } = drawnRoom(seed);
      const { removedW, nodePowerW } = roomState(physics, powerW, setPointsC);
      if (removedW.some((heatW) => Math.abs(heatW) < 1)) continue;
      const perZoneW = meterPerZoneW(physics, nodePowerW, removedW, setPointsC);
      const zone = seed % powerW.length;
      const totalAtW = (moreW: number): number => {
        const movedW = powerW.map((watts, b) => watts + (b === zone ? moreW : 0));
        return roomState(physics, movedW, setPointsC).power.totalW;
      };
      expect(totalAtW(0.5) - totalAtW(-0.5)).toBeCloseTo(perZoneW[zone]!, 7);
    }
  });

  it('has a UPS whose tangent, mean slope and inverse are those of its curve', () => {
    for (let seed = 1; seed <= fuzzCount(10_000, 300); seed++) {
      const { physics, powerW, inputW } = drawnRoom(seed);
      const draw = randomStream(seed, 'curve').uniform;
      const { meter } = physics;
      const nodesW = powerW.reduce((sum, watts) => sum + watts, 0);
      const [otherW, besidePerW] = [draw(0, 2 * nodesW), draw(0, 1)];
      const tangent = tangentMeter(meter, nodesW);
      expect(meterPowerW(tangent, nodesW, 0)).toBeCloseTo(inputW(nodesW) + meter.otherLoadW, 6);
      expect(meterPowerW(tangent, otherW, 0)).toBeLessThanOrEqual(inputW(otherW) + meter.otherLoadW + 1e-6);
      expect(meanInputPerW(meter, nodesW, nodesW)).toBeCloseTo(inputW(nodesW + 0.5) - inputW(nodesW - 0.5), 7);
      const riseW = meanInputPerW(meter, otherW, nodesW) * (nodesW - otherW);
      expect(riseW).toBeCloseTo(inputW(nodesW) - inputW(otherW), 6);
      expect(nodePowerWithinW(meter, inputW(nodesW) + besidePerW * nodesW, besidePerW)).toBeCloseTo(nodesW, 6);
    }
  });
});

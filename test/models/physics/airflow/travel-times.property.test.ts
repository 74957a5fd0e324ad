import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { travelTimes } from '../../../../models/physics/airflow/travel-times.js';
import { ventAirflow, type VentAirflow } from '../../../../models/physics/airflow/vents.js';
import { arrivedFraction } from '../../../oracle/contribution-curve.js';
import { denseOf } from '../../../support/dense-of.js';
import type { Facility, RoomAirflow } from '../../../../models/facility/facility.js';
import { steppedRoom } from '../../../oracle/network-stepping.js';
import { anySmallRoom, smallRoom } from './small-rooms.js';
import { fuzzCount } from '../../../support/fuzz.js';

const TWO = [{ tiles: ['T1'] }, { tiles: ['T2'] }];

function ventsOf(facility: Facility, mixingFraction: number, changed: Partial<RoomAirflow> = {}): VentAirflow {
  const airflow = { ...(facility.airflow as RoomAirflow), floorLeakageFraction: 0.2, mixingFraction, ...changed };
  return ventAirflow({ ...facility, airflow }, TWO, [0, 1]);
}

describe('travel times', () => {
  it('hold all the air of the room: sum of flow times age is its volume, mixed or not', () => {
    fc.assert(
      fc.property(
        anySmallRoom,
        fc.constantFrom(0, 0.3, 1),
        fc.integer({ min: 0, max: 3 }),
        (facility, mixing, vents) => {
          const { setting, travel, influence } = ventsOf(facility, mixing);
          const times = travel(vents);
          const flows = setting.wholeFlowM3PerS;
          let volume = 0;
          denseOf(times.firstMoment).forEach((m1, n) => (volume += flows[Math.floor(n / flows.length)]! * m1));
          const air = setting.grid.solid.filter((solid) => !solid).length;
          expect(times.airVolumeM3).toBeCloseTo(air, 10);
          expect(Math.abs(volume / times.airVolumeM3 - 1)).toBeLessThan(1e-9);
          const weights = denseOf(influence(vents).weights);
          denseOf(times.share).forEach((share, n) => {
            expect(Math.abs(share - weights[n]!)).toBeLessThan(1e-9);
          });
        },
      ),
      { seed: 21, numRuns: fuzzCount(20) },
    );
  });

  it('have the moments that stepping the cells themselves shows', () => {
    fc.assert(
      fc.property(anySmallRoom, (facility) => {
        // The stepping has no exchange between cells, and no air that goes straight back.
        const { setting, flow, travel } = ventsOf(facility, 0, { mixingM2PerS: 0, hotMixing: 0, supplyShare: 1 });
        const times = travel(3);
        const size = setting.airFlowM3PerS.length;
        const [m1, m2] = [denseOf(times.firstMoment), denseOf(times.secondMoment)];
        const weights = denseOf(times.share);
        // CRAC 1 warms by 1 K; nodes do not react at all.
        const room = steppedRoom(setting, flow(3), 1200, 0);
        const zones = size - setting.cracs.length;
        const power = new Float64Array(zones);
        const mass = new Float64Array(zones).fill(1e30);
        const stepS = 20;
        const sums = Array.from({ length: size }, () => [0, 0, 0] as [number, number, number]);
        for (let n = 0; n < 1500; n++) {
          room.step(power, [1, 0], mass, stepS);
          sums.forEach((sum, sink) => {
            const missing = weights[sink * size]! - room.inletC[sink]!;
            sum[0] = missing;
            sum[1] += stepS * missing;
            sum[2] += stepS * stepS * (2 * n + 1) * missing;
          });
        }
        sums.forEach(([missing, first, second], sink) => {
          const n = sink * size;
          if (Math.abs(missing) > 1e-11) return; // some stagnant corner has not settled yet
          // In time steps, a tank holds air for a geometric number of steps: its second moment is that much larger.
          expect(Math.abs(first - m1[n]!)).toBeLessThan(1e-5 * (1 + m1[n]!));
          expect(Math.abs(second - stepS * m1[n]! - m2[n]!)).toBeLessThan(1e-4 * (1 + m2[n]!));
        });
        expect(sums.filter(([missing]) => Math.abs(missing) <= 1e-11).length).toBeGreaterThan(size / 2);
      }),
      { seed: 22, numRuns: 4 },
    );
  });
});

describe('contribution curves', () => {
  it('are exponential for one tank, a delay without spread, and grow from 0 to 1', () => {
    expect(arrivedFraction(3, 2, 4)).toBeCloseTo(1 - Math.exp(-1.5), 12);
    expect(arrivedFraction(1.9, 2, 0)).toBe(0);
    expect(arrivedFraction(2, 2, 0)).toBe(1);
    expect(arrivedFraction(0, 0, 0)).toBe(1);
    expect(arrivedFraction(-1, 2, 4)).toBe(0);
    expect(arrivedFraction(0, 2, 4)).toBe(0);
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 100, noNaN: true }),
        fc.double({ min: 0.05, max: 3, noNaN: true }),
        (meanS, spread) => {
          const variance = (spread * meanS) ** 2;
          let before = 0;
          let mean = 0;
          const stepS = (meanS * (1 + 20 * spread + 20 * spread * spread)) / 1000;
          for (let n = 0; n < 1000; n++) {
            const now = arrivedFraction((n + 0.5) * stepS, meanS, variance);
            expect(now).toBeGreaterThanOrEqual(before - 1e-9);
            expect(now).toBeLessThanOrEqual(1);
            before = now;
            mean += stepS * (1 - now);
          }
          expect(Math.abs(mean / meanS - 1)).toBeLessThan(0.02);
        },
      ),
      { seed: 23, numRuns: fuzzCount(10) },
    );
  });

  it('are on average near what arrives in the cells', () => {
    const facility = smallRoom({
      columns: [
        [true, true],
        [true, false],
      ],
      rackHeightM: 2,
      levelsPerRack: 2,
      openings: [1, 1],
      leakage: 0.2,
      coldAisles: 'open',
      factor: 2,
      cracFlows: [0.7],
      groupsOf: (rack) => [{ nodeType: 'A', count: 6, rack: rack.name }],
    });
    const { setting, flow } = ventsOf(facility, 0);
    const times = travelTimes(setting, flow(3));
    const size = setting.airFlowM3PerS.length;
    const [w, m1, m2] = [denseOf(times.share), denseOf(times.firstMoment), denseOf(times.secondMoment)];
    const room = steppedRoom(setting, flow(3), 1200, 0);
    const powerW = new Float64Array(size - 1);
    const massJPerK = new Float64Array(size - 1).fill(1e30);
    let sum = 0;
    let count = 0;
    for (let t = 1; t <= 200; t++) {
      room.step(powerW, [1], massJPerK, 1);
      for (let sink = 0; sink < size; sink++) {
        const n = sink * size;
        const mean = m1[n]! / w[n]!;
        const curve = arrivedFraction(t, mean, m2[n]! / w[n]! - mean * mean);
        sum += Math.abs(room.inletC[sink]! / w[n]! - curve);
        count++;
      }
    }
    expect(sum / count).toBeLessThan(0.04);
  });
});

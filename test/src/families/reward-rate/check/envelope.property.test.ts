import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterFailure, withAirAfter } from '../../../../../models/facility/failed-units.js';
import { roomFaults } from '../../../../../models/physics/airflow/room-faults.js';
import { roomInfluenceMatrix } from '../../../../../models/physics/airflow/room-matrix.js';
import { airAfterFailure } from '../../../../../models/physics/airflow/unit-air.js';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import { wayEnvelope } from '../../../../../models/physics/thermal/way-envelope.js';
import { steadyTemperatures } from '../../../../../src/check/temperatures.js';
import { envelopeOf } from '../../../../../src/families/reward-rate/check/envelope.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { anySmallRoom } from '../../../../models/physics/airflow/small-rooms.js';
import { RHO_C } from '../../../../oracle/set-point-grid.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const ROOMS = fuzzCount(2000, 40);
/** Failures simulated in each room, each with other set-points, powers and masses. */
const FAILURES = 5;
/** Steps of each simulation; every rate is at most 1 a step of this share. */
const STEPS = 1500;
const STEP = 0.3;

function inletOf({ weights: { start, column, value } }: InfluenceMatrix, sink: number, x: Float64Array): number {
  let sum = 0;
  for (let n = start[sink]!; n < start[sink + 1]!; n++) sum += value[n]! * x[column[n]!]!;
  return sum;
}

describe('the envelope of the way after a failure', () => {
  it('is passed by no inlet and no heat of a CRAC at any time, whatever the masses, and is that of the models', () => {
    let above = 0;
    let rows = 0;
    let simulated = 0;
    fc.assert(
      fc.property(
        anySmallRoom,
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom('fanStops' as const, 'fanStops' as const, 'fanRuns' as const),
        (facility, seed, mode) => {
          fc.pre(roomFaults(facility).length === 0 && facility.cracs.length === 2);
          const draw = randomStream(seed, 'envelope').uniform;
          const cracs = facility.cracs.map((crac) => ({
            ...crac,
            standbyAirFlowM3PerS: draw(1, 1.4) * crac.airFlowM3PerS,
          }));
          const room = { ...facility, cracs };
          const before = roomInfluenceMatrix(room);
          const gone = draw(0, 1) < 0.5 ? 'CRAC1' : 'CRAC2';
          const failed = afterFailure(room, { gone: [gone], mode });
          const matrix = airAfterFailure(failed, withAirAfter(room, before, [{ gone: [gone], mode }]))!;
          const f = before.cracNames.indexOf(gone);
          const without = new Set([f]);
          for (let n = 0; n < FAILURES; n++) {
            const setPointsC = before.cracNames.map(() => draw(10, 26));
            const zoneNodePowerW = Float64Array.from(before.zones, ({ nodeCount }) => nodeCount * draw(20, 300));
            const air = steadyTemperatures(before, setPointsC, zoneNodePowerW, RHO_C)!;
            const end = steadyTemperatures(matrix, setPointsC, zoneNodePowerW, RHO_C, without);
            if (end === null) continue;
            simulated++;
            const isLimited = draw(0, 1) < 0.3;
            const capacityW = before.cracNames.map((_, c) =>
              isLimited && c !== f ? 1.02 * Math.max(1, end.cracHeatW[c]!) : Infinity,
            );
            const failure = { air, failed: new Set<number>(), without, setPointsC, zoneNodePowerW, heatPerM3K: RHO_C };
            const bound = envelopeOf(matrix, { ...failure, capacityW })!;
            const highestC = bound.zoneInletC.reduce((most, inletC) => Math.max(most, inletC), -Infinity);
            if (highestC > end.zoneInletC.reduce((most, inletC) => Math.max(most, inletC), -Infinity) + 0.01) above++;

            // The whole state in time: every entity tends to F(x) at a rate of its own.
            const size = matrix.airFlowM3PerS.length;
            const x = Float64Array.from({ length: size }, (_, i) => (i < 2 ? setPointsC[i]! : air.zoneOutletC[i - 2]!));
            const rate = Float64Array.from({ length: size }, () => STEP * 10 ** draw(-2, 0));
            for (let step = 0; step <= STEPS; step++) {
              const inletC = Float64Array.from({ length: size }, (_, i) => inletOf(matrix, i, x));
              for (const [z, mostC] of bound.zoneInletC.entries()) {
                if (inletC[2 + z]! > mostC + 1e-9) expect(inletC[2 + z]).toBeLessThanOrEqual(mostC);
              }
              for (const [c, mostW] of bound.cracHeatW.entries()) {
                if (c === f) continue;
                const heatW = RHO_C * matrix.airFlowM3PerS[c]! * (inletC[c]! - setPointsC[c]!);
                if (heatW > mostW + 1e-6) expect(heatW).toBeLessThanOrEqual(mostW);
              }
              for (let i = 0; i < size; i++) {
                const perK = RHO_C * matrix.airFlowM3PerS[i]!;
                const tendsToC =
                  i >= 2
                    ? inletC[i]! + (perK === 0 ? 0 : zoneNodePowerW[i - 2]! / perK)
                    : i === f
                      ? inletC[i]!
                      : Math.max(setPointsC[i]!, inletC[i]! - capacityW[i]! / perK);
                x[i]! += rate[i]! * (tendsToC - x[i]!);
              }
            }

            const leavingC = Float64Array.from([...setPointsC, ...air.zoneOutletC]);
            const endC = Float64Array.from([
              ...setPointsC.map((one, c) => (c === f ? end.cracInletC[c]! : one)),
              ...end.zoneOutletC,
            ]);
            const envelope = wayEnvelope({ matrix, rhoC: RHO_C, failed: without });
            const { drawnC, held } = envelope.bound({ leavingC, endC, zonePowerW: zoneNodePowerW, capacityW });
            for (const [z, mostC] of bound.zoneInletC.entries()) {
              expect(drawnC[2 + z]).toBeCloseTo(mostC, 7);
              const { perLeaving, perW } = envelope.influence(z, held);
              const rowC =
                perLeaving.reduce((sum, share, i) => sum + share * leavingC[i]!, 0) +
                perW.reduce((sum, value, b) => sum + value * zoneNodePowerW[b]!, 0);
              // A CRAC at its capacity blows warmer air than the row knows.
              if (isLimited) expect(rowC).toBeLessThanOrEqual(mostC + 1e-7);
              else {
                expect(rowC).toBeCloseTo(mostC, 6);
                rows++;
              }
            }
          }
        },
      ),
      { numRuns: ROOMS, seed: 5 },
    );
    // Rooms that no air of the CRAC left reaches have no steady state.
    expect(simulated).toBeGreaterThanOrEqual(0.95 * ROOMS * FAILURES);
    // Set-points that differ bring inlets above the steady state.
    expect(above).toBeGreaterThan(0.2 * ROOMS);
    expect(rows).toBeGreaterThan(ROOMS);
  });
});

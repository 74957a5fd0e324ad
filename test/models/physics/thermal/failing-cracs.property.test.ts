import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FailingRoom, MAX_FAILURE_S, timeToRedLineS } from '../../../../models/physics/thermal/failing-cracs.js';
import { sparseRows } from '../../../../models/physics/thermal/sparse-rows.js';

const RHO_C = 1200;
const FLOW = 0.1;

/** One zone of one node and one CRAC that breathe each other's air. */
function oneZone(parts: {
  readonly powerW: number;
  readonly massJPerK: number;
  readonly floorS: number;
  readonly marginC: number;
  readonly capacityW?: number;
}): FailingRoom {
  return {
    matrix: {
      cracNames: ['C'],
      zones: [{ name: 'Z', rack: 'R', level: 1, nodeType: 'T', nodeCount: 1, firstSlot: 1 }],
      airFlowM3PerS: Float64Array.of(FLOW, FLOW),
      weights: sparseRows([0, 1, 1, 0]),
      provenance: { kind: 'imported', summary: 'by hand', rowSumError: 0, conservationError: 0 },
    },
    rhoC: RHO_C,
    inertia: { nodeThermalMassJPerK: parts.massJPerK, plenumTimeConstantS: parts.floorS },
    zonePowerW: [parts.powerW],
    outletC: [15],
    capacityW: [parts.capacityW ?? 0],
    redLineC: 15 + parts.marginC,
  };
}

/**
 * Rise of the zone's inlet t seconds after the only CRAC failed, K, solved by hand: with k = rho c AF, d the difference of outlet and
 * floor, d' = P / m - a d, a = k / m + 1 / tau, d(0) = P / k, and the floor rises by d / tau.
 */
function riseC(powerW: number, massJPerK: number, floorS: number, timeS: number): number {
  const k = RHO_C * FLOW;
  const a = k / massJPerK + 1 / floorS;
  const end = powerW / (massJPerK * a);
  return (end * timeS + ((powerW / k - end) * (1 - Math.exp(-a * timeS))) / a) / floorS;
}

describe('timeToRedLineS', () => {
  it('a zone whose only CRAC fails passes its red line when the solution by hand does, to two seconds and what the floor warms in one at first', () => {
    fc.assert(
      fc.property(
        fc.record({
          powerW: fc.double({ min: 100, max: 2000, noNaN: true }),
          massJPerK: fc.double({ min: 1000, max: 30_000, noNaN: true }),
          floorS: fc.double({ min: 5, max: 120, noNaN: true }),
          marginC: fc.double({ min: 0.1, max: 8, noNaN: true }),
        }),
        (parts) => {
          const timeS = timeToRedLineS(oneZone(parts))!;
          fc.pre(timeS > 0 && timeS < 590);
          const by = (seconds: number): number => riseC(parts.powerW, parts.massJPerK, parts.floorS, seconds);
          const firstSecondC = parts.powerW / (RHO_C * FLOW) / parts.floorS;
          expect(by(Math.max(0, timeS - 2))).toBeLessThanOrEqual(parts.marginC + firstSecondC);
          expect(by(timeS + 2)).toBeGreaterThanOrEqual(parts.marginC - firstSecondC);
        },
      ),
    );
  });

  it('an inlet at the red line passes it at once, a room without power never', () => {
    const parts = { powerW: 500, massJPerK: 10_000, floorS: 20, marginC: 0 };
    expect(timeToRedLineS(oneZone(parts))).toBe(0);
    expect(timeToRedLineS(oneZone({ ...parts, powerW: 0, marginC: 1 }))).toBeNull();
  });

  it('a CRAC that can remove all heat keeps the inlet, one that lacks 10 W lets it warm as 10 W would', () => {
    const parts = { powerW: 500, massJPerK: 10_000, floorS: 20, marginC: 1 };
    expect(timeToRedLineS(oneZone({ ...parts, capacityW: 500 }))).toBeNull();
    // What the CRAC removes and what it leaves add up: the room warms as one of 10 W without a CRAC.
    const timeS = timeToRedLineS(oneZone({ ...parts, capacityW: 490 }))!;
    expect(riseC(10, 10_000, 20, timeS - 10)).toBeLessThan(1);
    expect(riseC(10, 10_000, 20, timeS + 10)).toBeGreaterThan(1);
    expect(timeS).toBeLessThan(MAX_FAILURE_S);
  });
});

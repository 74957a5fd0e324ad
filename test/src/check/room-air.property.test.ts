import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Facility } from '../../../models/facility/facility.js';
import { roomInfluenceMatrix } from '../../../models/physics/airflow/room-matrix.js';
import { roomFaults } from '../../../models/physics/airflow/room-faults.js';
import type { InfluenceMatrix } from '../../../models/physics/thermal/influence-matrix.js';
import type { Violation } from '../../../models/families/violation.js';
import { checkMatrix } from '../../../src/check/matrix-faults.js';
import { misplacedZone } from '../../../src/check/room-air/openings.js';
import { recomputedAir } from '../../../src/check/room-air/recomputed.js';
import { roomAir } from '../../../src/check/room-air/room-air.js';
import { steadyTemperatures } from '../../../src/check/temperatures.js';
import { randomStream } from '../../../src/random/stream.js';
import { anySmallRoom } from '../../models/physics/airflow/small-rooms.js';
import { corridorAir, corridorRoom, drawnCorridor } from '../../oracle/corridor-room.js';
import { fuzzCount } from '../../support/fuzz.js';

/** Heat capacity of air, J/(m3 K): dry, at 20 C. */
const HEAT_PER_M3_K = 1.204 * 1006;
const RUNS = { numRuns: fuzzCount(300), seed: 1 };

/** What entities draw in by a matrix where they blow air that carries so much. */
function byMatrix({ weights: { start, column, value } }: InfluenceMatrix, blown: readonly number[]): number[] {
  return blown.map((_, sink) => {
    let sum = 0;
    for (let n = start[sink]!; n < start[sink + 1]!; n++) sum += value[n]! * blown[column[n]!]!;
    return sum;
  });
}

function airOf(facility: Facility, matrix: InfluenceMatrix): ReturnType<typeof roomAir> {
  const { airflow } = facility;
  return airflow.source === 'room' ? roomAir(facility, airflow, matrix) : null;
}

/** Comparison of the steady state of drawn set-points and powers, for even seeds with the second of two CRACs failed, and what the checker finds wrong. */
function compared(
  facility: Facility,
  matrix: InfluenceMatrix,
  seed: number,
): { readonly found: ReturnType<typeof recomputedAir>; readonly violations: Violation[]; readonly inletsC: number[] } {
  const draw = randomStream(seed, 'powers').uniform;
  const setPointsC = matrix.cracNames.map(() => draw(10, 25));
  const powersW = Float64Array.from(matrix.zones, ({ nodeCount }) => nodeCount * draw(50, 400));
  const failed = new Set(seed % 2 === 0 && setPointsC.length > 1 ? [1] : []);
  const air = steadyTemperatures(matrix, setPointsC, powersW, HEAT_PER_M3_K, failed)!;
  const violations: Violation[] = [];
  const found = recomputedAir(facility, matrix, { setPointsC, failed, air }, violations);
  return { found, violations, inletsC: [...air.cracInletC, ...air.zoneInletC] };
}

/** The matrix in which two zones have exchanged a part of the air of two sources, by their flows: row sums and conservation hold as before. */
function exchanged(matrix: InfluenceMatrix, one: number, other: number, part: number): InfluenceMatrix {
  const { start, column, value } = matrix.weights;
  const size = matrix.airFlowM3PerS.length;
  const dense = Array.from({ length: size }, (_, row) => {
    const line = new Float64Array(size);
    for (let n = start[row]!; n < start[row + 1]!; n++) line[column[n]!] = value[n]!;
    return line;
  });
  const [a, b] = [dense[one]!, dense[other]!];
  const share = matrix.airFlowM3PerS[one]! / matrix.airFlowM3PerS[other]!;
  // Of two sources one row takes more of the first, the other of the second, by their flows.
  const most = (row: Float64Array, but = -1): number =>
    row.reduce((best, weight, n) => (n !== but && (best < 0 || weight > row[best]!) ? n : best), -1);
  const first = most(a);
  const second = most(b, first);
  const moved = part * Math.min(a[first]!, share === 0 ? 0 : b[second]! / share);
  a[first]! -= moved;
  a[second]! += moved;
  b[first]! += share * moved;
  b[second]! -= share * moved;
  return {
    ...matrix,
    weights: {
      start: Int32Array.from({ length: size + 1 }, (_, row) => row * size),
      column: Int32Array.from({ length: size * size }, (_, n) => n % size),
      value: Float64Array.from(dense.flatMap((row) => [...row])),
    },
  };
}

describe('air that the checker computes from the layout', () => {
  it('is the air of the influence matrix in any small room, whatever is carried', () => {
    let several = 0;
    fc.assert(
      fc.property(anySmallRoom, fc.integer({ min: 1, max: 1e6 }), (facility, seed) => {
        fc.pre(roomFaults(facility).length === 0);
        const matrix = roomInfluenceMatrix(facility);
        if (matrix.cracNames.length > 1) several++;
        expect(misplacedZone(facility, matrix.zones)).toBeNull();
        const air = airOf(facility, matrix)!;
        const draw = randomStream(seed, 'blown').uniform;
        const blown = Array.from(matrix.airFlowM3PerS, () => draw(-10, 10));
        const wanted = byMatrix(matrix, blown);
        for (const [n, value] of air.drawn(blown).entries()) expect(value).toBeCloseTo(wanted[n]!, 8);
      }),
      RUNS,
    );
    expect(several).toBeGreaterThan(RUNS.numRuns / 10);
  });

  it('is that of the closed form in a corridor, with and without flow', () => {
    const draw = randomStream(2, 'flows').uniform;
    for (let seed = 1; seed <= fuzzCount(40); seed++) {
      const room = drawnCorridor(seed);
      const { facility } = corridorRoom(room);
      const crac = room.cracFlowM3PerS;
      const lower = seed % 5 === 0 ? 0 : crac * draw(0.1, 1.5);
      const upper = seed % 7 === 0 ? 0 : crac * draw(0.1, 1.5);
      const { zones, cracNames } = roomInfluenceMatrix(facility);
      const matrix = { zones, cracNames, airFlowM3PerS: Float64Array.of(crac, lower, upper) } as InfluenceMatrix;
      const { cold, hot } = corridorAir(lower, upper, crac);
      const found = airOf(facility, matrix)!.drawn([1, 10, 100]);
      for (const z of [0, 1] as const) {
        const wanted = cold[z] + (1 - cold[z]) * (10 * hot[0] + 100 * hot[1]);
        expect([seed, z, found[1 + z]]).toEqual([seed, z, expect.closeTo(wanted, 7)]);
      }
    }
  });

  it('agrees with the temperatures by the matrix, and refuses a matrix that keeps every invariant and is not the room’s', () => {
    const counted = { refused: 0, near: 0 };
    fc.assert(
      fc.property(
        anySmallRoom,
        fc.integer({ min: 1, max: 1e6 }),
        fc.double({ min: -9, max: -1, noNaN: true }),
        (facility, seed, power) => {
          fc.pre(roomFaults(facility).length === 0);
          const matrix = roomInfluenceMatrix(facility);
          fc.pre(matrix.zones.length > 1);
          const right = compared(facility, matrix, seed);
          expect(right.violations).toEqual([]);
          expect(right.found!.boundK!).toBeLessThan(1e-7);
          const cracs = matrix.cracNames.length;
          const other = exchanged(matrix, cracs, cracs + matrix.zones.length - 1, 10 ** power);
          const faults: Violation[] = [];
          expect(checkMatrix(facility, other, faults)).toBe(true);
          expect(faults.filter(({ unit }) => unit !== 'nodes')).toEqual([]);
          const wrong = compared(facility, other, seed);
          const error = Math.max(...right.inletsC.map((inletC, n) => Math.abs(inletC - wrong.inletsC[n]!)));
          // The bound holds for whatever matrix the temperatures are from.
          const { boundK } = wrong.found!;
          if (boundK !== null) expect(error).toBeLessThanOrEqual(boundK + 1e-9);
          if (error > 1e-6) {
            counted.refused++;
            expect(wrong.violations).toHaveLength(1);
          }
          if (boundK !== null && boundK < 20 * error) counted.near++;
        },
      ),
      RUNS,
    );
    expect(counted.refused).toBeGreaterThan(RUNS.numRuns / 4);
    expect(counted.near).toBeGreaterThan(RUNS.numRuns / 4);
  });

  it('is compared only where zones lie where the node groups are', () => {
    const { facility } = corridorRoom(drawnCorridor(3));
    const matrix = roomInfluenceMatrix(facility);
    const [lower, upper] = matrix.zones as [InfluenceMatrix['zones'][number], InfluenceMatrix['zones'][number]];
    const where = (zones: InfluenceMatrix['zones']): string | null => misplacedZone(facility, zones);
    expect(where([lower, upper])).toBeNull();
    expect(where([lower])).toMatch(/2 slots with nodes that no zone holds/);
    expect(where([{ ...lower, level: 2 }, upper])).toMatch(/another level/);
    expect(where([lower, { ...upper, firstSlot: 1 }])).toMatch(/slot 1 of its rack/);
    expect(where([lower, { ...upper, nodeType: 'T' }])).toMatch(/holds no T/);
    const { found, violations } = compared(facility, { ...matrix, zones: [{ ...lower, level: 2 }, upper] }, 1);
    expect(found).toBeNull();
    expect(violations.map(({ constraint }) => constraint)).toEqual(['matrix']);
  });
});

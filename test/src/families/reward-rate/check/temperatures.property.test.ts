import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import { steadyTemperatures } from '../../../../../src/check/temperatures.js';
import { sparseRows } from '../../../../../models/physics/thermal/sparse-rows.js';
import { denseOf } from '../../../../support/dense-of.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const SEED = 77;
const HEAT_PER_M3K = 1211;

interface Room {
  readonly matrix: InfluenceMatrix;
  readonly setPointsC: readonly number[];
  readonly zonePowerW: Float64Array;
}

/** Rooms that conserve air: a sum of closed streams, each through every CRAC or not. Much of the air recirculates. */
const rooms: fc.Arbitrary<Room> = fc
  .record({ cracs: fc.integer({ min: 1, max: 3 }), zones: fc.integer({ min: 1, max: 8 }) })
  .chain(({ cracs, zones }) => {
    const size = cracs + zones;
    const entities = Array.from({ length: size }, (_, entity) => entity);
    const stream = fc.record({
      path: fc.shuffledSubarray(entities, { minLength: 1 }),
      flow: fc.double({ min: 0.1, max: 2, noNaN: true }),
    });
    return fc
      .record({
        // One stream through everything, so that every zone is cooled, and others.
        all: fc.shuffledSubarray(entities, { minLength: size, maxLength: size }),
        streams: fc.array(stream, { maxLength: 12 }),
        setPointsC: fc.array(fc.double({ min: 10, max: 30, noNaN: true }), { minLength: cracs, maxLength: cracs }),
        powersW: fc.array(fc.double({ min: 0, max: 9000, noNaN: true }), { minLength: zones, maxLength: zones }),
      })
      .map(({ all, streams, setPointsC, powersW }) => ({
        matrix: roomOf(cracs, size, [{ path: all, flow: 1 }, ...streams]),
        setPointsC,
        zonePowerW: Float64Array.from(powersW),
      }));
  });

function roomOf(
  cracs: number,
  size: number,
  streams: readonly { path: readonly number[]; flow: number }[],
): InfluenceMatrix {
  const flows = new Float64Array(size * size);
  const airFlowM3PerS = new Float64Array(size);
  for (const { path, flow } of streams) {
    path.forEach((source, i) => {
      const sink = path[(i + 1) % path.length]!;
      flows[sink * size + source]! += flow;
      airFlowM3PerS[sink]! += flow;
    });
  }
  return {
    cracNames: Array.from({ length: cracs }, (_, c) => `C${c}`),
    zones: Array.from({ length: size - cracs }, (_, z) => ({
      name: `Z${z}`,
      rack: 'R',
      level: 1,
      nodeType: 'N',
      nodeCount: 1,
      firstSlot: z + 1,
    })),
    airFlowM3PerS,
    weights: sparseRows(flows.map((flow, i) => flow / airFlowM3PerS[Math.floor(i / size)]!)),
    provenance: { kind: 'imported', summary: '', rowSumError: 0, conservationError: 0 },
  };
}

/** The same equations by Gaussian elimination with partial pivoting: (I - W_zz) Tin = W_zc Tset + W_zz rise. */
function eliminated({ matrix, setPointsC, zonePowerW }: Room): number[] {
  const cracs = setPointsC.length;
  const size = cracs + zonePowerW.length;
  const rows = [...zonePowerW].map((_, z) => {
    const row = [...denseOf(matrix.weights).subarray((cracs + z) * size, (cracs + z + 1) * size)];
    let right = 0;
    row.forEach((weight, source) => {
      const z = source - cracs;
      right += weight * (z < 0 ? setPointsC[source]! : zonePowerW[z]! / (HEAT_PER_M3K * matrix.airFlowM3PerS[source]!));
    });
    return [...row.slice(cracs).map((weight, other) => (other === z ? 1 : 0) - weight), right];
  });
  const n = rows.length;
  for (let k = 0; k < n; k += 1) {
    let pivot = k;
    for (let r = k + 1; r < n; r += 1) if (Math.abs(rows[r]![k]!) > Math.abs(rows[pivot]![k]!)) pivot = r;
    [rows[k], rows[pivot]] = [rows[pivot]!, rows[k]!];
    for (let r = 0; r < n; r += 1) {
      if (r === k) continue;
      const factor = rows[r]![k]! / rows[k]![k]!;
      for (let c = k; c <= n; c += 1) rows[r]![c]! -= factor * rows[k]![c]!;
    }
  }
  return rows.map((row, k) => row[n]! / row[k]!);
}

describe('steadyTemperatures', () => {
  it('finds the inlets that Gaussian elimination finds', () => {
    fc.assert(
      fc.property(rooms, (room) => {
        const found = steadyTemperatures(room.matrix, room.setPointsC, room.zonePowerW, HEAT_PER_M3K)!;
        eliminated(room).forEach((inletC, z) => {
          expect(Math.abs(found.zoneInletC[z]! - inletC)).toBeLessThan(1e-7);
          const riseK = room.zonePowerW[z]! / (HEAT_PER_M3K * room.matrix.airFlowM3PerS[room.setPointsC.length + z]!);
          expect(Math.abs(found.zoneOutletC[z]! - inletC - riseK)).toBeLessThan(1e-7);
        });
      }),
      { seed: SEED, numRuns: fuzzCount(200) },
    );
  });

  it('has the CRACs remove the heat of the nodes in every room that conserves air', () => {
    fc.assert(
      fc.property(rooms, ({ matrix, setPointsC, zonePowerW }) => {
        const { cracHeatW } = steadyTemperatures(matrix, setPointsC, zonePowerW, HEAT_PER_M3K)!;
        const nodesW = zonePowerW.reduce((sum, powerW) => sum + powerW, 0);
        const removedW = cracHeatW.reduce((sum, heatW) => sum + heatW, 0);
        expect(Math.abs(removedW - nodesW)).toBeLessThan(1e-3);
      }),
      { seed: SEED, numRuns: fuzzCount(200) },
    );
  });

  it('converges with 98 % of the air recirculating', () => {
    const matrix = roomOf(1, 3, [
      { path: [0, 1, 2], flow: 0.02 },
      { path: [1, 2], flow: 0.98 },
    ]);
    const room = { matrix, setPointsC: [15], zonePowerW: Float64Array.of(500, 100) };
    const { zoneInletC } = steadyTemperatures(matrix, room.setPointsC, room.zonePowerW, HEAT_PER_M3K)!;
    eliminated(room).forEach((inletC, z) => {
      expect(Math.abs(zoneInletC[z]! - inletC)).toBeLessThan(1e-7);
    });
  });

  it('gives up, and says so, where no steady state exists', () => {
    // The zone breathes itself: heat without end.
    const matrix = roomOf(1, 2, [
      { path: [0], flow: 1 },
      { path: [1], flow: 1 },
    ]);
    expect(steadyTemperatures(matrix, [15], Float64Array.of(500), HEAT_PER_M3K)).toBeNull();
  });
});

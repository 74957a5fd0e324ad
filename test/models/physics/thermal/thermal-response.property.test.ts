import { describe, expect, it } from 'vitest';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { thermalResponse } from '../../../../models/physics/thermal/thermal-response.js';
import { randomStream } from '../../../../src/random/stream.js';
import { solveDense } from '../../../oracle/brute-force.js';
import { conservingWeights } from '../../../oracle/conserving-weights.js';
import { rowOfZones } from './row-of-zones.js';
import { sparseRows } from '../../../../models/physics/thermal/sparse-rows.js';
import { denseOf } from '../../../support/dense-of.js';
import { fuzzCount } from '../../../support/fuzz.js';

const RHO_C = 1.204 * 1006;

function randomMatrix(seed: number, zoneCount: number, cracCount: number): InfluenceMatrix {
  const draw = randomStream(seed, 'thermal').uniform;
  const flows = Array.from({ length: cracCount + zoneCount }, (_, n) =>
    n < cracCount ? draw(0.5, 2) : draw(0.1, 0.5),
  );
  return {
    cracNames: flows.slice(0, cracCount).map((_, c) => `C${c}`),
    zones: flows
      .slice(cracCount)
      .map((_, z) => ({ name: `Z${z}`, rack: 'R', level: 1, nodeType: 'N', nodeCount: 1, firstSlot: 1 })),
    airFlowM3PerS: Float64Array.from(flows),
    weights: sparseRows(conservingWeights(flows, cracCount, draw)),
    provenance: { kind: 'imported', summary: 'drawn', rowSumError: 0, conservationError: 0 },
  };
}

/** Inlets above the set-point by Gaussian elimination. */
function riseByElimination(matrix: InfluenceMatrix, powerW: readonly number[]): number[] {
  const cracs = matrix.cracNames.length;
  const size = cracs + powerW.length;
  const weights = denseOf(matrix.weights);
  const weight = (i: number, j: number): number => weights[(cracs + i) * size + cracs + j]!;
  const warmed = powerW.map((value, z) => value / (RHO_C * matrix.airFlowM3PerS[cracs + z]!));
  return solveDense(
    powerW.map((_, i) => powerW.map((__, j) => (i === j ? 1 : 0) - weight(i, j))),
    powerW.map((_, i) => warmed.reduce((sum, value, j) => sum + weight(i, j) * value, 0)),
  );
}

const CASES = Array.from({ length: fuzzCount(60) }, (_, n) => ({
  seed: n + 1,
  zones: 1 + (n % 7),
  cracs: 1 + (n % 3),
}));

describe('thermal response', () => {
  it('inlet temperatures agree with Gaussian elimination, from any starting point', () => {
    for (const { seed, zones, cracs } of CASES) {
      const matrix = randomMatrix(seed, zones, cracs);
      const draw = randomStream(seed, 'powers').uniform;
      const powerW = Float64Array.from({ length: zones }, () => draw(0, 4000));
      const expected = riseByElimination(matrix, [...powerW]);
      const response = thermalResponse(matrix, RHO_C);
      for (const start of [undefined, powerW.map(() => 17)]) {
        const riseC = response.inletRiseC(powerW, start);
        for (let z = 0; z < zones; z++) expect(Math.abs(riseC[z]! - expected[z]!)).toBeLessThan(1e-9);
      }
    }
  });

  it('inlets of some zones alone agree with elimination over them, all others staying as they were', () => {
    for (const { seed, zones, cracs } of CASES) {
      const matrix = randomMatrix(seed, zones, cracs);
      const draw = randomStream(seed, 'within').uniform;
      const powerW = Float64Array.from({ length: zones }, () => draw(0, 4000));
      const start = Float64Array.from({ length: zones }, () => draw(0, 20));
      const within = Int32Array.from([...powerW.keys()].filter(() => draw(0, 1) < 0.6));
      const riseC = thermalResponse(matrix, RHO_C).inletRiseC(powerW, start, within);
      const size = cracs + zones;
      const weights = denseOf(matrix.weights);
      const weight = (i: number, j: number): number => weights[(cracs + i) * size + cracs + j]!;
      const outletC = (j: number, inletC: number): number =>
        inletC + powerW[j]! / (RHO_C * matrix.airFlowM3PerS[cracs + j]!);
      const all = [...powerW.keys()];
      const expected = solveDense(
        [...within].map((i) => [...within].map((j) => (i === j ? 1 : 0) - weight(i, j))),
        [...within].map((i) =>
          all.reduce((sum, j) => sum + weight(i, j) * outletC(j, within.includes(j) ? 0 : start[j]!), 0),
        ),
      );
      for (const b of all) {
        const n = within.indexOf(b);
        expect(Math.abs(riseC[b]! - (n < 0 ? start[b]! : expected[n]!))).toBeLessThan(n < 0 ? 1e-300 : 1e-8);
      }
    }
  });

  it('rows of M are the differences of inlet temperatures, and more power never cools an inlet', () => {
    for (const { seed, zones, cracs } of CASES) {
      const matrix = randomMatrix(seed, zones, cracs);
      const response = thermalResponse(matrix, RHO_C);
      for (let b = 0; b < zones; b++) {
        const unit = Float64Array.from({ length: zones }, (_, z) => (z === b ? 1000 : 0));
        const riseC = response.inletRiseC(unit);
        for (let k = 0; k < zones; k++) {
          expect(riseC[k]!).toBeGreaterThanOrEqual(0);
          expect(Math.abs(response.inletRow(k)[b]! * 1000 - riseC[k]!)).toBeLessThan(1e-10);
        }
      }
    }
  });

  it('the CRACs remove exactly what the nodes release, each what its return air carries', () => {
    for (const { seed, zones, cracs } of CASES) {
      const matrix = randomMatrix(seed, zones, cracs);
      const size = zones + cracs;
      const response = thermalResponse(matrix, RHO_C);
      const draw = randomStream(seed, 'powers').uniform;
      const powerW = Float64Array.from({ length: zones }, () => draw(0, 4000));
      const riseC = response.inletRiseC(powerW);
      let totalW = 0;
      for (let c = 0; c < cracs; c++) {
        const heatW = response.cracHeatRow(c).reduce((sum, share, b) => sum + share * powerW[b]!, 0);
        const returnC = riseC.reduce(
          (sum, rise, b) =>
            sum +
            denseOf(matrix.weights)[c * size + cracs + b]! *
              (rise + powerW[b]! / (RHO_C * matrix.airFlowM3PerS[cracs + b]!)),
          0,
        );
        expect(Math.abs(heatW - RHO_C * matrix.airFlowM3PerS[c]! * returnC)).toBeLessThan(1e-6);
        totalW += heatW;
      }
      expect(Math.abs(totalW / powerW.reduce((sum, value) => sum + value, 0) - 1)).toBeLessThan(1e-9);
    }
  });

  it('doubling all air flows and powers changes no temperature; doubling powers alone doubles every rise', () => {
    const matrix = randomMatrix(5, 6, 2);
    const powerW = Float64Array.of(100, 900, 0, 2500, 40, 700);
    const riseC = thermalResponse(matrix, RHO_C).inletRiseC(powerW);
    const doubled = { ...matrix, airFlowM3PerS: matrix.airFlowM3PerS.map((flow) => 2 * flow) };
    const twice = powerW.map((value) => 2 * value);
    const same = thermalResponse(doubled, RHO_C).inletRiseC(twice);
    const hotter = thermalResponse(matrix, RHO_C).inletRiseC(twice);
    for (let z = 0; z < 6; z++) {
      expect(same[z]!).toBeCloseTo(riseC[z]!, 9);
      expect(hotter[z]!).toBeCloseTo(2 * riseC[z]!, 9);
    }
  });

  it('above a thousand zones the iterated rows equal the closed form, below it so do the factorised ones', () => {
    for (const zones of [40, 1050]) {
      const { matrix, inletRow, share } = rowOfZones(zones, RHO_C);
      const response = thermalResponse(matrix, RHO_C);
      for (const zone of [0, 1, Math.floor(zones / 2), zones - 1]) {
        const row = response.inletRow(zone);
        const expected = inletRow(zone);
        for (let b = 0; b < zones; b++) expect(Math.abs(row[b]! - expected[b]!)).toBeLessThan(1e-12);
      }
      const heat = response.cracHeatRow(0);
      for (let b = 0; b < zones; b++) expect(Math.abs(heat[b]! - 1)).toBeLessThan(1e-10);
      expect(share).toBeGreaterThan(0);
    }
  });

  it('refuses air that never reaches a CRAC', () => {
    const matrix: InfluenceMatrix = {
      ...randomMatrix(1, 2, 1),
      airFlowM3PerS: Float64Array.of(1, 1, 1),
      weights: sparseRows([1, 0, 0, 0, 0, 1, 0, 1, 0]),
    };
    expect(() => thermalResponse(matrix, RHO_C).inletRow(0)).toThrow(RangeError);
  });
});

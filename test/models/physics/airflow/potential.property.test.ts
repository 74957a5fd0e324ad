import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConductanceGrid } from '../../../../models/physics/airflow/grid.js';
import { solvePotential } from '../../../../models/physics/airflow/potential.js';
import { fuzzCount } from '../../../support/fuzz.js';

/** Flow out of every cell, face by face. */
function outflow(faces: ConductanceGrid, phi: Float64Array): Float64Array {
  const { nx, ny, nz } = faces;
  const out = new Float64Array(phi.length);
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++) {
        const cell = x + nx * (y + ny * z);
        const pairs = [
          [x + 1 < nx, cell + 1, faces.alongX] as const,
          [y + 1 < ny, cell + nx, faces.alongY] as const,
          [z + 1 < nz, cell + nx * ny, faces.alongZ] as const,
        ];
        for (const [exists, other, conductance] of pairs) {
          if (!exists) continue;
          const flux = conductance[cell]! * (phi[cell]! - phi[other]!);
          out[cell]! += flux;
          out[other]! -= flux;
        }
      }
    }
  }
  return out;
}

describe('solvePotential', () => {
  it('gives the straight-line potential of a duct: drop per cell = flow / conductance', () => {
    const alongX = Float64Array.of(2, 2, 0.5, 2, 0);
    const none = new Float64Array(5);
    const faces = { nx: 5, ny: 1, nz: 1, alongX, alongY: none, alongZ: none };
    const { potential } = solvePotential(faces, Float64Array.of(3, 0, 0, 0, -3));
    const drops = [0, 1, 2, 3].map((i) => potential[i]! - potential[i + 1]!);
    [1.5, 1.5, 6, 1.5].forEach((drop, i) => {
      expect(drops[i]).toBeCloseTo(drop, 11);
    });
  });

  it('balances sources and face fluxes in every cell of random grids with walls and tight faces', () => {
    const conductance = fc.constantFrom(1, 1, 0.3, 0.01, 2);
    fc.assert(
      fc.property(
        fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 4 })),
        fc.array(conductance, { minLength: 300, maxLength: 300 }),
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 100, maxLength: 100 }),
        ([nx, ny, nz], conductances, values) => {
          const count = nx * ny * nz;
          const inside = (cell: number, axis: number): boolean =>
            [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / nx / ny)][axis]! + 1 < [nx, ny, nz][axis]!;
          const along = (axis: number): Float64Array =>
            Float64Array.from({ length: count }, (_, cell) =>
              inside(cell, axis) ? conductances[3 * cell + axis]! : 0,
            );
          const faces = { nx, ny, nz, alongX: along(0), alongY: along(1), alongZ: along(2) };
          const source = Float64Array.from(values.slice(0, count));
          const mean = source.reduce((sum, value) => sum + value, 0) / count;
          for (let i = 0; i < count; i++) source[i]! -= mean;
          if (count === 1) source[0] = 0;
          const out = outflow(faces, solvePotential(faces, source).potential);
          for (let i = 0; i < count; i++) expect(Math.abs(out[i]! - source[i]!)).toBeLessThan(1e-10);
        },
      ),
      { seed: 11, numRuns: fuzzCount(60) },
    );
  });

  it.each([
    ['a cube', 24, 24, 24, [1, 1, 1]],
    ['a hall 3,000 cells long', 3000, 6, 5, [1, 1, 1]],
    ['a stack of 1,500 layers of cells a hundred times as wide as high', 8, 6, 1500, [1e-2, 1e-2, 1e2]],
    ['cells a thousand times as long as wide', 40, 900, 3, [1e-3, 1e3, 1e-1]],
  ] as const)('needs at most 30 iterations for %s', (_, nx, ny, nz, [gx, gy, gz]) => {
    const count = nx * ny * nz;
    const along = (size: number, stride: number, g: number): Float64Array =>
      Float64Array.from({ length: count }, (_, cell) => ((Math.floor(cell / stride) % size) + 1 < size ? g : 0));
    const source = new Float64Array(count);
    source[0] = 1;
    source[count - 1] = -1;
    const faces = { nx, ny, nz, alongX: along(nx, 1, gx), alongY: along(ny, nx, gy), alongZ: along(nz, nx * ny, gz) };
    const { iterations, relativeResidual, potential } = solvePotential(faces, source);
    expect(iterations).toBeLessThanOrEqual(30);
    expect(relativeResidual).toBeLessThan(1e-9);
    const out = outflow(faces, potential);
    expect(Math.max(...out.map((flow, i) => Math.abs(flow - source[i]!)))).toBeLessThan(1e-9);
  });

  it('solves regions without a face in common each on its own', () => {
    // Two ducts of 60 cells side by side, one of them four times as wide: drop per cell = flow / conductance.
    const n = 60;
    const alongX = Float64Array.from({ length: 2 * n }, (_, cell) => (cell % n === n - 1 ? 0 : cell < n ? 1 : 4));
    const none = new Float64Array(2 * n);
    const source = new Float64Array(2 * n);
    [source[0], source[n - 1], source[n], source[2 * n - 1]] = [1, -1, -2, 2];
    const { potential } = solvePotential({ nx: n, ny: 2, nz: 1, alongX, alongY: none, alongZ: none }, source);
    expect(potential[0]! - potential[n - 1]!).toBeCloseTo(n - 1, 9);
    expect(potential[n]! - potential[2 * n - 1]!).toBeCloseTo(-(n - 1) / 2, 9);
  });

  it.each([
    ['alone', 0],
    ['beside a hall', 6],
  ])('solves a corner of three cells %s: the air goes round it', (_, hall) => {
    // Cells (1,0) - (0,0) - (0,1): two unit conductances in a row carry 1 m3/s, so that the ends differ by 2.
    const nx = 6 + hall;
    const isAir = (x: number, y: number): boolean => x + y < 2 || x >= 6;
    const cells = Array.from({ length: nx * 6 }, (__, cell) => [cell % nx, Math.floor(cell / nx)] as const);
    const alongX = Float64Array.from(cells, ([x, y]) => (x + 1 < nx && isAir(x, y) && isAir(x + 1, y) ? 1 : 0));
    const alongY = Float64Array.from(cells, ([x, y]) => (y + 1 < 6 && isAir(x, y) && isAir(x, y + 1) ? 1 : 0));
    const source = new Float64Array(nx * 6);
    [source[1], source[nx]] = [1, -1];
    if (hall > 0) [source[6], source[nx * 6 - 1]] = [5, -5];
    const faces = { nx, ny: 6, nz: 1, alongX, alongY, alongZ: new Float64Array(nx * 6) };
    const { potential } = solvePotential(faces, source);
    expect(potential[1]! - potential[nx]!).toBeCloseTo(2, 9);
  });

  it('refuses sources that do not balance instead of returning a potential', () => {
    const faces = {
      nx: 2,
      ny: 1,
      nz: 1,
      alongX: Float64Array.of(1, 0),
      alongY: new Float64Array(2),
      alongZ: new Float64Array(2),
    };
    expect(() => solvePotential(faces, Float64Array.of(1, 0))).toThrow(/balance/);
  });
});

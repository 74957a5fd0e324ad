import { factorise, multiplyInto, preconditionInto, type Factorised, type PaddedFaces } from './incomplete-cholesky.js';

/** Maximum number of cells of the coarsest grid. */
const COARSEST_CELLS = 32;
/** Number of smoothing steps on the coarsest grid, instead of an exact solution. */
const COARSEST_ROUNDS = 24;
/**
 * Fraction of the largest mean conductance along any axis. Cells are paired along each axis whose mean conductance is
 * at least this fraction.
 */
const STRONG = 0.35;
/**
 * Factor on the correction of a smoothing step. Without it, the smoother M^-1 A would have the eigenvalue 2 in some
 * isolated groups of few cells. Two steps would then leave the error unchanged, and the cycle would not be definite.
 */
const DAMPING = 0.9;
/**
 * Factor on the conductance between two pairs of cells, because their centres are twice as far apart as those of two
 * cells.
 */
const DISTANCE_FACTOR = 0.5;

/** One grid of the multigrid hierarchy. Arrays have one entry for each cell, with the padding of the conductances. */
interface Level {
  readonly system: Factorised;
  /**
   * For each cell (padding included), the cell of the next coarser grid that contains it; null on the coarsest grid.
   */
  readonly parent: Int32Array | null;
  readonly rhs: Float64Array;
  readonly x: Float64Array;
  readonly image: Float64Array;
}

/** The grids of the multigrid hierarchy, from the finest to the coarsest. */
export type Multigrid = readonly Level[];

/**
 * Returns the grids from the finest to the coarsest. Each coarser grid pairs cells along the axes of high conductance.
 */
export function multigrid(fine: PaddedFaces): Multigrid {
  const levels: Level[] = [];
  let faces = fine;
  for (;;) {
    const { nx, ny, nz } = faces;
    const next = nx * ny * nz <= COARSEST_CELLS ? null : coarser(faces);
    const array = (): Float64Array => new Float64Array(faces.gx.length);
    const parent = next?.parent ?? null;
    levels.push({ system: factorise(faces, 0), parent, rhs: array(), x: array(), image: array() });
    if (next === null) return levels;
    faces = next.faces;
  }
}

/**
 * Writes to z an approximate solution of A z = r: one multigrid V-cycle that starts from z = 0. The cycle smooths by
 * the incomplete factor, corrects on the coarser grid, and smooths again. The operation is symmetric, and positive
 * definite for balanced sources, as conjugate gradients require.
 *
 * @param at index of the grid in `levels`
 */
export function vCycleInto(z: Float64Array, r: Float64Array, levels: Multigrid, at = 0): void {
  const { system, parent, image } = levels[at]!;
  const end = r.length - system.pad;
  preconditionInto(z, r, system);
  for (let i = system.pad; i < end; i++) z[i]! *= DAMPING;
  if (parent === null) {
    for (let round = 0; round < COARSEST_ROUNDS; round++) smooth(z, r, levels[at]!);
    return;
  }
  const coarse = levels[at + 1]!;
  multiplyInto(image, z, system);
  coarse.rhs.fill(0);
  for (let i = system.pad; i < end; i++) coarse.rhs[parent[i]!]! += r[i]! - image[i]!;
  vCycleInto(coarse.x, coarse.rhs, levels, at + 1);
  for (let i = system.pad; i < end; i++) z[i]! += coarse.x[parent[i]!]!;
  smooth(z, r, levels[at]!);
}

/** Adds w M^-1 (r - A z) to an approximate solution z of A z = r, with the incomplete factor M and w = DAMPING. */
function smooth(z: Float64Array, r: Float64Array, { system, image }: Level): void {
  const { pad } = system;
  const end = r.length - pad;
  multiplyInto(image, z, system);
  for (let i = pad; i < end; i++) image[i] = r[i]! - image[i]!;
  preconditionInto(image, image, system);
  for (let i = pad; i < end; i++) z[i]! += DAMPING * image[i]!;
}

/**
 * Returns the next coarser grid. Cells are paired along axes of high conductance, and the conductances of their faces
 * are added.
 */
function coarser(faces: PaddedFaces): { faces: PaddedFaces; parent: Int32Array } {
  const { nx, ny, nz, pad, gx, gy, gz } = faces;
  const mean = [gx, gy, gz].map(meanPositive);
  const sizes = [nx, ny, nz];
  const strongest = Math.max(...mean.filter((_, axis) => sizes[axis]! > 1));
  const step = sizes.map((size, axis) => (size > 1 && mean[axis]! >= STRONG * strongest ? 2 : 1));
  const [sx, sy, sz] = step as [number, number, number];
  const [mx, my, mz] = [Math.ceil(nx / sx), Math.ceil(ny / sy), Math.ceil(nz / sz)];
  const size = mx * my * (mz + 2);
  const coarse = { nx: mx, ny: my, nz: mz, pad: mx * my };
  const along = [new Float64Array(size), new Float64Array(size), new Float64Array(size)] as const;
  const parent = new Int32Array(gx.length);
  const [fx, fy, fz] = step.map((s) => (s === 2 ? DISTANCE_FACTOR : 1)) as [number, number, number];
  let i = pad;
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      const row = mx * (Math.floor(y / sy) + my * (Math.floor(z / sz) + 1));
      for (let x = 0; x < nx; x++, i++) {
        const to = row + Math.floor(x / sx);
        parent[i] = to;
        if (sx === 1 || x % 2 === 1) along[0][to]! += fx * gx[i]!;
        if (sy === 1 || y % 2 === 1) along[1][to]! += fy * gy[i]!;
        if (sz === 1 || z % 2 === 1) along[2][to]! += fz * gz[i]!;
      }
    }
  }
  return { faces: { ...coarse, gx: along[0], gy: along[1], gz: along[2] }, parent };
}

/** Returns the mean of the positive values; 0 if there are none. */
export function meanPositive(values: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (value > 0) count++;
    sum += value;
  }
  return count === 0 ? 0 : sum / count;
}

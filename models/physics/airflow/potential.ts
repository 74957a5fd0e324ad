import type { ConductanceGrid } from './grid.js';
import { multiplyInto } from './incomplete-cholesky.js';
import { multigrid, vCycleInto } from './multigrid.js';
import { centre, connectedRegions } from './regions.js';
import { AirflowStopped, TO_THE_END, type ShouldStop } from './stop.js';

export interface Potential {
  /** Potential phi of each cell. In each connected region it is defined up to a constant. */
  readonly potential: Float64Array;
  readonly iterations: number;
  /** Relative residual of the solution, computed anew at the end: |source - A potential| / |source|. */
  readonly relativeResidual: number;
}

/** Relative residual at which conjugate gradients for the potential end. */
const RELATIVE_TOLERANCE = 1e-13;
/** Largest accepted relative residual if conjugate gradients can reduce it no further. */
const ACCEPTED_RESIDUAL = 1e-9;
/**
 * Maximum number of conjugate-gradient iterations. Rooms need 10 to 20, with contained aisles up to 60, whatever the
 * number and shape of their cells.
 */
const MAX_ITERATIONS = 400;
/**
 * Number of iterations in which the residual must be halved. If it is not, rounding errors prevent further progress,
 * and ACCEPTED_RESIDUAL suffices.
 */
const PATIENCE = 8;

/**
 * Thrown if the potential flow of a room's air could not be computed. `relativeResidual` is the residual after
 * `iterations`.
 */
export class PotentialNotConverged extends Error {
  override readonly name = 'PotentialNotConverged';

  constructor(
    readonly relativeResidual: number,
    readonly iterations: number,
  ) {
    super(
      `Potential flow: relative residual ${relativeResidual} after ${iterations} iterations; do sources and sinks balance in every connected region?`,
    );
  }
}

/**
 * Returns the potential phi of a room's air flow. In every cell i, with conductances g and sources s, it solves
 *
 * sum over neighbours j of g_ij (phi_i - phi_j) = s_i
 *
 * This is the finite-volume form of div(g grad phi) = -s with walls on all sides. The solver is conjugate gradients,
 * preconditioned with one multigrid V-cycle.
 *
 * @param source air that enters each cell, m3/s, negative where it leaves; must sum to 0 over every connected region
 * @param shouldStop called at every iteration; true ends the computation
 * @throws PotentialNotConverged if sources do not balance
 * @throws AirflowStopped if `shouldStop` returns true
 */
export function solvePotential(
  faces: ConductanceGrid,
  source: Float64Array,
  shouldStop: ShouldStop = TO_THE_END,
): Potential {
  const { nx, ny, nz, alongX, alongY, alongZ } = faces;
  const count = source.length;
  // Arrays are padded by one layer at both ends so that the loops need no wall tests: conductances there are 0.
  const pad = nx * ny;
  const size = count + 2 * pad;
  const padded = (values: Float64Array): Float64Array => {
    const wide = new Float64Array(size);
    wide.set(values, pad);
    return wide;
  };
  const rhs = padded(source);
  const scale = Math.sqrt(dot(rhs, rhs));
  if (scale === 0) return { potential: new Float64Array(count), iterations: 0, relativeResidual: 0 };
  const levels = multigrid({ nx, ny, nz, pad, gx: padded(alongX), gy: padded(alongY), gz: padded(alongZ) });
  const { system } = levels[0]!;
  const regions = connectedRegions(system);

  const phi = new Float64Array(size);
  const residual = new Float64Array(size);
  const z = new Float64Array(size);
  const direction = new Float64Array(size);
  const image = new Float64Array(size);
  let iterations = 0;
  let relativeResidual = 1;
  // Each round restarts from the true residual; the second only repairs round-off drift of the recursion.
  for (let round = 0; round < 3 && relativeResidual > RELATIVE_TOLERANCE; round++) {
    multiplyInto(image, phi, system);
    for (let i = pad; i < size - pad; i++) residual[i] = rhs[i]! - image[i]!;
    // A constant per region is no solution to anything: what round-off puts there would grow without end.
    centre(residual, regions);
    vCycleInto(z, residual, levels);
    centre(z, regions);
    direction.set(z);
    let rz = dot(residual, z);
    let least = Infinity;
    for (let vain = 0; iterations < MAX_ITERATIONS && vain < PATIENCE && rz > 0;) {
      if (shouldStop()) throw new AirflowStopped('Potential flow: stopped');
      multiplyInto(image, direction, system);
      const step = rz / dot(direction, image);
      let squared = 0;
      for (let i = pad; i < size - pad; i++) {
        phi[i]! += step * direction[i]!;
        const r = residual[i]! - step * image[i]!;
        residual[i] = r;
        squared += r * r;
      }
      iterations++;
      if (Math.sqrt(squared) <= RELATIVE_TOLERANCE * scale * 0.5) break;
      const falls = squared < 0.25 * least;
      vain = !falls && Math.sqrt(least) < ACCEPTED_RESIDUAL * scale ? vain + 1 : 0;
      if (falls) least = squared;
      vCycleInto(z, residual, levels);
      centre(z, regions);
      const next = dot(residual, z);
      const beta = next / rz;
      rz = next;
      for (let i = pad; i < size - pad; i++) direction[i] = z[i]! + beta * direction[i]!;
    }
    multiplyInto(image, phi, system);
    for (let i = pad; i < size - pad; i++) image[i] = rhs[i]! - image[i]!;
    relativeResidual = Math.sqrt(dot(image, image)) / scale;
  }
  if (!(relativeResidual < ACCEPTED_RESIDUAL)) {
    throw new PotentialNotConverged(relativeResidual, iterations);
  }
  return { potential: phi.slice(pad, pad + count), iterations, relativeResidual };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

import type { ConductanceGrid } from './grid.js';

export interface Potential {
  /** Per cell; defined up to a constant per connected region. */
  readonly potential: Float64Array;
  readonly iterations: number;
  /** |source - A potential| / |source|, recomputed from scratch. */
  readonly relativeResidual: number;
}

const RELATIVE_TOLERANCE = 1e-13;
const ACCEPTED_RESIDUAL = 1e-9;
const MAX_ITERATIONS = 5000;
/** Flat or long cells may need the plain factor; the modified one is given up after so many iterations. */
const MODIFIED_ITERATIONS = 1000;
/** Iterations between two looks at whether to stop. */
const STOP_EVERY = 8;
/** Weight of the dropped fill in the modified incomplete Cholesky factor, and its guard against vanishing pivots. */
const FILL_WEIGHT = 0.97;
const PIVOT_GUARD = 0.25;

/** The air of a room could not be computed: `relativeResidual` is left after `iterations`. */
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

/** Whoever asked for the air of a room had it stopped. */
export class AirflowStopped extends Error {
  override readonly name = 'AirflowStopped';
}

/** Never stopped. */
const TO_THE_END = (): boolean => false;

/**
 * Solves sum_j g_ij (phi_i - phi_j) = s_i, the finite-volume form of div(g grad phi) = -s with walls on all sides,
 * by conjugate gradients preconditioned with a modified incomplete Cholesky factorisation without fill, MIC(0); where that stalls, as on very flat
 * cells, with the plain one, IC(0).
 *
 * @param source per cell, m3/s, positive where air enters; must sum to 0 over every connected region.
 * @param shouldStop asked every few iterations.
 * @throws PotentialNotConverged when sources do not balance, or cells are too unlike in length and height.
 * @throws AirflowStopped when `shouldStop` says so.
 */
export function solvePotential(
  faces: ConductanceGrid,
  source: Float64Array,
  shouldStop: () => boolean = TO_THE_END,
): Potential {
  const { nx, ny } = faces;
  const count = source.length;
  // Arrays are padded by one layer at both ends so that the loops need no wall tests: conductances there are 0.
  const pad = nx * ny;
  const size = count + 2 * pad;
  const padded = (values: Float64Array): Float64Array => {
    const wide = new Float64Array(size);
    wide.set(values, pad);
    return wide;
  };
  const along = [padded(faces.alongX), padded(faces.alongY), padded(faces.alongZ)] as const;
  let system = factorise(...along, nx, pad, FILL_WEIGHT);
  let most = MODIFIED_ITERATIONS;
  const rhs = padded(source);
  const phi = new Float64Array(size);
  const residual = rhs.slice();
  const scale = Math.sqrt(dot(rhs, rhs));
  if (scale === 0) return { potential: new Float64Array(count), iterations: 0, relativeResidual: 0 };

  const z = new Float64Array(size);
  const direction = new Float64Array(size);
  const image = new Float64Array(size);
  let iterations = 0;
  let relativeResidual = 1;
  // Each round restarts from the true residual; the second only repairs round-off drift of the recursion.
  for (let round = 0; round < 3 && relativeResidual > RELATIVE_TOLERANCE; round++) {
    if (round > 0 && most < MAX_ITERATIONS && relativeResidual > ACCEPTED_RESIDUAL) {
      phi.fill(0);
      residual.set(rhs);
      system = factorise(...along, nx, pad, 0);
      most = MAX_ITERATIONS;
    }
    preconditionInto(z, residual, system);
    direction.set(z);
    let rz = dot(residual, z);
    while (iterations < most && rz > 0) {
      if (iterations % STOP_EVERY === 0 && shouldStop()) throw new AirflowStopped('Potential flow: stopped');
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
      preconditionInto(z, residual, system);
      const next = dot(residual, z);
      const beta = next / rz;
      rz = next;
      for (let i = pad; i < size - pad; i++) direction[i] = z[i]! + beta * direction[i]!;
    }
    multiplyInto(image, phi, system);
    for (let i = pad; i < size - pad; i++) residual[i] = rhs[i]! - image[i]!;
    relativeResidual = Math.sqrt(dot(residual, residual)) / scale;
  }
  if (!(relativeResidual < ACCEPTED_RESIDUAL)) {
    throw new PotentialNotConverged(relativeResidual, iterations);
  }
  return { potential: phi.slice(pad, pad + count), iterations, relativeResidual };
}

interface Factorised {
  readonly gx: Float64Array;
  readonly gy: Float64Array;
  readonly gz: Float64Array;
  readonly diagonal: Float64Array;
  /** Reciprocal pivots; 0 in cells without neighbours. */
  readonly inversePivot: Float64Array;
  readonly nx: number;
  readonly pad: number;
}

/** pivot_i = a_ii - sum over lower neighbours l of g_l (g_l + fillWeight (other upper couplings of l)) / pivot_l */
function factorise(
  gx: Float64Array,
  gy: Float64Array,
  gz: Float64Array,
  nx: number,
  pad: number,
  fillWeight: number,
): Factorised {
  const size = gx.length;
  const diagonal = new Float64Array(size);
  const inversePivot = new Float64Array(size);
  for (let i = pad; i < size - pad; i++) {
    const west = gx[i - 1]!;
    const south = gy[i - nx]!;
    const below = gz[i - pad]!;
    const d = gx[i]! + west + gy[i]! + south + gz[i]! + below;
    diagonal[i] = d;
    if (d === 0) continue;
    const pivot =
      d -
      west * (west + fillWeight * (gy[i - 1]! + gz[i - 1]!)) * inversePivot[i - 1]! -
      south * (south + fillWeight * (gx[i - nx]! + gz[i - nx]!)) * inversePivot[i - nx]! -
      below * (below + fillWeight * (gx[i - pad]! + gy[i - pad]!)) * inversePivot[i - pad]!;
    inversePivot[i] = 1 / (pivot < PIVOT_GUARD * d ? d : pivot);
  }
  return { gx, gy, gz, diagonal, inversePivot, nx, pad };
}

/** z = (D + L)^-T D (D + L)^-1 r, D the pivots and L the lower couplings. */
function preconditionInto(z: Float64Array, r: Float64Array, system: Factorised): void {
  const { gx, gy, gz, inversePivot, nx, pad } = system;
  const end = r.length - pad;
  for (let i = pad; i < end; i++) {
    z[i] = (r[i]! + gx[i - 1]! * z[i - 1]! + gy[i - nx]! * z[i - nx]! + gz[i - pad]! * z[i - pad]!) * inversePivot[i]!;
  }
  for (let i = end - 1; i >= pad; i--) {
    z[i]! += inversePivot[i]! * (gx[i]! * z[i + 1]! + gy[i]! * z[i + nx]! + gz[i]! * z[i + pad]!);
  }
}

function multiplyInto(image: Float64Array, x: Float64Array, system: Factorised): void {
  const { gx, gy, gz, diagonal, nx, pad } = system;
  const end = x.length - pad;
  for (let i = pad; i < end; i++) {
    image[i] =
      diagonal[i]! * x[i]! -
      gx[i]! * x[i + 1]! -
      gx[i - 1]! * x[i - 1]! -
      gy[i]! * x[i + nx]! -
      gy[i - nx]! * x[i - nx]! -
      gz[i]! * x[i + pad]! -
      gz[i - pad]! * x[i - pad]!;
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

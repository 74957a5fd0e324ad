/** Least pivot of the factorisation, as a fraction of the diagonal entry. Smaller pivots are raised to this value. */
const PIVOT_GUARD = 0.25;

/**
 * Conductances between neighbouring cells. At both ends, arrays have `pad` additional zeros, where `pad` is the number
 * of cells of a layer.
 */
export interface PaddedFaces {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly pad: number;
  readonly gx: Float64Array;
  readonly gy: Float64Array;
  readonly gz: Float64Array;
}

/**
 * The matrix A of a potential flow with conductances g, and an incomplete Cholesky factor of A. Row i of A x is
 *
 * sum over neighbours j of g_ij (x_i - x_j)
 */
export interface Factorised extends PaddedFaces {
  readonly diagonal: Float64Array;
  /** For each cell, 1 / pivot; 0 for cells without neighbours. */
  readonly inversePivot: Float64Array;
}

/**
 * Returns the incomplete Cholesky factor without fill-in. Its pivots are
 *
 * pivot_i = a_ii - sum over lower neighbours l of g_l (g_l + fillWeight (other upper couplings of l)) / pivot_l
 *
 * @param fillWeight share of the dropped fill-in that is added to the diagonal: 0 gives IC(0), near 1 the modified
 * MIC(0).
 */
export function factorise(faces: PaddedFaces, fillWeight: number): Factorised {
  const { gx, gy, gz, nx, pad } = faces;
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
  return { ...faces, diagonal, inversePivot };
}

/**
 * Applies the preconditioner to r and writes the result to z, with the diagonal matrix D of pivots and the lower
 * triangle L of A:
 *
 * z = (D + L)^-T D (D + L)^-1 r
 */
export function preconditionInto(z: Float64Array, r: Float64Array, system: Factorised): void {
  const { gx, gy, gz, inversePivot, nx, pad } = system;
  const end = r.length - pad;
  for (let i = pad; i < end; i++) {
    z[i] = (r[i]! + gx[i - 1]! * z[i - 1]! + gy[i - nx]! * z[i - nx]! + gz[i - pad]! * z[i - pad]!) * inversePivot[i]!;
  }
  for (let i = end - 1; i >= pad; i--) {
    z[i]! += inversePivot[i]! * (gx[i]! * z[i + 1]! + gy[i]! * z[i + nx]! + gz[i]! * z[i + pad]!);
  }
}

export function multiplyInto(image: Float64Array, x: Float64Array, system: Factorised): void {
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

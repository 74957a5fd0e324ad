import type { NonlinearProgram } from '../../../models/forms/nonlinear-program.js';
import { backwardSolve, choleskyInPlace, forwardSolve, makePositiveDefinite } from './dense.js';
import type { Structure } from './structure.js';

/**
 * The Newton system of the barrier problem with slacks s for all rows, reduced to the variables x and the rows'
 * multipliers y:
 *
 * (W + Sigma_x + delta I) dx + J^T dy = -g_x,    J dx - Sigma_s^-1 dy = -r - Sigma_s^-1 g_s
 *
 * W is the Hessian, J the Jacobian, Sigma_x and Sigma_s the diagonals of the barrier, delta the shift, g the gradient,
 * r the row residuals.
 *
 * Solution: 1. Rows within one block of variables are condensed into that block (J^T Sigma_s J). 2. Each block is made
 * positive definite by itself. 3. One dense system over the linking rows remains, J B^-1 J^T + Sigma_s^-1, which is
 * positive definite by construction. Work per iteration: blocks x (size^3 + size x links^2), so linear in the number of
 * blocks.
 */
export interface NewtonSystem {
  /**
   * Factorises the system for new values of Hessian, Jacobian, barrier diagonals and shift.
   *
   * @param sigma Sigma_x (variables), then Sigma_s (rows; ignored for equalities).
   */
  factorise(hessian: Float64Array, jacobian: Float64Array, sigma: Float64Array, shift: number): void;
  /**
   * Solves for right-hand sides g (variables, then slacks of the rows) and residuals r (rows). Writes the steps of
   * variables, multipliers and slacks into dx, dy and ds.
   */
  solve(g: Float64Array, residual: Float64Array, dx: Float64Array, dy: Float64Array, ds: Float64Array): void;
  /**
   * Returns dx^T M dx, where M is the Hessian block W + Sigma_x as factorised: with condensed local rows, shift, and
   * changes for positive definiteness.
   */
  curvature(dx: Float64Array): number;
  /** Number of blocks that the last factorisation had to make positive definite. */
  readonly changedBlocks: number;
}

/** Diagonal entry of an equality row in the Schur complement, as a fraction of the largest diagonal entry there. */
const EQUALITY_SHIFT = 1e-12;
/** Least eigenvalue of a block's Hessian after it is made positive definite. */
const MIN_CURVATURE = 1e-8;
/**
 * Barrier diagonal below which a linking row counts as far from its bounds. The step of its slack is then computed from
 * J dx.
 */
const FAR = 1e-6;

export function newtonSystem(program: NonlinearProgram, structure: Structure, fixed: Uint8Array): NewtonSystem {
  const { variables: n, linking, linkOf, links, localRows, squareStart, blocks } = structure;
  const { pattern, blockStart } = program;
  const m = linking.length;
  const matrix = new Float64Array(squareStart[blocks]!);
  const factor = new Float64Array(matrix.length);
  const schur = new Float64Array(m * m);
  const inverse = new Float64Array(structure.rows);
  let jacobian: Float64Array = new Float64Array(0);
  let sigma: Float64Array = new Float64Array(0);
  let changedBlocks = 0;
  // Rows of L^-1 J_b^T, one block after the other, kept for the solves.
  const reducedStart = new Int32Array(blocks + 1);
  for (let b = 0; b < blocks; b++) {
    reducedStart[b + 1] = reducedStart[b]! + links[b]!.link.length * (blockStart[b + 1]! - blockStart[b]!);
  }
  const reduced = new Float64Array(reducedStart[blocks]!);
  const right = new Float64Array(n);

  function factoriseBlock(b: number, shift: number): void {
    const first = blockStart[b]!;
    const size = blockStart[b + 1]! - first;
    const at = squareStart[b]!;
    let largest = 0;
    for (const i of localRows[b]!) {
      for (let e = pattern.start[i]!; e < pattern.start[i + 1]!; e++) {
        const scaled = sigma[n + i]! * jacobian[e]!;
        const row = at + (pattern.column[e]! - first) * size - first;
        for (let d = pattern.start[i]!; d < pattern.start[i + 1]!; d++) {
          matrix[row + pattern.column[d]!]! += scaled * jacobian[d]!;
        }
      }
    }
    for (let j = 0; j < size; j++) {
      if (fixed[first + j] === 1) {
        for (let k = 0; k < size; k++) matrix[at + j * size + k] = matrix[at + k * size + j] = 0;
        matrix[at + j * size + j] = 1;
      } else matrix[at + j * size + j]! += sigma[first + j]! + shift;
      largest = Math.max(largest, Math.abs(matrix[at + j * size + j]!));
    }
    const end = at + size * size;
    factor.set(matrix.subarray(at, end), at);
    if (choleskyInPlace(factor, at, size, 1e-14 * largest)) return;
    changedBlocks++;
    makePositiveDefinite(matrix, at, size, Math.max(MIN_CURVATURE, 1e-12 * largest));
    factor.set(matrix.subarray(at, end), at);
    if (choleskyInPlace(factor, at, size)) return;
    // Rounding at extreme scales: the diagonal alone is always a descent metric.
    for (let j = 0; j < size; j++) {
      for (let k = 0; k < size; k++) if (k !== j) matrix[at + j * size + k] = 0;
      matrix[at + j * size + j] = Math.max(MIN_CURVATURE, Math.abs(matrix[at + j * size + j]!));
    }
    factor.set(matrix.subarray(at, end), at);
    choleskyInPlace(factor, at, size);
  }

  function addToSchur(b: number): void {
    const { link, from, to } = links[b]!;
    const first = blockStart[b]!;
    const size = blockStart[b + 1]! - first;
    for (let l = 0; l < link.length; l++) {
      const row = reducedStart[b]! + l * size;
      reduced.fill(0, row, row + size);
      for (let e = from[l]!; e < to[l]!; e++) {
        const j = pattern.column[e]!;
        if (fixed[j] === 0) reduced[row + j - first] = jacobian[e]!;
      }
      forwardSolve(factor, squareStart[b]!, size, reduced, row);
      for (let o = 0; o <= l; o++) {
        const other = reducedStart[b]! + o * size;
        let dot = 0;
        for (let j = 0; j < size; j++) dot += reduced[row + j]! * reduced[other + j]!;
        schur[link[l]! * m + link[o]!]! += dot;
      }
    }
  }

  function factoriseSchur(): void {
    const kept = schur.slice();
    let scale = 0;
    for (let l = 0; l < m; l++) scale = Math.max(scale, kept[l * m + l]!);
    for (let shift = EQUALITY_SHIFT; ; shift *= 100) {
      for (let l = 0; l < m; l++) schur[l * m + l]! += inverse[linking[l]!]! + shift * Math.max(scale, 1e-8);
      if (choleskyInPlace(schur, 0, m) || shift > 1) return;
      schur.set(kept);
    }
  }

  return {
    get changedBlocks() {
      return changedBlocks;
    },
    factorise(hessian, jacobianValues, sigmas, shift) {
      jacobian = jacobianValues;
      sigma = sigmas;
      matrix.set(hessian);
      schur.fill(0);
      changedBlocks = 0;
      for (let i = 0; i < structure.rows; i++) {
        inverse[i] = fixed[n + i] === 1 ? 0 : 1 / Math.max(sigma[n + i]!, 1e-20);
      }
      for (let b = 0; b < blocks; b++) {
        factoriseBlock(b, shift);
        addToSchur(b);
      }
      factoriseSchur();
    },
    solve(g, residual, dx, dy, ds) {
      for (let j = 0; j < n; j++) right[j] = fixed[j] === 1 ? 0 : -g[j]!;
      for (let b = 0; b < blocks; b++) {
        for (const i of localRows[b]!) {
          const pull = sigma[n + i]! * residual[i]! + g[n + i]!;
          for (let e = pattern.start[i]!; e < pattern.start[i + 1]!; e++) {
            const j = pattern.column[e]!;
            if (fixed[j] === 0) right[j]! -= jacobian[e]! * pull;
          }
        }
      }
      const link = new Float64Array(m);
      for (let l = 0; l < m; l++) {
        const i = linking[l]!;
        link[l] = residual[i]! + (fixed[n + i] === 1 ? 0 : inverse[i]! * g[n + i]!);
      }
      for (let b = 0; b < blocks; b++) {
        const first = blockStart[b]!;
        const size = blockStart[b + 1]! - first;
        forwardSolve(factor, squareStart[b]!, size, right, first);
        for (let l = 0; l < links[b]!.link.length; l++) {
          let dot = 0;
          const row = reducedStart[b]! + l * size;
          for (let j = 0; j < size; j++) dot += reduced[row + j]! * right[first + j]!;
          link[links[b]!.link[l]!]! += dot;
        }
      }
      forwardSolve(schur, 0, m, link, 0);
      backwardSolve(schur, 0, m, link, 0);
      for (let b = 0; b < blocks; b++) {
        const first = blockStart[b]!;
        const size = blockStart[b + 1]! - first;
        for (let l = 0; l < links[b]!.link.length; l++) {
          const row = reducedStart[b]! + l * size;
          const price = link[links[b]!.link[l]!]!;
          for (let j = 0; j < size; j++) right[first + j]! -= reduced[row + j]! * price;
        }
        backwardSolve(factor, squareStart[b]!, size, right, first);
      }
      dx.set(right);
      for (let i = 0; i < structure.rows; i++) {
        let along = residual[i]!;
        for (let e = pattern.start[i]!; e < pattern.start[i + 1]!; e++) along += jacobian[e]! * dx[pattern.column[e]!]!;
        const local = linkOf[i]! < 0;
        dy[i] = local ? sigma[n + i]! * along + g[n + i]! : link[linkOf[i]!]!;
        if (fixed[n + i] === 1) ds[i] = 0;
        // Where a row's bounds are far Sigma_s is next to nothing, and the quotient below nothing but rounding.
        else if (local || sigma[n + i]! < FAR) ds[i] = along;
        else ds[i] = (dy[i]! - g[n + i]!) / sigma[n + i]!;
      }
    },
    curvature(dx) {
      let sum = 0;
      for (let b = 0; b < blocks; b++) {
        const first = blockStart[b]!;
        const size = blockStart[b + 1]! - first;
        for (let j = 0; j < size; j++) {
          for (let k = 0; k < size; k++) {
            sum += dx[first + j]! * matrix[squareStart[b]! + j * size + k]! * dx[first + k]!;
          }
        }
      }
      return sum;
    },
  };
}

import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { CheckerLimitError } from '../../../check/limit-error.js';
import { DenseLu } from './lu.js';

/**
 * Maximum residual of the temperature equations, Eqs. 54 and 55, K. The checker refuses a solution with a larger
 * residual.
 */
const RESIDUAL_K = 1e-9;
/** Temperature, C, above which the allowed residual grows in proportion to it, as rounding error does. */
const RELATIVE_FROM_C = 1000;

export interface AirTemperatures {
  /** Mean outlet temperature of each block of nodes, C. */
  readonly outletC: Float64Array;
  /**
   * Inlet temperature of each CRAC minus the set-point, K. It is computed from the heat in the room, not as a
   * difference of temperatures, so no digits are lost.
   */
  readonly cracRiseK: Float64Array;
}

/**
 * Computes the air temperatures of the room for one vent combination. In the outlet temperatures of blocks of nodes,
 * Eqs. 54 and 55 are linear:
 *
 * (I - W_NN) T^out = W_NC T^CRAC + P / (rho C AF)
 *
 * They are solved by LU decomposition with row exchanges. The solution is then put back into the equations, row by row
 * of W, to check the residual.
 */
export class RoomAir {
  private readonly lu: DenseLu;
  private readonly cracs: number;
  private readonly blocks: number;
  /** Change of each block's outlet temperature, K, when the set-point of all CRACs rises by 1 C. */
  private readonly perSetPoint: Float64Array;

  constructor(
    private readonly matrix: InfluenceMatrix,
    private readonly heatPerM3K: number,
  ) {
    const { cracNames, zones, weights } = matrix;
    this.cracs = cracNames.length;
    this.blocks = zones.length;
    const { cracs, blocks } = this;
    const system = new Float64Array(blocks * blocks);
    for (let b = 0; b < blocks; b += 1) {
      system[b * blocks + b] = 1;
      for (let n = weights.start[cracs + b]!; n < weights.start[cracs + b + 1]!; n += 1) {
        const source = weights.column[n]! - cracs;
        if (source >= 0) system[b * blocks + source]! -= weights.value[n]!;
      }
    }
    const lu = DenseLu.of(system, blocks);
    if (lu === null) throw new CheckerLimitError(tooLittleAir);
    this.lu = lu;
    this.perSetPoint = lu.solve(Float64Array.from({ length: blocks }, (_, b) => this.fromCracs(cracs + b)));
  }

  /** Returns the air temperatures if all CRACs have this set-point. `powerW` has the power of each block, W. */
  temperatures(setPointC: number, powerW: ArrayLike<number>): AirTemperatures {
    const { cracs, blocks, matrix, heatPerM3K } = this;
    const riseK = Float64Array.from(
      { length: blocks },
      (_, b) => powerW[b]! / (heatPerM3K * matrix.airFlowM3PerS[cracs + b]!),
    );
    const outletRiseK = this.lu.solve(riseK);
    const outletC = outletRiseK.map((rise, b) => rise + this.perSetPoint[b]! * setPointC);
    for (let b = 0; b < blocks; b += 1) {
      const foundC = this.inletC(cracs + b, setPointC, outletC) + riseK[b]!;
      if (!(Math.abs(foundC - outletC[b]!) <= RESIDUAL_K * Math.max(1, Math.abs(foundC) / RELATIVE_FROM_C))) {
        throw new CheckerLimitError(tooLittleAir);
      }
    }
    return { outletC, cracRiseK: Float64Array.from({ length: cracs }, (_, c) => this.inletC(c, 0, outletRiseK)) };
  }

  /** Returns the fraction of the air drawn by an entity (index `sink`) that comes directly from CRACs. */
  private fromCracs(sink: number): number {
    const { weights } = this.matrix;
    let share = 0;
    for (let n = weights.start[sink]!; n < weights.start[sink + 1]!; n += 1) {
      if (weights.column[n]! < this.cracs) share += weights.value[n]!;
    }
    return share;
  }

  private inletC(sink: number, setPointC: number, outletC: Float64Array): number {
    const { weights } = this.matrix;
    let inletC = 0;
    for (let n = weights.start[sink]!; n < weights.start[sink + 1]!; n += 1) {
      const source = weights.column[n]! - this.cracs;
      inletC += weights.value[n]! * (source < 0 ? setPointC : outletC[source]!);
    }
    return inletC;
  }
}

const tooLittleAir =
  'the outlet temperatures cannot be computed\nMaybe almost all air of some nodes recirculates: look for rows of the influence matrix with ' +
  'next to no CRAC air.';

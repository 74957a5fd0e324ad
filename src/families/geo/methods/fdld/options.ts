/**
 * How Algorithm 4 is read where the thesis leaves a choice (docs/decisions/geo-fdld-forces.md), and settings for
 * calibrating phi.
 */
export interface FdldOptions {
  /**
   * Eq. 45 as printed, or with the factor Eff (1 + 1/CUP) of Eq. 43, which keeps the ratio of Eq. 46 at most 1 apart
   * from transitions.
   */
  readonly greatestCost: 'printed' | 'with-overhead';
  /**
   * How ties between centres are broken, where the same removal has equal force: 'dearest' takes the centre with the
   * most expensive node power in that epoch, 'listed' the first in the instance.
   */
  readonly ties: 'dearest' | 'listed';
  /** Maximum number of equal removals made at once; Algorithm 4 has 1. */
  readonly batch: number;
  /** Resolution of phi_C and phi_C,i, which are multiples of 1 / phiSteps. */
  readonly phiSteps: number;
}

/** Settings of Algorithm 4 as printed. */
export const PRINTED_FDLD: FdldOptions = { greatestCost: 'printed', ties: 'dearest', batch: 1, phiSteps: 1000 };

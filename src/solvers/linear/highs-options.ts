import type { OptionValue } from 'highs';
import type { LpOptions } from './engine.js';

/** Time limit passed to HiGHS if the caller sets none, s. The binding accepts only finite option values. */
const NO_TIME_LIMIT_S = 1e300;
/** Iteration limit passed to HiGHS if the caller sets none: the largest 32-bit integer. */
const NO_ITERATION_LIMIT = 2 ** 31 - 1;
/** Value of HiGHS' option simplex_strategy for the dual simplex. */
const DUAL_SIMPLEX = 1;
/** Value of HiGHS' option simplex_strategy for the primal simplex. */
const PRIMAL_SIMPLEX = 4;

/** HiGHS options set once for each model, before it is loaded. */
export const fixedHighsOptions: Readonly<Record<string, OptionValue>> = {
  output_flag: false,
  // HiGHS drops smaller coefficients without a word; this is the least it allows (its default is 1e-9).
  small_matrix_value: 1e-12,
};

/**
 * Returns a value for every HiGHS option that this engine sets, so that none remains from an earlier solve. By default
 * the values are HiGHS' own, but the MIP gap is 0.
 *
 * @param basisPrimalFeasible true if the primal simplex can continue from the last basis
 */
export function highsOptions(
  options: LpOptions,
  isMip: boolean,
  basisPrimalFeasible: boolean,
): Readonly<Record<string, OptionValue>> {
  const iterationLimit = Math.min(Math.floor(options.iterationLimit ?? NO_ITERATION_LIMIT), NO_ITERATION_LIMIT);
  const primalTolerance = options.primalTolerance ?? 1e-7;
  return {
    ...algorithmOptions(options, isMip, basisPrimalFeasible),
    run_crossover: (options.crossover ?? true) ? 'on' : 'off',
    time_limit: Math.min(options.timeLimitS ?? NO_TIME_LIMIT_S, NO_TIME_LIMIT_S),
    simplex_iteration_limit: iterationLimit,
    ipm_iteration_limit: iterationLimit,
    primal_feasibility_tolerance: primalTolerance,
    dual_feasibility_tolerance: options.dualTolerance ?? 1e-7,
    mip_feasibility_tolerance: options.primalTolerance ?? 1e-6,
    // HiGHS would call 1e-4 optimal.
    mip_rel_gap: options.mipRelativeGap ?? 0,
    mip_max_nodes: options.mipNodeLimit ?? NO_ITERATION_LIMIT,
  };
}

function algorithmOptions(
  options: LpOptions,
  isMip: boolean,
  basisPrimalFeasible: boolean,
): Readonly<Record<string, OptionValue>> {
  const dual = { simplex_strategy: DUAL_SIMPLEX };
  // Naming a solver for a model with integer columns makes HiGHS ignore the integrality.
  if (isMip) return { solver: 'choose', ...dual };
  switch (options.algorithm ?? 'automatic') {
    case 'automatic':
      // After new columns or costs the old basis is still primal feasible: measured, half the iterations of the dual simplex.
      return basisPrimalFeasible
        ? { solver: 'simplex', simplex_strategy: PRIMAL_SIMPLEX }
        : { solver: 'choose', ...dual };
    case 'dualSimplex':
      return { solver: 'simplex', ...dual };
    case 'primalSimplex':
      return { solver: 'simplex', simplex_strategy: PRIMAL_SIMPLEX };
    case 'interiorPoint':
      return { solver: 'ipm', ...dual };
  }
}

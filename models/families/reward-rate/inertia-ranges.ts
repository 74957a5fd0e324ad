/** Minimum heat that a node stores per kelvin, J/K. Our choice: some grams of metal. */
export const MIN_THERMAL_MASS_J_PER_K = 10;
/** Maximum heat that a node stores per kelvin, J/K. Our choice: two tonnes of metal. */
export const MAX_THERMAL_MASS_J_PER_K = 1_000_000;
/** Minimum time constant of the plenum (air under the floor), s. Our choice: well above the first time steps. */
export const MIN_PLENUM_TIME_S = 5;
/** Maximum time constant of the plenum (air under the floor), s. Our choice: far more than in any real floor. */
export const MAX_PLENUM_TIME_S = 600;
/**
 * Default heat that a node stores per kelvin, J/K, as in the templates family (docs/facility/transient.md). It assumes
 * a node of 20 kg, half of which takes part.
 */
export const NODE_THERMAL_MASS_J_PER_K = 10_000;
/** Default time constant of the plenum (air under the floor), s, as in the templates family. */
export const PLENUM_TIME_CONSTANT_S = 20;
/** Maximum time from a failure until new set-points, s. Our choice: anything slower is not automatic. */
export const MAX_REACTION_S = 600;

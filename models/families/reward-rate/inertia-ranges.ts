/** Least thermal mass of a node, J/K. Our choice: some grams of metal. */
export const MIN_THERMAL_MASS_J_PER_K = 10;
/** Maximum thermal mass of a node, J/K. Our choice: two tonnes of metal. */
export const MAX_THERMAL_MASS_J_PER_K = 1_000_000;
/** Least time constant of the air under the floor, s. Our choice: well above the first steps of the simulation. */
export const MIN_PLENUM_TIME_S = 5;
/** Maximum time constant of the air under the floor, s. Our choice: far more than any floor holds. */
export const MAX_PLENUM_TIME_S = 600;
/** Thermal mass of a node, J/K: 20 kg at half participation, as templates have it (docs/facility/transient.md). */
export const NODE_THERMAL_MASS_J_PER_K = 10_000;
/** Time constant of the air under the floor, s, as templates have it. */
export const PLENUM_TIME_CONSTANT_S = 20;
/** Maximum time until other set-points take effect, s. Our choice: beyond it somebody would have to walk there. */
export const MAX_REACTION_S = 600;

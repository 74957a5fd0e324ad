/** Thermal mass of a node, J/K: 20 kg at half participation, as templates have it (docs/facility/transient.md). */
export const NODE_THERMAL_MASS_J_PER_K = 10_000;
/** Time constant of the air under the floor, s, as templates have it. */
export const PLENUM_TIME_CONSTANT_S = 20;

/** Words of a verb on failures, judged. */
export interface FailureWords {
  readonly failures?: boolean;
  readonly gone?: string;
  readonly thermalMass?: number;
  readonly plenumTime?: number;
}

/** Test whether words ask what happens when CRACs fail. */
export function asksForFailures({ failures, gone }: FailureWords): boolean {
  return failures === true || gone !== undefined;
}

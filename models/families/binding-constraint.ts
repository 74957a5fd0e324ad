import type { LimitName } from '../facility/limits.js';
/** A binding limit (met with equality within the tolerance), and the value of relaxing it. */
export interface BindingConstraint {
  readonly constraint: LimitName;
  readonly where: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
  /**
   * Change of the reward rate for each unit by which the limit is relaxed, from the dual values of the proven bound.
   * Null if the method gives none.
   */
  readonly marginalValue: number | null;
}

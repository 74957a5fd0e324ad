import type { LimitName } from '../facility/limits.js';
/**
 * A limit that a plan meets with equality (within a tolerance), and the gain of the objective if the limit is relaxed.
 */
export interface BindingConstraint {
  readonly constraint: LimitName;
  readonly where: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
  /**
   * Change of the reward rate, reward/s, per unit (see `unit`) by which the limit is relaxed. It is the limit's dual
   * value in the linear program that proves the bound. It is null if the method computes no dual values.
   */
  readonly marginalValue: number | null;
}

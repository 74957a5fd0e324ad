import type { LimitName } from '../facility/limits.js';
/** A limit that is met with equality (within tolerance), and what relaxing it would be worth. */
export interface BindingConstraint {
  readonly constraint: LimitName;
  readonly where: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
  /** Change of the reward rate per unit of the limit, from the certified dual prices; null if the method gives none. */
  readonly marginalValue: number | null;
}

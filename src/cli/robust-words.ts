import type { RobustGoal } from '../../models/problems/robust/plan.js';
import {
  CONSTRAINT_HANDLING,
  type ConstraintHandling,
  IMPROVEMENT_WORDS,
  type Improvements,
  improvementsOf,
} from '../families/robust/methods/outcome.js';
import { unknownName } from './options.js';

export const GOALS: readonly RobustGoal[] = ['mo-ec', 'eo-mc'];

export function goalNamed(name: string): RobustGoal {
  return GOALS.find((goal) => goal === name) ?? refuseName('--problem', name, GOALS);
}

export function handlingNamed(name: string): ConstraintHandling {
  return (
    CONSTRAINT_HANDLING.find((handling) => handling === name) ?? refuseName('--constraint', name, CONSTRAINT_HANDLING)
  );
}

/** `z,ties,keep` in any order, `all`, or `none`. */
export function improvementsNamed(list: string): Improvements {
  const found = improvementsOf(list);
  return 'unknown' in found ? refuseName('--improve', found.unknown, IMPROVEMENT_WORDS) : found;
}

function refuseName(option: string, name: string, known: readonly string[]): never {
  throw unknownName(option, name, known);
}

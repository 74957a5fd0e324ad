import { choiceFault } from '../../instances/choice-fault.js';
import type { Refused } from '../../instances/fault.js';
import { IMPROVEMENT_WORDS, improvementsOf } from './methods/outcome.js';
import { ROBUST_METHODS } from './methods/registry.js';
import { isRefused, type Words } from '../family.js';
import { methodOf } from '../words.js';

/**
 * Returns the options of `solve` in the form that a run uses. The method itself takes the place of its name. The search
 * settings are converted as by `readSearchForm`.
 */
export function readRobustSolveWords(words: Words): Words | Refused {
  const read = readSearchForm(words);
  return isRefused(read) ? read : { ...read, method: methodOf(words, ROBUST_METHODS) };
}

/** Returns the options with goal, handling of the limit, and improvements in the form that searches use. */
export function readSearchForm({
  problem: goal = 'mo-ec',
  constraint: handling = 'dynamic',
  improve = 'none',
  ...others
}: Words): Words | Refused {
  const improvements = improvementsOf(improve as string);
  if ('unknown' in improvements) {
    return { ok: false, faults: [choiceFault('--improve', improvements.unknown, IMPROVEMENT_WORDS)] };
  }
  return { ...others, goal, handling, improvements };
}

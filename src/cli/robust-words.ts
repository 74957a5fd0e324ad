import type { Command } from 'commander';
import {
  DEFAULT_ROBUST_METHOD,
  ROBUST_METHODS,
  type RobustChoice,
  type RobustMethod,
  robustMethodNamed,
} from '../methods/registry.js';
import { CONSTRAINT_HANDLING, type ConstraintHandling, type Improvements } from '../methods/robust/outcome.js';
import type { RobustGoal } from '../../models/problems/robust/plan.js';
import { OptionError, unknownMethod, unknownName } from './options.js';

export const GOALS: readonly RobustGoal[] = ['mo-ec', 'eo-mc'];
const IMPROVEMENTS = ['z', 'ties', 'keep'] as const;

export function robustMethod(name: string = DEFAULT_ROBUST_METHOD): RobustMethod {
  const found = robustMethodNamed(name);
  if (found === undefined) throw unknownMethod(name, 'robust');
  return found;
}

export function goalNamed(name: string): RobustGoal {
  return GOALS.find((goal) => goal === name) ?? refuseName('--problem', name, GOALS);
}

export function handlingNamed(name: string): ConstraintHandling {
  return (
    CONSTRAINT_HANDLING.find((handling) => handling === name) ?? refuseName('--constraint', name, CONSTRAINT_HANDLING)
  );
}

/** Words of `solve` by the choice they make. */
const CHOICE_OPTIONS: Readonly<Record<RobustChoice, { readonly word: string; readonly option: string }>> = {
  handling: { word: 'constraint', option: '--constraint' },
  improvements: { word: 'improve', option: '--improve' },
  start: { word: 'start', option: '--start' },
};

/** The method, unless a choice was made that it would ignore. */
export function heeding(method: RobustMethod, command: Command): RobustMethod {
  for (const choice of ['handling', 'improvements', 'start'] as const) {
    const { word, option } = CHOICE_OPTIONS[choice];
    if (method.heeds.includes(choice) || command.getOptionValueSource(word) !== 'cli') continue;
    const able = ROBUST_METHODS.filter(({ heeds }) => heeds.includes(choice)).map(({ name }) => name);
    throw new OptionError(option, `with ${method.name}`, `only with ${able.join(', ')}`, 'Leave the option out.');
  }
  return method;
}

/** The words about a bound that follows the search. */
export interface BoundWords {
  readonly boundTimeLimit?: number;
  readonly bound: boolean;
  readonly front?: number;
}

/** The method, one of its family's, unless a limit was set to a bound that nobody proves apart from it. */
export function boundingApart<Kind extends { readonly name: string; readonly certifies: boolean }>(
  method: Kind,
  methods: readonly Kind[],
  { boundTimeLimit, bound, front }: BoundWords,
): Kind {
  if (boundTimeLimit === undefined) return method;
  const option = '--bound-time-limit';
  if (method.certifies) {
    const able = methods.filter(({ certifies }) => !certifies).map(({ name }) => name);
    const remedy = 'Leave the option out: its bound is within --time-limit.';
    throw new OptionError(option, `with ${method.name}`, `only with ${able.join(', ')}`, remedy);
  }
  if (!bound && front === undefined) {
    throw new OptionError(option, 'with --no-bound', 'only where a bound is proven', 'Leave one of the two out.');
  }
  return method;
}

/** `z,ties,keep` in any order, `all`, or `none`. */
export function improvementsNamed(list: string): Improvements {
  const names = list === 'all' ? [...IMPROVEMENTS] : list === 'none' ? [] : list.split(',').map((name) => name.trim());
  for (const name of names) {
    if (!IMPROVEMENTS.some((known) => known === name)) refuseName('--improve', name, [...IMPROVEMENTS, 'all', 'none']);
  }
  return { zSpace: names.includes('z'), ties: names.includes('ties'), keepFeasible: names.includes('keep') };
}

function refuseName(option: string, name: string, known: readonly string[]): never {
  throw unknownName(option, name, known);
}

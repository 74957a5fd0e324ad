import { choiceProblem } from '../instances/choice-problem.js';
import { COMMAND_LINE, type Problem } from '../instances/problem.js';
import { planningEngineNames } from '../solvers/linear/load.js';
import type { BoundOptions, CheckOptions, OpenOptions, SolveOptions } from './options.js';

/** Where a problem lies that is in no file but in how a verb was called. */
export const CALL = 'call';

/** What an option may be. */
interface Rule {
  readonly allowed: string;
  readonly isAllowed: (value: unknown) => boolean;
  /** Its name among the words that families read; absent for those the library sees to itself. */
  readonly word?: string;
}

type RulesOf<Options> = { readonly [Name in keyof Required<Options>]: Rule };
/** Rules by option. */
export type Rules = Readonly<Record<string, Rule>>;

const flag: Rule = { allowed: 'true or false', isAllowed: (value) => typeof value === 'boolean' };
const text: Rule = {
  allowed: 'a text that is not empty',
  isAllowed: (value) => typeof value === 'string' && value.trim() !== '',
};
const seconds: Rule = {
  allowed: 'a number of at least 0',
  isAllowed: (value) => Number.isFinite(value) && (value as number) >= 0,
};
const whole = (least: number, most = Number.MAX_SAFE_INTEGER): Rule => ({
  allowed: `a whole number ${most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`}`,
  isAllowed: (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
});
const word = (rule: Rule, name: string): Rule => ({ ...rule, word: name });

const engine: Rule = {
  allowed: planningEngineNames.join(', '),
  isAllowed: (value) => planningEngineNames.some((name) => name === value),
  word: 'engine',
};
const opening: RulesOf<OpenOptions> = { allowOutside: flag };
const limits = {
  timeLimitS: seconds,
  signal: {
    allowed: 'an AbortSignal',
    isAllowed: (value: unknown) =>
      typeof value === 'object' && value !== null && 'aborted' in value && typeof value.aborted === 'boolean',
  },
  onProgress: { allowed: 'a function', isAllowed: (value: unknown) => typeof value === 'function' },
};

export const OPEN_RULES = opening;

export const SOLVE_RULES: RulesOf<SolveOptions> = {
  ...{ ...opening, ...limits, engine },
  problem: word(text, 'problem'),
  method: word(text, 'method'),
  seed: whole(0),
  workLimit: whole(1),
  bound: flag,
  boundTimeLimitS: word(seconds, 'boundTimeLimit'),
  out: text,
  overwrite: flag,
  naive: word(flag, 'naive'),
  constraints: word(text, 'constraints'),
  constraint: word(text, 'constraint'),
  improve: word(text, 'improve'),
  start: word(text, 'start'),
  front: word(whole(2, 100), 'front'),
};

export const CHECK_RULES: RulesOf<CheckOptions> = {
  ...opening,
  problem: word(text, 'problem'),
  constraints: word(text, 'constraints'),
};

export const BOUND_RULES: RulesOf<BoundOptions> = { ...opening, ...limits, engine, problem: word(text, 'problem') };

/** Options that are not known or not allowed. An option that is undefined was not given. */
export function optionProblems(options: unknown, rules: Rules): readonly Problem[] {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const remedy = 'Give the options by name, or leave them out.';
    return [{ file: CALL, path: 'options', value: options, allowed: 'an object', remedy }];
  }
  return Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined) return [];
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) return [{ ...choiceProblem(name, name, Object.keys(rules)), file: CALL }];
    if (rule.isAllowed(value)) return [];
    return [{ file: CALL, path: name, value, allowed: rule.allowed, remedy: 'Correct the value.' }];
  });
}

/** The words that families read, of options that were judged. */
export function wordsOf(options: object, rules: Rules): Readonly<Record<string, unknown>> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.flatMap(([name, value]) => {
      const named = rules[name]?.word;
      return named === undefined ? [] : [[named, value as unknown]];
    }),
  );
}

/** A problem of an option as the command line writes it, told of the option as the library writes it. */
export function toldOfCall(problem: Problem, rules: Rules): Problem {
  return problem.file === COMMAND_LINE ? { ...problem, file: CALL, path: nameOf(problem.path, rules) } : problem;
}

/** `--bound-time-limit` becomes `boundTimeLimitS`, `<instance>` becomes `instance`. */
function nameOf(path: string, rules: Rules): string {
  const words = path.replace(/^--|[<>]/g, '');
  const camel = words.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.entries(rules).find(([, rule]) => rule.word === camel)?.[0] ?? camel;
}

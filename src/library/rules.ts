import { commonOptions } from '../families/common-options.js';
import {
  GENERATE_OPTIONS,
  isKeyOfRun,
  KEYS_ALLOWED,
  STUDY_CHECK_OPTIONS,
  STUDY_EXPORT_OPTIONS,
  STUDY_REPORT_OPTIONS,
  STUDY_RUN_OPTIONS,
} from '../families/command-options.js';
import { makingOptions } from '../families/generate.js';
import {
  allowedBy,
  isOfKind,
  type NamedOption,
  type OptionKind,
  type Options,
  optionsOf,
} from '../families/options.js';
import { FAMILIES } from '../families/registry.js';
import { choiceFault } from '../instances/choice-fault.js';
import { COMMAND_LINE, type Fault } from '../instances/fault.js';
import { answering } from '../workbench/find-family.js';
import type { NotOffered } from './family-options.js';

/** Value of `Fault.file` for a fault in the options or arguments of a library call. */
export const CALL = 'call';

/** Rule for the values that an option of a library call may have. */
interface Rule {
  /** Allowed values, as text for error messages. */
  readonly allowed: string;
  readonly isAllowed: (value: unknown) => boolean;
  /** Name of the option in the families' code; absent for options that the library handles itself. */
  readonly word?: string;
}

/** Rules for option values, by the option's name in library calls. */
export type Rules = Readonly<Record<string, Rule>>;

/** Returns the rule of an option that accepts values of any of the given kinds. */
function ruleOf(...kinds: readonly OptionKind[]): Rule {
  return {
    allowed: [...new Set(kinds.map(allowedBy))].join('; '),
    isAllowed: (value) => kinds.some((kind) => isOfKind(kind, value)),
  };
}

/** Rule for options that are true or false. */
const FLAG = ruleOf({ is: 'flag' });

/**
 * Command-line options that library calls do not have, because they print texts, need a terminal, or are positional
 * arguments.
 */
const NOT_OFFERED: Readonly<Record<NotOffered, true>> = {
  writeModel: true,
  json: true,
  writeStudy: true,
  methods: true,
  over: true,
};
/**
 * Names of options in library calls, by their command-line names. Options whose two names are equal, or differ only by
 * the ending S, are not listed.
 */
const RENAMED: Readonly<Record<string, string>> = { force: 'overwrite', vary: 'variants' };

/**
 * Returns the rules for the values of declared options, by their names in library calls.
 *
 * @param isWord returns true if the families' code reads the option
 * @param left names of options to leave out
 */
function rulesOf(declared: readonly NamedOption[], isWord: (name: string) => boolean, left: readonly string[]): Rules {
  const offered = declared.filter(({ name }) => !Object.hasOwn(NOT_OFFERED, name) && !left.includes(name));
  return Object.fromEntries(
    offered.map(({ name, flags }) => {
      const kinds = declared.filter((one) => one.name === name).map(({ kind }) => kind);
      const rule = { ...ruleOf(...kinds), ...(isWord(name) ? { word: name } : {}) };
      return [RENAMED[name] ?? (flags.endsWith('<s>') ? `${name}S` : name), rule];
    }),
  );
}

/** Returns the rules of the options declared for a verb, e.g. `solve`. */
function verbRules(verb: string): Rules {
  const common = commonOptions(verb);
  const declared = [...common, ...answering(verb).flatMap((family) => optionsOf(family, verb))];
  const isOfAll = (word: string): boolean => common.some(({ name }) => name === word);
  return rulesOf(declared, (name) => name === 'method' || !isOfAll(name), isOfAll('out') ? [] : ['force']);
}

/**
 * Returns the rules of a command's options.
 *
 * @param left names of options that the library handles itself
 */
export function commandRules(options: Options, ...left: readonly string[]): Rules {
  return rulesOf(optionsOf({ options }, ''), () => false, left);
}

/** Rules for the options of verbs that can be stopped early. */
const INTERRUPTED: Rules = {
  signal: {
    allowed: 'an AbortSignal',
    isAllowed: (value) =>
      typeof value === 'object' && value !== null && 'aborted' in value && typeof value.aborted === 'boolean',
  },
};

/** Rule for options that are functions. */
const FUNCTION: Rule = { allowed: 'a function', isAllowed: (value) => typeof value === 'function' };

/** Rules for the options of verbs that report progress. */
const WATCHED: Rules = { ...INTERRUPTED, onProgress: FUNCTION };
/** Rules for the options of verbs that reuse the results of an interrupted earlier run. */
const TAKEN_UP: Rules = { onNote: FUNCTION };

/** Rules for the options of verbs that open an instance. */
export const OPEN_RULES: Rules = { allowOutside: FLAG };

/** Rules for the options of functions that accept a cache (`memory`). */
const REMEMBERING: Rules = {
  memory: { allowed: 'what memory() returned', isAllowed: (value) => value instanceof Map },
};

/** Rules of the options of `solve`. */
export const SOLVE_RULES: Rules = { ...WATCHED, ...REMEMBERING, ...verbRules('solve') };

/** Rules of the options of `check`. */
export const CHECK_RULES: Rules = verbRules('check');

/** Rules of the options of `bound`. */
export const BOUND_RULES: Rules = { ...WATCHED, ...verbRules('bound') };

/** Rules of the options of `explain`. */
export const EXPLAIN_RULES: Rules = {
  ...WATCHED,
  plan: {
    allowed: 'the path of a plan.json, or a plan',
    isAllowed: (value) => (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null),
  },
  ...verbRules('explain'),
};

/** Rules of the options of `compare`. */
export const COMPARE_RULES: Rules = { ...WATCHED, ...TAKEN_UP, ...verbRules('compare') };

/** Rules of the options of `generate`. */
export const GENERATE_RULES: Rules = {
  ...commandRules(GENERATE_OPTIONS),
  ...rulesOf(makingOptions(FAMILIES), () => true, []),
};

/** Rules of the options of `sweep`. */
export const SWEEP_RULES: Rules = { ...WATCHED, ...TAKEN_UP, ...verbRules('sweep') };

/** Rules of the options of `day`. */
export const DAY_RULES: Rules = { ...WATCHED, ...TAKEN_UP, ...verbRules('day') };

/** Rules for the common options of library functions for commands of one family. */
export const COMMAND_RULES: Rules = { ...OPEN_RULES, ...INTERRUPTED, ...TAKEN_UP, ...REMEMBERING };

/**
 * Returns the rule for an option of a command that only one family has. An option that the command line reads from text
 * may also be a number or a list of numbers.
 */
export function commandRule({ kind, read, name }: NamedOption): Rule {
  const word = { word: name };
  if (read === undefined) return { ...ruleOf(kind), ...word };
  const isNumber = (value: unknown): boolean => typeof value === 'number';
  return {
    allowed: 'a number, or a list of numbers where several are allowed',
    isAllowed: (value) =>
      isNumber(value) || (typeof value === 'string' && value !== '') || (Array.isArray(value) && value.every(isNumber)),
    ...word,
  };
}

/** Rules of the options of `simulate`. */
export const SIMULATE_RULES: Rules = { ...INTERRUPTED, ...TAKEN_UP, ...verbRules('simulate') };

/** Rules for the options of functions that read the folder of a study. */
export const FOLDER_RULES: Rules = OPEN_RULES;

/** Rules of the options of `checkStudy`. */
export const CHECK_STUDY_RULES: Rules = commandRules(STUDY_CHECK_OPTIONS);

/** Rules of the options of `runStudy`. */
export const RUN_STUDY_RULES: Rules = {
  ...INTERRUPTED,
  ...commandRules(STUDY_RUN_OPTIONS, 'runs', 'list', 'line'),
  keys: { allowed: `a list of ${KEYS_ALLOWED}`, isAllowed: (value) => Array.isArray(value) && value.every(isKeyOfRun) },
  onProgress: FUNCTION,
};

/** Rules of the options of `reportStudy`. */
export const REPORT_STUDY_RULES: Rules = commandRules(STUDY_REPORT_OPTIONS);

/** Rules of the options of `exportStudy`. */
export const EXPORT_STUDY_RULES: Rules = commandRules(STUDY_EXPORT_OPTIONS, 'out');

/** Returns the faults of unknown options and invalid values. The value undefined counts as not given. */
export function optionFaults(options: unknown, rules: Rules): readonly Fault[] {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const remedy = 'Give the options by name, or leave them out.';
    return [{ file: CALL, path: 'options', value: options, allowed: 'an object', remedy }];
  }
  return Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined) return [];
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) return [{ ...choiceFault(name, name, Object.keys(rules)), file: CALL }];
    if (rule.isAllowed(value)) return [];
    return [{ file: CALL, path: name, value, allowed: rule.allowed, remedy: 'Correct the value.' }];
  });
}

/** Returns the values of valid options, by their names in the families' code. */
export function wordsOf(options: object, rules: Rules): Readonly<Record<string, unknown>> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.flatMap(([name, value]) => {
      const named = rules[name]?.word;
      return named === undefined ? [] : [[named, value as unknown]];
    }),
  );
}

/** Returns the fault with options named as library users write them, not as on the command line. */
export function toldOfCall(fault: Fault, rules: Rules): Fault {
  const { value, allowed, remedy } = fault;
  const told = {
    ...fault,
    value: typeof value === 'string' && fault.file === COMMAND_LINE ? inCall(value, rules) : value,
    allowed: inCall(allowed, rules),
    remedy: inCall(remedy, rules),
  };
  return fault.file === COMMAND_LINE ? { ...told, file: CALL, path: nameOf(fault.path, rules) } : told;
}

/** Options as library users write them, by command-line flag, where the name does not follow from the flag. */
const GIVEN_AS: Readonly<Record<string, string>> = {
  '--force': 'overwrite: true',
  '--allow-outside': 'allowOutside: true',
  '--allow-modules': 'allowModules: true',
  '--no-bound': 'bound: false',
  '--vary': 'variants',
  '--no-times': 'times: false',
};

/** Returns a sentence with options named as library users write them. Command lines in the sentence are unchanged. */
function inCall(text: string, rules: Rules): string {
  return text.replace(/plenum [a-z]+ .*? --[^.;,]*|--[a-z]+(?:-[a-z]+)*/g, (found) => {
    if (!found.startsWith('--')) return found;
    const name = nameOf(found, rules);
    return GIVEN_AS[found] ?? (Object.hasOwn(rules, name) ? name : found);
  });
}

/**
 * Returns the name in library calls of an option or argument: `--bound-time-limit` becomes `boundTimeLimitS`,
 * `<instance>` becomes `instance`.
 */
function nameOf(path: string, rules: Rules): string {
  const words = path.replace(/^--|[<>]/g, '');
  const camel = words.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const own = Object.entries(rules).find(([, rule]) => rule.word === camel)?.[0];
  return own ?? (Object.hasOwn(rules, `${camel}S`) ? `${camel}S` : camel);
}

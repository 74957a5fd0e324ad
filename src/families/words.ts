import { choiceProblem } from '../instances/choice-problem.js';
import { nearestName } from '../instances/nearest-name.js';
import { COMMAND_LINE, type Problem } from '../instances/problem.js';
import type { Words } from './family.js';

/** A value of an option that cannot be used, as a problem. */
export function optionProblem(option: string, value: unknown, allowed: string, remedy: string): Problem {
  return { file: COMMAND_LINE, path: option, value, allowed, remedy };
}

/** Fault of a list of labels of methods, of which each must be known and stand once; null where nothing is. */
export function labelsProblem(
  labels: readonly string[],
  names: readonly string[],
  isKnown = (label: string): boolean => names.includes(label),
  allowed = names.join(', '),
): Problem | null {
  const unknown = labels.find((label) => !isKnown(label));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, names);
    const hint = nearest === undefined ? '' : `; the nearest in spelling is "${nearest}"`;
    return optionProblem('--methods', unknown, allowed, `Choose from these${hint}.`);
  }
  const twice = labels.find((label, n) => labels.indexOf(label) < n);
  return twice === undefined ? null : optionProblem('--methods', twice, 'every method once', 'Name it once.');
}

/** The method that the words name, the family's first if none. */
export function readMethod<Method extends { readonly name: string }>(
  words: Words,
  methods: readonly Method[],
): Method | { readonly problem: Problem } {
  const { method: name } = words;
  const found = name === undefined ? methods[0] : methods.find((one) => one.name === name);
  if (found !== undefined) return found;
  const known = methods.map((one) => one.name);
  return { problem: choiceProblem('--method', textOf(name), known) };
}

/** Problem that keeps a limit of the bound's time, or a front, from being had with this method and these words; null if there is none. */
export function boundWordsProblem<Method extends { readonly name: string; readonly certifies: boolean }>(
  method: Method,
  methods: readonly Method[],
  words: Words,
): Problem | null {
  const { boundTimeLimit, bound, front, out } = words;
  if (front !== undefined && out === undefined) {
    const allowed = 'with --out: the front is in report.html and result.json alone';
    return optionProblem('--front', 'without --out', allowed, 'Name a directory with --out.');
  }
  if (boundTimeLimit === undefined) return null;
  const option = '--bound-time-limit';
  if (method.certifies) {
    const able = methods.filter(({ certifies }) => !certifies).map(({ name }) => name);
    const remedy = 'Leave the option out: its bound is within --time-limit.';
    return optionProblem(option, `with ${method.name}`, `only with ${able.join(', ')}`, remedy);
  }
  if (bound !== false || front !== undefined) return null;
  return optionProblem(option, 'with --no-bound', 'only where a bound is proven', 'Leave one of the two out.');
}

/** A word of any kind, in a message. */
export function textOf(word: unknown): string {
  return typeof word === 'string' ? word : JSON.stringify(word);
}

/** Options that take one of a few words, by the field they fill. */
export type WordChoices = Readonly<Record<string, { readonly option: string; readonly known: readonly string[] }>>;

/** The words given for options that take one of a few, by field, or the first that is not one of them. */
export function readChoices(
  words: Words,
  choices: WordChoices,
): { readonly chosen: Readonly<Record<string, string>> } | { readonly problem: Problem } {
  const chosen: Record<string, string> = {};
  for (const [field, { option, known }] of Object.entries(choices)) {
    const word = words[field];
    if (word === undefined) continue;
    const found = known.find((one) => one === word);
    if (found === undefined) return { problem: choiceProblem(option, textOf(word), known) };
    chosen[field] = found;
  }
  return { chosen };
}

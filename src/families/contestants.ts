import type { Fault } from '../instances/fault.js';
import { type Family, isRefused, type Opened, type SolveOfFamily } from './family.js';
import { isLabelFault, labelFault, readLabel, sameMeaning } from './labels.js';
import { flagOf, optionsFault, type Words } from './options.js';
import { optionFault } from './words.js';

/** One method in the form that its label names, to be compared with others. */
export interface Contestant {
  readonly label: string;
  /** Options of `solve` that the label and the comparison set, including the method. */
  readonly asked: Words;
  /** The options as the family reads them. */
  readonly words: Words;
}

/**
 * Returns the choices that follow from the options for a method on an instance, or the fault of an option that has no
 * effect there.
 */
export type ChoicesOf<Instance extends Opened> = (
  opened: Instance,
  contestant: Pick<Contestant, 'asked' | 'words'>,
) => { readonly ok: true; readonly choices: unknown } | { readonly ok: false; readonly fault: Fault };

/** The contestants that a list of labels names. */
export interface Contestants {
  readonly ok: true;
  readonly contestants: readonly Contestant[];
  /** Fault of an option that has no effect on any contestant; null if there is none. */
  readonly unheeded: Fault | null;
}

/** The part of a family that is needed to read labels. */
export interface Contest {
  readonly of: Pick<Family, 'methods' | 'options'>;
  readonly solve: Pick<SolveOfFamily, 'readWords'>;
  /** Options that must have an effect on every method. Any other option must have an effect on at least one method. */
  readonly strict?: readonly string[];
}

/**
 * Returns the contestants that labels name. Each gets the shared options that have an effect on it. Returns a fault for
 * a wrong label, or for a strict option that has no effect on some method.
 */
export function contestantsOf(
  { of: { methods, options }, solve, strict = [] }: Contest,
  labels: readonly string[],
  common: Words,
): Contestants | { readonly ok: false; readonly fault: Fault } {
  const names = methods.map(({ name }) => name);
  const contestants: Contestant[] = [];
  const unheeded = new Map<string, Fault[]>();
  const ignore = (name: string, fault: Fault): unknown => unheeded.set(name, [...(unheeded.get(name) ?? []), fault]);
  for (const label of labels) {
    const own = readLabel(label, { names, options });
    if (isLabelFault(own)) return { ok: false, fault: labelFault(own, names) };
    const method = String(own['method']);
    const judged = (words: Words): Words | Fault => {
      const fault = optionsFault(options, 'solve', words, method);
      if (fault !== null) return fault;
      const read = solve.readWords?.(words) ?? words;
      return isRefused(read) ? read.faults[0]! : read;
    };
    const alone = judged(own);
    if (isFault(alone)) {
      return { ok: false, fault: optionFault('--methods', label, alone.allowed, `${alone.path}: ${alone.remedy}`) };
    }
    const said = Object.keys(common).filter((name) => name in own);
    for (const name of said) ignore(name, overruled(labels, flagOf(options[name]!)));
    let shared = common;
    let words = judged({ ...shared, ...own });
    while (isFault(words)) {
      const { path } = words;
      const name = Object.keys(shared).find((one) => options[one] !== undefined && flagOf(options[one]) === path);
      if (name === undefined || name in own || strict.includes(name)) return { ok: false, fault: words };
      ignore(name, words);
      shared = Object.fromEntries(Object.entries(shared).filter(([one]) => one !== name));
      words = judged({ ...shared, ...own });
    }
    const same = contestants.find((other) => JSON.stringify(other.words) === JSON.stringify(words));
    if (same !== undefined) return { ok: false, fault: labelFault(sameMeaning(label, same.label), names) };
    contestants.push({ label, asked: { ...shared, ...own }, words });
  }
  const [none = null] = [...unheeded.values()].find((faults) => faults.length === labels.length) ?? [];
  return { ok: true, contestants, unheeded: none };
}

/**
 * Returns the first fault of contestants on an instance: an option has no effect there, or two contestants are the same
 * there.
 */
export function contestFault<Instance extends Opened>(
  { methods, options }: Contest['of'],
  contestants: readonly Contestant[],
  opened: Instance,
  choicesOf: ChoicesOf<Instance>,
): Fault | null {
  const known = new Map<string, string>();
  for (const { label, asked, words } of contestants) {
    const found = choicesOf(opened, { asked, words });
    if (!found.ok) {
      const { path, allowed, remedy } = found.fault;
      const own = readLabel(label, { names: methods.map(({ name }) => name), options });
      const isShared = Object.keys(asked).some(
        (name) => !(name in own) && options[name] !== undefined && flagOf(options[name]) === path,
      );
      return isShared ? found.fault : optionFault('--methods', label, allowed, `${path}: ${remedy}`);
    }
    const meaning = JSON.stringify(found.choices);
    const other = known.get(meaning);
    if (other !== undefined) return labelFault(sameMeaning(label, other), [label.split(':')[0]!]);
    known.set(meaning, label);
  }
  return null;
}

function isFault(judged: Words | Fault): judged is Fault {
  return 'remedy' in judged && 'allowed' in judged;
}

/** Returns the fault of an option that every label sets itself. */
function overruled(labels: readonly string[], flag: string): Fault {
  return optionFault(
    flag,
    `with ${labels.join(',')}`,
    'with a method whose label says no other',
    'Leave the option out.',
  );
}

import { type Fault, type Refused, refused } from '../instances/fault.js';
import type { Choices, ComparedMethod, Contestant } from './compare.js';
import { isRefused, type SolveOfFamily } from './family.js';
import { isLabelFault, labelFault, readLabel, sameMeaning } from './labels.js';
import { flagOf, type Options, optionsFault, type Words } from './options.js';
import { optionFault } from './words.js';

/** Contestants for a list of labels. A contestant is a method with the options that its label sets. */
export interface Contestants {
  readonly ok: true;
  readonly contestants: readonly Contestant[];
  /** Fault of a shared option that has no effect on any of the methods; null if there is no such option. */
  readonly unheeded: Fault | null;
}

/** The part of a family with which labels of compared methods are parsed. */
export interface Contest {
  readonly methods: readonly ComparedMethod[];
  readonly options: Options;
  readonly solve: Pick<SolveOfFamily, 'readWords'>;
  /** Names of options that must have an effect on every compared method. Other options need an effect on only one. */
  readonly strict?: readonly string[];
}

/**
 * Returns a contestant for each label: its method with the options of the label and the shared options `common`. A
 * shared option that has no effect on a method is left out there. Refused are an invalid label, two labels with the
 * same settings, and a `strict` option that has no effect on some method.
 *
 * @param choicesOf returns the settings that a contestant uses on the instance; if absent, its option values are its
 * settings
 */
export function contestantsOf(
  { methods, options, solve, strict = [] }: Contest,
  labels: readonly string[],
  common: Words,
  choicesOf: (contestant: Contestant) => Choices = ({ words }) => ({ ok: true, choices: words }),
): Contestants | Refused {
  const names = methods.map(({ name }) => name);
  const contestants: Contestant[] = [];
  const meanings = new Map<string, string>();
  const unheeded = new Map<string, Fault[]>();
  const ignore = (name: string, fault: Fault): unknown => unheeded.set(name, [...(unheeded.get(name) ?? []), fault]);
  for (const label of labels) {
    const own = readLabel(label, { names, options });
    if (isLabelFault(own)) return refused(labelFault(own, names));
    const judged = (words: Words): Words | Refused => {
      const fault = optionsFault(options, 'solve', words, String(own['method']));
      return fault === null ? (solve.readWords?.(words) ?? words) : refused(fault);
    };
    const alone = judged(own);
    if (isRefused(alone)) return refused(inLabel(label, alone.faults[0]!));
    const shared = new Map(Object.entries(common));
    const sharedAt = (path: string): string | undefined =>
      [...shared.keys()].find((name) => !(name in own) && flagOf(options[name]!) === path);
    for (const name of Object.keys(own)) {
      if (shared.has(name)) ignore(name, overruled(labels, flagOf(options[name]!)));
    }
    const asked = (): Words => ({ ...Object.fromEntries(shared), ...own });
    let words = judged(asked());
    while (isRefused(words)) {
      const fault = words.faults[0]!;
      const name = sharedAt(fault.path);
      if (name === undefined || strict.includes(name)) return refused(fault);
      ignore(name, fault);
      shared.delete(name);
      words = judged(asked());
    }
    const contestant = { label, asked: asked(), words };
    const meant = choicesOf(contestant);
    if (!meant.ok) return refused(sharedAt(meant.fault.path) === undefined ? inLabel(label, meant.fault) : meant.fault);
    const meaning = JSON.stringify(meant.choices);
    const same = meanings.get(meaning);
    if (same !== undefined) return refused(labelFault(sameMeaning(label, same), names));
    meanings.set(meaning, label);
    contestants.push(contestant);
  }
  const [none = null] = [...unheeded.values()].find((faults) => faults.length === labels.length) ?? [];
  return { ok: true, contestants, unheeded: none };
}

/** Returns the fault of an option that a label sets, reported as a fault of `--methods` that names the label. */
function inLabel(label: string, { path, allowed, remedy }: Fault): Fault {
  return optionFault('--methods', label, allowed, `${path}: ${remedy}`);
}

/** Returns the fault of a shared option that has no effect, because every label sets the same option. */
function overruled(labels: readonly string[], flag: string): Fault {
  const allowed = 'with a method whose label says no other';
  return optionFault(flag, `with ${labels.join(',')}`, allowed, 'Leave the option out.');
}

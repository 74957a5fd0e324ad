import { type Fault, type Refused, refused } from '../instances/fault.js';
import type { Choices, ComparedMethod, Contestant } from './compare.js';
import { isRefused, type SolveOfFamily } from './family.js';
import { isLabelFault, labelFault, readLabel, sameMeaning } from './labels.js';
import { flagOf, type Options, optionsFault, type Words } from './options.js';
import { optionFault } from './words.js';

/** The contestants that a list of labels names. */
export interface Contestants {
  readonly ok: true;
  readonly contestants: readonly Contestant[];
  /** Fault of an option that has no effect on any contestant; null if there is none. */
  readonly unheeded: Fault | null;
}

/** The part of a family that is needed to read labels. */
export interface Contest {
  readonly methods: readonly ComparedMethod[];
  readonly options: Options;
  readonly solve: Pick<SolveOfFamily, 'readWords'>;
  /** Options that must have an effect on every method. Any other option must have an effect on at least one method. */
  readonly strict?: readonly string[];
}

/**
 * Returns the contestants that labels name. Each gets the shared options that have an effect on it. Refuses a wrong
 * label, a label with the same meaning as another, and a strict option that has no effect on some method.
 *
 * @param choicesOf tells what options mean on the instance; if absent, they mean what they say
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

/** Returns the fault of an option that a label sets, as a fault of the label. */
function inLabel(label: string, { path, allowed, remedy }: Fault): Fault {
  return optionFault('--methods', label, allowed, `${path}: ${remedy}`);
}

/** Returns the fault of an option that every label sets itself. */
function overruled(labels: readonly string[], flag: string): Fault {
  const allowed = 'with a method whose label says no other';
  return optionFault(flag, `with ${labels.join(',')}`, allowed, 'Leave the option out.');
}

import { type Fault, type Refused, refused } from '../instances/fault.js';
import type { Choices, ComparedFamily } from './compare.js';
import { type Family, isRefused, type SolveOfFamily } from './family.js';
import { isLabelFault, labelFault, readLabel, sameMeaning } from './labels.js';
import { flagOf, optionsFault, type Words } from './options.js';
import { optionFault } from './words.js';

/** A contestant whose label was read: a method with its options. */
type Contestant = Exclude<ReturnType<typeof contestantOf>, Refused>;

/** The part of a family with which labels of compared methods are parsed. */
interface Contest extends Pick<Family, 'options'>, Pick<ComparedFamily<never>, 'strict'> {
  /** Names of the methods. */
  readonly names: readonly string[];
  readonly solve: Pick<SolveOfFamily, 'readWords'>;
  /** Returns the settings that a contestant uses on the instance; if absent, its option values are its settings. */
  readonly choicesOf?: (contestant: { readonly asked: Words; readonly words: Words }) => Choices;
}

/** Returns a contestant for each label. It refuses an invalid label, and two labels with the same settings. */
export function contestantsOf(contest: Contest, labels: readonly string[], common: Words) {
  const contestants: Contestant[] = [];
  for (const label of labels) {
    const read = contestantOf(contest, label, common);
    if (!read.ok) return read;
    const same = contestants.find(({ meaning }) => meaning === read.meaning);
    if (same !== undefined) return refused(labelFault(sameMeaning(label, same.label), contest.names));
    contestants.push(read);
  }
  return { ok: true as const, contestants };
}

/**
 * Returns the contestant of a label: its method with the options of the label and the shared options `common`. Shared
 * options that have no effect on the method are left out; if they are `strict`, the label is refused.
 */
export function contestantOf({ names, options, solve, strict = [], choicesOf }: Contest, label: string, common: Words) {
  const own = readLabel(label, { names, options });
  if (isLabelFault(own)) return refused(labelFault(own, names));
  const inLabel = ({ path, allowed, remedy }: Fault): Refused =>
    refused(optionFault('--methods', label, allowed, `${path}: ${remedy}`));
  const judged = (words: Words): Words | Refused => {
    const fault = optionsFault(options, 'solve', words, String(own['method']));
    return fault === null ? (solve.readWords?.(words) ?? words) : refused(fault);
  };
  const alone = judged(own);
  if (isRefused(alone)) return inLabel(alone.faults[0]!);
  // Faults of shared options that are left out; null if the label sets the option itself.
  const left = new Map(Object.keys(common).flatMap((name) => (name in own ? [[name, null as Fault | null]] : [])));
  for (;;) {
    const shared = Object.entries(common).filter(([name]) => !left.has(name));
    const sharedAt = (path: string): string | undefined =>
      shared.find(([name]) => flagOf(options[name]!) === path)?.[0];
    const asked = { ...Object.fromEntries(shared), ...own };
    const words = judged(asked);
    if (isRefused(words)) {
      const fault = words.faults[0]!;
      const name = sharedAt(fault.path);
      if (name === undefined || strict.includes(name)) return refused(fault);
      left.set(name, fault);
      continue;
    }
    const meant = choicesOf?.({ asked, words }) ?? { ok: true, choices: words };
    if (!meant.ok) return sharedAt(meant.fault.path) === undefined ? inLabel(meant.fault) : refused(meant.fault);
    return { ok: true as const, label, asked, words, left, meaning: JSON.stringify(meant.choices) };
  }
}

/** Returns the fault of a shared option that has no effect on any contestant; null if there is none. */
export function unheeded(options: Contest['options'], contestants: readonly Contestant[]): Fault | null {
  const [first] = contestants;
  const found = [...(first?.left ?? [])].find(([name]) => contestants.every(({ left }) => left.has(name)));
  if (found === undefined) return null;
  const [name, fault] = found;
  const labels = contestants.map(({ label }) => label).join(',');
  const allowed = 'with a method whose label says no other';
  return fault ?? optionFault(flagOf(options[name]!), `with ${labels}`, allowed, 'Leave the option out.');
}

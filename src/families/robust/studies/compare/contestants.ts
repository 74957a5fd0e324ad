import type { RobustMethod } from '../../methods/registry.js';
import { CONSTRAINT_HANDLING, type ConstraintHandling, type Improvements } from '../../methods/outcome.js';

/** Choices of a search unless its label names others. */
export interface RobustForm {
  readonly handling: ConstraintHandling;
  readonly improvements: Improvements;
}

/** A robust method in one of its forms. */
export interface RobustContestant extends RobustForm {
  /** Label of the form: `name`, or `name:form:form`, a form being a constraint handling or improvements. */
  readonly label: string;
  readonly method: RobustMethod;
  /** True if the label leaves the choice to the default, and the method heeds it. */
  readonly takesHandling: boolean;
  readonly takesImprovements: boolean;
}

/** Fault of a label. */
export interface LabelFault {
  readonly label: string;
  readonly allowed: string;
  readonly remedy: string;
}

/** Improvements by their names in labels (the names are chosen). */
const IMPROVEMENTS: Readonly<Record<string, Partial<Improvements>>> = {
  none: {},
  z: { zSpace: true },
  ties: { ties: true },
  keep: { keepFeasible: true },
  all: { zSpace: true, ties: true, keepFeasible: true },
};
/** Words for the forms that a label may name. */
const FORMS = `${CONSTRAINT_HANDLING.join(', ')}, or of ${Object.keys(IMPROVEMENTS).join(', ')} (several with "+")`;

/**
 * Contestants of labels such as "tabu", "tabu:static", "ga:limit:z+ties", or faults: every label is judged by itself,
 * and no form may stand twice.
 */
export function parseRobustContestants(
  labels: readonly string[],
  methods: readonly RobustMethod[],
  defaults: RobustForm,
): { readonly contestants: readonly RobustContestant[]; readonly faults: readonly LabelFault[] } {
  const contestants: RobustContestant[] = [];
  const faults: LabelFault[] = [];
  for (const label of labels) {
    const read = contestantOf(label, methods, defaults);
    if ('remedy' in read) faults.push(read);
    else {
      const same = contestants.find((other) => isSame(other, read));
      if (same === undefined) contestants.push(read);
      else faults.push({ label, allowed: 'every form of a method once', remedy: `It is the same as "${same.label}".` });
    }
  }
  return { contestants, faults };
}

function contestantOf(
  label: string,
  methods: readonly RobustMethod[],
  defaults: RobustForm,
): RobustContestant | LabelFault {
  const [name = '', ...forms] = label.split(':');
  const method = methods.find((candidate) => candidate.name === name);
  if (method === undefined) {
    return { label, allowed: methods.map((known) => known.name).join(', '), remedy: 'Choose from these.' };
  }
  let handling: ConstraintHandling | null = null;
  let improvements: Improvements | null = null;
  for (const form of forms) {
    const handled = CONSTRAINT_HANDLING.find((known) => known === form);
    const improved = improvementsOf(form);
    const isRepeated = handled === undefined ? improvements !== null : handling !== null;
    if ((handled === undefined && improved === null) || isRepeated) {
      return { label, allowed: `${name}, or with a ":" one of ${FORMS} behind it`, remedy: `Correct "${form}".` };
    }
    const choice = handled === undefined ? 'improvements' : 'handling';
    if (!method.heeds.includes(choice)) {
      return { label, allowed: `${name} alone: it heeds no such choice`, remedy: `Leave ":${form}" out.` };
    }
    if (handled === undefined) improvements = improved;
    else handling = handled;
  }
  return {
    label,
    method,
    handling: handling ?? defaults.handling,
    improvements: improvements ?? defaults.improvements,
    takesHandling: handling === null && method.heeds.includes('handling'),
    takesImprovements: improvements === null && method.heeds.includes('improvements'),
  };
}

/** Improvements that a text such as "z+ties" names; null for any other text. */
function improvementsOf(text: string): Improvements | null {
  const none: Improvements = { zSpace: false, ties: false, keepFeasible: false };
  const parts = text.split('+').map((word) => (Object.hasOwn(IMPROVEMENTS, word) ? IMPROVEMENTS[word]! : null));
  return parts.includes(null) ? null : parts.reduce<Improvements>((all, part) => ({ ...all, ...part }), none);
}

/** Text that names improvements, "none" for none: the inverse of `improvementsOf`. */
export function improvementsText({ zSpace, ties, keepFeasible }: Improvements): string {
  const names = [...(zSpace ? ['z'] : []), ...(ties ? ['ties'] : []), ...(keepFeasible ? ['keep'] : [])];
  return names.length === 0 ? 'none' : names.join('+');
}

/** Form that a constraint handling and the names of improvements stand for; the names must be known. */
export function formOf(handling: ConstraintHandling, improve: string): RobustForm {
  return { handling, improvements: improvementsOf(improve)! };
}

/** Returns true if two contestants run alike. */
function isSame(one: RobustContestant, other: RobustContestant): boolean {
  if (one.method !== other.method) return false;
  const { heeds } = one.method;
  return (
    (!heeds.includes('handling') || one.handling === other.handling) &&
    (!heeds.includes('improvements') || improvementsText(one.improvements) === improvementsText(other.improvements))
  );
}

import { nearestName } from '../instances/nearest-name.js';
import type { Fault } from '../instances/fault.js';
import { optionFault } from './words.js';

/** Fault of a label of `compare`. */
export interface LabelFault {
  readonly label: string;
  readonly allowed: string;
  readonly remedy: string;
}

/** Reading of labels: a method's name, and behind it forms, each after a ":", that are choices of `solve` other than its defaults. */
export interface LabelReader<Form extends object> {
  /** Names of the methods. */
  readonly names: readonly string[];
  /** Returns the choice that a form stands for; null for none. */
  readonly formOf: (form: string) => Form | null;
  /** Words for what a label may be. */
  readonly allowed: string;
}

/** Returns the method and choices of a label; no choice may be made twice. */
export function readLabel<Form extends object>(
  label: string,
  { names, formOf, allowed }: LabelReader<Form>,
): { readonly method: string; readonly form: Partial<Form> } | LabelFault {
  const [method = '', ...forms] = label.split(':');
  if (!names.includes(method)) return { label, allowed: names.join(', '), remedy: `There is no policy "${method}".` };
  let form: Partial<Form> = {};
  for (const one of forms) {
    const own = formOf(one);
    if (own === null) return { label, allowed, remedy: `Correct "${one}".` };
    if (Object.keys(own).some((field) => field in form)) {
      return { label, allowed, remedy: `Leave one of two choices out: "${one}".` };
    }
    form = { ...form, ...own };
  }
  return { method, form };
}

/** Returns the fault of a label that means the same as one before it. */
export function sameMeaning(label: string, other: string): LabelFault {
  return { label, allowed: 'every policy in every form once', remedy: `It is the same as "${other}".` };
}

/** Returns the fault of a label as a fault of the option; an unknown method with the nearest in spelling. */
export function labelFault({ label, allowed, remedy }: LabelFault, names: readonly string[]): Fault {
  const name = label.split(':')[0]!;
  const nearest = names.includes(name) ? undefined : nearestName(name, names);
  const hint = nearest === undefined ? '' : ` The nearest in spelling is "${nearest}".`;
  return optionFault('--methods', label, allowed, `${remedy}${hint}`);
}

import { nearestName } from '../instances/nearest-name.js';
import { COMMAND_LINE, type Fault } from '../instances/fault.js';
import type { Words } from './options.js';

/** Returns a value of an option that cannot be used, as a fault. */
export function optionFault(option: string, value: unknown, allowed: string, remedy: string): Fault {
  return { file: COMMAND_LINE, path: option, value, allowed, remedy };
}

/**
 * Returns the fault of a list of labels of methods, of which each must be known and stand once; null where nothing is.
 */
export function labelsFault(
  labels: readonly string[],
  names: readonly string[],
  isKnown = (label: string): boolean => names.includes(label),
  allowed = names.join(', '),
): Fault | null {
  const unknown = labels.find((label) => !isKnown(label));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, names);
    const hint = nearest === undefined ? '' : `; the nearest in spelling is "${nearest}"`;
    return optionFault('--methods', unknown, allowed, `Choose from these${hint}.`);
  }
  const twice = labels.find((label, n) => labels.indexOf(label) < n);
  return twice === undefined ? null : optionFault('--methods', twice, 'every method once', 'Name it once.');
}

/**
 * Returns the entry of the method that judged words name, the family's first if they name none.
 *
 * @throws TypeError if there is no such method, which the words were to be judged for
 */
export function methodOf<Method extends { readonly name: string }>(
  { method: name }: Words,
  methods: readonly Method[],
): Method {
  const found = name === undefined ? methods[0] : methods.find((one) => one.name === name);
  if (found === undefined) throw new TypeError(`there is no method "${String(name)}"`);
  return found;
}

/**
 * Returns the fault of trials whose seeds pass the greatest that variants of the family have; null where there is none.
 */
export function seedsFault(
  { variants, seed, trials }: { readonly variants: boolean; readonly seed: number; readonly trials: number },
  mostSeed: number,
): Fault | null {
  if (!variants || seed + trials - 1 <= mostSeed) return null;
  return optionFault('--seed', seed, `with --vary at most ${mostSeed - trials + 1}`, 'Take a smaller seed.');
}

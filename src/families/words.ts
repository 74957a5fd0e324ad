import { COMMAND_LINE, type Fault } from '../instances/fault.js';
import type { Words } from './options.js';

/** Returns the fault that an option's value cannot be used. */
export function optionFault(option: string, value: unknown, allowed: string, remedy: string): Fault {
  return { file: COMMAND_LINE, path: option, value, allowed, remedy };
}

/**
 * Returns the method in the option values, by default the family's first.
 *
 * @throws TypeError if no method has this name
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
 * Returns a fault if the seed of the last trial is too large; else null. Trials have the seeds `seed`, `seed + 1`, ...
 *
 * @param mostVaried maximum seed of a variant of the instance; default any whole number
 */
export function seedsFault(
  { variants, seed, trials }: { readonly variants: boolean; readonly seed: number; readonly trials: number },
  mostVaried = Number.MAX_SAFE_INTEGER,
): Fault | null {
  const most = (variants ? mostVaried : Number.MAX_SAFE_INTEGER) - trials + 1;
  if (seed <= most) return null;
  return optionFault('--seed', seed, `${variants ? 'with --vary ' : ''}at most ${most}`, 'Take a smaller seed.');
}

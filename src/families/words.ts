import { COMMAND_LINE, type Fault } from '../instances/fault.js';
import type { Words } from './options.js';

/** Returns the fault of an option's value that cannot be used. */
export function optionFault(option: string, value: unknown, allowed: string, remedy: string): Fault {
  return { file: COMMAND_LINE, path: option, value, allowed, remedy };
}

/**
 * Returns the method that judged words name, or the family's first if they name none.
 *
 * @throws TypeError if there is no such method
 */
export function methodOf<Method extends { readonly name: string }>(
  { method: name }: Words,
  methods: readonly Method[],
): Method {
  const found = name === undefined ? methods[0] : methods.find((one) => one.name === name);
  if (found === undefined) throw new TypeError(`there is no method "${String(name)}"`);
  return found;
}

/** Returns the fault of trials whose seeds exceed the maximum for the family's variants; null if there is none. */
export function seedsFault(
  { variants, seed, trials }: { readonly variants: boolean; readonly seed: number; readonly trials: number },
  mostSeed: number,
): Fault | null {
  if (!variants || seed + trials - 1 <= mostSeed) return null;
  return optionFault('--seed', seed, `with --vary at most ${mostSeed - trials + 1}`, 'Take a smaller seed.');
}

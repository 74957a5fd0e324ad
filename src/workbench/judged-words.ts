import type { Family, Words } from '../families/family.js';
import { optionsFault, textOf, withPresets } from '../families/options.js';
import { FAMILIES } from '../families/registry.js';
import { choiceFault } from '../instances/choice-fault.js';
import { COMMAND_LINE, type Fault, type Refused } from '../instances/fault.js';

/** Commands with the option --method. */
const BY_METHOD: readonly string[] = ['solve', 'sweep', 'day'];

/**
 * Validates the options of a command and fills in defaults, or refuses the first invalid option. Invalid are an unknown
 * method, a value that is not allowed, an option that the method does not use, and an option without another one that
 * it requires.
 */
export function judgedWords(
  family: Pick<Family, 'name' | 'methods' | 'studyMethods' | 'defaultMethod' | 'options'>,
  verb: string,
  words: Words,
  { readWords }: { readonly readWords?: (words: Words) => Words | Refused } = {},
  families: readonly Family[] = FAMILIES,
): Words | Refused {
  const { method } = words;
  const fault =
    methodFault(family, method, families) ??
    optionsFault(family.options, verb, words, BY_METHOD.includes(verb) ? methodName(family, method) : null);
  if (fault !== null) return { ok: false, faults: [fault] };
  const judged = withPresets(family.options, verb, words);
  return readWords?.(judged) ?? judged;
}

/** Returns the methods that --method may name: the family's methods for studies, if it has such, otherwise all. */
export function methodsOf({ methods, studyMethods }: Pick<Family, 'methods' | 'studyMethods'>): Family['methods'] {
  return studyMethods ?? methods;
}

/** Returns the name of the method that the user named, or else of the default; null if that depends on the instance. */
function methodName(
  { methods, defaultMethod }: Pick<Family, 'methods' | 'defaultMethod'>,
  asked: unknown,
): string | null {
  if (asked !== undefined) return asked as string;
  return defaultMethod === undefined ? (methods[0]?.name ?? null) : null;
}

/** Returns the fault of a method name unknown to the family; null if it is known. */
function methodFault(
  family: Pick<Family, 'name' | 'methods' | 'studyMethods'>,
  name: unknown,
  families: readonly Family[],
): Fault | null {
  const known = methodsOf(family).map((one) => one.name);
  if (name === undefined || known.some((one) => one === name)) return null;
  const other = families.find(({ methods }) => methods.some((one) => one.name === name));
  if (other === undefined) return choiceFault('--method', textOf(name), known);
  const remedy = `Choose one of them: "${textOf(name)}" is a method for ${other.name} instances, this is a ${family.name} one.`;
  return { file: COMMAND_LINE, path: '--method', value: name, allowed: known.join(', '), remedy };
}

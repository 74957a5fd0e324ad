import type { Words } from '../families/family.js';
import { COMMAND_LINE, type Fault, type Refused } from '../instances/fault.js';
import { familyOfFile, foreignOption } from '../workbench/find-family.js';
import { outsideOf } from '../workbench/outside.js';
import { refusalOf } from '../workbench/refusal-of.js';
import type { OpenOptions } from './options.js';
import { instanceOfCall } from './package-directory.js';
import { CALL, optionFaults, type Rules, toldOfCall, wordsOf } from './rules.js';

/** A library call with valid options and an existing instance file. */
export interface Prepared {
  /** Path of the instance file. */
  readonly file: string;
  /** Option values by their names in the families' code. */
  readonly words: Words;
}

/**
 * Validates a library call. If it is valid, calls `answer` and returns the result of `answer`. Otherwise returns all
 * faults of the call, with options named as library users write them.
 */
export async function prepared<Answer extends { readonly ok: boolean }>(
  verb: string,
  instance: string,
  options: OpenOptions,
  rules: Rules,
  answer: (asked: Prepared) => Promise<Answer | Refused>,
): Promise<Answer | Refused> {
  const unfit = [...nameFaults(instance), ...optionFaults(options, rules)];
  if (unfit.length > 0) return { ok: false, faults: unfit };
  return answered(rules, async () => {
    const found = instanceOfCall(instance);
    if (!found.ok) return found;
    const file = found.path;
    const words = wordsOf(options, rules);
    const faults = [
      ...({ ...options }.allowOutside === true ? [] : outsideOf(file)),
      ...foreignFaults(verb, file, words),
    ];
    return faults.length > 0 ? { ok: false, faults } : answer({ file, words });
  });
}

/**
 * Calls `verb` and returns its result. If the input is refused, by a returned refusal or an error, the faults name
 * options as library users write them.
 */
export async function answered<Answer extends { readonly ok: boolean }>(
  rules: Rules,
  verb: () => Promise<Answer | Refused>,
): Promise<Answer | Refused> {
  try {
    const answer = await verb();
    return isRefusal(answer) ? { ...answer, faults: answer.faults.map((one) => toldOfCall(one, rules)) } : answer;
  } catch (error) {
    const fault = refusalOf(error);
    if (fault === null) throw error;
    return { ok: false, faults: [toldOfCall(fault, rules)] };
  }
}

function isRefusal(answer: { readonly ok: boolean }): answer is Refused {
  return !answer.ok;
}

/** Returns a fault if an argument cannot be an instance's name or path; reads no file. */
export function nameFaults(instance: unknown): readonly Fault[] {
  if (typeof instance === 'string' && instance !== '') return [];
  const allowed = 'the path of an instance file, or the name of a bundled instance';
  return [{ file: CALL, path: 'instance', value: instance, allowed, remedy: 'Name one; list() names those bundled.' }];
}

/**
 * Returns the faults of given options that the instance's family lacks. An unreadable file has no faults here, because
 * the verb reports it.
 */
function foreignFaults(verb: string, file: string, words: Words): readonly Fault[] {
  const found = familyOfFile(file);
  if (!found.ok) return [];
  const foreign = foreignOption(
    verb,
    found.family,
    (option) => words[option] !== undefined,
    (option) => option,
  );
  return foreign === null ? [] : [{ file: COMMAND_LINE, ...foreign }];
}

import type { Family, Words } from '../families/family.js';
import { optionsOf } from '../families/options.js';
import { FAMILIES } from '../families/registry.js';
import { valueAt } from '../instances/draft.js';
import { readJson } from '../instances/json-reader.js';
import type { LocalFault, Fault } from '../instances/fault.js';
import { readTextFile } from '../instances/text-file.js';

export type FoundFamily =
  | { readonly ok: true; readonly family: Family }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Beginning of an instance file with the key "format", from which the family is known without parsing the file. */
const FIRST_KEY = /^\s*\{\s*"format"\s*:\s*"([^"\\]*)"/;

/** Returns the family of an instance file's "format". The rest of the file is not validated. */
export function familyOfFile(file: string, families: readonly Family[] = FAMILIES): FoundFamily {
  const read = readTextFile(file);
  if (!read.ok) return { ok: false, faults: [{ file, ...read.fault }] };
  const ofFormat = (format: unknown): Family | undefined => families.find((one) => one.format === format);
  const first = ofFormat(FIRST_KEY.exec(read.text)?.[1]);
  if (first !== undefined) return { ok: true, family: first };
  const json = readJson(read.text);
  if (!json.ok) return { ok: false, faults: json.faults.map((fault) => ({ file, ...fault })) };
  const format = valueAt(json.value, ['format']);
  const family = ofFormat(format);
  if (family !== undefined) return { ok: true, family };
  const pages = families.map(({ page }) => page);
  const fault: Fault = {
    file,
    path: 'format',
    value: format,
    allowed: families.map((one) => JSON.stringify(one.format)).join(' or '),
    remedy: `Set "format" to the family the instance is of; see ${pages.slice(0, -1).join(', ')} and ${pages.at(-1)!}.`,
  };
  return { ok: false, faults: [fault] };
}

/** Returns the family of a plan's "format"; undefined if there is none. */
export function familyOfPlan(text: string, families: readonly Family[] = FAMILIES): Family | undefined {
  const json = readJson(text);
  const format = json.ok ? valueAt(json.value, ['format']) : undefined;
  return families.find(({ planFormat }) => planFormat !== undefined && planFormat === format);
}

/** Returns the families that support a command. */
export function answering(verb: string, families: readonly Family[] = FAMILIES): readonly Family[] {
  return families.filter(({ verbs }) => verbs.includes(verb));
}

/**
 * Returns a fault for the first given option that would have no effect, because only other families have it for the
 * command. Null if there is none.
 *
 * @param shown returns the option as the user writes it
 */
export function foreignOption(
  verb: string,
  family: Family,
  isGiven: (option: string) => boolean,
  shown: (option: string) => string,
  families: readonly Family[] = FAMILIES,
): LocalFault | null {
  const takes = (one: Family, name: string): boolean => optionsOf(one, verb).some((option) => option.name === name);
  const names = families.flatMap((one) => optionsOf(one, verb).map(({ name }) => name));
  const given = names.find((name) => !takes(family, name) && isGiven(name));
  if (given === undefined) return null;
  const owners = families.filter((one) => takes(one, given)).map(({ name }) => name);
  const allowed = `only with ${owners.join(' or ')} instances`;
  return { path: shown(given), value: `with a ${family.name} instance`, allowed, remedy: 'Leave the option out.' };
}

/** Returns the paths of the input files in a command's options. */
export function inputsNamed(family: Family, verb: string, words: Words): readonly string[] {
  const named = optionsOf(family, verb).filter(({ isInput }) => isInput === true);
  return named.map(({ name }) => words[name]).filter((word) => typeof word === 'string');
}

/** Returns the fault to report if a family does not support a command. */
export function untaken(file: string, family: Family, verb: string, families: readonly Family[] = FAMILIES): Fault {
  const taken = answering(verb, families);
  return {
    file,
    path: 'format',
    value: family.kind,
    allowed: `${taken.map(({ kind }) => kind).join(' or ')}: plenum ${verb} takes no other`,
    remedy: family.instead?.[verb] ?? family.instead?.['otherwise'] ?? 'Name another instance, or use plenum solve.',
  };
}

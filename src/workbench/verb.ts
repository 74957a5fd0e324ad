import type { Family, Words } from '../families/family.js';
import type { Refused } from '../runs/open.js';
import { FAMILIES } from '../families/registry.js';
import type { Problem } from '../instances/problem.js';

/** Why a family does not answer a verb, from what the families declare. `taken` are those that do. */
export function untaken(file: string, family: Family, verb: string, taken: readonly Family[]): Problem {
  return {
    file,
    path: 'format',
    value: family.kind,
    allowed: `${taken.map(({ kind }) => kind).join(' or ')}: plenum ${verb} takes no other`,
    remedy: family.instead?.[verb] ?? family.instead?.['otherwise'] ?? 'Name another instance, or use plenum solve.',
  };
}

/** The families that answer a verb. */
export function answering(verb: string): readonly Family[] {
  return FAMILIES.filter(({ verbs }) => verbs.includes(verb));
}

/** Whether reading words ended in a refusal. */
export function isRefused(words: Words | Refused): words is Refused {
  return words['ok'] === false;
}

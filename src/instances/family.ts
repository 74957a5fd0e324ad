import { GEO_FORMAT } from '../../models/problems/geo/instance.js';
import { REWARD_RATE_FORMAT } from '../../models/problems/reward-rate/instance.js';
import { ROBUST_FORMAT } from '../../models/problems/robust/instance.js';
import { valueAt } from './draft.js';
import { readJson } from './json-reader.js';
import { readTextFile } from './load.js';
import type { Problem } from './problem.js';

/** The families that every command knows. */
export type InstanceFamily = 'reward-rate' | 'robust';

export type Found<Family> =
  { readonly ok: true; readonly family: Family } | { readonly ok: false; readonly problems: readonly Problem[] };

export type FoundFamily = Found<InstanceFamily>;

const FAMILIES: ReadonlyMap<unknown, InstanceFamily | 'geo'> = new Map<unknown, InstanceFamily | 'geo'>([
  [REWARD_RATE_FORMAT, 'reward-rate'],
  [ROBUST_FORMAT, 'robust'],
  [GEO_FORMAT, 'geo'],
]);

/** Nearly every instance begins with its format; then the rest need not be parsed twice. */
const FIRST_KEY = /^\s*\{\s*"format"\s*:\s*"([^"\\]*)"/;

/** The family that the "format" of an instance file names. Says nothing about the rest of the file. */
export function anyFamilyOf(file: string): Found<InstanceFamily | 'geo'> {
  const read = readTextFile(file);
  if (!read.ok) return { ok: false, problems: [{ file, ...read.problem }] };
  const first = FAMILIES.get(FIRST_KEY.exec(read.text)?.[1]);
  if (first !== undefined) return { ok: true, family: first };
  const json = readJson(read.text);
  if (!json.ok) return { ok: false, problems: json.problems.map((problem) => ({ file, ...problem })) };
  const format = valueAt(json.value, ['format']);
  const family = FAMILIES.get(format);
  return family === undefined ? refused(file, format, [...FAMILIES.keys()]) : { ok: true, family };
}

/** The same for commands that geo instances are nothing for. */
export function instanceFamilyOf(file: string): FoundFamily {
  const found = anyFamilyOf(file);
  if (!found.ok) return found;
  if (found.family === 'geo') return refused(file, GEO_FORMAT, [REWARD_RATE_FORMAT, ROBUST_FORMAT]);
  return { ok: true, family: found.family };
}

function refused(
  file: string,
  format: unknown,
  formats: readonly unknown[],
): { readonly ok: false; readonly problems: readonly Problem[] } {
  const problem: Problem = {
    file,
    path: 'format',
    value: format,
    allowed: formats.map((one) => JSON.stringify(one)).join(' or '),
    remedy:
      'Set "format" to the family the instance is of; see docs/instance-format.md, docs/robust-instances.md and docs/geo-instances.md.',
  };
  return { ok: false, problems: [problem] };
}

import { GEO_FORMAT } from '../../models/problems/geo/instance.js';
import { REWARD_RATE_FORMAT } from '../../models/problems/reward-rate/instance.js';
import { ROBUST_FORMAT } from '../../models/problems/robust/instance.js';
import { TEMPLATES_FORMAT } from '../../models/problems/templates/instance.js';
import { valueAt } from './draft.js';
import { readJson } from './json-reader.js';
import type { Problem } from './problem.js';
import { readTextFile } from './text-file.js';

export type InstanceFamily = 'reward-rate' | 'robust' | 'geo' | 'templates';

export type FoundFamily =
  | { readonly ok: true; readonly family: InstanceFamily }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const FAMILIES: ReadonlyMap<unknown, InstanceFamily> = new Map<unknown, InstanceFamily>([
  [REWARD_RATE_FORMAT, 'reward-rate'],
  [ROBUST_FORMAT, 'robust'],
  [GEO_FORMAT, 'geo'],
  [TEMPLATES_FORMAT, 'templates'],
]);

/** Nearly every instance begins with its format; then the rest need not be parsed twice. */
const FIRST_KEY = /^\s*\{\s*"format"\s*:\s*"([^"\\]*)"/;

/** The family that the "format" of an instance file names. Says nothing about the rest of the file. */
export function instanceFamilyOf(file: string): FoundFamily {
  const read = readTextFile(file);
  if (!read.ok) return { ok: false, problems: [{ file, ...read.problem }] };
  const first = FAMILIES.get(FIRST_KEY.exec(read.text)?.[1]);
  if (first !== undefined) return { ok: true, family: first };
  const json = readJson(read.text);
  if (!json.ok) return { ok: false, problems: json.problems.map((problem) => ({ file, ...problem })) };
  const format = valueAt(json.value, ['format']);
  const family = FAMILIES.get(format);
  if (family !== undefined) return { ok: true, family };
  const problem: Problem = {
    file,
    path: 'format',
    value: format,
    allowed: [...FAMILIES.keys()].map((one) => JSON.stringify(one)).join(' or '),
    remedy:
      'Set "format" to the family the instance is of; see docs/instance-format.md, docs/robust-instances.md, docs/geo-instances.md and docs/templates-instances.md.',
  };
  return { ok: false, problems: [problem] };
}

import { valueAt } from '../../../../instances/draft.js';
import { nearestName } from '../../../../instances/nearest-name.js';
import { jsonPath, type PathSegment } from '../../../../instances/problem.js';

/** A numeric field of an instance, or several at once through [*]. */
export interface SweepField {
  /** Path, written as those of the instance, with [*]. */
  readonly path: string;
  readonly places: readonly (readonly PathSegment[])[];
}

/** Short names of the fields varied most, with their paths. */
const SHORT: Readonly<Record<string, string>> = {
  powerCapW: 'limits.powerCapW',
  redLineC: 'limits.redLineC',
  otherLoadW: 'facility.otherLoadW',
  upsEfficiency: 'facility.upsEfficiency',
  arrivalRatePerS: 'workload.taskTypes[*].arrivalRatePerS',
  rewardPerTask: 'workload.taskTypes[*].rewardPerTask',
  deadlineS: 'workload.taskTypes[*].deadlineS',
  setPointMinC: 'facility.cracs[*].setPointMinC',
  setPointMaxC: 'facility.cracs[*].setPointMaxC',
  coolingCapacityW: 'facility.cracs[*].coolingCapacityW',
};

/** Short names of fields. */
export const SHORT_NAMES = Object.keys(SHORT);

/** The unit a path's last name ends in, as far as values may be written with one: W, or null. */
export function fieldUnit(path: string): 'W' | null {
  return /[a-z]W(?:\[\d+\])?$/.test(path) ? 'W' : null;
}

/** Pattern of a step of a path: a name, or an index or * in brackets. */
const STEP = /([A-Za-z][A-Za-z0-9]*)|\[(\d+|\*)\]/y;
/**
 * Paths or names of fields that the schema knows but the file may leave out, and that may be given a value; only these
 * have one kind of parent.
 */
const OPTIONAL = ['facility.otherLoadW', 'facility.upsEfficiency', 'coolingCapacityW', 'psuEfficiency'];

/** Places of a field name in an instance, or a sentence on what is wrong with it. */
export function resolveField(name: string, instance: unknown): SweepField | { readonly fault: string } {
  const path = Object.hasOwn(SHORT, name) ? SHORT[name]! : name;
  const steps = stepsOf(path);
  if (steps === null) return { fault: 'it is no path such as workload.taskTypes[2].arrivalRatePerS' };
  let places: PathSegment[][] = [[]];
  for (const step of steps) {
    const next: PathSegment[][] = [];
    for (const place of places) {
      const parent = valueAt(instance, place);
      if (step === '*') {
        if (!Array.isArray(parent)) return { fault: `${jsonPath(place)} is no list` };
        next.push(...parent.map((_, n) => [...place, n]));
      } else next.push([...place, step]);
    }
    places = next;
  }
  if (places.length === 0) return { fault: 'the list it goes through is empty' };
  for (const place of places) {
    const fault = faultAt(place, path, instance);
    if (fault !== null) return { fault };
  }
  return { path, places };
}

function faultAt(place: readonly PathSegment[], path: string, instance: unknown): string | null {
  const value = valueAt(instance, place);
  if (typeof value === 'number') return null;
  const where = jsonPath(place);
  if (value !== undefined) return `${where} is no number`;
  const parent = valueAt(instance, place.slice(0, -1));
  const isObject = typeof parent === 'object' && parent !== null && !Array.isArray(parent);
  if (isObject && OPTIONAL.some((name) => path.endsWith(name))) return null;
  const known = isObject ? Object.keys(parent) : SHORT_NAMES;
  const nearest = nearestName(String(place.at(-1)), [...known, ...(place.length === 1 ? SHORT_NAMES : [])]);
  return `the instance has no ${where}${nearest === undefined ? '' : `; the nearest name is "${nearest}"`}`;
}

function stepsOf(path: string): PathSegment[] | null {
  const steps: PathSegment[] = [];
  let at = 0;
  while (at < path.length) {
    if (at > 0 && path[at] === '.') at++;
    else if (at > 0 && path[at] !== '[') return null;
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (match === null || (steps.length === 0 && match[1] === undefined)) return null;
    steps.push(match[1] ?? (match[2] === '*' ? '*' : Number(match[2])));
    at = STEP.lastIndex;
  }
  return steps.length === 0 || path.endsWith('.') ? null : steps;
}

/** Instance with other values at some places; parts that change are copies. */
export function withValues(
  instance: unknown,
  changes: readonly (readonly [readonly PathSegment[], number])[],
): unknown {
  const copy: unknown = structuredClone(instance);
  for (const [place, value] of changes) {
    const parent = valueAt(copy, place.slice(0, -1)) as Record<PathSegment, unknown>;
    parent[place.at(-1)!] = value;
  }
  return copy;
}

import { fieldUnit, quantityIn } from '../../instances/units.js';
import { writtenValues } from '../../instances/written-values.js';
import { type Axis, budgetText, type NotExpanded, type StudyInstance, unknownAxis } from './axes.js';
import type { Budget, CellPattern, Scalar } from './study.js';

/** A filter of a study, prepared for quick tests. */
export interface CellFilter {
  readonly patterns: readonly CellPattern[];
  /** For each pattern, the allowed values of the axes (varied parameters) that it names. */
  readonly sets: readonly (readonly (readonly [axis: string, values: ReadonlySet<Scalar>])[])[];
}

/**
 * Returns true if a run's parameter values (`cell`) match a pattern of the filter. If the filter has no patterns,
 * returns `empty`.
 */
export function keeps({ sets }: CellFilter, cell: Readonly<Record<string, Scalar>>, empty: boolean): boolean {
  if (sets.length === 0) return empty;
  return sets.some((pattern) => pattern.every(([axis, values]) => values.has(cell[axis] ?? null)));
}

/** Returns a filter of a study, or a fault for an unknown axis (varied parameter) or value. */
export function filterOf(
  name: 'only' | 'without',
  patterns: readonly CellPattern[],
  axes: readonly Axis[],
  instances: readonly StudyInstance[],
): { readonly filter: CellFilter } | { readonly fault: NotExpanded } {
  const labels = new Map(instances.flatMap(({ label, aliases }) => [...aliases, label].map((one) => [one, label])));
  const names = ['instance', 'family', ...axes.map((axis) => axis.name)];
  const sets: (readonly (readonly [string, ReadonlySet<Scalar>])[])[] = [];
  for (const [n, pattern] of patterns.entries()) {
    const own: (readonly [string, ReadonlySet<Scalar>])[] = [];
    for (const [axis, wanted] of Object.entries(pattern)) {
      const path = `${name}[${n}].${axis}`;
      if (!names.includes(axis)) return { fault: unknownAxis(path, axis, names) };
      const known = valuesOf(axis, axes, instances);
      const values = readValues(axis, wanted, labels);
      const strange = 'fault' in values ? wanted : values.find((value) => !known.has(value));
      if (strange !== undefined || 'fault' in values) {
        const shown = [...known].slice(0, 20).map((one) => JSON.stringify(one));
        const allowed = `${shown.join(', ')}${known.size > shown.length ? ', ...' : ''}`;
        const remedy = `No run of the study has this value of "${axis}": correct or remove it.`;
        return { fault: { ok: false, path, value: strange, allowed, remedy } };
      }
      own.push([axis, new Set(values)]);
    }
    sets.push(own);
  }
  return { filter: { patterns, sets } };
}

function valuesOf(axis: string, axes: readonly Axis[], instances: readonly StudyInstance[]): ReadonlySet<Scalar> {
  if (axis === 'instance') return new Set(instances.map(({ label }) => label));
  if (axis === 'family') return new Set(instances.map(({ family }) => family));
  const { values } = axes.find(({ name }) => name === axis)!;
  return new Set(axis === 'budget' ? (values as readonly Budget[]).map(budgetText) : (values as readonly Scalar[]));
}

function readValues(
  axis: string,
  wanted: Scalar | readonly Scalar[],
  labels: ReadonlyMap<string, string>,
): readonly Scalar[] | { readonly fault: string } {
  const list = Array.isArray(wanted) ? (wanted as readonly Scalar[]) : [wanted as Scalar];
  if (axis === 'instance') return list.map((one) => (typeof one === 'string' ? (labels.get(one) ?? one) : one));
  if (axis === 'budget') return list.map(budgetWord);
  if (['family', 'method', 'seed'].includes(axis)) return list;
  const read = writtenValues(list, fieldUnit(axis));
  return 'fault' in read ? read : read.values;
}

/** Returns a budget in the notation of cells: "1 min" becomes "60 s". */
function budgetWord(word: Scalar): Scalar {
  const seconds =
    typeof word === 'string' && /^[^,]*[a-z]$/.test(word) ? quantityIn(word, { of: 's', per: null }) : null;
  return typeof seconds === 'number' ? budgetText({ timeLimitS: seconds, workLimit: null }) : word;
}

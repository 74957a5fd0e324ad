import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { valueAt } from '../../../../instances/draft.js';
import { rewardRateFiles } from '../../instances/load.js';
import type { LocalFault } from '../../../../instances/fault.js';
import { type InstanceField, withValues } from '../../../../instances/field-path.js';
import { fieldUnit, SHORT_NAMES, sweptField } from './field.js';
import { parseValues, type SweepValues } from '../../../sweep-values.js';

/** One field and the values it takes. */
export interface SweepAxis extends InstanceField, SweepValues {
  /** Text of the axis as it was written. */
  readonly text: string;
}

export interface GridPoint {
  /** Position by axis in its values. */
  readonly at: readonly number[];
  readonly values: readonly number[];
  readonly instance: RewardRateInstance;
}

export interface Grid {
  readonly axes: readonly SweepAxis[];
  /** Points of the grid; neighbours differ by one step of one axis. */
  readonly points: readonly GridPoint[];
}

/** Maximum number of points of a grid. */
export const MAX_POINTS = 10_000;

/** Axis of this instance written as `field=values`, or its model. */
export function parseAxis(text: string, instance: RewardRateInstance): SweepAxis | LocalFault {
  const cut = text.indexOf('=');
  const fault = (value: string, allowed: string, remedy: string): LocalFault => ({
    path: '--over',
    value,
    allowed,
    remedy,
  });
  if (cut <= 0) {
    return fault(text, 'field=start:end:step or field=a,b,c', 'Write the field, "=" and its values.');
  }
  const name = text.slice(0, cut).trim();
  const field = sweptField(name, instance);
  if ('fault' in field) {
    return fault(
      name,
      `a numeric field of the instance: a path such as workload.taskTypes[*].arrivalRatePerS, or ${SHORT_NAMES.join(', ')}`,
      `Correct the name: ${field.fault}.`,
    );
  }
  const values = parseValues(text.slice(cut + 1), fieldUnit(field.path));
  if ('fault' in values) {
    return fault(
      text,
      `start:end:step, a,b,c${inUnits(field.path)}, or factors x0.5:x1.5:x0.25`,
      `Correct the values: ${values.fault}.`,
    );
  }
  const missing = field.places.some((place) => valueAt(instance, place) === undefined);
  if (values.factors && missing) {
    return fault(text, 'values, not factors', `The instance has no ${field.path} to multiply: give the values.`);
  }
  return { ...field, ...values, text };
}

function inUnits(path: string): string {
  return fieldUnit(path) === 'W' ? ' in W, or all with W, kW or MW as 100kW:200kW:25kW' : '';
}

/**
 * All points of the grid, each judged as if it were a file of its own; a refused one says which values it had. The last axis
 * runs fastest and turns round at its ends.
 */
export function sweepGrid(
  texts: readonly string[],
  instance: RewardRateInstance,
): { readonly ok: true; readonly grid: Grid } | { readonly ok: false; readonly faults: readonly LocalFault[] } {
  const parsed = texts.map((text) => parseAxis(text, instance));
  const faults = parsed.flatMap((one) => ('places' in one ? [] : [one]));
  const axes = parsed.flatMap((one) => ('places' in one ? [one] : []));
  faults.push(...overlaps(axes));
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (faults.length === 0 && count > MAX_POINTS) {
    const allowed = `at most ${MAX_POINTS} points`;
    faults.push({ path: '--over', value: `${count} points`, allowed, remedy: 'Take larger steps or fewer fields.' });
  }
  if (faults.length > 0) return { ok: false, faults };
  const points: GridPoint[] = [];
  for (const at of positions(axes)) {
    const values = at.map((position, a) => axes[a]!.values[position]!);
    const judged = rewardRateFiles.judge(variant(instance, axes, values));
    if (judged.ok) points.push({ at, values, instance: judged.instance });
    else faults.push(...judged.faults.map((fault) => atPoint(fault, axes, values)));
  }
  return faults.length === 0 ? { ok: true, grid: { axes, points } } : { ok: false, faults };
}

/** The instance at one point: every place of every axis gets its value, or its own value times the factor. */
export function variant(instance: RewardRateInstance, axes: readonly SweepAxis[], values: readonly number[]): unknown {
  return withValues(
    instance,
    axes.flatMap(({ places, factors }, a) =>
      places.map((place) => {
        const value = values[a]!;
        return [place, factors ? value * (valueAt(instance, place) as number) : value] as const;
      }),
    ),
  );
}

/** Name of a point in models and tables. */
export function pointName(axes: readonly SweepAxis[], values: readonly number[]): string {
  return axes.map(({ path, factors }, a) => `${path}=${factors ? 'x' : ''}${values[a]!}`).join(', ');
}

function atPoint(fault: LocalFault, axes: readonly SweepAxis[], values: readonly number[]): LocalFault {
  return { ...fault, remedy: `${fault.remedy} (At the point ${pointName(axes, values)}.)` };
}

/** Positions of all points in boustrophedon order: 00 01 02 12 11 10 20 ... */
function positions(axes: readonly SweepAxis[]): number[][] {
  let rows: number[][] = [[]];
  for (const { values } of axes) {
    rows = rows.flatMap((row, r) => {
      const order = [...values.keys()];
      if (r % 2 === 1) order.reverse();
      return order.map((position) => [...row, position]);
    });
  }
  return rows;
}

/** Models of two axes that set the same field: each would undo the other. */
function overlaps(axes: readonly SweepAxis[]): LocalFault[] {
  const seen = new Map<string, string>();
  return axes.flatMap(({ places, text }) => {
    const twice = places.map((place) => place.join('/')).find((key) => seen.has(key));
    for (const place of places) seen.set(place.join('/'), text);
    if (twice === undefined) return [];
    const remedy = 'Vary each field in one --over only.';
    return [{ path: '--over', value: text, allowed: 'fields that no other --over varies', remedy }];
  });
}

import { decimal } from '../../instances/time/number-style.js';
import { W_PER_KW } from '../../../models/units.js';

/** Kilograms in the units of weight of NetBox (international pound and ounce). */
const KG: Readonly<Record<string, number>> = { kg: 1, g: 0.001, lb: 0.45359237, lbs: 0.45359237, oz: 0.028349523125 };

/** What the rows of a table, or the objects of a dump, are. */
export type RecordKind = 'racks' | 'devices' | 'device types' | 'power feeds' | 'power ports' | 'list of your own';

/** Texts of a row by column, in small letters without other signs; a column without text is absent. */
export type Cells = ReadonlyMap<string, string>;

/** Returns a column's name in small letters without other signs: `u_height` and "U height" are `uheight`. */
export function columnOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Returns what the rows of a table are, told by its columns; null if none of these. */
export function kindOf(columns: readonly string[]): RecordKind | null {
  const has = (...names: readonly string[]): boolean => names.every((name) => columns.includes(name));
  const hasHeight = has('uheight') || has('height');
  if (has('rack') && (has('availablepower') || has('amperage'))) return 'power feeds';
  if (has('device') && (has('maximumdraw') || has('allocateddraw'))) return 'power ports';
  const isOwn = has('host') || columns.some((column) => column.startsWith('powerlimit'));
  if (has('devicetype', 'rack', 'name') && !isOwn) return 'devices';
  if (has('model') && hasHeight) return 'device types';
  if (has('name', 'site') && hasHeight) return 'racks';
  return has('rack') ? 'list of your own' : null;
}

/** Thrown for a row that cannot be read; the message says why. */
export class UnreadRow extends Error {}

/** Returns the first text of some columns; empty if there is none. */
export function textIn(cells: Cells, ...names: readonly string[]): string {
  return names.map((name) => cells.get(name)).find((text) => text !== undefined) ?? '';
}

/**
 * Returns the number in the first filled one of some columns; undefined if all are empty.
 *
 * @throws UnreadRow for a text that is no number of at least 0
 */
export function numberIn(cells: Cells, ...names: readonly string[]): number | undefined {
  const text = textIn(cells, ...names);
  if (text === '') return undefined;
  const value = decimal(text);
  if (!(value >= 0)) throw new UnreadRow(`row whose ${names[0]!} is no number of at least 0`);
  return value;
}

/** Returns watts from a column of watts or one of kilowatts, such as `draww` and `drawkw`. */
export function wattsIn(cells: Cells, name: string): number | undefined {
  const kW = numberIn(cells, `${name}kw`);
  return numberIn(cells, `${name}w`) ?? (kW === undefined ? undefined : kW * W_PER_KW);
}

/**
 * Returns a weight in kilograms, with its unit in another column.
 *
 * @throws UnreadRow for a unit that is unknown or missing
 */
export function weightKgIn(cells: Cells, name: string): number | undefined {
  const weight = numberIn(cells, name);
  if (weight === undefined) return undefined;
  const factor = KG[textIn(cells, 'weightunit').toLowerCase()];
  if (factor === undefined) throw new UnreadRow('row whose weight has no unit of kg, g, lb or oz');
  return weight * factor;
}

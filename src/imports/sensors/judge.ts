import { createHash } from 'node:crypto';
import { MS_PER_H } from '../../../models/units.js';
import { isSetting, type Role } from './columns.js';
import type { Clock } from './series.js';

/** Time for which a sensor keeps one value until it is stuck, ms, if others move. */
const STUCK_MS = 6 * MS_PER_H;
/** Share of other sensors that move while one is stuck. Our choice: most of them. */
const MOVING = 0.5;
/** Maximum number of other sensors that are looked at. Our choice: enough for a share. */
const MAX_OTHERS = 50;

/** A sensor on the clock. */
export interface Judged {
  readonly name: string;
  readonly role: Role;
  readonly values: Float64Array;
}

/** A span of steps, `to` excluded, in which a sensor kept one value. */
export interface Stuck {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

/** Returns the spans in which sensors of temperatures and powers kept one value while others of their kind moved. */
export function stuckOf(sensors: readonly Judged[], { stepMs }: Clock): Stuck[] {
  const least = Math.ceil(STUCK_MS / stepMs);
  const judged = sensors.filter(({ name, role }) => mayMove(role) && !isSetting(name));
  return judged.flatMap((sensor) => {
    const others = judged.filter((one) => one !== sensor && one.role.quantity === sensor.role.quantity);
    const looked = others.slice(0, MAX_OTHERS);
    return runsOf(sensor.values, least)
      .filter(({ from, to }) => {
        const moving = looked.filter(({ values }) => moves(values, from, to)).length;
        return looked.length > 0 && moving >= MOVING * looked.length;
      })
      .map((run) => ({ name: sensor.name, ...run }));
  });
}

/** Returns pairs of sensors of which the second has the values of the first throughout, and does not just stay the same. */
export function copiesOf(sensors: readonly Judged[]): { readonly name: string; readonly of: string }[] {
  const known = new Map<string, string>();
  return sensors.flatMap(({ name, role, values }) => {
    if (!mayMove(role) || isSetting(name) || !moves(values, 0, values.length)) return [];
    const digest = createHash('sha256').update(new Uint8Array(values.buffer)).digest('base64');
    const of = known.get(digest);
    if (of !== undefined) return [{ name, of }];
    known.set(digest, name);
    return [];
  });
}

function mayMove({ quantity }: Role): boolean {
  return quantity === 'temperature' || quantity === 'power';
}

/** Returns the spans of at least `least` steps in which all values are the same. */
function runsOf(values: Float64Array, least: number): Omit<Stuck, 'name'>[] {
  const runs: Omit<Stuck, 'name'>[] = [];
  for (let from = 0; from < values.length;) {
    let to = from + 1;
    while (to < values.length && values[to] === values[from]) to += 1;
    if (to - from >= least) runs.push({ from, to, value: values[from]! });
    from = to;
  }
  return runs;
}

function moves(values: Float64Array, from: number, to: number): boolean {
  let first = NaN;
  for (let at = from; at < to; at += 1) {
    const value = values[at]!;
    if (Number.isNaN(first)) first = value;
    else if (value !== first && !Number.isNaN(value)) return true;
  }
  return false;
}

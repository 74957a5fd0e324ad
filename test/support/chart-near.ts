import { expect } from 'vitest';

/**
 * Tolerance as a share of the greatest value: more than a pixel and half a line of any axis here, less than any factor
 * between units.
 */
const SHARE = 0.02;

/**
 * Assertion that values read from a drawing are those that should be drawn: numbers, pairs of them, and lists of
 * either.
 */
export function expectDrawn(found: unknown, wanted: unknown): void {
  expect(shapeOf(found)).toEqual(shapeOf(wanted));
  const [own, other] = [columns(found), columns(wanted)];
  for (const [c, values] of other.entries()) {
    const scale = Math.max(...values.map(Math.abs), 1e-9);
    const off = values.findIndex((value, n) => !(Math.abs(own[c]![n]! - value) <= SHARE * scale));
    expect(off < 0 ? 'all as wanted' : { place: off, found: own[c], wanted: values }).toBe('all as wanted');
  }
}

function shapeOf(value: unknown): unknown {
  return Array.isArray(value) ? value.map(shapeOf) : typeof value;
}

/** Points by axis, anything else in one list: an axis in hours says nothing of how well one in kilowatts must fit. */
function columns(value: unknown): number[][] {
  const isPoints =
    Array.isArray(value) && value.length > 0 && value.every((one) => Array.isArray(one) && one.length === 2);
  const list = isPoints ? (value as number[][]) : null;
  if (list !== null) return [list.map(([x]) => x!), list.map(([, y]) => y!)];
  return [[value].flat(Infinity) as number[]];
}

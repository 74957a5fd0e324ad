import type { Page } from 'playwright-core';
import { drawingCalled } from './chart-data.js';
import { middle } from './chart-axes.js';
import { numberOf } from './chart-scales.js';

/** A heat map: values by row, read from the colours of its cells against its key. */
export interface HeatChart {
  /** Name of the quantity in the key, with its unit. */
  readonly keyName: string;
  readonly least: number;
  readonly most: number;
  /**
   * Rows of cells: stretches of one colour, as shares of the row's length; the value is null where the colour is not in
   * the key.
   */
  readonly rows: readonly { readonly name: string; readonly cells: readonly HeatCell[] }[];
}

export interface HeatCell {
  readonly from: number;
  readonly to: number;
  readonly value: number | null;
}

/** The one shown heat map whose accessible name holds `title`; it has a key with two ends. */
export async function readHeat(page: Page, title: string | RegExp): Promise<HeatChart> {
  const { labels, marks, stops, title: name } = await drawingCalled(page, title);
  const key = marks.find(({ fill }) => fill.startsWith('url('));
  if (key === undefined || stops.length < 2) throw new Error(`No key was found in: ${name}`);
  const ends = labels.filter((label) => label.top > key.top && label.top < key.bottom + 20);
  const end = (x: number): number =>
    numberOf(ends.find((label) => Math.min(Math.abs(label.left - x), Math.abs(label.right - x)) < 2)!.text)!;
  const [least, most] = [end(key.left), end(key.right)];
  const cells = marks.filter(
    (mark) => mark.tag === 'rect' && mark !== key && mark.bottom < key.top && mark.fill !== 'none',
  );
  const [left, right] = [Math.min(...cells.map((cell) => cell.left)), Math.max(...cells.map((cell) => cell.right))];
  const rows = labels
    .filter((label) => label.right < left && label.bottom < key.top)
    .map((label) => ({
      name: label.text,
      cells: cells
        .filter((cell) => cell.top < middle(label)[1] && cell.bottom > middle(label)[1])
        .map((cell) => {
          const share = shareOf(cell.fill, stops);
          const along = (x: number): number => (x - left) / (right - left);
          return {
            from: along(cell.left),
            to: along(cell.right),
            value: share === null ? null : least + share * (most - least),
          };
        }),
    }));
  const named = labels.find((label) => label.bottom < key.top + 3 && label.bottom > key.top - 8);
  return { keyName: named?.text ?? '', least, most, rows };
}

type Rgb = readonly [number, number, number];

/** Place of a colour along the key, 0 to 1; null for a colour that is not on it. */
function shareOf(colour: string, stops: readonly string[]): number | null {
  const rgb = rgbOf(colour);
  let best = { distance: Infinity, share: 0 };
  for (let n = 0; n + 1 < stops.length; n++) {
    const [a, b] = [rgbOf(stops[n]!), rgbOf(stops[n + 1]!)];
    const length = a.reduce((sum, value, k) => sum + (b[k]! - value) ** 2, 0);
    const along = a.reduce((sum, value, k) => sum + (b[k]! - value) * (rgb[k]! - value), 0) / length;
    const t = Math.max(0, Math.min(1, along));
    const distance = Math.hypot(...a.map((value, k) => value + t * (b[k]! - value) - rgb[k]!));
    if (distance < best.distance) best = { distance, share: (n + t) / (stops.length - 1) };
  }
  return best.distance < 6 ? best.share : null;
}

function rgbOf(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

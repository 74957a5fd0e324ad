import { countOf, oneLine, shorten, significant } from '../../../../reports/format.js';
import { escapeHtml } from '../../../../reports/html/markup.js';
import { INK, MUTED, SURFACE, VERMILLION } from '../../../../reports/html/palette.js';
import { drawing, px } from '../../../../reports/html/svg-text.js';
import type { GraphFigure } from '../../runs/page/graph-figures.js';
import { shortClockFor } from './page-input.js';

/** Width of the drawing, and margin around it, px. */
const [WIDTH, MARGIN] = [400, 6];
/**
 * Sizes, px: maximum width and height of a task's box, gap between two boxes of a layer unless it is crowded, width of
 * a letter.
 */
const [BOX_PX, HIGH_PX, GAP_PX, LETTER_PX] = [64, 22, 10, 6.4];
/**
 * Number of rounds that sort each layer by the neighbours of its tasks; a round goes over all layers forth and back.
 */
const PASSES = 4;

/** Position in a layer of the drawing: a task, or the bend of an edge that passes through the layer (task -1). */
interface Place {
  readonly layer: number;
  readonly task: number;
  readonly before: number[];
  readonly after: number[];
  order: number;
}

/** Returns a drawing of a job type's task graph, with layers from left to right. */
export function graphPicture(graph: GraphFigure): string {
  const { tasks, edges } = graph;
  const { places, paths } = placed(graph);
  const layers = Math.max(...tasks.map(({ layer }) => layer)) + 1;
  const byLayer = layered(places, layers);
  const widest = Math.max(...byLayer.map((own) => own.length));
  const pitchX = (WIDTH - 2 * MARGIN) / layers;
  const boxPx = Math.min(BOX_PX, 0.72 * pitchX);
  const pitchY = widest > 12 ? 22 : HIGH_PX + GAP_PX;
  const highPx = Math.min(HIGH_PX, pitchY - 6);
  const height = 2 * MARGIN + widest * pitchY;
  const at = places.map((place): [number, number] => {
    const own = byLayer[place.layer]!.length;
    return [MARGIN + (place.layer + 0.5) * pitchX, MARGIN + (place.order + 0.5 + (widest - own) / 2) * pitchY];
  });
  const clock = shortClockFor(graph.criticalS);
  const time = (seconds: number): string => `${significant(seconds / clock.seconds, 4)} ${clock.unit}`;
  const lines = edges.map(({ from, to, transferS, isCritical }, e) => {
    const way = paths[e]!.map((place) => at[place]!);
    const colour = isCritical ? VERMILLION : MUTED;
    const words = `${oneLine(tasks[from]!.name)} to ${oneLine(tasks[to]!.name)}: transfer ${time(transferS)} from core to core`;
    return `<path d="${curve(way, boxPx)}" fill="none" stroke="${colour}" stroke-width="${isCritical ? 2.2 : 1.1}"><title>${escapeHtml(words)}</title></path>`;
  });
  const letters = Math.floor((boxPx - 6) / LETTER_PX);
  const boxes = tasks.map(({ name, leastS, isCritical }, task) => {
    const [x, y] = at[task]!;
    const words = `${oneLine(name)}: ${time(leastS)} at the highest level`;
    // A name that does not fit gives way to the task's number, which the table has.
    const label = Array.from(oneLine(name)).length <= letters ? shorten(name, letters) : String(task + 1);
    const inside =
      label.length <= letters && highPx >= 12
        ? `<text x="${px(x)}" y="${px(y + 4)}" font-size="11" text-anchor="middle" fill="${INK}">${escapeHtml(label)}</text>`
        : '';
    return (
      `<rect x="${px(x - boxPx / 2)}" y="${px(y - highPx / 2)}" width="${px(boxPx)}" height="${px(highPx)}" rx="4" fill="${SURFACE}" stroke="${isCritical ? VERMILLION : MUTED}" stroke-width="${isCritical ? 2 : 1.2}">` +
      `<title>${escapeHtml(words)}</title></rect>${inside}`
    );
  });
  const title = `Graph of the tasks of ${shorten(graph.type, 60)}: ${countOf(tasks.length, 'task')} in ${countOf(layers, 'layer')}, ${countOf(edges.length, 'edge')}.`;
  return drawing(title, 'only', { width: WIDTH, height }, [...lines, ...boxes]);
}

/**
 * Returns a smooth SVG path through positions, from the right side of the first box to the left side of the last box.
 */
function curve(way: readonly (readonly [number, number])[], boxPx: number): string {
  const points = way.map(([x, y], k): [number, number] => {
    if (k === 0) return [x + boxPx / 2, y];
    return k === way.length - 1 ? [x - boxPx / 2, y] : [x, y];
  });
  const [first, ...rest] = points;
  let [x0, y0] = first!;
  let path = `M${px(x0)} ${px(y0)}`;
  for (const [x, y] of rest) {
    const middle = px((x0 + x) / 2);
    path += `C${middle} ${px(y0)} ${middle} ${px(y)} ${px(x)} ${px(y)}`;
    [x0, y0] = [x, y];
  }
  return path;
}

/**
 * Returns the positions of tasks and bends, tasks first by index, and for each edge the indices of the positions that
 * it passes.
 */
function placed({ tasks, edges }: GraphFigure): { readonly places: Place[]; readonly paths: number[][] } {
  const places: Place[] = tasks.map(({ layer }, task) => ({ layer, task, before: [], after: [], order: 0 }));
  const paths = edges.map(({ from, to }) => {
    const path = [from];
    for (let layer = tasks[from]!.layer + 1; layer < tasks[to]!.layer; layer++) {
      places.push({ layer, task: -1, before: [], after: [], order: 0 });
      path.push(places.length - 1);
    }
    path.push(to);
    for (let k = 1; k < path.length; k++) {
      places[path[k - 1]!]!.after.push(path[k]!);
      places[path[k]!]!.before.push(path[k - 1]!);
    }
    return path;
  });
  return { places, paths };
}

/**
 * Orders the positions in each layer so that few edges cross. In each of PASSES rounds, every position moves near the
 * mean of its neighbours in the adjacent layer.
 */
function layered(places: readonly Place[], layers: number): Place[][] {
  const byLayer = Array.from({ length: layers }, (_, layer) => places.filter((place) => place.layer === layer));
  const number = (own: Place[]): void => {
    own.forEach((place, k) => {
      place.order = k;
    });
  };
  byLayer.forEach(number);
  const middleOf = (place: Place, links: readonly number[]): number => {
    const own = byLayer[place.layer]!.length;
    if (links.length === 0) return (place.order + 0.5) / own;
    const share = (link: number): number => (places[link]!.order + 0.5) / byLayer[places[link]!.layer]!.length;
    return links.reduce((sum, link) => sum + share(link), 0) / links.length;
  };
  for (let pass = 0; pass < PASSES; pass++) {
    for (const side of ['before', 'after'] as const) {
      const layersInTurn = side === 'before' ? byLayer : byLayer.toReversed();
      for (const own of layersInTurn) {
        const middle = new Map(own.map((place) => [place, middleOf(place, place[side])]));
        own.sort((a, b) => middle.get(a)! - middle.get(b)! || a.order - b.order);
        number(own);
      }
    }
  }
  return byLayer;
}

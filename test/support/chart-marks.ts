import type { Page } from 'playwright-core';

/** A text of a drawing, in the drawing's units; `y` grows downwards. */
export interface Label {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Flag, true if the text runs upwards. */
  readonly turned: boolean;
}

export type Point = readonly [x: number, y: number];

/** A line or an area. */
export interface Mark {
  readonly tag: 'path' | 'polyline' | 'polygon' | 'line' | 'rect' | 'circle';
  /** Colour of the stroke as written; 'none' for none. */
  readonly stroke: string;
  readonly fill: string;
  readonly dashed: boolean;
  readonly strokeWidth: number;
  /** Corners by stretch of pen down; a curve counts by its ends, a circle by its middle. */
  readonly stretches: readonly (readonly Point[])[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Drawing {
  /** The accessible name. */
  readonly title: string;
  readonly labels: readonly Label[];
  readonly marks: readonly Mark[];
  /** Colours of its key from least to most, where it is coloured by value. */
  readonly stops: readonly string[];
}

/** All charts the page shows at its present width, as the browser has laid them out. */
export function shownDrawings(page: Page): Promise<Drawing[]> {
  return page.evaluate<Drawing[]>(`(() => {
    const cornersOf = (d) => {
      const stretches = [];
      let at = [0, 0];
      for (const [, command, rest] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
        const given = (rest.match(/-?(?:\\d+\\.?\\d*|\\.\\d+)(?:e-?\\d+)?/g) ?? []).map(Number);
        const upper = command.toUpperCase();
        if (upper === 'Z') continue;
        const size = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7 }[upper];
        const [dx, dy] = command === upper ? [0, 0] : [1, 1];
        for (let n = 0; n + size <= given.length; n += size) {
          const end = given.slice(n, n + size).slice(-2);
          const from = [dx * at[0], dy * at[1]];
          at = upper === 'H' ? [from[0] + end[0], at[1]]
             : upper === 'V' ? [at[0], from[1] + end[0]]
             : [from[0] + end[0], from[1] + end[1]];
          if (upper === 'M' && n === 0) stretches.push([]);
          stretches.at(-1).push(at);
        }
      }
      return stretches;
    };
    const pairs = (text) => {
      const numbers = text.trim().split(/[\\s,]+/).map(Number);
      return [numbers.flatMap((x, n) => n % 2 === 0 ? [[x, numbers[n + 1]]] : [])];
    };
    const shapeOf = (one) => {
      const at = (name) => Number(one.getAttribute(name) ?? 0);
      switch (one.tagName) {
        case 'path': return cornersOf(one.getAttribute('d') ?? '');
        case 'polyline': case 'polygon': return pairs(one.getAttribute('points') ?? '');
        case 'line': return [[[at('x1'), at('y1')], [at('x2'), at('y2')]]];
        case 'circle': return [[[at('cx'), at('cy')]]];
        default: return [[[at('x'), at('y')], [at('x') + at('width'), at('y') + at('height')]]];
      }
    };
    return [...document.querySelectorAll('svg.chart')].filter((svg) => svg.getBoundingClientRect().width > 0).map((svg) => {
      const toDrawing = svg.getScreenCTM().inverse();
      const boxOf = (one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const [a, b] = [[left, top], [right, bottom]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(toDrawing));
        return { left: a.x, right: b.x, top: a.y, bottom: b.y };
      };
      const shown = (one) => one.closest('defs,clipPath') === null;
      return {
        title: svg.getAttribute('aria-label') ?? '',
        stops: [...svg.querySelectorAll('linearGradient stop')].map((one) => one.getAttribute('stop-color')),
        labels: [...svg.querySelectorAll('text')].filter((one) => shown(one) && one.textContent.trim() !== '').map((one) => {
          const box = boxOf(one);
          const matrix = toDrawing.multiply(one.getScreenCTM());
          return { text: one.textContent, ...box, turned: Math.abs(matrix.b) > Math.abs(matrix.a) };
        }),
        marks: [...svg.querySelectorAll('path,polyline,polygon,line,rect,circle')].filter(shown).map((one) => {
          const matrix = toDrawing.multiply(one.getScreenCTM());
          const place = ([x, y]) => { const to = new DOMPoint(x, y).matrixTransform(matrix); return [to.x, to.y]; };
          return {
            tag: one.tagName,
            stroke: one.getAttribute('stroke') ?? 'none',
            fill: one.getAttribute('fill') ?? 'none',
            dashed: one.hasAttribute('stroke-dasharray'),
            strokeWidth: Number(one.getAttribute('stroke-width') ?? 1),
            stretches: shapeOf(one).map((points) => points.map(place)),
            ...boxOf(one),
          };
        }),
      };
    });
  })()`);
}

/** Test whether a mark is one straight line: horizontal (0) or upright (1). */
export function isStraight({ stretches }: Mark, direction: 0 | 1): boolean {
  const [points] = stretches;
  if (stretches.length !== 1 || points?.length !== 2) return false;
  const other = direction === 0 ? 1 : 0;
  return Math.abs(points[0]![other] - points[1]![other]) < 0.3 && points[0]![direction] !== points[1]![direction];
}

import { type Drawing, isStraight, type Label, type Mark, type Point } from './chart-marks.js';
import { axisScale, isOnScale, numberOf, type Scale, type Tick } from './chart-scales.js';

export interface Axis {
  readonly labels: readonly Label[];
  readonly scale: Scale;
  /** Places of its first and last label along it, from the top or the left. */
  readonly first: number;
  readonly last: number;
  /**
   * Place across the axis, px: where its labels begin or end towards the drawing; the middle of labels below the
   * drawing.
   */
  readonly edge: number;
}

export interface Axes {
  readonly lefts: readonly Axis[];
  readonly rights: readonly Axis[];
  readonly belows: readonly Axis[];
}

export function middle(label: Label): Point {
  return [(label.left + label.right) / 2, (label.top + label.bottom) / 2];
}

/** The axes of numbers: labels in line, each at a tick or a line of the grid. */
export function axesOf({ labels, marks }: Drawing): Axes {
  const numeric = labels.filter(({ text, turned }) => !turned && numberOf(text) !== null);
  const level = marks.filter((mark) => isStraight(mark, 0));
  const upright = marks.filter((mark) => isStraight(mark, 1));
  const tickOf = (label: Label, side: 'left' | 'right'): Mark | undefined =>
    level.find(
      (mark) =>
        Math.abs((mark.top + mark.bottom) / 2 - middle(label)[1]) < 3 &&
        (side === 'left'
          ? mark.left > label.right - 1 && mark.left < label.right + 12
          : mark.right < label.left + 1 && mark.right > label.left - 12),
    );
  const placeOf = (label: Label, side: 'left' | 'right'): number => {
    const tick = tickOf(label, side);
    // Labels set by hand stand a little off their line; those of ECharts are exact, and its lines rounded to pixels.
    return tick?.tag === 'line' ? (tick.top + tick.bottom) / 2 : middle(label)[1];
  };
  const left = numeric.filter((label) => tickOf(label, 'left') !== undefined);
  const right = numeric.filter((label) => !left.includes(label) && tickOf(label, 'right') !== undefined);
  const below = numeric.filter((label) =>
    upright.some((mark) => {
      const distance = label.top - mark.bottom;
      return Math.abs((mark.left + mark.right) / 2 - middle(label)[0]) < 3 && distance > -3 && distance < 10;
    }),
  );
  return {
    lefts: inLine(
      left,
      (label) => label.right,
      (label) => placeOf(label, 'left'),
      -1,
    ),
    rights: inLine(
      right,
      (label) => label.left,
      (label) => placeOf(label, 'right'),
      -1,
    ),
    belows: inLine(
      below,
      (label) => middle(label)[1],
      (label) => middle(label)[0],
      1,
    ),
  };
}

/** Labels in line, in stretches whose values rise (1) or fall (-1) with their place. */
function inLine(
  labels: readonly Label[],
  edgeOf: (label: Label) => number,
  placeOf: (label: Label) => number,
  order: 1 | -1,
): Axis[] {
  const lines: Label[][] = [];
  for (const label of labels) {
    const line = lines.find(([first]) => Math.abs(edgeOf(first!) - edgeOf(label)) < 1.6);
    if (line === undefined) lines.push([label]);
    else line.push(label);
  }
  return lines.flatMap((line) => {
    const stretches: Label[][] = [];
    for (const label of [...line].sort((a, b) => placeOf(a) - placeOf(b))) {
      const last = stretches.at(-1)?.at(-1);
      const goesOn = last !== undefined && order * (numberOf(label.text)! - numberOf(last.text)!) > 0;
      if (goesOn) stretches.at(-1)!.push(label);
      else stretches.push([label]);
    }
    const ticksOf = (stretch: readonly Label[]): Tick[] =>
      stretch.map((label) => ({ at: placeOf(label), value: numberOf(label.text)! }));
    return stretches
      .filter((stretch) => stretch.length > 1)
      .flatMap((stretch) => panelsApart(stretch, (part) => isOnScale(ticksOf(part))))
      .map((stretch) => {
        const ticks = ticksOf(stretch);
        const [first, last] = [ticks[0]!.at, ticks.at(-1)!.at];
        return { labels: stretch, scale: axisScale(ticks), first, last, edge: edgeOf(stretch[0]!) };
      });
  });
}

/**
 * Axes one above the other whose values happen to go on: a new one begins where labels leave the scale of those before.
 */
function panelsApart(stretch: readonly Label[], isOneScale: (part: readonly Label[]) => boolean): Label[][] {
  const parts: Label[][] = [];
  for (const label of stretch) {
    const part = parts.at(-1);
    if (part !== undefined && isOneScale([...part, label])) part.push(label);
    else parts.push([label]);
  }
  // A label alone is no axis: then these are of one that nobody can read.
  return parts.every((part) => part.length > 1) ? parts : [[...stretch]];
}

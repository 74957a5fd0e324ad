import { S_PER_H, W_PER_KW } from '../../../../../models/units.js';
import { fixed, shorten } from '../../../../reports/format.js';
import { typeset } from '../../../../reports/html/markup.js';
import { markup, raw, type Markup } from '../../../../reports/html/markup.js';
import { INK, MUTED, SPARE } from '../../../../reports/html/palette.js';
import type { Bucket } from './day-buckets.js';
import { drawing, line, px, roundRange, text, ticks, tickText } from '../../../../reports/html/svg-text.js';

/** Figure that compares days on one time axis, in panels: power, set-point, hottest outlet and arrivals. */
export interface DayFigure {
  readonly title: string;
  readonly durationS: number;
  readonly days: readonly FigureDay[];
  readonly outletLimitC: number;
  /** Mean arrival rate in each hour, tasks/s. */
  readonly tasksPerSByHour: readonly number[];
  /** Powers that the axis of power must include, W, so that several figures have equal axes. */
  readonly powersW: readonly number[];
}

export interface FigureDay {
  readonly name: string;
  readonly colour: string;
  readonly stoppedAtS: number | null;
  /**
   * Returns the day divided into at most `most` time intervals. A narrow drawing asks for few intervals, a wide drawing
   * for more.
   */
  readonly buckets: (most: number) => readonly Bucket[];
}

/** Height of the row with the names of the methods, px. */
const NAME_ROW = 18;
/** Vertical distance between two panels, px. */
const GAP = 30;
/** Height of each panel, px. */
const PANELS = { power: 190, setPoint: 90, outlet: 90, arrivals: 56 } as const;
/** Height of the hour labels below the last panel, px. */
const FOOT = 34;
/** Minimum difference between the ends of a temperature axis, K. Our choice: smaller differences are meaningless. */
const MIN_SPAN_K = 2;

export function dayFigure(figure: DayFigure): Markup {
  return markup`<figure>${raw(draw(figure, 'wide', 1000))}\n${raw(draw(figure, 'narrow', 350))}</figure>\n`;
}

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly x: (timeS: number) => number;
  readonly narrow: boolean;
}

function draw(figure: DayFigure, kind: 'wide' | 'narrow', width: number): string {
  const { days, durationS } = figure;
  const narrow = kind === 'narrow';
  const [left, right] = [narrow ? 40 : 58, width - (narrow ? 12 : 20)];
  const x = (timeS: number): number => left + ((right - left) * timeS) / durationS;
  const frame: Frame = { left, right, x, narrow };
  const drawn = days.map((day) => ({ ...day, path: day.buckets(narrow ? 144 : 480) }));
  const parts: string[] = [];
  let y = 4;
  for (const day of days) {
    parts.push(lasting(day, durationS, y, frame));
    y += NAME_ROW;
  }
  y += GAP - 8;
  const temperatures = (pick: (bucket: Bucket) => number | null): number[] =>
    drawn.flatMap(({ path }) => path.flatMap((bucket) => pick(bucket) ?? []));
  const outlets = temperatures(({ hottestOutletC }) => hottestOutletC);
  const panels = [
    {
      name: 'Power, kW',
      height: PANELS.power,
      range: roundRange(
        figure.powersW.map((watts) => watts / W_PER_KW),
        4,
      ),
      of: ({ powerW }: Bucket) => powerW / W_PER_KW,
    },
    {
      name: 'CRAC set-point, °C',
      height: PANELS.setPoint,
      range: roundRange(
        temperatures(({ setPointC }) => setPointC),
        3,
        MIN_SPAN_K,
      ),
      of: ({ setPointC }: Bucket) => setPointC,
    },
    {
      name: `Hottest outlet, °C (dashed: limit ${fixed(figure.outletLimitC, 1)})`,
      height: PANELS.outlet,
      range: roundRange([...outlets, figure.outletLimitC], 3, MIN_SPAN_K),
      of: ({ hottestOutletC }: Bucket) => hottestOutletC,
      limit: figure.outletLimitC,
    },
  ];
  const top = y;
  for (const panel of panels) {
    parts.push(panelFrame(panel.name, panel.range, y, panel.height, frame));
    const yOf = scaleOf(panel.range, y, panel.height);
    if (panel.limit !== undefined) {
      parts.push(
        line(left, yOf(panel.limit), right, yOf(panel.limit), INK, ' stroke-width="1.2" stroke-dasharray="6 4"'),
      );
    }
    // The later over the earlier, and thinner: neither hides the other where they agree.
    drawn.forEach(({ path, colour }, n) => {
      parts.push(steps(path, panel.of, { colour, width: Math.max(1.2, 3 - 0.8 * n) }, x, yOf));
    });
    y += panel.height + GAP;
  }
  parts.push(arrivals(figure, y, frame));
  y += PANELS.arrivals;
  for (const { stoppedAtS, colour } of days) {
    if (stoppedAtS === null) continue;
    parts.push(line(x(stoppedAtS), top, x(stoppedAtS), y, colour, ' stroke-width="1.2" stroke-dasharray="2 3"'));
  }
  parts.push(hours(durationS, y, frame));
  return drawing(figure.title, kind, { width, height: y + FOOT }, parts);
}

/**
 * Returns a bar with a method's name. Its length is the time until the energy budget was exhausted, or the whole day.
 */
function lasting({ name, colour, stoppedAtS }: FigureDay, durationS: number, y: number, frame: Frame): string {
  const { x, left, narrow } = frame;
  const end = stoppedAtS ?? durationS;
  const words =
    stoppedAtS === null ? `${name}: lasts the day` : `${name}: stops at ${typeset(fixed(stoppedAtS / S_PER_H, 2))} h`;
  const bar = `<rect x="${px(left)}" y="${px(y + 13)}" width="${px(Math.max(1, x(end) - left))}" height="3.5" fill="${colour}"/>`;
  const mark = stoppedAtS === null ? '' : `<circle cx="${px(x(end))}" cy="${px(y + 14.7)}" r="3.5" fill="${colour}"/>`;
  return `${text(left, y + 10, shorten(words, narrow ? 48 : 90), { size: narrow ? 11 : 12, strong: true })}${bar}${mark}`;
}

type Range = { readonly min: number; readonly max: number };

function scaleOf({ min, max }: Range, top: number, height: number): (value: number) => number {
  return (value) => top + height * (1 - (value - min) / (max - min));
}

function panelFrame(name: string, range: Range, top: number, height: number, { left, right }: Frame): string {
  const yOf = scaleOf(range, top, height);
  const marks = ticks(range.min, range.max, height > 120 ? 5 : 3).map(
    (tick) =>
      line(left, yOf(tick), right, yOf(tick)) +
      text(left - 6, yOf(tick) + 4, tickText(tick), { anchor: 'end', size: 11, quiet: true }),
  );
  return text(left, top - 9, name, { size: 12 }) + marks.join('');
}

/** Returns an SVG path that shows a value per time interval as horizontal steps. Intervals without a value are gaps. */
function steps(
  path: readonly Bucket[],
  of: (bucket: Bucket) => number | null,
  { colour, width }: { readonly colour: string; readonly width: number },
  x: (timeS: number) => number,
  y: (value: number) => number,
): string {
  let d = '';
  let before = false;
  for (const bucket of path) {
    const value = of(bucket);
    if (value !== null) {
      d += `${before ? `V${px(y(value))}` : `M${px(x(bucket.fromS))} ${px(y(value))}`}H${px(x(bucket.toS))}`;
    }
    before = value !== null;
  }
  return d === ''
    ? ''
    : `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${px(width)}" stroke-linejoin="round"/>`;
}

function arrivals({ tasksPerSByHour, durationS }: DayFigure, top: number, frame: Frame): string {
  const range = roundRange([0, ...tasksPerSByHour], 2);
  const yOf = scaleOf(range, top, PANELS.arrivals);
  const bars = tasksPerSByHour.map((rate, hour) => {
    const [from, to] = [frame.x(hour * S_PER_H), frame.x(Math.min(durationS, (hour + 1) * S_PER_H))];
    return `<rect x="${px(from)}" y="${px(yOf(rate))}" width="${px(Math.max(0.5, to - from - 1))}" height="${px(yOf(range.min) - yOf(rate))}" fill="${SPARE}"/>`;
  });
  return bars.join('') + panelFrame('Arrivals, tasks/s by hour', range, top, PANELS.arrivals, frame);
}

function hours(durationS: number, y: number, { x, narrow }: Frame): string {
  const all = durationS / S_PER_H;
  const most = narrow ? 4 : 8;
  const step = [0.1, 0.25, 0.5, 1, 2, 3, 6, 12, 24, 48].find((one) => all / one <= most) ?? Math.ceil(all / most);
  const marks = Array.from({ length: Math.floor(all / step + 1e-9) + 1 }, (_, k) => k * step).map(
    (hour) =>
      line(x(hour * S_PER_H), y, x(hour * S_PER_H), y + 4, MUTED) +
      text(x(hour * S_PER_H), y + 16, tickText(hour), { anchor: 'middle', size: 11, quiet: true }),
  );
  return (
    marks.join('') +
    text(x(durationS / 2), y + 31, 'hours since the start', { anchor: 'middle', size: 12, quiet: true })
  );
}

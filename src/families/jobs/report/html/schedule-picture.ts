import { oneLine, shorten, significant } from '../../../../reports/format.js';
import { escapeHtml } from '../../../../reports/html/markup.js';
import { MUTED, SPARE, SURFACE, textOn, viridis } from '../../../../reports/html/palette.js';
import { drawing, line, px, text, ticks, tickText } from '../../../../reports/html/svg-text.js';
import type { GraphFigure, ScheduleFigure } from '../../runs/page/graph-figures.js';
import { shortClockFor } from './page-input.js';

/** Horizontal sizes, px: width of the drawing, space for core names, right margin. */
const [WIDTH, LEFT, RIGHT] = [400, 50, 14];
/** Vertical sizes, px: row of a core, gap below a row, top margin, space for the axis. */
const [ROW, GAP, TOP, BELOW] = [20, 10, 4, 34];
/** Width of a letter in a box, px. */
const LETTER_PX = 6.3;

/**
 * Returns a drawing of the schedule of a design point, one row per core: boxes for tasks with their levels, and lines
 * for data transfers.
 */
export function schedulePicture(graph: GraphFigure, schedule: ScheduleFigure): string {
  const { tasks, edges, levels } = graph;
  const { cores, timeS, tasks: when } = schedule;
  const plotPx = WIDTH - LEFT - RIGHT;
  const xOf = (atS: number): number => LEFT + (timeS > 0 ? atS / timeS : 0) * plotPx;
  const topOf = (core: number): number => TOP + core * (ROW + GAP);
  const bottom = TOP + cores * (ROW + GAP);
  const clock = shortClockFor(timeS);
  const time = (seconds: number): string => `${significant(seconds / clock.seconds, 4)} ${clock.unit}`;
  const rows = Array.from(
    { length: cores },
    (_, core) =>
      text(LEFT - 5, topOf(core) + ROW / 2 + 4, `core ${core + 1}`, { anchor: 'end', size: 11 }) +
      `<rect x="${LEFT}" y="${px(topOf(core))}" width="${px(plotPx)}" height="${ROW}" fill="${SPARE}" fill-opacity="0.4"/>`,
  );
  const marks = ticks(0, timeS / clock.seconds, 4).map(
    (at) =>
      line(xOf(at * clock.seconds), TOP, xOf(at * clock.seconds), bottom) +
      text(xOf(at * clock.seconds), bottom + 12, tickText(at), { anchor: 'middle', size: 11, quiet: true }),
  );
  const boxes = tasks.map(({ name }, task) => {
    const { core, level, startS, endS } = when[task]!;
    const [x, widthPx] = [xOf(startS), Math.max(0.8, xOf(endS) - xOf(startS))];
    const colour = viridis(levels === 1 ? 0.5 : level / (levels - 1));
    const letters = Math.floor((widthPx - 4) / LETTER_PX);
    const full = `${oneLine(name)} · ${level}`;
    const label = Array.from(full).length <= letters ? full : String(level);
    const inside =
      label.length <= letters
        ? `<text x="${px(x + widthPx / 2)}" y="${px(topOf(core) + ROW / 2 + 4)}" font-size="11" text-anchor="middle" fill="${textOn(colour)}">${escapeHtml(label)}</text>`
        : '';
    const words = `${oneLine(name)} (task ${task + 1}): core ${core + 1}, level ${level}, ${time(startS)} to ${time(endS)}`;
    return (
      `<rect x="${px(x)}" y="${px(topOf(core))}" width="${px(widthPx)}" height="${ROW}" fill="${colour}" stroke="${SURFACE}" stroke-width="0.8">` +
      `<title>${escapeHtml(words)}</title></rect>${inside}`
    );
  });
  // On one core data are there at once.
  const transfers = edges.flatMap(({ from, to, transferS }) => {
    const [sender, receiver] = [when[from]!, when[to]!];
    if (sender.core === receiver.core || transferS === 0) return [];
    const down = receiver.core > sender.core;
    const y1 = topOf(sender.core) + (down ? ROW : 0);
    const y2 = topOf(receiver.core) + (down ? 0 : ROW);
    return [line(xOf(sender.endS), y1, xOf(sender.endS + transferS), y2, MUTED, ' stroke-width="1.1"')];
  });
  const name = text(LEFT + plotPx / 2, bottom + 28, `time since the job began, ${clock.unit}`, {
    anchor: 'middle',
    size: 11,
    quiet: true,
  });
  const title = `Schedule of ${shorten(graph.type, 60)} on ${cores} ${cores === 1 ? 'core' : 'cores'}: boxes of its tasks over time, with their levels.`;
  const parts = [...rows, ...marks, ...boxes, ...transfers, name];
  return drawing(title, 'only', { width: WIDTH, height: bottom + BELOW }, parts);
}

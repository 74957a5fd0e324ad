import { countOf, gapPercent, oneLine, shorten, significant } from '../../../../reports/format.js';
import { escapeHtml, markup, nameOf, NOTHING, quantity, raw, type Content } from '../../../../reports/html/markup.js';
import { MUTED, SURFACE, viridis } from '../../../../reports/html/palette.js';
import { absent, type SectionOptions } from '../../../../reports/html/section.js';
import { drawing, line, px, text } from '../../../../reports/html/svg-text.js';
import { table } from '../../../../reports/html/table.js';
import type { FrontFigure, FrontPanel } from '../../runs/page/profile-figures.js';
import {
  type Clock,
  energyUnitFor,
  type EnergyUnit,
  type JobsReportRequest,
  key,
  logTicks,
  shortClockFor,
  timeText,
} from './page-input.js';

/**
 * Layout of the panels on wide and narrow screens. `perRow` is the number of panels in a row. The other numbers, px,
 * are the size of a plot, the spaces around it, and the width of the drawing.
 */
const ROOM = {
  wide: { perRow: 3, plotWidth: 258, plotHeight: 200, above: 26, below: 44, left: 56, right: 18, width: 1000 },
  narrow: { perRow: 1, plotWidth: 276, plotHeight: 200, above: 26, below: 44, left: 56, right: 18, width: 350 },
} as const;
/** Labels for the proof state of a front. */
const PROOFS = { exact: 'exact', bounded: 'least product bounded', none: 'nothing proven' } as const;

/**
 * Returns the section on the profiles: time against energy by number of cores, proof state of fronts, and design points
 * used.
 */
export function profilesSection({ month, record: { result }, figures: { fronts } }: JobsReportRequest): SectionOptions {
  const head = { id: 'fronts', title: 'Profiles: time against energy' };
  const { panels, others, moreNames } = fronts;
  if (panels.length === 0) return { ...head, body: [absent('this run has no profiles')] };
  const cores = [...new Set(panels.flatMap((panel) => panel.fronts.map((front) => front.cores)))].sort((a, b) => a - b);
  const several = month.nodeTypes.length > 1;
  const isDashed = panels.some((panel) => panel.fronts.some(({ proof }) => proof !== 'exact'));
  return {
    ...head,
    body: [
      markup`<p>What a job can do with a number of cores: each point is one way to place its tasks and set the levels of its cores, and none beats another in both time and energy. ${String(result.exactFronts)} of ${String(result.fronts)} fronts of this run are proven exact. Shown are the job types that ran most.</p>\n`,
      markup`<figure>${(['wide', 'narrow'] as const).map((kind) => raw(frontsDrawing(panels, cores, several, kind)))}</figure>\n`,
      markup`<p class="caption">Cores: ${cores.map((one) => key(colourOf(one, cores), '', String(one)))}</p>\n`,
      markup`<p class="caption">Both axes are logarithmic. Line: a front, from point to point${isDashed ? '; dashed: not proven exact' : ', all of them proven exact'}. Ring: the point of least time x energy of its front. Disc: a point that jobs ran at, larger the more pieces of run it had.</p>\n`,
      ...(others.length === 0
        ? []
        : [
            markup`<p class="caption">Without a picture: ${others.map((name, k) => markup`${k === 0 ? '' : ', '}${nameOf(oneLine(name))}`)}${moreNames === 0 ? NOTHING : ` and ${moreNames} more`}.</p>\n`,
          ]),
      markup`<details><summary>Fronts as a table</summary>
${table({
  caption: 'Fronts of the job types drawn: their points of least product, and what is proven.',
  columns: [
    { head: 'Job type' },
    { head: 'Cores', numeric: true },
    { head: 'Points', numeric: true },
    { head: 'Proof' },
    { head: 'Gap of the least product', numeric: true },
    { head: 'Time of that point', numeric: true },
    { head: 'Energy of that point', numeric: true },
    { head: 'Pieces of run', numeric: true },
  ],
  rows: panels.flatMap((panel) => panel.fronts.map((front) => frontRow(panel, front, several))),
})}</details>\n`,
    ],
  };
}

function frontRow(panel: FrontPanel, front: FrontFigure, several: boolean): Content[] {
  const [timeS, energyJ] = front.points[front.product]!;
  const unit = energyUnitFor(energyJ);
  const pieces = panel.used.reduce((sum, used) => (used.cores === front.cores ? sum + used.pieces : sum), 0);
  return [
    nameOf(oneLine(titleOf(panel, several))),
    String(front.cores),
    String(front.points.length),
    PROOFS[front.proof],
    quantity(gapPercent(front.gap), 'not known'),
    quantity(timeText(shortClockFor(timeS), timeS)),
    quantity({ digits: significant(energyJ / unit.joules), unit: unit.unit }),
    String(pieces),
  ];
}

function titleOf({ type, nodeType }: FrontPanel, several: boolean): string {
  return several ? `${type} on ${nodeType}` : type;
}

/**
 * Returns the colour for designs on a number of cores, the same in all charts of the section. The ends of the colour
 * scale are left out, because they are hardly visible on dark or white backgrounds.
 */
function colourOf(cores: number, all: readonly number[]): string {
  return viridis(all.length === 1 ? 0.45 : 0.26 + (0.62 * all.indexOf(cores)) / (all.length - 1));
}

function frontsDrawing(
  panels: readonly FrontPanel[],
  cores: readonly number[],
  several: boolean,
  kind: 'wide' | 'narrow',
): string {
  const { perRow, plotWidth, plotHeight, above, below, left, right, width } = ROOM[kind];
  const rows = Math.ceil(panels.length / perRow);
  const high = above + plotHeight + below;
  const parts = panels.flatMap((panel, n) => {
    const frame = {
      left: (n % perRow) * (left + plotWidth + right) + left,
      top: Math.floor(n / perRow) * high + above,
      plotWidth,
      plotHeight,
    };
    const letters = kind === 'wide' ? 34 : 38;
    return [
      text(frame.left, frame.top - 10, shorten(titleOf(panel, several), letters), { size: 13, strong: true }),
      ...panelParts(panel, cores, frame, kind === 'wide'),
    ];
  });
  const title = 'A panel for each job type: response time against energy, a line for each number of cores.';
  return drawing(title, kind, { width, height: rows * high }, parts);
}

interface PlotFrame {
  readonly left: number;
  readonly top: number;
  readonly plotWidth: number;
  readonly plotHeight: number;
}

function panelParts(panel: FrontPanel, cores: readonly number[], frame: PlotFrame, told: boolean): string[] {
  const points = [
    ...panel.fronts.flatMap((front) => front.points),
    ...panel.used.map(({ timeS, energyJ }) => [timeS, energyJ] as const),
  ];
  const clock = shortClockFor(Math.max(...points.map(([timeS]) => timeS)));
  const unit = energyUnitFor(Math.max(...points.map(([, energyJ]) => energyJ)));
  const x = logScale(
    points.map(([timeS]) => timeS / clock.seconds),
    frame.left,
    frame.left + frame.plotWidth,
  );
  const y = logScale(
    points.map(([, energyJ]) => energyJ / unit.joules),
    frame.top + frame.plotHeight,
    frame.top,
  );
  const at = (timeS: number, energyJ: number): [number, number] => [
    x.of(timeS / clock.seconds),
    y.of(energyJ / unit.joules),
  ];
  const most = Math.max(1, ...panel.used.map(({ pieces }) => pieces));
  return [
    ...axesParts(frame, x, y, clock, unit),
    ...panel.fronts.map(({ cores: k, points: own, proof }) => {
      const path = own.map(([timeS, energyJ]) => at(timeS, energyJ).map(px).join(','));
      const dashed = proof === 'exact' ? '' : ' stroke-dasharray="5 3"';
      return `<polyline points="${path.join(' ')}" fill="none" stroke="${colourOf(k, cores)}" stroke-width="1.6"${dashed}/>`;
    }),
    ...panel.used.map(({ cores: k, timeS, energyJ, pieces }) => {
      const [cx, cy] = at(timeS, energyJ);
      const words = `<title>${escapeHtml(`${countOf(pieces, 'piece')} of run on ${countOf(k, 'core')}: ${pointText(timeS, energyJ, clock, unit)}`)}</title>`;
      const shape = `cx="${px(cx)}" cy="${px(cy)}" r="${px(2.2 + 3.8 * Math.sqrt(pieces / most))}" fill="${colourOf(k, cores)}" stroke="${SURFACE}" stroke-width="0.8"`;
      return told ? `<circle ${shape}>${words}</circle>` : `<circle ${shape}/>`;
    }),
    ...panel.fronts.map(({ cores: k, points: own, product }) => {
      const [cx, cy] = at(...own[product]!);
      return `<circle cx="${px(cx)}" cy="${px(cy)}" r="4.6" fill="none" stroke="${colourOf(k, cores)}" stroke-width="2"/>`;
    }),
  ];
}

function pointText(timeS: number, energyJ: number, clock: Clock, unit: EnergyUnit): string {
  return `${significant(timeS / clock.seconds, 4)} ${clock.unit}, ${significant(energyJ / unit.joules, 4)} ${unit.unit}`;
}

interface LogScale {
  readonly of: (value: number) => number;
  readonly ticks: readonly number[];
}

/** Returns a logarithmic scale for values, with some space at both ends. 0 is drawn at the lower end. */
function logScale(values: readonly number[], fromPx: number, toPx: number): LogScale {
  const positive = values.filter((value) => value > 0);
  const [least, most] = positive.length === 0 ? [1, 1] : [Math.min(...positive), Math.max(...positive)];
  const room = Math.max(1.04, (most / least) ** 0.06);
  const [low, high] = [least / room, most * room];
  const of = (value: number): number =>
    fromPx + (Math.log(Math.max(low, value) / low) / Math.log(high / low)) * (toPx - fromPx);
  return { of, ticks: logTicks(low, high, 4) };
}

function axesParts(
  { left, top, plotWidth, plotHeight }: PlotFrame,
  x: LogScale,
  y: LogScale,
  { unit }: Clock,
  { unit: energyUnit }: EnergyUnit,
): string[] {
  const bottom = top + plotHeight;
  const write = (value: number): string => String(Number(value.toPrecision(4)));
  // Names of marks that would touch are left out.
  const apart = (marks: readonly number[], place: (value: number) => number, room: number): number[] => {
    const kept: number[] = [];
    for (const mark of marks) {
      const last = kept.at(-1);
      if (last === undefined || Math.abs(place(mark) - place(last)) >= room) kept.push(mark);
    }
    return kept;
  };
  return [
    line(left, bottom, left + plotWidth, bottom, MUTED),
    line(left, top, left, bottom, MUTED),
    ...apart(x.ticks, x.of, 34).map(
      (mark) =>
        line(x.of(mark), top, x.of(mark), bottom) +
        text(x.of(mark), bottom + 14, write(mark), { anchor: 'middle', size: 11, quiet: true }),
    ),
    ...apart(y.ticks, y.of, 16).map(
      (mark) =>
        line(left, y.of(mark), left + plotWidth, y.of(mark)) +
        text(left - 5, y.of(mark) + 4, write(mark), { anchor: 'end', size: 11, quiet: true }),
    ),
    text(left + plotWidth / 2, bottom + 30, `response time, ${unit}`, { anchor: 'middle', size: 11, quiet: true }),
    text(left + plotWidth - 3, top + 11, `energy, ${energyUnit}`, { anchor: 'end', size: 11, quiet: true }),
  ];
}

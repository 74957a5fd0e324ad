import type { EChartsOption } from 'echarts';
import { shorten, significant, trimmed } from '../../../../reports/format.js';
import { chart, LEGEND_ABOVE, QUIET_AXIS } from '../../../../reports/html/chart.js';
import type { Markup } from '../../../../reports/html/markup.js';
import { INK } from '../../../../reports/html/palette.js';

export interface SmallPanels {
  readonly id: string;
  readonly title: string;
  /** Beginning of each epoch and the end of the last, in hours from the start. */
  readonly boundsH: readonly number[];
  /** Names and colours of the filled areas, stacked from the bottom; the values of each panel are in this order. */
  readonly areas: readonly { readonly name: string; readonly colour: string }[];
  /** Lines without filling. A line with `right` belongs to a second scale on the right. */
  readonly lines: readonly PanelLine[];
  readonly panels: readonly Panel[];
  /** Maximum of the scale on the right; undefined if no line uses it. */
  readonly rightMax?: number;
}

export interface PanelLine {
  readonly name: string;
  readonly colour: string;
  readonly dashed?: boolean;
  readonly right?: boolean;
}

export interface Panel {
  readonly name: string;
  /** Unit of the left scale. */
  readonly unit: string;
  /** Values of the filled areas, indexed [area][epoch]. */
  readonly areas: readonly (readonly number[])[];
  /** Values of the lines, indexed [line][epoch]. */
  readonly lines: readonly (readonly number[])[];
  /** True if the panel has a scale of its own instead of the scale that all panels share. */
  readonly ownScale?: boolean;
}

/** Number of panels in a row: `few` if there are so few panels that they can be larger, otherwise `many`. */
const COLUMNS = { few: 2, many: 4 } as const;
/** Maximum number of characters of a panel's name together with its unit. */
const NAME_LENGTH = 28;
/** Height of a panel with its heading, px. */
const PANEL_HEIGHT = 150;
/** Legend icon of a solid line, an SVG path. */
const LINE_ICON = 'path://M0,5L22,5L22,8L0,8Z';
/** Legend icon of a dashed line, an SVG path. */
const DASHED_ICON = 'path://M0,5L9,5L9,8L0,8ZM13,5L22,5L22,8L13,8Z';
/** Height of the legend, px, on wide and on narrow screens. */
const LEGEND_HEIGHT = { wide: 34, narrow: 76 } as const;

/** Returns many small charts, one for each panel, with common scales. */
export function smallPanels(panels: SmallPanels): Markup {
  const count = panels.panels.length;
  const columns = Math.min(count, count <= COLUMNS.many ? COLUMNS.few : COLUMNS.many);
  return chart({
    id: panels.id,
    title: panels.title,
    wide: { width: 1000, height: LEGEND_HEIGHT.wide + PANEL_HEIGHT * Math.ceil(count / columns) },
    narrow: { width: 350, height: LEGEND_HEIGHT.narrow + PANEL_HEIGHT * count },
    option: ({ width }, narrow) => option(panels, width, narrow ? 1 : columns, narrow),
  });
}

function option(given: SmallPanels, width: number, columns: number, narrow: boolean): EChartsOption {
  const { panels, areas, lines, boundsH, rightMax } = given;
  const top = LEGEND_HEIGHT[narrow ? 'narrow' : 'wide'];
  const hasRight = lines.some(({ right }) => right === true);
  const pitch = width / columns;
  const [before, after] = [46, hasRight ? 40 : 16];
  const shared = niceTop(Math.max(...panels.filter((one) => one.ownScale !== true).map((one) => topOf(one, lines)), 0));
  const endH = boundsH.at(-1)!;
  return {
    legend: {
      ...LEGEND_ABOVE,
      left: 'center',
      textStyle: { color: INK, fontSize: narrow ? 11 : 13 },
      itemWidth: 16,
      itemGap: narrow ? 14 : 22,
      data: [
        ...areas.map(({ name }) => ({ name, icon: 'roundRect' })),
        ...lines.map(({ name, dashed }) => ({ name, icon: dashed === true ? DASHED_ICON : LINE_ICON })),
      ],
    },
    grid: panels.map((_, n) => ({
      left: (n % columns) * pitch + before,
      top: top + Math.floor(n / columns) * PANEL_HEIGHT + 24,
      width: pitch - before - after,
      height: PANEL_HEIGHT - 50,
    })),
    xAxis: panels.map((_, n) => ({
      type: 'value' as const,
      gridIndex: n,
      ...QUIET_AXIS,
      min: boundsH[0]!,
      max: endH,
      interval: tickHours(endH - boundsH[0]!),
      axisLine: { ...QUIET_AXIS.axisLine, onZero: false },
      axisLabel: {
        ...QUIET_AXIS.axisLabel,
        fontSize: 10,
        hideOverlap: true,
        formatter: (value: number) => `${trimmed(significant(value, 3))}${value === endH ? ' h' : ''}`,
      },
      splitLine: { show: false },
    })),
    yAxis: panels.flatMap((panel, n) => {
      const max = panel.ownScale === true ? niceTop(topOf(panel, lines)) : shared;
      const left = {
        type: 'value' as const,
        gridIndex: n,
        ...QUIET_AXIS,
        name: `${shorten(panel.name, NAME_LENGTH - panel.unit.length)}, ${panel.unit}`,
        nameLocation: 'end' as const,
        nameGap: 8,
        nameTextStyle: { color: INK, fontSize: 12, align: 'left' as const, padding: [0, 0, 0, -34] },
        min: 0,
        max,
        interval: max / 2,
        axisLabel: {
          ...QUIET_AXIS.axisLabel,
          fontSize: 10,
          formatter: (value: number) => trimmed(significant(value, 3)),
        },
      };
      const right = {
        ...left,
        name: '',
        position: 'right' as const,
        min: rightLeast(given) < 0 ? -(rightMax ?? 1) : 0,
        max: rightMax ?? 1,
        interval: (rightMax ?? 1) / 2,
        show: hasRight,
        splitLine: { show: false },
      };
      return [left, right];
    }),
    series: panels.flatMap((panel, n) => [
      // Largest sum first: each area covers what does not belong to it.
      ...areas
        .map(({ name, colour }, a) => ({
          name,
          colour,
          values: panel.areas[0]!.map((_, t) => panel.areas.slice(0, a + 1).reduce((sum, part) => sum + part[t]!, 0)),
        }))
        .reverse()
        .map(({ name, colour, values }) => ({
          ...quiet(name, n, 2 * n),
          lineStyle: { width: 0, color: colour },
          itemStyle: { color: colour },
          areaStyle: { color: colour, opacity: 1 },
          data: stepped(boundsH, values),
        })),
      ...lines.map(({ name, colour, dashed, right }, k) => ({
        ...quiet(name, n, 2 * n + (right === true ? 1 : 0)),
        lineStyle: { color: colour, width: 2, type: dashed === true ? ('dashed' as const) : ('solid' as const) },
        itemStyle: { color: colour },
        data: stepped(boundsH, panel.lines[k]!),
      })),
    ]),
  };
}

function quiet(name: string, grid: number, yAxisIndex: number) {
  return { type: 'line', name, silent: true, symbol: 'none', xAxisIndex: grid, yAxisIndex } as const;
}

/**
 * Returns the corners of a step line that is constant over each epoch.
 *
 * @param boundsH boundaries of the epochs, h
 */
export function stepped(boundsH: readonly number[], values: readonly number[]): [number, number][] {
  return values.flatMap((value, t): [number, number][] => [
    [boundsH[t]!, value],
    [boundsH[t + 1]!, value],
  ]);
}

function topOf({ areas, lines: values }: Panel, lines: readonly PanelLine[]): number {
  const sums = (areas[0] ?? []).map((_, t) => areas.reduce((sum, part) => sum + part[t]!, 0));
  const onLeft = values.filter((_, k) => lines[k]!.right !== true).flat();
  return Math.max(0, ...sums, ...onLeft);
}

function rightLeast({ panels, lines }: SmallPanels): number {
  const values = panels.flatMap((panel) => panel.lines.filter((_, k) => lines[k]!.right === true).flat());
  return Math.min(0, ...values);
}

/** Returns a round number of at least `most`: 1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6 or 8 times a power of ten; 1 for 0. */
export function niceTop(most: number): number {
  if (!(most > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const factor = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].find((one) => one * power >= most * (1 - 1e-12)) ?? 10;
  return Number((factor * power).toPrecision(3));
}

function tickHours(lengthH: number): number {
  return [0.25, 0.5, 1, 2, 3, 6, 12, 24, 48, 168].find((step) => lengthH / step <= 4) ?? Math.ceil(lengthH / 4);
}

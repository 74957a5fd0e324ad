import type { EChartsOption } from 'echarts';
// The whole library in one file: its 585 modules take nine times as long to load as what they draw.
import { init } from 'echarts/dist/echarts.esm.min.mjs';
import { escapeHtml, markup, raw, type Markup } from './markup.js';
import { INK, LINE, MUTED, SURFACE } from './palette.js';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface ChartOptions {
  readonly id: string;
  /** Text alternative for screen readers: what the chart shows. The numbers are in the section's table. */
  readonly title: string;
  readonly wide: Size;
  /** Size of a drawing for narrow screens, laid out anew and not scaled down; `wide` by default. */
  readonly narrow?: Size;
  readonly option: (size: Size, narrow: boolean) => EChartsOption;
}

/** Font family of all text in charts: the system's font, as on the rest of the page. */
export const FONT = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif';

/**
 * Returns a chart as an HTML figure of SVG text. The page's style sheet shows the drawing that fits the screen and
 * changes the colours on dark ones.
 */
export function chart({ id, title, wide, narrow, option }: ChartOptions): Markup {
  const draw = (size: Size, kind: string): Markup =>
    raw(labelled(svgOf(option(size, kind === 'narrow'), size, `${id}-${kind}`), title, `chart ${kind}`, size));
  const drawings = narrow ? [draw(wide, 'wide'), draw(narrow, 'narrow')] : [draw(wide, 'only')];
  return markup`<figure>${drawings}</figure>\n`;
}

function svgOf(option: EChartsOption, size: Size, id: string): string {
  const drawing = init(null, null, { renderer: 'svg', ssr: true, ...size });
  try {
    drawing.setOption({ animation: false, textStyle: { fontFamily: FONT, color: INK }, ...option });
    return (
      drawing
        .renderToSVGString()
        // Hover styles and hydration marks are of no use here; running numbers would make equal reports differ.
        .replace(/<style\s*>[\s\S]*?<\/style>\s*/g, '')
        .replace(/ (ecmeta_\w+|class|pointer-events)="[^"]*"/g, '')
        .replace(/zr\d+-/g, `${id}-`)
        // ECharts' default fill: only on lines and clip paths, which show none (black text is written #000000).
        .replaceAll('fill="#000"', 'fill="none"')
        .replace(/ d="[^"]*"/g, (path) => path.replace(/(\.\d{2})\d+/g, '$1'))
    );
  } finally {
    drawing.dispose();
  }
}

function labelled(svg: string, title: string, className: string, size: Size): string {
  const head = `<svg class="${className}" role="img" aria-label="${escapeHtml(title)}" viewBox="0 0 ${size.width} ${size.height}" style="max-width:${size.width}px" xmlns="http://www.w3.org/2000/svg"><title>${escapeHtml(title)}</title>`;
  return svg.replace(/^<svg[^>]*>/, () => head);
}

/** ECharts options for axes in all charts. */
export const QUIET_AXIS = {
  axisLine: { lineStyle: { color: MUTED } },
  axisTick: { lineStyle: { color: MUTED } },
  axisLabel: { color: MUTED, fontSize: 12 },
  nameTextStyle: { color: MUTED, fontSize: 12 },
  splitLine: { lineStyle: { color: LINE } },
} as const;

/**
 * Returns the ECharts options of a horizontal value axis with about `splitNumber` ticks, its name in the middle below.
 */
export function axisBelow(name: string, splitNumber: number) {
  return { type: 'value', ...QUIET_AXIS, name, nameLocation: 'middle', nameGap: 28, splitNumber } as const;
}

/** Returns the ECharts options for the name of a vertical axis, `gapPx` px from it. */
export function nameBeside(name: string, gapPx: number) {
  return { name, nameLocation: 'middle', nameGap: gapPx } as const;
}

/**
 * Returns the ends of an axis for values that are almost equal, so that tick labels of `digits` digits differ. Returns
 * an empty object if values differ more or are all 0: ECharts then chooses the ends.
 */
export function endsOfLevel(values: readonly number[], digits = 6): { readonly min?: number; readonly max?: number } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const size = Math.max(Math.abs(least), Math.abs(most));
  if (!(size > 0) || !Number.isFinite(size) || most - least > size * 10 ** (2 - digits)) return {};
  const half = size * 10 ** (3 - digits);
  return { min: (least + most) / 2 - half, max: (least + most) / 2 + half };
}

/**
 * ECharts option that keeps a marked line's position unrounded. By default it is rounded to two decimals: an error of
 * up to 5 W on an axis in kW.
 */
export const UNROUNDED = -1;

/** ECharts options of a legend above the drawing. Its background has the colour of the page. */
export const LEGEND_ABOVE = { top: 0, backgroundColor: SURFACE, borderColor: SURFACE } as const;

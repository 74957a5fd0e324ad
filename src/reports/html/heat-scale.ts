import { MAX_TOLD_C } from '../../../models/facility/limits.js';
import { celsius, fixed, type Measured, oneLine, plain, type Shown, watts } from '../format.js';
import { inletShown, isBeyondModel } from '../wording.js';
import { markup, type Markup } from './markup.js';
import { viridis, VIRIDIS_STOPS } from './palette.js';

/**
 * Range of the colour scale for inlet temperatures. It begins at the coolest inlet. It ends at the red line (maximum
 * permitted inlet temperature), or at the hottest inlet if that is above the red line, but not above what the air model
 * can tell.
 */
export interface HeatScale {
  readonly minC: number;
  readonly maxC: number;
  readonly redLineC: number;
}

/** Minimum width of the colour scale, K. Our choice: smaller differences need no action. */
const MIN_SPAN_C = 1;

/** Returns the colour scale for the inlet temperatures of all racks of a room. */
export function heatScale(racks: readonly RackHeat[], redLineC: number): HeatScale {
  const inlets = racks.flatMap(({ zones }) => zones.flatMap(({ inletC }) => (inletC === null ? [] : [inletC])));
  const maxC = Math.max(redLineC, Math.min(MAX_TOLD_C, Math.max(redLineC, ...inlets)));
  // Racks that are all at the red line, but for rounding, are all hot.
  return { minC: Math.min(maxC - MIN_SPAN_C, ...inlets), maxC, redLineC };
}

export function heatColour({ minC, maxC }: HeatScale, inletC: number): string {
  return viridis((inletC - minC) / (maxC - minC));
}

/** Returns the SVG attributes (class and fill colour) of a rack or of one of its levels. */
export function heatFill(scale: HeatScale, inletC: number | null, role: 'body' | 'level'): Markup {
  return inletC === null
    ? markup`class="${role} unknown"`
    : markup`class="${role}" fill="${heatColour(scale, inletC)}"`;
}

/** Height of the colour bar with its labels, px. */
export const BAR_HEIGHT = 58;

/**
 * Returns the colour bar of a picture, with the red line marked. Its upper left corner (`x`, `y`) and its `width` are
 * in px.
 */
export function colourBar({ minC, maxC, redLineC }: HeatScale, x: number, y: number, width: number): Markup {
  const at = (valueC: number): number => x + ((valueC - minC) / (maxC - minC)) * width;
  const stops = VIRIDIS_STOPS.map(
    (colour, i) => markup`<stop offset="${fixed(i / (VIRIDIS_STOPS.length - 1), 2)}" stop-color="${colour}"/>`,
  );
  const redX = at(redLineC);
  // The bar's own ends are labelled unless the red line's label is there.
  const ends = [minC, maxC].filter((valueC) => Math.abs(at(valueC) - redX) > 70);
  const labels = ends.map(
    (valueC) =>
      markup`<text x="${px(at(valueC))}" y="${px(y + 46)}" font-size="12" text-anchor="${valueC === minC ? 'start' : 'end'}">${valueC === MAX_TOLD_C ? 'hot, above ' : ''}${fixed(valueC, 2)} °C</text>`,
  );
  const anchor = redX - x < 80 ? 'start' : 'end';
  return markup`<g><text x="${px(x)}" y="${px(y + 10)}" font-size="12" class="quiet">Inlet temperature</text>
<linearGradient id="viridis">${stops}</linearGradient>
<rect x="${px(x)}" y="${px(y + 18)}" width="${px(width)}" height="14" fill="url(#viridis)"/>
<line class="limit" x1="${px(redX)}" x2="${px(redX)}" y1="${px(y + 13)}" y2="${px(y + 37)}"/>
<text x="${px(redX)}" y="${px(y + 48)}" font-size="12" font-weight="600" text-anchor="${anchor}">red line ${fixed(redLineC, 2)} °C</text>
${labels}</g>
`;
}

/** Returns an outlet temperature, C, or that the air model cannot tell it because it cannot tell the inlet's; null if none. */
export function outletShown(inletC: Measured, outletC: Measured): Shown | null {
  return inletC != null && isBeyondModel('C', inletC) ? inletShown(inletC) : celsius(outletC);
}

/** Returns the tooltip of a zone (one level of a rack): its name, temperatures and power. */
export function zoneTitle({ name, inletC, outletC, nodePowerW }: ZoneHeat): Markup {
  return markup`<title>${oneLine(name)}: inlet ${plain(inletShown(inletC))}, outlet ${plain(outletShown(inletC, outletC))}, node power ${plain(watts(nodePowerW))}</title>`;
}

/** Returns a coordinate in px as text, rounded to a tenth. */
export function px(value: number): string {
  return String(Number(fixed(value, 1)));
}

/**
 * Returns the CSS style of a picture that fills its container up to `width` px. On narrow screens it scrolls sideways
 * before it is too small to read.
 */
export function fit(width: number): string {
  return `display:block;width:100%;height:auto;max-width:${px(width)}px;min-width:min(${px(width)}px,var(--least-width))`;
}
/** Temperatures and power of a zone (one level of a rack); null where the record has none. */
export interface ZoneHeat {
  readonly name: string;
  readonly rack: string;
  readonly level: number;
  readonly inletC: number | null;
  readonly outletC: number | null;
  readonly nodePowerW: number | null;
}
export interface RackHeat {
  readonly name: string;
  /** Zones of the rack, from the lowest level up. */
  readonly zones: readonly ZoneHeat[];
  readonly hottestInletC: number | null;
  /** Power of all compute nodes of the rack, W; null if unknown for one of the zones. */
  readonly nodePowerW: number | null;
  /** State of the rack's hottest inlet: "near" if at most NEAR_RED_LINE_K below the red line, "over" if above it. */
  readonly state: 'clear' | 'near' | 'over';
}

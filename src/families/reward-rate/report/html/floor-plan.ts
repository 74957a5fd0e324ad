import type { Rack, RoomAirflow } from '../../../../../models/facility/facility.js';
import type { Facts } from '../facts.js';
import { fixed, watts, oneLine, plain, shorten } from '../../../../reports/format.js';
import type { RackHeat } from '../../../../reports/html/heat-scale.js';
import type { ZoneHeat } from '../../../../reports/html/heat-scale.js';
import {
  BAR_HEIGHT,
  colourBar,
  fit,
  heatColour,
  heatFill,
  px,
  zoneTitle,
  type HeatScale,
} from '../../../../reports/html/heat-scale.js';
import { inletShown } from '../../../../reports/wording.js';
import { markup, NOTHING, type Markup } from '../../../../reports/html/markup.js';
import { textOn } from '../../../../reports/html/palette.js';
import { fitted, labelLines } from './rack-label.js';

/** Maximum width of the floor plan, px. */
const MAX_WIDTH_PX = 900;
/** Maximum height of the floor plan, px, unless its scale would fall below MIN_PX_PER_M. */
const MAX_HEIGHT_PX = 780;
/** Minimum scale of the floor plan, px/m. It takes precedence over MAX_HEIGHT_PX. */
const MIN_PX_PER_M = 40;
/** Margin around the floor plan, px. */
const MARGIN_PX = 6;
/** Maximum number of characters of a rack's name; the tooltip shows the whole name. */
const MAX_NAME = 14;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Maps a box on the floor, m, with x to the right and y up, to a box on the page, px. */
type ToPixels = (box: { xM: number; yM: number; widthXM: number; depthYM: number }) => Box;

/**
 * Returns a drawing of the room from above: aisles, perforated tiles, CRACs and racks. Every rack has its name and
 * power, and is coloured by its hottest inlet. A strip beside it shows the inlet temperatures of its levels, from
 * bottom to top.
 */
export function floorPlan(
  { layout, coldAisles }: RoomAirflow,
  racks: readonly RackHeat[],
  scale: HeatScale,
  setPoints: Facts['setPoints'],
): Markup {
  const fillsWidth = MAX_WIDTH_PX / layout.lengthXM;
  const pxPerM = Math.min(fillsWidth, Math.max(MIN_PX_PER_M, MAX_HEIGHT_PX / layout.widthYM));
  const roomWidth = layout.lengthXM * pxPerM;
  const roomHeight = layout.widthYM * pxPerM;
  const top = BAR_HEIGHT + MARGIN_PX;
  const toPixels: ToPixels = ({ xM, yM, widthXM, depthYM }) => ({
    x: MARGIN_PX + xM * pxPerM,
    y: top + roomHeight - (yM + depthYM) * pxPerM,
    width: widthXM * pxPerM,
    height: depthYM * pxPerM,
  });
  const heatOf = new Map(racks.map((rack) => [rack.name, rack]));
  const width = roomWidth + 2 * MARGIN_PX;
  const height = top + roomHeight + MARGIN_PX;
  const setPointOf = new Map(setPoints.map(({ crac, setPointC }) => [crac, setPointC]));
  const room = toPixels({ xM: 0, yM: 0, widthXM: layout.lengthXM, depthYM: layout.widthYM });
  const drawn = layout.racks.map((rack) => ({ box: toPixels(rack), rack, heat: heatOf.get(rack.name) }));
  const longest = Math.max(0, ...layout.racks.map(({ name }) => shorten(name, MAX_NAME).length));
  // Outlines last, over the neighbours' edges.
  const marked = drawn.flatMap(({ box, heat }) => (heat && heat.state !== 'clear' ? [outline(box, heat.state)] : []));
  return markup`<svg class="plan" role="img" aria-label="Floor plan: racks coloured by their hottest inlet temperature. The table below has the figures." viewBox="0 0 ${px(width)} ${px(height)}" style="${fit(width)};margin:0 auto" xmlns="http://www.w3.org/2000/svg">
${colourBar(scale, MARGIN_PX + 2, 0, Math.min(420, roomWidth - 4))}
<rect class="room"${at(room)}/>
${layout.aisles.map((aisle) => markup`<rect class="aisle ${coldAisles}"${at(toPixels(aisle))}><title>Cold aisle ${oneLine(aisle.name)}, ${coldAisles}</title></rect>\n`)}${layout.tiles.map((tile) => tileArea(toPixels(tile), tile.name, tile.opening, pxPerM))}${layout.cracPlacements.map((placement) => crac(toPixels(placement), placement.crac, setPointOf.get(placement.crac) ?? null))}${drawn.map(({ box, rack, heat }) => rackStack(box, rack, heat, scale, longest))}${marked}</svg>\n`;
}

function at({ x, y, width, height }: Box): Markup {
  return markup` x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}"`;
}

/** Returns an area of perforated tiles, drawn as squares of 0.6 m if its size is a multiple of 0.6 m. */
function tileArea(box: Box, name: string, opening: number, pxPerM: number): Markup {
  const lines = (from: number, length: number): number[] => {
    const tiles = Math.max(1, Math.round(length / (0.6 * pxPerM)));
    return Array.from({ length: tiles + 1 }, (_, i) => from + (length * i) / tiles);
  };
  const columns = lines(box.x, box.width).map((x) => `M${px(x)} ${px(box.y)}v${px(box.height)}`);
  const rows = lines(box.y, box.height).map((y) => `M${px(box.x)} ${px(y)}h${px(box.width)}`);
  const dashes = opening < 1 ? markup` stroke-dasharray="${opening <= 0 ? '1 5' : '4 3'}"` : NOTHING;
  return markup`<path class="tile"${dashes} d="${[...columns, ...rows].join('')}"><title>Tiles ${oneLine(name)}, ${fixed(100 * opening, 0)} % open</title></path>\n`;
}

function crac(box: Box, name: string, setPointC: number | null): Markup {
  const middleX = box.x + box.width / 2;
  const middleY = box.y + box.height / 2;
  const upright = box.height > box.width;
  const turn = upright ? markup` transform="rotate(-90 ${px(middleX)} ${px(middleY)})"` : NOTHING;
  const length = Math.max(box.width, box.height);
  const text = `${shorten(name, 24)}${setPointC === null ? '' : ` ${fixed(setPointC, 2)} °C`}`;
  const size = Math.min(13, length / (0.66 * text.length), Math.max(6, Math.min(box.width, box.height) * 0.6));
  const written =
    size < 6
      ? NOTHING
      : markup`<text x="${px(middleX)}" y="${px(middleY)}" font-size="${px(size)}" font-weight="600" text-anchor="middle" dominant-baseline="central"${turn}>${text}</text>`;
  return markup`<rect class="crac"${at(box)}><title>CRAC ${oneLine(name)}${setPointC === null ? '' : `, set-point ${fixed(setPointC, 3)} °C`}</title></rect>${written}\n`;
}

function rackStack(box: Box, rack: Rack, heat: RackHeat | undefined, scale: HeatScale, longest: number): Markup {
  const bodyWidth = box.width * 0.62;
  const body: Box = { ...box, width: bodyWidth };
  const strip: Box = { ...box, x: box.x + bodyWidth, width: box.width - bodyWidth };
  const hottestC = heat?.hottestInletC ?? null;
  const title = [
    plain(watts(heat?.nodePowerW ?? null), 'its power is unknown'),
    hottestC === null ? 'no temperature' : `hottest inlet ${plain(inletShown(hottestC))}`,
  ].join(', ');
  const front = rack.inletSide === '+y' ? box.y + 1.2 : box.y + box.height - 1.2;
  return markup`<g><rect ${heatFill(scale, hottestC, 'body')}${at(body)}><title>${oneLine(rack.name)}: ${title}</title></rect>${levels(strip, heat?.zones ?? [], scale)}${label(body, rack.name, heat, scale, longest)}<rect class="rack"${at(box)}/><path class="front" d="M${px(box.x)} ${px(front)}h${px(box.width)}"/></g>\n`;
}

/** Returns the coloured boxes of a rack's levels, from bottom to top, with zones of a level side by side. */
function levels(strip: Box, zones: readonly ZoneHeat[], scale: HeatScale): Markup[] {
  const present = [...new Set(zones.map(({ level }) => level))];
  const height = strip.height / Math.max(1, present.length);
  return zones.map((zone) => {
    const sharing = zones.filter(({ level }) => level === zone.level);
    const width = strip.width / sharing.length;
    const box: Box = {
      x: strip.x + width * sharing.indexOf(zone),
      y: strip.y + strip.height - height * (present.indexOf(zone.level) + 1),
      width,
      height,
    };
    return markup`<rect ${heatFill(scale, zone.inletC, 'level')}${at(box)}>${zoneTitle(zone)}</rect>`;
  });
}

/**
 * Returns a rack's label, written along the rack, with as much of name, power and hottest inlet as fits. Racks of equal
 * size have labels of the same form.
 *
 * @param longest number of characters of the longest rack name
 */
function label(
  body: Box,
  name: string,
  heat: RackHeat | undefined,
  scale: HeatScale,
  longest: number,
): Markup | Markup[] {
  if (heat?.hottestInletC == null || heat.nodePowerW === null) return NOTHING;
  const lines = labelLines(shorten(name, MAX_NAME), heat.nodePowerW, heat.hottestInletC);
  const chosen = fitted(lines, { across: body.width, along: body.height, longest });
  if (chosen === null) return NOTHING;
  const { size, texts } = chosen;
  const colour = textOn(heatColour(scale, heat.hottestInletC));
  const y = body.y + body.height / 2;
  return texts.map((text, n) => {
    const x = body.x + body.width * ((n + 0.5) / texts.length);
    return markup`<text class="rack-label" x="${px(x)}" y="${px(y)}" font-size="${px(size)}" text-anchor="middle" dominant-baseline="central" style="fill:${colour};pointer-events:none" transform="rotate(-90 ${px(x)} ${px(y)})">${text}</text>`;
  });
}

function outline({ x, y, width, height }: Box, state: 'near' | 'over'): Markup {
  const stroke = Math.min(3, Math.max(1.5, width / 12));
  const inside = { x: x + stroke / 2, y: y + stroke / 2, width: width - stroke, height: height - stroke };
  return markup`<rect class="rack ${state}" style="stroke-width:${px(stroke)}"${at(inside)}/>`;
}

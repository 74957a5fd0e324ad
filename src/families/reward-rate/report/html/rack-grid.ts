import { shorten } from '../../../../reports/format.js';
import type { RackHeat } from '../../../../reports/html/heat-scale.js';
import {
  BAR_HEIGHT,
  colourBar,
  fit,
  heatFill,
  px,
  zoneTitle,
  type HeatScale,
} from '../../../../reports/html/heat-scale.js';
import { markup, type Markup } from '../../../../reports/html/markup.js';

/** Width of the drawing of racks, px. */
const WIDTH_PX = 900;
/** Width of the level numbers to the left of the racks, px. */
const LEFT_PX = 56;
/** Maximum width of a rack in the drawing, px. */
const MAX_COLUMN_PX = 60;
/** Minimum width of a rack in the drawing, px. If racks would be narrower, they are drawn in several rows. */
const MIN_COLUMN_PX = 18;
/** Height of the rack names below a row of racks, px. */
const NAME_PX = 96;

/** Returns a drawing of racks without positions, side by side, levels from the bottom up. Long rows are wrapped. */
export function rackGrid(racks: readonly RackHeat[], scale: HeatScale): Markup {
  const perRow = Math.max(1, Math.floor((WIDTH_PX - LEFT_PX) / MIN_COLUMN_PX));
  const columns = Math.min(perRow, racks.length);
  const column = Math.min(MAX_COLUMN_PX, (WIDTH_PX - LEFT_PX) / columns);
  const levels = racks.reduce((most, { zones }) => zones.reduce((top, { level }) => Math.max(top, level), most), 1);
  const cell = Math.max(8, Math.min(26, 320 / levels));
  const blockHeight = levels * cell + NAME_PX;
  const blocks = Math.ceil(racks.length / perRow);
  const height = BAR_HEIGHT + 6 + blocks * blockHeight;
  const every = Math.ceil(12 / cell);
  const drawn = racks.map((rack, r) => {
    const x = LEFT_PX + (r % perRow) * column;
    const bottom = BAR_HEIGHT + 6 + Math.floor(r / perRow) * blockHeight + levels * cell;
    return rackColumn(rack, scale, { x, bottom, column, cell });
  });
  const axes = Array.from({ length: blocks }, (_, block) => {
    const bottom = BAR_HEIGHT + 6 + block * blockHeight + levels * cell;
    return Array.from({ length: levels }, (__, l) =>
      l % every === 0
        ? markup`<text class="quiet" x="${px(LEFT_PX - 6)}" y="${px(bottom - (l + 0.5) * cell)}" font-size="11" text-anchor="end" dominant-baseline="central">${l === 0 ? 'level 1' : String(l + 1)}</text>`
        : '',
    );
  });
  return markup`<svg class="plan" role="img" aria-label="Racks side by side, levels from bottom to top, coloured by inlet temperature. The table below has the figures." viewBox="0 0 ${px(WIDTH_PX)} ${px(height)}" style="${fit(WIDTH_PX)}" xmlns="http://www.w3.org/2000/svg">
${colourBar(scale, LEFT_PX, 0, 420)}${axes}
${drawn}</svg>\n`;
}

interface Place {
  readonly x: number;
  readonly bottom: number;
  readonly column: number;
  readonly cell: number;
}

function rackColumn({ name, zones, state }: RackHeat, scale: HeatScale, { x, bottom, column, cell }: Place): Markup {
  const width = column - 3;
  const cells = zones.map((zone) => {
    const sharing = zones.filter(({ level }) => level === zone.level);
    const share = width / sharing.length;
    const left = x + share * sharing.indexOf(zone);
    return markup`<rect ${heatFill(scale, zone.inletC, 'level')} x="${px(left)}" y="${px(bottom - zone.level * cell)}" width="${px(share)}" height="${px(cell)}">${zoneTitle(zone)}</rect>`;
  });
  const top = zones.reduce((most, { level }) => Math.max(most, level), 1) * cell;
  const nameX = x + width / 2;
  return markup`<g>${cells}<rect class="rack${state === 'clear' ? '' : ` ${state}`}" x="${px(x)}" y="${px(bottom - top)}" width="${px(width)}" height="${px(top)}"/><text x="${px(nameX)}" y="${px(bottom + 8)}" font-size="11" text-anchor="end" dominant-baseline="central" transform="rotate(-60 ${px(nameX)} ${px(bottom + 8)})">${shorten(name, 14)}</text></g>\n`;
}

import type { AtlasRoom } from '../../studies/atlas/record.js';
import { oneLine } from '../../../../reports/format.js';
import { px } from '../../../../reports/html/heat-scale.js';
import { markup, NOTHING, type Markup } from '../../../../reports/html/markup.js';
import { type Box, layoutBoxes, rowBoxes } from './room-boxes.js';

/** Width and maximum height of the floor plan beside the controls on a wide screen, px. */
const WIDE = { width: 560, height: 640 } as const;
/** Width and maximum height of the floor plan below the controls on a wide screen, px. */
const FULL = { width: 980, height: 640 } as const;
/** Width and maximum height of the floor plan on a narrow screen, px. */
const NARROW = { width: 334, height: 900 } as const;

/**
 * Returns the floor plan without values of a state. The script of the page fills them in: colours of racks
 * (`data-rack`), their frames (`data-frame`), openings of vents (`data-quadrant`) and set-points (`data-crac`).
 */
export function roomPlan(room: AtlasRoom): Markup {
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Floor plan">
${drawing(room, fitsBeside(room) ? WIDE : FULL, 'wide')}${drawing(room, NARROW, 'narrow')}</div>\n`;
}

/** Returns true if the floor plan is narrow enough to stand beside the controls. */
export function fitsBeside({ airflow }: AtlasRoom): boolean {
  return airflow === null || WIDE.width / airflow.layout.lengthXM > 25;
}

function drawing(
  room: AtlasRoom,
  size: { readonly width: number; readonly height: number },
  kind: 'wide' | 'narrow',
): Markup {
  const boxes = room.airflow === null ? rowBoxes(room, size.width) : layoutBoxes(room, size.width, size.height);
  const around = boxes.room === null ? NOTHING : markup`<rect class="room"${at(boxes.room)}/>`;
  // A long room scrolls within its frame instead of shrinking until it cannot be read.
  const long = boxes.width > size.width + 1;
  const style = `height:auto;${long ? `width:${px(boxes.width)}px;max-width:none` : `width:100%;max-width:${px(boxes.width)}px`}`;
  return markup`<svg class="plan ${kind}" role="img" aria-label="Floor plan: racks coloured by their hottest inlet, vents by their opening. The table of racks has the figures." viewBox="0 0 ${px(boxes.width)} ${px(boxes.height)}" style="${style}" xmlns="http://www.w3.org/2000/svg">
${around}
${boxes.aisles.map(({ name, box }) => markup`<rect class="aisle ${room.airflow!.coldAisles}"${at(box)}><title>Cold aisle ${oneLine(name)}, ${room.airflow!.coldAisles}</title></rect>\n`)}${boxes.vents.map(({ name, quadrant, box }) => vent(name, quadrant, box))}${boxes.cracs.map(({ name, box }) => crac(name, box))}${boxes.racks.map(({ rack, box, inlet }) => rackBox(room, rack, box, inlet))}${boxes.racks.map(({ rack, box }) => markup`<rect class="rack" data-frame="${String(rack)}"${at(box)}/>`)}</svg>\n`;
}

function at({ x, y, width, height }: Box): Markup {
  return markup` x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}"`;
}

/** Returns the drawing of a vent: a rectangle with a text of at most the length of "Q1 closed". */
function vent(name: string, quadrant: number, box: Box): Markup {
  const letters = Array.from(oneLine(name)).length + 7;
  const size = Math.min(13, box.height * 0.7, box.width / (0.6 * letters));
  const written =
    size < 6
      ? NOTHING
      : markup`<text class="halo" x="${px(box.x + box.width / 2)}" y="${px(box.y + box.height / 2)}" font-size="${px(size)}" text-anchor="middle" dominant-baseline="central" data-vent="${String(quadrant)}" data-name="${oneLine(name)}"></text>`;
  return markup`<rect class="vent ground"${at(box)}/><rect class="vent" data-quadrant="${String(quadrant)}"${at(box)}><title></title></rect>${written}\n`;
}

function crac(name: string, box: Box): Markup {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const upright = box.height > box.width;
  const turn = upright ? markup` transform="rotate(-90 ${px(x)} ${px(y)})"` : NOTHING;
  const letters = Array.from(oneLine(name)).length + 9;
  const size = Math.min(13, Math.max(box.width, box.height) / (0.7 * letters), Math.min(box.width, box.height) * 0.6);
  return markup`<rect class="crac"${at(box)}><title></title></rect><text x="${px(x)}" y="${px(y)}" font-size="${px(Math.max(6, size))}" font-weight="600" text-anchor="middle" dominant-baseline="central"${turn} data-crac="${oneLine(name)}"></text>\n`;
}

function rackBox(room: AtlasRoom, rack: number, box: Box, inlet: 'top' | 'bottom' | null): Markup {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const size = Math.min(13, box.width * 0.62, box.height / 3.2);
  const front = inlet === 'top' ? box.y + 1.2 : box.y + box.height - 1.2;
  const edge = inlet === null ? NOTHING : markup`<path class="front" d="M${px(box.x)} ${px(front)}h${px(box.width)}"/>`;
  const reading =
    size < 6
      ? NOTHING
      : markup`<text x="${px(x)}" y="${px(y)}" font-size="${px(size)}" text-anchor="middle" dominant-baseline="central" transform="rotate(-90 ${px(x)} ${px(y)})"></text>`;
  return markup`<g data-rack="${String(rack)}" data-name="${oneLine(room.racks[rack]!.name)}"><rect class="body unknown"${at(box)}><title></title></rect>${reading}${edge}</g>\n`;
}

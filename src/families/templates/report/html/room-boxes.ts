import type { AtlasRoom } from '../../studies/atlas/record.js';

/** Rectangle in the drawing, px. x grows to the right, y downwards. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Rectangles at which the parts of a room are drawn, px. */
export interface RoomBoxes {
  readonly width: number;
  readonly height: number;
  /** Outline of the room; null if only its racks are known. */
  readonly room: Box | null;
  readonly aisles: readonly { readonly name: string; readonly box: Box }[];
  readonly vents: readonly { readonly name: string; readonly quadrant: number; readonly box: Box }[];
  readonly cracs: readonly { readonly name: string; readonly box: Box }[];
  /**
   * Rectangle of each rack, with the rack's index and the side of its air inlet. `inlet` is null if the side is
   * unknown.
   */
  readonly racks: readonly { readonly rack: number; readonly box: Box; readonly inlet: 'top' | 'bottom' | null }[];
}

/** Margin of the picture, px. */
const MARGIN = 6;
/** Minimum scale of the floor plan, px/m. With a smaller scale, racks cannot be distinguished. */
const MIN_PX_PER_M = 14;

/**
 * Returns the rectangles of a floor plan with this width and maximum height. The plan of a long room is wider, and the
 * page scrolls.
 */
export function layoutBoxes(room: AtlasRoom, width: number, mostHeight: number): RoomBoxes {
  const { layout } = room.airflow!;
  const fits = Math.min((width - 2 * MARGIN) / layout.lengthXM, mostHeight / layout.widthYM);
  const pxPerM = Math.max(MIN_PX_PER_M, fits);
  const toPixels = (box: { xM: number; yM: number; widthXM: number; depthYM: number }): Box => ({
    x: MARGIN + box.xM * pxPerM,
    y: MARGIN + (layout.widthYM - box.yM - box.depthYM) * pxPerM,
    width: box.widthXM * pxPerM,
    height: box.depthYM * pxPerM,
  });
  const quadrantOf = new Map(room.quadrants.flatMap(({ tiles }, q) => tiles.map((tile) => [tile, q] as const)));
  const rackNumber = new Map(room.racks.map(({ name }, r) => [name, r]));
  return {
    width: layout.lengthXM * pxPerM + 2 * MARGIN,
    height: layout.widthYM * pxPerM + 2 * MARGIN,
    room: toPixels({ xM: 0, yM: 0, widthXM: layout.lengthXM, depthYM: layout.widthYM }),
    aisles: layout.aisles.map((aisle) => ({ name: aisle.name, box: toPixels(aisle) })),
    vents: layout.tiles.flatMap((tile) => {
      const quadrant = quadrantOf.get(tile.name);
      return quadrant === undefined ? [] : [{ name: tile.name, quadrant, box: toPixels(tile) }];
    }),
    cracs: layout.cracPlacements.map((placement) => ({ name: placement.crac, box: toPixels(placement) })),
    // A rack without nodes has no temperature.
    racks: layout.racks.flatMap((rack) => {
      const number = rackNumber.get(rack.name);
      const inlet = rack.inletSide === '+y' ? 'top' : 'bottom';
      return number === undefined ? [] : [{ rack: number, box: toPixels(rack), inlet } as const];
    }),
  };
}

/** Height of a CRAC in a drawing of a room without layout, px. */
const CRAC_HEIGHT = 26;
/** Height of a row of vents in a drawing of a room without layout, px. */
const VENT_HEIGHT = 24;
/** Height of a rack in a drawing of a room without layout, px. */
const RACK_HEIGHT = 48;
/** Distance between rectangles in a drawing of a room without layout, px. */
const GAP = 4;

/** Returns the rectangles for a room without layout: racks in rows by quadrant, each row below its vents. */
export function rowBoxes(room: AtlasRoom, width: number): RoomBoxes {
  const inner = width - 2 * MARGIN;
  const perRow = Math.max(1, Math.floor((inner + GAP) / (30 + GAP)));
  const cracWidth = Math.min(190, (inner + GAP) / room.cracs.length - GAP);
  const cracs = room.cracs.map((name, c) => ({
    name,
    box: { x: MARGIN + c * (cracWidth + GAP), y: MARGIN, width: cracWidth, height: CRAC_HEIGHT },
  }));
  const vents: RoomBoxes['vents'][number][] = [];
  const racks: RoomBoxes['racks'][number][] = [];
  let y = MARGIN + CRAC_HEIGHT + 3 * GAP;
  room.quadrants.forEach(({ name }, quadrant) => {
    vents.push({ name, quadrant, box: { x: MARGIN, y, width: inner, height: VENT_HEIGHT } });
    y += VENT_HEIGHT + GAP;
    // A rack of two quadrants stands in the first of them.
    const own = [...room.racks.keys()].filter((r) => room.racks[r]!.quadrants[0] === quadrant);
    own.forEach((rack, k) => {
      const x = MARGIN + (k % perRow) * (30 + GAP);
      const top = y + Math.floor(k / perRow) * (RACK_HEIGHT + GAP);
      racks.push({ rack, box: { x, y: top, width: 30, height: RACK_HEIGHT }, inlet: null });
    });
    y += Math.ceil(own.length / perRow) * (RACK_HEIGHT + GAP) + 2 * GAP;
  });
  return { width, height: y + MARGIN, room: null, aisles: [], vents, cracs, racks };
}

import type { Rack, RoomLayout, Tile } from '../../facility/facility.js';

/** Tiles whose distances from a rack differ by no more than this are equally near, m. Far below a cell, above round-off. */
const EQUALLY_NEAR_M = 1e-6;

/** Share of a rack in the part of a room that belongs to a floor tile, by the tile's index. */
export interface TilePart {
  readonly tile: number;
  /** 0 to 1; the shares of a rack sum to 1. */
  readonly share: number;
}

/**
 * Returns for each rack the parts of the room to which its air belongs: that of the tile which is nearest to the middle of
 * its inlet side, or in equal shares those of all that are equally near. A room without tiles is one part, of index 0.
 */
export function tilePartsOf({ racks, tiles }: RoomLayout): ReadonlyMap<string, readonly TilePart[]> {
  return new Map(
    racks.map((rack) => {
      const distances = tiles.map((tile) => distanceM(rack, tile));
      const leastM = Math.min(...distances);
      const nearest = distances.flatMap((each, tile) => (each <= leastM + EQUALLY_NEAR_M ? [tile] : []));
      const own = nearest.length === 0 ? [0] : nearest;
      return [rack.name, own.map((tile) => ({ tile, share: 1 / own.length }))];
    }),
  );
}

/** Returns the distance of a tile from the middle of a rack's inlet side, m; 0 if the tile reaches it. */
function distanceM(rack: Rack, { xM, yM, widthXM, depthYM }: Tile): number {
  const middleXM = rack.xM + rack.widthXM / 2;
  const inletYM = rack.inletSide === '+y' ? rack.yM + rack.depthYM : rack.yM;
  const beyond = (at: number, from: number, length: number): number => Math.max(0, from - at, at - from - length);
  return Math.hypot(beyond(middleXM, xM, widthXM), beyond(inletYM, yM, depthYM));
}

import type { Zone } from '../../../models/physics/thermal/influence-matrix.js';
import type { Layout, Room } from './cells.js';

/**
 * Returns what every CRAC and zone draws of perfectly mixed air, given what each blows, CRACs first in both. The result
 * converts concentrations in outgoing air to a function of the index of the sink.
 *
 * @param airM3PerS air of each CRAC and zone that passes the room
 */
export function mixtureOf(
  { exhaustExchange, layout }: Room,
  zones: readonly Zone[],
  airM3PerS: ArrayLike<number>,
): (blown: ArrayLike<number>) => (sink: number) => number {
  const air = Array.from(airM3PerS);
  const cracs = air.length - zones.length;
  /** Returns the air of the sources that count, weighted, and the mean of a quantity over it; 0 without any air. */
  const mixed = (blown: ArrayLike<number>, weightOf: (n: number) => number): { m3PerS: number; mean: number } => {
    let [m3PerS, load] = [0, 0];
    for (const [n, flow] of air.entries()) {
      const own = weightOf(n) * flow;
      if (own === 0) continue;
      m3PerS += own;
      load += own * blown[n]!;
    }
    return { m3PerS, mean: m3PerS === 0 ? 0 : load / m3PerS };
  };
  if (exhaustExchange === undefined) {
    return (blown) => {
      const { mean } = mixed(blown, () => 1);
      return () => mean;
    };
  }
  const shares = zones.map(({ rack }) => nearTiles(layout, rack));
  return (blown) => {
    const cold = mixed(blown, (n) => (n < cracs ? 1 : 0));
    const hot = mixed(blown, (n) => (n < cracs ? 0 : 1));
    const partMeans = Array.from({ length: Math.max(1, layout.tiles.length) }, (_, tile) => {
      const part = mixed(blown, (n) => (n < cracs ? 0 : (shares[n - cracs]![tile] ?? 0)));
      return part.m3PerS > 0 ? part.mean : hot.mean;
    });
    // Air that passes from the CRACs to the nodes, and so from the nodes to the CRACs.
    const handedM3PerS = Math.min(cold.m3PerS, hot.m3PerS);
    return (sink) => {
      if (sink < cracs) {
        const drawn = cold.m3PerS === 0 ? 1 : handedM3PerS / cold.m3PerS;
        return drawn * hot.mean + (1 - drawn) * cold.mean;
      }
      const drawn = hot.m3PerS === 0 ? 1 : handedM3PerS / hot.m3PerS;
      const near = shares[sink - cracs]!.reduce((sum, share, tile) => sum + share * partMeans[tile]!, 0);
      return drawn * cold.mean + (1 - drawn) * (exhaustExchange * hot.mean + (1 - exhaustExchange) * near);
    };
  };
}

/** Tiles at distances that differ by less share a rack, m (docs/facility/room-airflow.md#mixture-without-bypass). */
const EQUAL_M = 1e-6;

/** Returns the share of a rack's air that belongs to each tile; a single 1 if there are none. */
function nearTiles({ racks, tiles }: Layout, name: string): number[] {
  const rack = racks.find((one) => one.name === name);
  if (rack === undefined || tiles.length === 0) return [1];
  const [x, y] = [rack.xM + rack.widthXM / 2, rack.yM + (rack.inletSide === '-y' ? 0 : rack.depthYM)];
  const farM = tiles.map((tile) => {
    const nearestX = Math.min(Math.max(x, tile.xM), tile.xM + tile.widthXM);
    const nearestY = Math.min(Math.max(y, tile.yM), tile.yM + tile.depthYM);
    return Math.sqrt((x - nearestX) ** 2 + (y - nearestY) ** 2);
  });
  const least = Math.min(...farM);
  const isNear = farM.map((far) => (far - least <= EQUAL_M ? 1 : 0));
  const count = isNear.reduce<number>((sum, one) => sum + one, 0);
  return isNear.map((one) => one / count);
}

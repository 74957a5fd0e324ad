import type { Crac, RoomLayout } from '../../facility/facility.js';
import type { ConductanceGrid, RoomGrid } from './grid.js';
import { type AirPort, type BackFlow, cracDelivery, NO_AIR } from './ports.js';
import { solvePotential } from './potential.js';
import type { ShouldStop } from './stop.js';
import { flowNetwork, transport } from './transport.js';
import { unitAir } from './unit-air.js';

/**
 * Divides the air that enters the room through the floor by the CRAC that supplies it.
 *
 * The plenum under the raised floor is modelled as a plane with a potential flow of its own. CRACs supply air evenly
 * under their footprints. Tiles, leaks, and CRACs that let air back draw the air that enters the room. With one CRAC
 * there is nothing to divide.
 *
 * @param floor cells of the floor with the air flow through each, m3/s
 * @param backFlows air that flows back through CRACs whose fans stand still
 * @returns the air flow of each CRAC into the cells of the room, m3/s; all CRACs together sum to `floor` and back flows
 */
export function splitByCrac(
  layout: RoomLayout,
  cracs: readonly Crac[],
  grid: RoomGrid,
  floor: AirPort,
  backFlows: readonly BackFlow[] = [],
  shouldStop?: ShouldStop,
): AirPort[] {
  const { flowM3PerS: flows } = unitAir(cracs);
  // Every cell of the floor is an opening of its own; so is each CRAC that lets air back.
  const openings: readonly BackFlow[] = [
    ...Array.from(floor.cells, (cell, c) => {
      const port = { cells: Int32Array.of(cell), flowM3PerS: Float64Array.of(floor.flowM3PerS[c]!) };
      return { under: port, above: port };
    }),
    ...backFlows,
  ];
  const blowing = cracs.flatMap((_, c) => (flows[c] === 0 ? [] : [c]));
  if (blowing.length <= 1) {
    const all = joined(backFlows.length === 0 ? [floor] : openings.map(({ above }) => above));
    return cracs.map((_, c) => (c === blowing[0] ? all : NO_AIR));
  }
  const count = grid.nx * grid.ny;
  const deliveries = blowing.map((c) => cracDelivery(layout, grid, cracs[c]!, flows[c]));
  const entering = new Float64Array(count);
  for (const port of deliveries) port.cells.forEach((cell, c) => (entering[cell]! += port.flowM3PerS[c]!));
  const source = entering.slice();
  for (const { under } of openings) under.cells.forEach((cell, c) => (source[cell]! -= under.flowM3PerS[c]!));

  const faces = planeConductances(grid);
  const { potential } = solvePotential(faces, source, shouldStop);
  const network = flowNetwork(faces, potential, entering);
  const shares = cracs.map(() => new Float64Array(openings.length));
  transport(
    network,
    deliveries,
    openings.map(({ under }) => under),
    (sink, n, share) => {
      shares[blowing[n]!]![sink] = share;
    },
    shouldStop,
  );
  return shares.map((share) =>
    joined(
      openings.flatMap(({ above: { cells, flowM3PerS } }, n) =>
        share[n]! > 0 ? [{ cells, flowM3PerS: flowM3PerS.map((flow) => flow * share[n]!) }] : [],
      ),
    ),
  );
}

/** Returns one port of the cells of several. */
function joined(ports: readonly AirPort[]): AirPort {
  if (ports.length === 1) return ports[0]!;
  return {
    cells: Int32Array.from(ports.flatMap(({ cells }) => [...cells])),
    flowM3PerS: Float64Array.from(ports.flatMap(({ flowM3PerS }) => [...flowM3PerS])),
  };
}

function planeConductances(grid: RoomGrid): ConductanceGrid {
  const { nx, ny, dxM, dyM } = grid;
  const alongX = new Float64Array(nx * ny);
  const alongY = new Float64Array(nx * ny);
  for (let y = 0; y < ny; y++) {
    for (let x = 0; x < nx; x++) {
      if (x + 1 < nx) alongX[x + nx * y] = dyM / dxM;
      if (y + 1 < ny) alongY[x + nx * y] = dxM / dyM;
    }
  }
  return { nx, ny, nz: 1, alongX, alongY, alongZ: new Float64Array(nx * ny) };
}

import type { Crac, RoomLayout } from '../../facility/facility.js';
import type { ConductanceGrid, RoomGrid } from './grid.js';
import { cracDelivery, type AirPort } from './ports.js';
import { solvePotential } from './potential.js';
import type { ShouldStop } from './stop.js';
import { flowNetwork, transport } from './transport.js';

/**
 * Divides the air that enters the room through the floor by the CRAC that supplies it.
 *
 * The plenum under the raised floor is modelled as a plane with a potential flow of its own. CRACs supply air evenly
 * under their footprints, and tiles and leaks draw the air that enters the room. With one CRAC there is nothing to
 * divide.
 *
 * @param floor cells of the floor with the air flow through each, m3/s
 * @returns the air flow of each CRAC through the cells of the floor, m3/s; all CRACs together sum to `floor`
 */
export function splitByCrac(
  layout: RoomLayout,
  cracs: readonly Crac[],
  grid: RoomGrid,
  floor: AirPort,
  shouldStop?: ShouldStop,
): AirPort[] {
  if (cracs.length === 1) return [floor];
  const count = grid.nx * grid.ny;
  const deliveries = cracs.map((crac) => cracDelivery(layout, grid, crac));
  const entering = new Float64Array(count);
  for (const port of deliveries) port.cells.forEach((cell, c) => (entering[cell]! += port.flowM3PerS[c]!));
  const source = entering.slice();
  floor.cells.forEach((cell, c) => (source[cell]! -= floor.flowM3PerS[c]!));

  const faces = planeConductances(grid);
  const { potential } = solvePotential(faces, source, shouldStop);
  const network = flowNetwork(faces, potential, entering);
  const sinks = Array.from(floor.cells, (cell, c) => ({
    cells: Int32Array.of(cell),
    flowM3PerS: Float64Array.of(floor.flowM3PerS[c]!),
  }));
  const shares = cracs.map(() => new Float64Array(floor.cells.length));
  transport(
    network,
    deliveries,
    sinks,
    (sink, crac, share) => {
      shares[crac]![sink] = share;
    },
    shouldStop,
  );
  return shares.map((share) => {
    const cells = floor.cells.filter((_, c) => share[c]! > 0);
    const flows = floor.flowM3PerS.map((flow, c) => flow * share[c]!).filter((_, c) => share[c]! > 0);
    return { cells, flowM3PerS: flows };
  });
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

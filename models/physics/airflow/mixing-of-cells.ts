import type { Facility } from '../../facility/facility.js';
import type { AirMixing } from './air-mixing.js';
import type { ConductanceGrid } from './grid.js';
import { solvePotential } from './potential.js';
import { addPort, netWithoutFloor, roomSetting } from './room-flow.js';

/** Shares of the air at which `ofCells` is given. Our choice: the extremes are those of single faces. */
const [LOW, MEDIAN, HIGH] = [0.1, 0.5, 0.9] as const;

/**
 * Returns how the air of a room mixes (docs/facility/room-airflow.md#mixing); null for a facility whose air is imported.
 *
 * @throws Error if the layout has faults, PotentialNotConverged if its air cannot be computed
 */
export function airMixing(facility: Facility): AirMixing | null {
  const { airflow } = facility;
  if (airflow.source !== 'room') return null;
  const setting = roomSetting(facility);
  const net = netWithoutFloor(setting);
  addPort(net, setting.ports.floor, 1);
  const { potential } = solvePotential(setting.faces, net);
  const { x, y, z } = airflow.layout.cellM;
  const { mixingM2PerS: statedM2PerS = 0 } = airflow;
  const mixing = { cellM: { x, y, z }, ofCells: mixingOfCells(setting.faces, potential), statedM2PerS };
  if (statedM2PerS === 0) return mixing;
  return { ...mixing, mixedByCells: shareMixed(passedFaces(setting.faces, potential), statedM2PerS) };
}

/** Air that passes a face between two cells, and the diffusivity with which upwind transport mixes it there. */
interface PassedFace {
  readonly mixingM2PerS: number;
  readonly airM3PerS: number;
}

function passedFaces({ nx, ny, alongX, alongY, alongZ }: ConductanceGrid, potential: Float64Array): PassedFace[] {
  const passed: PassedFace[] = [];
  for (const [conductance, step] of [
    [alongX, 1],
    [alongY, nx],
    [alongZ, nx * ny],
  ] as const) {
    for (let cell = 0; cell + step < potential.length; cell++) {
      // Along a face of conductance g, the potential falls by u h, and g u h is the air that passes.
      const fall = Math.abs(potential[cell]! - potential[cell + step]!);
      const airM3PerS = conductance[cell]! * fall;
      if (airM3PerS > 0) passed.push({ mixingM2PerS: fall / 2, airM3PerS });
    }
  }
  return passed;
}

/** Returns the fraction of the air that passes faces where cells mix it at least as much as a diffusivity, m2/s. */
function shareMixed(passed: readonly PassedFace[], leastM2PerS: number): number {
  let [above, all] = [0, 0];
  for (const { mixingM2PerS, airM3PerS } of passed) {
    all += airM3PerS;
    if (mixingM2PerS >= leastM2PerS) above += airM3PerS;
  }
  return all === 0 ? 0 : above / all;
}

/** Returns how upwind transport mixes the air of a flow with a given potential on a grid. */
export function mixingOfCells(faces: ConductanceGrid, potential: Float64Array): AirMixing['ofCells'] {
  const passed = passedFaces(faces, potential);
  passed.sort((a, b) => a.mixingM2PerS - b.mixingM2PerS);
  const all = passed.reduce((sum, { airM3PerS }) => sum + airM3PerS, 0);
  const at = (share: number): number => {
    let sum = 0;
    return passed.find(({ airM3PerS }) => (sum += airM3PerS) >= share * all)?.mixingM2PerS ?? 0;
  };
  return { lowM2PerS: at(LOW), medianM2PerS: at(MEDIAN), highM2PerS: at(HIGH) };
}

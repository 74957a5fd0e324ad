import { compileFacility } from '../../models/facility/compiled.js';
import type { Facility } from '../../models/facility/facility.js';
import { afterFailure, type Failure, withAirAfter } from '../../models/facility/failed-units.js';
import { roomInfluenceMatrix } from '../../models/physics/airflow/room-matrix.js';
import { airAfterFailure, type FailureMode, type Unit } from '../../models/physics/airflow/unit-air.js';

/** Node types: cores, idle W, W of a core at work, air m3/s, nodes in a rack. */
const TYPES = { T1: [32, 120, 8, 0.03, 24], T2: [16, 90, 11, 0.022, 30], T3: [48, 180, 6.5, 0.039, 18] } as const;
/** Power of all nodes, W, divided among zones like their greatest power. */
const NODES_W = 300_000;
/** Set-point of every CRAC, C. */
const SET_POINT_C = 18;

type HallAirflow = Extract<Facility['airflow'], { readonly source: 'room' }>;

/** Returns a hall of 40 racks in four rows with two open cold aisles and a CRAC at each end of each. */
export function hall40(
  own: Partial<Unit>,
  mixing: Partial<HallAirflow>,
): Facility & { readonly cracs: readonly Unit[] } {
  const type = (n: number): keyof typeof TYPES => (n < 16 ? 'T1' : n < 28 ? 'T2' : 'T3');
  const racks = Array.from({ length: 40 }, (_, n) => {
    const row = Math.floor(n / 10);
    const side = row % 2;
    return {
      name: `R${row + 1}-${(n % 10) + 1}`,
      xM: 2.4 + 0.6 * (n % 10),
      yM: 1.2 + 4.8 * Math.floor(row / 2) + 2.4 * side,
      widthXM: 0.6,
      depthYM: 1.2,
      heightZM: 2.1,
      slots: TYPES[type(n)][4],
      inletSide: side === 1 ? ('-y' as const) : ('+y' as const),
    };
  });
  const names = ['CRAC1', 'CRAC2', 'CRAC3', 'CRAC4'];
  return {
    nodeTypes: Object.entries(TYPES).map(([name, [cores, idlePowerW, , airFlowM3PerS]]) => ({
      name,
      cores,
      idlePowerW,
      airFlowM3PerS,
      pStateFrequenciesGHz: [2.6],
      tasks: [],
    })),
    nodeGroups: racks.map(({ name, slots }, n) => ({ nodeType: type(n), count: slots, rack: name })),
    cracs: names.map((name) => ({ name, airFlowM3PerS: 9.3, setPointMinC: 10, setPointMaxC: 27, ...own })),
    airflow: {
      source: 'room',
      layout: {
        lengthXM: 10.8,
        widthYM: 10.8,
        heightZM: 3.15,
        cellM: { x: 0.3, y: 0.3, z: 0.35 },
        levelsPerRack: 6,
        racks,
        tiles: [0, 1, 2, 3].map((q) => ({
          name: `Q${q + 1}`,
          xM: q % 2 === 0 ? 2.4 : 5.4,
          yM: q < 2 ? 2.4 : 7.2,
          widthXM: 3,
          depthYM: 1.2,
          opening: 1,
        })),
        aisles: [2.4, 7.2].map((yM, a) => ({
          name: `A${a + 1}`,
          xM: 2.4,
          yM,
          widthXM: 6,
          depthYM: 1.2,
          containmentHeightM: 2.1,
        })),
        cracPlacements: names.map((crac, c) => ({
          crac,
          xM: c < 2 ? 0 : 9.9,
          yM: c % 2 === 0 ? 1.8 : 6.6,
          widthXM: 0.9,
          depthYM: 2.4,
          heightZM: 2.1,
        })),
      },
      nodeAirflowFactor: 1,
      floorLeakageFraction: 0.15,
      coldAisles: 'open',
      ...mixing,
    },
    coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
    colocation: { model: 'none' },
  };
}

/**
 * Returns the hottest inlet of the hall after the worst failure of one CRAC, C, with all CRACs left at 18 C and 300 kW
 * of nodes.
 */
export function worstC(facility: Facility, mode: FailureMode): number {
  const failures = facility.cracs.map(({ name }): Failure => ({ gone: [name], mode }));
  const known = withAirAfter(facility, roomInfluenceMatrix(facility), failures);
  const fullW = known.zones.map(({ nodeType, nodeCount }) => {
    const [cores, idleW, coreW] = TYPES[nodeType as keyof typeof TYPES];
    return nodeCount * (idleW + cores * coreW);
  });
  const allW = fullW.reduce((sum, powerW) => sum + powerW, 0);
  const powersW = Float64Array.from(fullW, (powerW) => (NODES_W * powerW) / allW);
  const risesC = failures.map((failure) => {
    const failed = afterFailure(facility, failure);
    const { thermal } = compileFacility(failed, [], airAfterFailure(failed, known)!);
    return thermal.inletRiseC(powersW).reduce((most, riseC) => Math.max(most, riseC), 0);
  });
  return SET_POINT_C + Math.max(...risesC);
}

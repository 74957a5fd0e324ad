import type { GeoNodeType, Room } from '../../models/families/geo/instance.js';
import type { NodeGroup, RoomAirflow } from '../../models/facility/facility.js';
import type { Uniform } from '../../src/random/stream.js';

export interface RoomOptions {
  /** Number of nodes of every type (default: 0-3, two or more of the first). */
  readonly nodesPerType?: number;
  /** Flag, true for a room whose full power does not keep the red line (default: one in four). */
  readonly hot?: boolean;
}

/** Room of one rack per node type before one CRAC; air partly or perfectly mixed. */
export function drawRoom(nodeTypes: readonly GeoNodeType[], draw: Uniform, options: RoomOptions): Room {
  const counts = nodeTypes.map(() => options.nodesPerType ?? Math.floor(draw(0, 4)));
  if (options.nodesPerType === undefined) counts[0] = Math.max(2, counts[0]!);
  const nodeGroups = nodeTypes.flatMap(({ name }, j): NodeGroup[] =>
    counts[j] === 0 ? [] : [{ nodeType: name, count: counts[j]!, rack: `R${j}` }],
  );
  const cracs = [{ name: 'CRAC1', airFlowM3PerS: 1, setPointMinC: 10, setPointMaxC: draw(20, 30) }];
  const airflow = smallRoomAirflow(nodeTypes.length, draw() < 0.5 ? 1 : draw(0.2, 0.9), draw(0.5, 1));
  const coolingPerformance =
    draw() < 0.5
      ? { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 }
      : { quadraticPerC2: draw(0, 0.01), linearPerC: draw(0, 0.05), constant: draw(0.5, 3) };
  const room: Room = { nodeGroups, cracs, airflow, coolingPerformance, redLineC: draw(25, 30) };
  // Perfectly mixed air is P / (rho c AF) above the set-point.
  const hot = options.hot ?? draw() < 0.25;
  const riseK = hot ? draw(16, 25) : draw(3, 9);
  const airFlowM3PerS = fullPowerW(room, nodeTypes) / (1.204 * 1006 * riseK);
  return { ...room, cracs: [{ ...cracs[0]!, airFlowM3PerS }] };
}

/** Racks R0, R1, ... of a rack's width side by side. */
export function smallRoomAirflow(racks: number, mixingFraction: number, nodeAirflowFactor: number): RoomAirflow {
  const widthXM = Number((0.6 * racks).toFixed(6));
  return {
    source: 'room',
    layout: {
      lengthXM: Number((2.4 + widthXM).toFixed(6)),
      widthYM: 4.2,
      heightZM: 2.8,
      cellM: { x: 0.3, y: 0.3, z: 0.35 },
      levelsPerRack: 1,
      racks: Array.from({ length: racks }, (_, r) => ({
        name: `R${r}`,
        xM: Number((1.5 + 0.6 * r).toFixed(6)),
        yM: 1.8,
        widthXM: 0.6,
        depthYM: 1.2,
        heightZM: 2.1,
        slots: 1000,
        inletSide: '-y',
      })),
      tiles: [{ name: 'T1', xM: 1.5, yM: 0.6, widthXM, depthYM: 1.2, opening: 1 }],
      aisles: [{ name: 'A1', xM: 1.5, yM: 0.6, widthXM, depthYM: 1.2, containmentHeightM: 2.1 }],
      cracPlacements: [{ crac: 'CRAC1', xM: 0, yM: 1.8, widthXM: 0.6, depthYM: 0.6, heightZM: 2.1 }],
    },
    nodeAirflowFactor,
    floorLeakageFraction: 0,
    coldAisles: 'open',
    mixingFraction,
  };
}

/**
 * Power with all nodes awake and every core on the task type that draws most in its fastest P-state, at the wall, W.
 */
export function fullPowerW(room: Room, nodeTypes: readonly GeoNodeType[]): number {
  return room.nodeGroups.reduce((sum, { nodeType, count }) => {
    const type = nodeTypes.find(({ name }) => name === nodeType)!;
    const coreW = Math.max(...type.tasks.map(({ corePowerW }) => (corePowerW as readonly number[])[0]!));
    return sum + (count * (type.idlePowerW + type.cores * coreW)) / (type.psuEfficiency ?? 1);
  }, 0);
}

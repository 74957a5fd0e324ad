import type {
  ColdAisle,
  Crac,
  CracPlacement,
  NodeGroup,
  Rack,
  RoomAirflow,
  Tile,
} from '../../../models/facility/facility.js';

export interface ThesisRoomOptions {
  /** Number of racks: 30 as in the thesis (1,080 nodes, one CRAC), 60 or a multiple of 60, in the same layout. */
  readonly racks: number;
  readonly coldAisles: 'open' | 'isolated';
  readonly airflow: AirRegime;
}

/**
 * Air of a room. With "nominal", nodes draw what is specified, 1.95 times the air flow of the CRAC. With "balanced", node
 * fans are slower, and nodes draw 0.88 times the air flow of the CRAC. "calibrated" is the nominal room of 30 racks,
 * with stated mixing and a share of the CRAC air that goes straight back: idle nodes are as warm as the thesis' figures
 * ask for.
 */
export type AirRegime = 'balanced' | 'nominal' | 'calibrated';

export interface ThesisRoom {
  readonly nodeGroups: NodeGroup[];
  readonly cracs: Crac[];
  readonly airflow: RoomAirflow;
}

/** Node type of each quadrant of the room: left and right half of aisle 1, then left and right half of aisle 2. */
export const QUADRANT_NODE_TYPES = ['TS140', 'Z600', 'Z600', 'Z820'] as const;

/** Size of a grid cell of the air model, m. Racks and aisles are whole numbers of cells. */
const CELL_M = { x: 0.3, y: 0.3, z: 0.35 };
/**
 * Air of the calibrated room. Mixing is the convention, on cells that it allows; the share is ours, such that the hottest
 * idle inlet meets both of the thesis' windows (docs/decisions/airflow-thesis-rooms.md#the-calibrated-room).
 */
const CALIBRATED = { cellM: { x: 0.15, y: 0.15, z: 0.15 }, mixingM2PerS: 0.075, supplyShare: 0.48 };
/** Number of nodes in a rack: the thesis has 1,080 nodes in 30 racks. */
const NODES_PER_RACK = 36;
/** Number of thermal levels (heights with their own inlet temperature) of a rack. */
const LEVELS_PER_RACK = 6;
/** Width of a rack, m. Our choice: the usual one. */
const RACK_WIDTH_M = 0.6;
/** Depth of a rack, m. Our choice: the usual one. */
const RACK_DEPTH_M = 1.2;
/** Height of a rack, m. Our choice: the usual one, in whole cells. */
const RACK_HEIGHT_M = 2.1;
/** Depth of an aisle, m. */
const AISLE_DEPTH_M = 1.2;
/** Height of the room, m. */
const ROOM_HEIGHT_M = 3.15;
/**
 * Depth of one module of a room, m. A module has two cold aisles: hot aisle, rack row, cold aisle, rack row, hot aisle,
 * rack row, cold aisle, rack row.
 */
const MODULE_DEPTH_M = 8 * AISLE_DEPTH_M;
/** Distance from the end wall with the CRAC to the first rack, m. */
const CRAC_END_M = 2.4;
/** Distance from the last rack to the other wall, where no CRAC stands, m. */
const FREE_END_M = 2.1;
/** Width of a CRAC, m. */
const CRAC_WIDTH_M = 2.4;
/** Depth of a CRAC, m. */
const CRAC_DEPTH_M = 0.9;
/** Air flow of a CRAC, m3/s (thesis). */
const CRAC_AIR_FLOW_M3_PER_S = 26.1;
/**
 * Factor on the nodes' air flow in the "balanced" room of 30 racks (docs/decisions/airflow-thesis-rooms.md). Larger
 * rooms have half the CRAC air per rack, hence half the factor.
 */
const BALANCED_FACTOR = 0.45;

/**
 * Returns the room of the thesis, or a larger one made of several of its modules. The thesis room has four rows of 8,
 * 7, 7, 8 racks along two cold aisles. Each quadrant has 270 nodes of one type.
 *
 * Distances are our choice (docs/decisions/airflow-thesis-rooms.md).
 *
 * @throws RangeError if the number of racks does not make whole modules, or is not 30 in a calibrated room
 */
export function thesisRoom(options: ThesisRoomOptions): ThesisRoom {
  const plan = floorPlan(options.racks);
  const isCalibrated = options.airflow === 'calibrated';
  if (isCalibrated && options.racks !== 30) throw new RangeError('A calibrated room has 30 racks');
  const racks: Rack[] = [];
  const tiles: Tile[] = [];
  const aisles: ColdAisle[] = [];
  const nodeGroups: NodeGroup[] = [];
  const rowLengthM = 8 * plan.stretch * RACK_WIDTH_M;
  const middleXM = CRAC_END_M + rowLengthM / 2;

  for (let module = 0; module < plan.modules; module++) {
    const prefix = plan.modules > 1 ? `M${module + 1}-` : '';
    for (const aisle of [0, 1] as const) {
      const rowYM = MODULE_DEPTH_M * module + AISLE_DEPTH_M + 4 * AISLE_DEPTH_M * aisle;
      const coldYM = rowYM + RACK_DEPTH_M;
      const types = [QUADRANT_NODE_TYPES[2 * aisle]!, QUADRANT_NODE_TYPES[2 * aisle + 1]!] as const;
      for (const side of [0, 1] as const) {
        // Rows 1 and 4 are the long ones; rows 2 and 3, back to back over the middle hot aisle, the short ones.
        const row = 2 * aisle + side;
        const count = (aisle === side ? 8 : 7) * plan.stretch;
        for (let k = 0; k < count; k++) {
          const xM = middleXM + (k - count / 2) * RACK_WIDTH_M;
          const name = `${prefix}R${row + 1}-${String(k + 1).padStart(2, '0')}`;
          racks.push({
            name,
            xM: tidy(xM),
            yM: tidy(side === 0 ? rowYM : coldYM + AISLE_DEPTH_M),
            widthXM: RACK_WIDTH_M,
            depthYM: RACK_DEPTH_M,
            heightZM: RACK_HEIGHT_M,
            slots: NODES_PER_RACK,
            inletSide: side === 0 ? '+y' : '-y',
          });
          nodeGroups.push(...fillRack(name, 2 * k + 1 - count, types));
        }
      }
      aisles.push({
        name: `${prefix}A${aisle + 1}`,
        xM: CRAC_END_M,
        yM: tidy(coldYM),
        widthXM: tidy(rowLengthM),
        depthYM: AISLE_DEPTH_M,
        containmentHeightM: RACK_HEIGHT_M,
      });
      for (const half of [0, 1] as const) {
        tiles.push({
          name: `${prefix}Q${2 * aisle + half + 1}`,
          xM: tidy(half === 0 ? CRAC_END_M : middleXM),
          yM: tidy(coldYM),
          widthXM: tidy(rowLengthM / 2),
          depthYM: AISLE_DEPTH_M,
          opening: 1,
        });
      }
    }
  }

  const lengthXM = CRAC_END_M + rowLengthM + (plan.cracsPerModule === 2 ? CRAC_END_M : FREE_END_M);
  const cracPlacements: CracPlacement[] = [];
  for (let module = 0; module < plan.modules; module++) {
    for (let end = 0; end < plan.cracsPerModule; end++) {
      cracPlacements.push({
        crac: `CRAC${cracPlacements.length + 1}`,
        xM: tidy(end === 0 ? 0 : lengthXM - CRAC_DEPTH_M),
        yM: tidy(MODULE_DEPTH_M * module + (MODULE_DEPTH_M + AISLE_DEPTH_M - CRAC_WIDTH_M) / 2),
        widthXM: CRAC_DEPTH_M,
        depthYM: CRAC_WIDTH_M,
        heightZM: RACK_HEIGHT_M,
      });
    }
  }
  const airPerRack = cracPlacements.length / (options.racks / 30);
  return {
    nodeGroups,
    cracs: cracPlacements.map(({ crac }) => ({
      name: crac,
      airFlowM3PerS: CRAC_AIR_FLOW_M3_PER_S,
      setPointMinC: 10,
      setPointMaxC: 35,
    })),
    airflow: {
      source: 'room',
      layout: {
        lengthXM: tidy(lengthXM),
        widthYM: tidy(MODULE_DEPTH_M * plan.modules + AISLE_DEPTH_M),
        heightZM: ROOM_HEIGHT_M,
        cellM: isCalibrated ? CALIBRATED.cellM : CELL_M,
        levelsPerRack: LEVELS_PER_RACK,
        racks,
        tiles,
        aisles,
        cracPlacements,
      },
      nodeAirflowFactor: options.airflow === 'balanced' ? tidy(BALANCED_FACTOR * airPerRack) : 1,
      floorLeakageFraction: 0.15,
      ...(isCalibrated ? { supplyShare: CALIBRATED.supplyShare, mixingM2PerS: CALIBRATED.mixingM2PerS } : {}),
      coldAisles: options.coldAisles,
    },
  };
}

interface FloorPlan {
  /** Number of two-aisle modules side by side. */
  readonly modules: number;
  /** Length of the rack rows, as a multiple of their length in the thesis. */
  readonly stretch: 1 | 2 | 4;
  readonly cracsPerModule: 1 | 2;
}

/** Returns the floor plan for a number of racks. Above 30 racks, there is one CRAC for every 60 racks. */
function floorPlan(racks: number): FloorPlan {
  if (racks === 30) return { modules: 1, stretch: 1, cracsPerModule: 1 };
  if (racks >= 240 && racks % 120 === 0) return { modules: racks / 120, stretch: 4, cracsPerModule: 2 };
  if (racks >= 60 && racks % 60 === 0) return { modules: racks / 60, stretch: 2, cracsPerModule: 1 };
  throw new RangeError(`A room of the thesis' kind has 30 racks or a multiple of 60, not ${racks}`);
}

/**
 * Returns the node groups that fill one rack.
 *
 * @param offset position of the rack in its row, counted from the middle: below 0 left, above 0 right. The middle rack
 * (0) has nodes of both types.
 * @param types node types of the left and the right half of the row
 */
function fillRack(rack: string, offset: number, types: readonly [string, string]): NodeGroup[] {
  if (offset !== 0) return [{ nodeType: types[offset < 0 ? 0 : 1], count: NODES_PER_RACK, rack, firstSlot: 1 }];
  const half = NODES_PER_RACK / 2;
  return [
    { nodeType: types[0], count: half, rack, firstSlot: 1 },
    { nodeType: types[1], count: half, rack, firstSlot: half + 1 },
  ];
}

/** Removes the rounding error of sums of decimals, so that instance files are legible. */
function tidy(value: number): number {
  return Number(value.toFixed(6));
}

import type { Room } from '../../../../models/families/geo/instance.js';
import type { NodeGroup, RoomAirflow } from '../../../../models/facility/facility.js';
import type { ServerName } from '../../../facility/thesis/benchmarks.js';
import { thesisRoom, type ThesisRoomOptions } from '../../../facility/thesis/rooms.js';

/** Number of racks of the thesis' room (section 4.5.1): four aisles, eight blocks of 540 nodes of one type each. */
const RACKS = 120;
/** Range of CRAC set-points, C. It starts at 5, not 10, so that full load can be cooled (docs/geo/instances.md). */
const SET_POINTS = { setPointMinC: 5, setPointMaxC: 35 };
/** Coefficients of the CoP of the thesis' CRACs at set-point T, C: 0.0068 T^2 + 0.0008 T + 0.458 (section 3.5). */
const THESIS_COP = { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 };

/** Node type of each of the eight blocks of racks of a hall, by aisle: first its left half, then its right half. */
export type HallMix = readonly [
  ServerName,
  ServerName,
  ServerName,
  ServerName,
  ServerName,
  ServerName,
  ServerName,
  ServerName,
];

/**
 * Five halls with two or three node types of Table 4.1 each. Our choice: the thesis only says that most data centres
 * have three node types.
 */
export const HALL_MIXES = {
  /** Sequence of node types of the thesis' room of chapter 3, repeated once because that room has only four blocks. */
  'hall-mixed': ['TS140', 'Z600', 'Z600', 'Z820', 'TS140', 'Z600', 'Z600', 'Z820'],
  'hall-many-ts140': ['TS140', 'TS140', 'Z600', 'Z820', 'TS140', 'TS140', 'Z600', 'Z820'],
  'hall-many-z820': ['TS140', 'Z600', 'Z820', 'Z820', 'TS140', 'Z600', 'Z820', 'Z820'],
  'hall-without-z600': ['TS140', 'TS140', 'Z820', 'Z820', 'TS140', 'TS140', 'Z820', 'Z820'],
  'hall-without-ts140': ['Z600', 'Z600', 'Z820', 'Z820', 'Z600', 'Z600', 'Z820', 'Z820'],
} as const satisfies Readonly<Record<string, HallMix>>;

export type HallName = keyof typeof HALL_MIXES;

export interface HallOptions extends Omit<ThesisRoomOptions, 'racks'> {
  readonly redLineC: number;
}

/** Returns the thesis' room with its eight blocks of racks filled with the node types of a mix. */
export function hall(mix: HallMix, { redLineC, ...regime }: HallOptions): Room {
  const room = thesisRoom({ racks: RACKS, ...regime });
  return {
    nodeGroups: refilled(room.nodeGroups, room.airflow, mix),
    cracs: room.cracs.map((crac) => ({ ...crac, ...SET_POINTS })),
    airflow: room.airflow,
    coolingPerformance: THESIS_COP,
    redLineC,
  };
}

/**
 * Returns a room's node groups with the node types of a mix. The node type of a rack depends on the aisle that the rack
 * faces and on the half of the row in which it stands.
 */
function refilled(groups: readonly NodeGroup[], { layout }: RoomAirflow, mix: HallMix): NodeGroup[] {
  const tileOf = new Map(
    layout.racks.map((rack) => {
      const middleXM = rack.xM + rack.widthXM / 2;
      const aisleYM = rack.inletSide === '+y' ? rack.yM + rack.depthYM : rack.yM;
      const tile = layout.tiles.findIndex(
        ({ xM, yM, widthXM, depthYM }) =>
          xM <= middleXM && middleXM < xM + widthXM && yM - 1e-6 <= aisleYM && aisleYM <= yM + depthYM + 1e-6,
      );
      return [rack.name, tile] as const;
    }),
  );
  return groups.map((group) => ({ ...group, nodeType: mix[tileOf.get(group.rack)!]! }));
}

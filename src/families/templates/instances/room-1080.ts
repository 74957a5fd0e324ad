import type { NodeGroup } from '../../../../models/facility/facility.js';
import {
  type Quadrant,
  type StateGrid,
  TEMPLATES_FORMAT,
  TEMPLATES_FORMAT_VERSION,
  type TemplatesInstance,
} from '../../../../models/problems/templates/instance.js';
import { BENCHMARKS } from '../../../facility/thesis/benchmarks.js';
import { thesisNodeTypes } from '../../../facility/thesis/node-types.js';
import { thesisRoom } from '../../../facility/thesis/rooms.js';

export interface Room1080Options {
  /**
   * Regime of the air. balanced: fans slowed to 0.88 of the CRAC air, no mixing. nominal: the flows of Table 5.1, mixed
   * as chapter 5's own figures ask.
   */
  readonly airflow: 'balanced' | 'nominal';
}

/**
 * Share of perfectly mixed air in the nominal regime: with it no outlet is more than 11 K above the set-point at 204.8 kW, as the thesis'
 * statement asks that 22 C never overheats a node (section 5.7; docs/templates/instances.md).
 */
const NOMINAL_MIXING = 0.8;

/** Grid of the thesis (section 5.6.4). */
const GRID: StateGrid = {
  arrivingWorkPerS: [2.2, 6.6, 11, 15.4, 19.8],
  runningCores: [
    [180, 540, 900],
    [200, 605, 1010, 1415],
    [200, 605, 1010, 1415],
    [180, 540, 900, 1260, 1620, 1980, 2340, 2700, 3060],
  ],
  powerLimitW: [150_000, 170_000, 190_000, 210_000, 230_000],
};

/** The room of chapter 5: 1,080 nodes, ten benchmarks, 81 vent combinations, 10,800 states. */
export function room1080({ airflow }: Room1080Options): TemplatesInstance {
  const room = thesisRoom({ racks: 30, coldAisles: 'open', airflow });
  const mixingFraction = airflow === 'nominal' ? NOMINAL_MIXING : 0;
  return {
    format: TEMPLATES_FORMAT,
    formatVersion: TEMPLATES_FORMAT_VERSION,
    name: airflow === 'nominal' ? 'room-1080-nominal' : 'room-1080',
    description:
      'The room of chapter 5 of the thesis: 1,080 nodes, ten benchmarks, four quadrants, 10,800 states; open cold aisles, ' +
      (airflow === 'nominal'
        ? `nominal node air flow, ${NOMINAL_MIXING} of the air perfectly mixed.`
        : 'balanced node air flow, no mixing.'),
    facility: {
      // Chapter 5 knows no co-location.
      nodeTypes: thesisNodeTypes(BENCHMARKS).map((type) => ({ ...type, interference: undefined })),
      nodeGroups: room.nodeGroups,
      cracs: room.cracs,
      airflow: { ...room.airflow, mixingFraction },
      coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
    },
    taskTypes: BENCHMARKS.map((name) => ({ name })),
    quadrants: quadrantsOf(room.nodeGroups),
    ventOpenings: [0, 0.5, 1],
    outletLimitC: 33,
    middlePState: 'slower',
    grid: GRID,
    transient: {},
  };
}

/**
 * Quadrants: aisle 1 (rows 1 and 2) holds types TS140 and Z600, aisle 2 Z600 and Z820; each type with its aisle is a
 * quadrant.
 */
function quadrantsOf(groups: readonly NodeGroup[]): Quadrant[] {
  const quadrant = (name: string, rows: RegExp, nodeType: string): Quadrant => ({
    name,
    tiles: [name],
    members: groups
      .filter((group) => rows.test(group.rack) && group.nodeType === nodeType)
      .map(({ rack }) =>
        // Middle racks of the short rows are shared by two quadrants.
        groups.filter((group) => group.rack === rack).length === 1 ? { rack } : { rack, nodeType },
      ),
  });
  return [
    quadrant('Q1', /^R[12]-/, 'TS140'),
    quadrant('Q2', /^R[12]-/, 'Z600'),
    quadrant('Q3', /^R[34]-/, 'Z600'),
    quadrant('Q4', /^R[34]-/, 'Z820'),
  ];
}

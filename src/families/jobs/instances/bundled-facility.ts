import type { NodeType, RoomAirflow } from '../../../../models/facility/facility.js';
import { JOBS_FORMAT, JOBS_FORMAT_VERSION, type JobsInstance } from '../../../../models/problems/jobs/instance.js';
import { thesisNodeTypes } from '../../../facility/thesis/node-types.js';

/** A rack, a CRAC and a vent: room enough for a few nodes. */
const SMALL_ROOM: RoomAirflow = {
  source: 'room',
  layout: {
    ...{ lengthXM: 3, widthYM: 4.2, heightZM: 2.8, levelsPerRack: 1 },
    cellM: { x: 0.3, y: 0.3, z: 0.35 },
    racks: [{ name: 'R1', xM: 1.5, yM: 1.8, widthXM: 0.6, depthYM: 1.2, heightZM: 2.1, slots: 4, inletSide: '-y' }],
    tiles: [{ name: 'T1', xM: 1.5, yM: 0.6, widthXM: 0.6, depthYM: 1.2, opening: 1 }],
    aisles: [{ name: 'A1', xM: 1.5, yM: 0.6, widthXM: 0.6, depthYM: 1.2, containmentHeightM: 2.1 }],
    cracPlacements: [{ crac: 'CRAC1', xM: 0, yM: 1.8, widthXM: 0.6, depthYM: 0.6, heightZM: 2.1 }],
  },
  ...{ nodeAirflowFactor: 1, floorLeakageFraction: 0, coldAisles: 'open', mixingFraction: 1 },
};

/** The thesis' node types without what serves co-location. */
function nodeTypes(): NodeType[] {
  return thesisNodeTypes(['canneal', 'blackscholes']).map((type) => ({ ...type, interference: undefined }));
}

/** Four nodes of the thesis' servers, two benchmarks as tasks of a fork and join: the node types of the other families as they are. */
export function facilityJobsInstance(): JobsInstance {
  const types = nodeTypes();
  const task = (name: string, taskType: string, length: number) => ({ name, taskType, length });
  const points = [
    { ageS: 0, value: 4 },
    { ageOverLeastTime: 1.5, value: 4 },
    { ageOverLeastTime: 4, value: 0 },
  ];
  return {
    ...{ format: JOBS_FORMAT, formatVersion: JOBS_FORMAT_VERSION },
    name: 'facility-4',
    description: "Fork and join of two benchmarks, 40 jobs in a day, on four nodes of the thesis' servers.",
    seed: 1,
    period: { durationS: 86_400, startsOn: 'monday' },
    platform: {
      ...{ source: 'facility', bytesPerS: 1e9, powerOf: 'canneal', idleShare: 1, pStates: [0, 2, 4, 6, 8] },
      room: { redLineC: 27 },
      facility: {
        nodeTypes: types,
        nodeGroups: types.map(({ name }, n) => ({ nodeType: name, count: n === 0 ? 2 : 1, rack: 'R1' })),
        cracs: [{ name: 'CRAC1', airFlowM3PerS: 1, setPointMinC: 10, setPointMaxC: 35 }],
        airflow: SMALL_ROOM,
        coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
        colocation: { model: 'none' },
      },
    },
    jobTypes: {
      source: 'table',
      types: [
        {
          name: 'fork-join',
          tasks: [
            task('fork', 'canneal', 2),
            task('one', 'blackscholes', 10),
            task('two', 'blackscholes', 8),
            task('three', 'canneal', 6),
            task('join', 'canneal', 3),
          ],
          edges: ['one', 'two', 'three'].flatMap((name) => [
            { from: 'fork', to: name, bytes: 2e10 },
            { from: name, to: 'join', bytes: 1e10 },
          ]),
          value: { shape: 'points', points },
        },
      ],
    },
    arrivals: {
      source: 'generated',
      jobs: 40,
      rates: { weekday: Array<number>(24).fill(1), weekend: Array<number>(24).fill(1) },
    },
    pace: { least: 0.7, most: 1.3 },
    overheads: { checkS: 2, moveInNodeS: 20, moveToNodeS: 60 },
  };
}

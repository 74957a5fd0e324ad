import type { NodeType, RoomAirflow } from '../../../../models/facility/facility.js';
import {
  UTILITY_FORMAT,
  UTILITY_FORMAT_VERSION,
  type UtilityInstanceFile,
} from '../../../../models/problems/utility/instance.js';
import { BENCHMARKS, MEMORY_CLASS } from '../../../facility/thesis/benchmarks.js';
import { thesisNodeTypes } from '../../../facility/thesis/node-types.js';
import { thesisRoom } from '../../../facility/thesis/rooms.js';
import { continuousPriorities, twentyClasses } from './bundled-parts.js';

/** Length of an hour, s. */
const HOUR_S = 3600;

/** Instances on a facility. */
export function facilityUtilityInstances(): UtilityInstanceFile[] {
  return [room1080(), tinyFacility()];
}

/**
 * The room of the other families (1,080 nodes in 30 racks, open cold aisles, balanced air) with the ten benchmarks as task types. Choices of ours are
 * in docs/decisions/utility-facility.md.
 */
function room1080(): UtilityInstanceFile {
  const room = thesisRoom({ racks: 30, coldAisles: 'open', airflow: 'balanced' });
  return {
    format: UTILITY_FORMAT,
    formatVersion: UTILITY_FORMAT_VERSION,
    name: 'room-1080',
    description:
      "The thesis' room of 1,080 nodes and 40,000 tasks a day of one to 64 cores of one rack; 28 h, of which the last 24 count. Energy budget and red line both bind at some hours.",
    environment: 'parallel',
    seed: 1,
    period: { durationS: 28 * HOUR_S, measuredFromS: 4 * HOUR_S },
    eventIntervalS: 60,
    droppingThreshold: 0.5,
    energyBudgetJPerDay: 17e9,
    urgencyUnitS: 60,
    facility: {
      nodeTypes: thesisNodeTypes(BENCHMARKS),
      ...room,
      coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
      colocation: { model: 'anchored' },
      upsEfficiency: 0.94,
    },
    operation: { setPointsC: { CRAC1: 20 }, redLineC: 30, poolsPer: 'rack', pStates: [0, 8, 15] },
    utility: { classes: twentyClasses(), priorities: continuousPriorities(), prioritiesPer: 'task' },
    taskTypes: {
      source: 'facility',
      types: BENCHMARKS.map((name) => ({ name, memoryClass: MEMORY_CLASS[name], leastCores: 1, mostCores: 64 })),
    },
    arrivals: { source: 'generated', tasksPerDay: 40_000, amplitude: 0.75, phase: -Math.PI / 2 },
  };
}

/** Small room whose air comes out perfectly mixed: every inlet is at set-point + power / (rho c x CRAC air flow), whatever the layout. */
const MIXED_ROOM: RoomAirflow = {
  source: 'room',
  layout: {
    lengthXM: 3,
    widthYM: 4.2,
    heightZM: 2.8,
    cellM: { x: 0.3, y: 0.3, z: 0.35 },
    levelsPerRack: 1,
    racks: [{ name: 'R1', xM: 1.5, yM: 1.8, widthXM: 0.6, depthYM: 1.2, heightZM: 2.1, slots: 4, inletSide: '-y' }],
    tiles: [{ name: 'T1', xM: 1.5, yM: 0.6, widthXM: 0.6, depthYM: 1.2, opening: 1 }],
    aisles: [{ name: 'A1', xM: 1.5, yM: 0.6, widthXM: 0.6, depthYM: 1.2, containmentHeightM: 2.1 }],
    cracPlacements: [{ crac: 'CRAC1', xM: 0, yM: 1.8, widthXM: 0.6, depthYM: 0.6, heightZM: 2.1 }],
  },
  nodeAirflowFactor: 1,
  floorLeakageFraction: 0,
  coldAisles: 'open',
  mixingFraction: 1,
};

/** Four cores in two P-states; one task type of 10 s at 10 W, or 16 s at 4 W. */
const FOUR_CORES: NodeType = {
  name: 'S',
  cores: 4,
  idlePowerW: 20,
  airFlowM3PerS: 0.02,
  pStateFrequenciesGHz: [2, 1],
  tasks: [
    {
      taskType: 'a',
      timeS: { atHighestFrequency: 10, atLowestFrequency: 16 },
      corePowerW: { atHighestFrequency: 10, atLowestFrequency: 4 },
      memoryIntensity: 0.001,
    },
  ],
};

function tinyFacility(): UtilityInstanceFile {
  const step = (name: string, ageS: number) =>
    ({
      name,
      shape: 'points',
      points: [
        { ageS: 0, utility: 1 },
        { ageS, utility: 1 },
        { ageS, utility: 0 },
      ],
    }) as const;
  const urgent = [1, 2, 3].map((n) => ({ name: `urgent-${n}`, utilityClass: 'within-12-s', startingUtility: 2 }));
  const patient = { name: 'patient', utilityClass: 'within-30-s', startingUtility: 1.5 };
  return {
    format: UTILITY_FORMAT,
    formatVersion: UTILITY_FORMAT_VERSION,
    name: 'tiny-facility',
    description:
      'Two nodes of four cores: heat lets two fast tasks and a slow one run at once, and energy no more than that.',
    environment: 'parallel',
    seed: 0,
    period: { durationS: 60, measuredFromS: 0 },
    eventIntervalS: 10,
    droppingThreshold: 0,
    energyBudgetJPerDay: 4000,
    urgencyUnitS: 60,
    facility: {
      nodeTypes: [FOUR_CORES],
      nodeGroups: [{ nodeType: 'S', count: 2, rack: 'R1' }],
      cracs: [{ name: 'CRAC1', airFlowM3PerS: 0.05, setPointMinC: 10, setPointMaxC: 35 }],
      airflow: MIXED_ROOM,
      coolingPerformance: { quadraticPerC2: 0, linearPerC: 0, constant: 4 },
      colocation: { model: 'none' },
      upsEfficiency: 0.8,
    },
    operation: { setPointsC: { CRAC1: 20 }, redLineC: 21.08 },
    utility: { classes: [step('within-12-s', 12), step('within-30-s', 30)] },
    taskTypes: { source: 'facility', types: [{ name: 'a', memoryClass: 'M' }] },
    arrivals: { source: 'table', tasks: [...urgent, patient].map((task) => ({ ...task, taskType: 'a', arrivalS: 0 })) },
    knownOptimum: {
      utility: 5.5,
      derivation:
        'A watt of a core is 1 / 0.8 + 1 / 4 = 1.5 W at the meter; the idle nodes draw 2 x 20 x 1.5 = 60 W, 3600 of the 4000 J. ' +
        'The mixed air warms by 1 K per 1.204 x 1006 x 0.05 = 60.56 W, so the red line, 1.08 K above the set-point, leaves 65.4 - 40 = 25.4 W of cores. ' +
        'An urgent task must run fast and at once (10 W), so two of three earn 2; beside them there is room for the patient one if it runs slowly (4 W, 16 s). ' +
        'Energy: (2 x 10 x 10 + 4 x 16) x 1.5 = 396 J of the 400 left; fast it would take 450.',
    },
  };
}

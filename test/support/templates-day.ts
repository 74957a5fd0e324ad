import { ventAirflow } from '../../models/physics/airflow/vents.js';
import { airUnderWay } from '../../models/physics/thermal/air-under-way.js';
import { templatesModel } from '../../models/families/templates/compile.js';
import type { TemplatesInstance } from '../../models/families/templates/instance.js';
import type { TemplateBook } from '../../models/families/templates/online.js';
import type { ArrivalSequence } from '../../src/online/arrivals.js';
import type { TemplatesModel } from '../../models/families/templates/model.js';
import { layoutFacility } from '../../models/families/templates/room.js';
import { stateCount } from '../../models/families/templates/states.js';
import type { Template } from '../../models/families/templates/template.js';
import { tinyTemplatesInstances } from './bundled.js';
import { randomStream } from '../../src/random/stream.js';
import { transientRooms } from '../../src/families/templates/studies/day/rooms.js';
import type { TransientRooms } from '../../src/families/templates/studies/day/request.js';

export interface DayRoom {
  readonly model: TemplatesModel;
  readonly rooms: TransientRooms;
}

export function dayRoom(instance: TemplatesInstance): DayRoom {
  const air = ventAirflow(layoutFacility(instance)!, instance.quadrants, instance.ventOpenings);
  const matrices = air.ventOpenings.map((_, v) => air.influence(v));
  return { model: templatesModel(instance, matrices), rooms: transientRooms(instance, (v) => air.transientAir(v)) };
}

/** Room without anything that takes time: CRACs remove in every step what nodes draw in it. */
export function promptRoom(instance: TemplatesInstance): DayRoom {
  const air = ventAirflow(layoutFacility(instance)!, instance.quadrants, instance.ventOpenings);
  const matrices = air.ventOpenings.map((_, v) => air.influence(v));
  const prompt: TemplatesInstance = { ...instance, transient: { nodeThermalMassJPerK: 0, plenumTimeConstantS: 0 } };
  return {
    model: templatesModel(prompt, matrices),
    rooms: transientRooms(prompt, (v) => ({ matrix: matrices[v]!, air: airUnderWay(matrices[v]!, () => 0) })),
  };
}

/** The rooms of an instance with travel times that grow with the vent combination, as an import may have them. */
export function unevenRooms(instance: TemplatesInstance): TransientRooms {
  const air = ventAirflow(layoutFacility(instance)!, instance.quadrants, instance.ventOpenings);
  return transientRooms(instance, (v) => {
    const matrix = air.influence(v);
    return { matrix, air: airUnderWay(matrix, () => 20 * (v + 1)) };
  });
}

/** Arrivals of tasks of the first type. */
export function arrivalsAt(timeS: readonly number[], durationS: number): ArrivalSequence {
  return { timeS: Float64Array.from(timeS), taskType: new Uint16Array(timeS.length), durationS };
}

/**
 * Instance of one rack of `nodes` equal nodes with one core each: 60 W idle; a job takes 10 s at 40 W, or 20 s at 15 W.
 * Air is mixed.
 */
export function oneRack(nodes: number, changes: Partial<TemplatesInstance> = {}): TemplatesInstance {
  const tiny = tinyTemplatesInstances().find(({ name }) => name === 'tiny-one-quadrant')!;
  const [type] = tiny.facility.nodeTypes;
  return {
    ...tiny,
    facility: {
      ...tiny.facility,
      nodeTypes: [
        {
          ...type!,
          cores: 1,
          idlePowerW: 60,
          pStateFrequenciesGHz: [2, 1],
          tasks: [{ taskType: 'job', timeS: [10, 20], corePowerW: [40, 15], memoryIntensity: 0 }],
        },
      ],
      nodeGroups: [{ ...tiny.facility.nodeGroups[0]!, count: nodes }],
      cracs: [{ ...tiny.facility.cracs[0]!, airFlowM3PerS: 1, setPointMinC: 10, setPointMaxC: 40 }],
    },
    taskTypes: [{ name: 'job', rewardPerTask: 2, deadlineS: 100 }],
    outletLimitC: 60,
    knownOptimum: undefined,
    ...changes,
  };
}

/**
 * Instance of two quadrants, three racks (the middle one shared), 14 nodes of two types on two levels, three task types
 * with tight deadlines of which two earn the same; little mixing, so that vents matter, and a limit that is often
 * passed.
 */
export function smallFacility(): TemplatesInstance {
  const tiny = tinyTemplatesInstances().find(({ name }) => name === 'tiny-two-quadrants')!;
  const { facility } = tiny;
  const { airflow } = facility;
  if (airflow.source !== 'room') throw new Error('A room was expected');
  const [plain, quick] = facility.nodeTypes;
  const racks = airflow.layout.racks;
  const third = { ...racks[1]!, name: 'R3', xM: racks[1]!.xM + 0.6 };
  const task = (taskType: string, timeS: number[], corePowerW: number[]) =>
    ({ taskType, timeS, corePowerW, memoryIntensity: 0 }) as const;
  return {
    ...tiny,
    name: 'small-facility',
    facility: {
      ...facility,
      nodeTypes: [
        {
          ...plain!,
          cores: 3,
          airFlowM3PerS: 0.05,
          tasks: [
            task('long', [90, 140, 260], [40, 15, 5]),
            task('short', [31, 47, 83], [45, 20, 6]),
            task('other', [53, 70, 101], [30, 14, 9]),
          ],
        },
        {
          ...quick!,
          cores: 2,
          pStateFrequenciesGHz: [3, 1],
          airFlowM3PerS: 0.04,
          tasks: [
            task('long', [70, 200], [60, 11]),
            task('short', [25, 61], [50, 13]),
            task('other', [80, 95], [20, 12]),
          ],
        },
      ],
      nodeGroups: [
        { nodeType: 'plain', count: 4, rack: 'R1', firstSlot: 4 },
        { nodeType: 'plain', count: 3, rack: 'R2', firstSlot: 1 },
        { nodeType: 'quick', count: 2, rack: 'R2', firstSlot: 8 },
        { nodeType: 'quick', count: 5, rack: 'R3', firstSlot: 5 },
      ],
      cracs: [{ ...facility.cracs[0]!, airFlowM3PerS: 0.7, setPointMaxC: 30 }],
      airflow: {
        ...airflow,
        floorLeakageFraction: 0.1,
        mixingFraction: 0.2,
        layout: {
          ...airflow.layout,
          levelsPerRack: 2,
          lengthXM: airflow.layout.lengthXM + 0.6,
          racks: [...racks, third],
          aisles: airflow.layout.aisles.map((aisle) => ({ ...aisle, widthXM: aisle.widthXM + 0.6 })),
        },
      },
    },
    taskTypes: [
      { name: 'long', rewardPerTask: 3, deadlineS: 210 },
      { name: 'short', rewardPerTask: 1, deadlineS: 95 },
      { name: 'other', rewardPerTask: 3, deadlineS: 140 },
    ],
    quadrants: [
      { name: 'Q1', tiles: ['T1'], members: [{ rack: 'R1' }, { rack: 'R2', nodeType: 'plain' }] },
      { name: 'Q2', tiles: ['T2'], members: [{ rack: 'R3' }, { rack: 'R2', nodeType: 'quick' }] },
    ],
    outletLimitC: 32,
    grid: {
      arrivingWorkPerS: [0.1, 0.4],
      runningCores: [
        [0, 10],
        [0, 7],
      ],
      powerLimitW: [1500, 2000, 2500],
    },
    transient: { nodeThermalMassJPerK: 3000, plenumTimeConstantS: 20 },
    knownOptimum: undefined,
  };
}

/** Arrivals at random moments, on average `perS` a second. */
export function randomArrivals(perS: number, durationS: number, types: number, seed: number): ArrivalSequence {
  const random = randomStream(seed, 'arrivals');
  const count = Math.round(perS * durationS);
  const timeS = Float64Array.from({ length: count }, () => random.uniform(0, durationS)).sort();
  return { timeS, taskType: Uint16Array.from(timeS, () => random.integer(0, types - 1)), durationS };
}

/** Book of templates that mean nothing: any vents, set-points and cores, a third of the states infeasible. */
export function randomBook({ instance, blocks, ventOpenings }: TemplatesModel, seed: number): TemplateBook {
  const random = randomStream(seed, 'book');
  const templates = Array.from({ length: stateCount(instance.grid) }, (_, state): Template => {
    const allowableCores = Int32Array.from(blocks, ({ nodeCount, coresPerNode }) =>
      random.integer(0, nodeCount * coresPerNode),
    );
    return {
      state,
      status: random.uniform() < 0.35 ? 'infeasible' : 'optimal',
      vents: random.integer(0, ventOpenings.length - 1),
      setPointC: random.uniform(14, 24),
      utilisation: Float64Array.from(blocks, () => 0.5),
      workPerS: 1,
      powerW: 1,
      tasksPerJ: 1,
      boundTasksPerJ: 1,
      hottestOutletC: 30,
      binding: 'work',
      allowableCores,
    };
  });
  return { grid: instance.grid, template: (state) => templates[state]! };
}

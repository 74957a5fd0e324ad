import type { CoolingPerformance, NodeType } from '../../../../models/facility/facility.js';
import {
  type KnownTemplate,
  type StateGrid,
  TEMPLATES_FORMAT,
  TEMPLATES_FORMAT_VERSION,
  type TemplatesInstance,
  type TemplatesNodeGroup,
  type TemplatesNodeType,
} from '../../../../models/problems/templates/instance.js';

/**
 * Instances small enough to solve by hand. Air is perfectly mixed, so that vents change nothing, and a cubic metre of it carries 1 kJ/K:
 * a rack's outlet lies P / 1000 F + P_b / 1000 A_b above the set-point, P of all nodes (W), P_b of the rack, F and A_b the air of CRAC and
 * rack (m3/s).
 */
export function tinyTemplatesInstances(): TemplatesInstance[] {
  return [oneQuadrant(), setPoint(), twoQuadrants(), standby()];
}

/** Node type of which 40 cores in ten nodes do 2 tasks/s and add 600 W to 1 kW. */
const PLAIN: NodeType = {
  name: 'plain',
  cores: 4,
  idlePowerW: 100,
  airFlowM3PerS: 0.1,
  pStateFrequenciesGHz: [3, 2, 1],
  tasks: [{ taskType: 'job', timeS: [10, 20, 40], corePowerW: [40, 15, 5], memoryIntensity: 0 }],
};
/** Node type of which 20 cores in five nodes do 2 tasks/s and add 400 W to 300 W. */
const QUICK: NodeType = {
  ...PLAIN,
  name: 'quick',
  idlePowerW: 60,
  tasks: [{ taskType: 'job', timeS: [8, 10, 16], corePowerW: [50, 20, 8], memoryIntensity: 0 }],
};

/** CoP of 4 at every set-point, for solving by hand. */
const CONSTANT_COP_4: CoolingPerformance = { quadraticPerC2: 0, linearPerC: 0, constant: 4 };
/** CoP of a tenth of the set-point in C, for solving by hand. */
const COP_TENTH_OF_T: CoolingPerformance = { quadraticPerC2: 0, linearPerC: 0.1, constant: 0 };

interface Tiny {
  readonly name: string;
  readonly description: string;
  /** Racks, one per quadrant. */
  readonly racks: readonly {
    readonly type: TemplatesNodeType;
    readonly count: number;
    readonly standby?: Pick<TemplatesNodeGroup, 'mayBeOff' | 'minimumOn'>;
  }[];
  readonly cracAirM3PerS: number;
  readonly setPointMinC: number;
  readonly cooling: CoolingPerformance;
  readonly outletLimitC: number;
  readonly ventOpenings: readonly number[];
  readonly grid: StateGrid;
  /** Greatest tasks/J of all states in the order of their indices; null: infeasible. */
  readonly best: readonly (number | null)[];
  readonly derivation: string;
}

function oneQuadrant(): TemplatesInstance {
  const [powerBound, outletBound] = [1.2 / 1700, 5 / 3 / 1875];
  return tiny({
    name: 'tiny-one-quadrant',
    description:
      'Work, power, the outlet limit or nothing stops it; in two states running cores need more power than there is.',
    racks: [{ type: PLAIN, count: 10 }],
    cracAirM3PerS: 1,
    setPointMinC: 20,
    cooling: CONSTANT_COP_4,
    outletLimitC: 23,
    ventOpenings: [1],
    grid: { arrivingWorkPerS: [0.5, 3], runningCores: [[0, 20]], powerLimitW: [1500, 1700, 2000] },
    best: [
      ...[0.5 / 1437.5, 0.5 / 1437.5, 0.5 / 1437.5],
      ...[null, powerBound, 1.5 / 1812.5],
      ...[2 / 3 / 1500, powerBound, outletBound],
      ...[null, powerBound, outletBound],
    ],
    derivation:
      'At utilisation u the nodes draw 1000 + 600 u W, with CRACs 1.25 times that, for 2 u tasks/s: the more the better. u <= (arriving + ' +
      'existing) / 2, existing 0 or 1; power allows u = 1/3, 0.6, 1; the outlet, 20 C + P / 500, allows 1500 W, u = 5/6; 20 running ' +
      'cores ask for u >= 1/2.',
  });
}

function setPoint(): TemplatesInstance {
  return tiny({
    name: 'tiny-set-point',
    description: 'A warm set-point is cheap; the last cores need a colder one.',
    racks: [{ type: PLAIN, count: 10 }],
    cracAirM3PerS: 1,
    setPointMinC: 10,
    cooling: COP_TENTH_OF_T,
    outletLimitC: 28,
    ventOpenings: [1],
    grid: { arrivingWorkPerS: [0.5, 1.9, 5], runningCores: [[0]], powerLimitW: [2000, 3000] },
    best: [
      ...[0.5 / 1610, 0.5 / 1610],
      ...[1 / 1400, 1.9 / (1570 * (1 + 1 / 2.486))],
      ...[1 / 1400, 2 / (1600 * (1 + 1 / 2.48))],
    ],
    derivation:
      'P = 1000 + 600 u W and CoP = T / 10. The set-point is the warmest that keeps T + P / 500 <= 28, at most 25 C: 25 C up to P = 1500 ' +
      'W, 28 - P / 500 above. The quotient rises with u: u = 0.25 (P = 1150), 0.95 (P = 1570, T = 24.86) or 1 (P = 1600, T = 24.8); 2000 W ' +
      'at 25 C is P = 2000 / 1.4, u = 5/7.',
  });
}

function standby(): TemplatesInstance {
  const [few, full] = [0.4 / 700, 1.6 / 1650];
  return tiny({
    name: 'tiny-standby',
    description: 'Ten nodes of which up to seven may sleep: rarely is it best that all of them run.',
    racks: [{ type: { ...PLAIN, sleepPowerW: 20 }, count: 10, standby: { mayBeOff: true, minimumOn: 3 } }],
    cracAirM3PerS: 1,
    setPointMinC: 20,
    cooling: CONSTANT_COP_4,
    outletLimitC: 23,
    ventOpenings: [1],
    grid: { arrivingWorkPerS: [0.5, 3], runningCores: [[0, 20]], powerLimitW: [700, 2000] },
    best: [few, 0.5 / 737.5, null, 1.4 / 1475, few, full, null, full],
    derivation:
      'With a of 10 nodes on, each used to the part v, they draw 200 + 80 a + 60 a v W, with CRACs 1.25 times that, for a v / 5 tasks/s: best ' +
      'with few nodes that are used fully. At least 3 are on: 0.5 tasks/s take 590 W, and 700 W in all allow 560 W, v = 2/3. The air of a node ' +
      'that is on is 1 + 0.6 v K above its inlet, which is at 20 C + P / 1000: 8 nodes may be used fully (22.92 C), 9 to v = 18/19 (less per ' +
      'joule), 10 to 5/6. 20 running cores need 5 nodes, at least 900 W, 1125 W in all; of 1.5 tasks/s 7 full nodes do 1.4 for 1475 W, better ' +
      'than all of it on 8.',
  });
}

function twoQuadrants(): TemplatesInstance {
  const [few, some, all] = [9 / 14 / 2000, 3 / 2800, 4 / 3220];
  return tiny({
    name: 'tiny-two-quadrants',
    description: 'Two kinds of nodes: the quick ones are filled first. Four vent combinations, all alike.',
    racks: [
      { type: PLAIN, count: 10 },
      { type: QUICK, count: 5 },
    ],
    cracAirM3PerS: 3,
    setPointMinC: 10,
    cooling: COP_TENTH_OF_T,
    outletLimitC: 30,
    ventOpenings: [0.5, 1],
    grid: {
      arrivingWorkPerS: [1, 9],
      runningCores: [
        [0, 20],
        [0, 10],
      ],
      powerLimitW: [2000, 2800, 4000],
    },
    best: [
      ...[few, 1 / 2100, 1 / 2100],
      ...[null, 2 / 2380, 2 / 2380],
      ...[null, 2 / 2520, 2 / 2520],
      ...[null, some, some],
      ...[few, some, all],
      ...[null, some, all],
      ...[null, some, all],
      ...[null, some, all],
    ],
    derivation:
      'No outlet is more than 2.4 K above the set-point, so it is 25 C, CoP 2.5, and P_total = 1.4 (1300 + 600 a + 400 b) W for 2 a + 2 b ' +
      'tasks/s; a, b the utilisations of plain and quick nodes, at least 1/2 where cores run. A task costs 200 J on quick nodes and 300 ' +
      'J on plain ones, always less than the average: fill quick nodes, then plain ones, up to the work or the power.',
  });
}

function tiny(parts: Tiny): TemplatesInstance {
  const { racks } = parts;
  return {
    format: TEMPLATES_FORMAT,
    formatVersion: TEMPLATES_FORMAT_VERSION,
    name: parts.name,
    description: parts.description,
    facility: {
      nodeTypes: racks.map(({ type }) => type),
      nodeGroups: racks.map(({ type, count, standby: own }, r) => ({
        ...{ nodeType: type.name, count, rack: `R${r + 1}` },
        ...own,
      })),
      cracs: [
        { name: 'CRAC1', airFlowM3PerS: parts.cracAirM3PerS, setPointMinC: parts.setPointMinC, setPointMaxC: 25 },
      ],
      airflow: mixedRoom(racks.length),
      coolingPerformance: parts.cooling,
      air: { densityKgPerM3: 1, heatCapacityJPerKgK: 1000 },
    },
    taskTypes: [{ name: 'job' }],
    quadrants: racks.map((_, r) => ({ name: `Q${r + 1}`, tiles: [`T${r + 1}`], members: [{ rack: `R${r + 1}` }] })),
    ventOpenings: parts.ventOpenings,
    outletLimitC: parts.outletLimitC,
    middlePState: 'slower',
    grid: parts.grid,
    transient: {},
    knownOptimum: {
      states: parts.best.map((tasksPerJ, state): KnownTemplate => ({ state, tasksPerJ })),
      derivation: parts.derivation,
    },
  };
}

/** Room with a row of racks behind a cold aisle, one tile before each; every inlet breathes the mean of all air. */
function mixedRoom(racks: number): TemplatesInstance['facility']['airflow'] {
  const each = Array.from({ length: racks }, (_, r) => ({ number: r + 1, xM: Number((1.5 + 0.6 * r).toFixed(1)) }));
  return {
    source: 'room',
    layout: {
      lengthXM: Number((2.4 + 0.6 * racks).toFixed(1)),
      widthYM: 4.2,
      heightZM: 2.8,
      cellM: { x: 0.3, y: 0.3, z: 0.35 },
      levelsPerRack: 1,
      racks: each.map(({ number, xM }) => ({
        ...{ name: `R${number}`, xM, yM: 1.8, widthXM: 0.6, depthYM: 1.2, heightZM: 2.1 },
        slots: 12,
        inletSide: '-y',
      })),
      tiles: each.map(({ number, xM }) => ({
        name: `T${number}`,
        xM,
        yM: 0.6,
        widthXM: 0.6,
        depthYM: 1.2,
        opening: 1,
      })),
      aisles: [
        {
          name: 'A1',
          xM: 1.5,
          yM: 0.6,
          widthXM: Number((0.6 * racks).toFixed(1)),
          depthYM: 1.2,
          containmentHeightM: 2.1,
        },
      ],
      cracPlacements: [{ crac: 'CRAC1', xM: 0, yM: 1.8, widthXM: 0.6, depthYM: 0.6, heightZM: 2.1 }],
    },
    nodeAirflowFactor: 1,
    floorLeakageFraction: 0,
    coldAisles: 'open',
    mixingFraction: 1,
  };
}

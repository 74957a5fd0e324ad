import {
  type DataCentre,
  GEO_FORMAT,
  GEO_FORMAT_VERSION,
  type GeoInstance,
  type GeoNodeType,
  type GeoRules,
  type GeoTaskType,
  type Renewables,
  type Room,
} from '../../../../models/problems/geo/instance.js';

/**
 * Instances small enough to solve by hand. CoP is 4 and Eff 1.1 whatever runs where, so that a kW of nodes is 1.375 kW at the meter; the
 * red line never binds. Nodes are whole; cores may divide their time.
 */
export function tinyGeoInstances(): GeoInstance[] {
  return [
    oneEpoch(),
    arbitrage(),
    transition(),
    ...(['printed', 'curtailed', 'feed-in'] as const).map(surplus),
    colocation(),
    restricted(),
    carbon(),
  ];
}

interface Tiny {
  readonly name: string;
  readonly description: string;
  readonly nodeType?: GeoNodeType;
  readonly taskTypes: readonly GeoTaskType[];
  /** Number of nodes in every data centre. */
  readonly nodes: number;
  readonly centres: readonly {
    readonly usdPerKwh: readonly number[];
    readonly renewables?: Renewables;
    readonly gramsPerKwh?: readonly number[];
  }[];
  readonly rules?: Partial<GeoRules>;
  readonly costUsd: number;
  readonly derivation: string;
}

/** Places of the data centres of the tiny instances. */
const CENTRES = [
  { name: 'west', latitudeDeg: 37.62, longitudeDeg: -122.4, timeZone: 'America/Los_Angeles' },
  { name: 'east', latitudeDeg: 40.65, longitudeDeg: -73.8, timeZone: 'America/New_York' },
] as const;

function tiny(parts: Tiny): GeoInstance {
  const nodeType = parts.nodeType ?? CHASSIS;
  return {
    format: GEO_FORMAT,
    formatVersion: GEO_FORMAT_VERSION,
    name: parts.name,
    description: parts.description,
    horizon: {
      start: '2017-07-12T00:00',
      timeZone: 'UTC',
      epochs: parts.centres[0]!.usdPerKwh.length,
      epochMinutes: 60,
      boundary: 'open',
    },
    nodeTypes: [nodeType],
    colocation: { model: nodeType.interference === undefined ? 'none' : 'anchored' },
    taskTypes: parts.taskTypes,
    rooms: { room: mixedRoom(nodeType.name, parts.nodes) },
    tariffs: {},
    dataCentres: parts.centres.map(({ usdPerKwh, renewables, gramsPerKwh }, d): DataCentre => ({
      ...CENTRES[d]!,
      room: 'room',
      powerOverhead: 1.1,
      coolingPerPower: 4,
      price: { source: 'series', usdPerKwh },
      ...(gramsPerKwh && { carbon: { source: 'series', gramsPerKwh } }),
      renewables,
    })),
    rules: { transitionS: 0, utilisation: 0.75, surplus: { rule: 'curtailed' }, ...parts.rules },
    knownOptimum: { costUsd: parts.costUsd, derivation: parts.derivation },
  };
}

/** Room with one rack in perfectly mixed air: every inlet is at T + P / (rho c 5 m3/s). */
function mixedRoom(nodeType: string, count: number): Room {
  return {
    nodeGroups: [{ nodeType, count, rack: 'R1' }],
    cracs: [{ name: 'CRAC1', airFlowM3PerS: 5, setPointMinC: 10, setPointMaxC: 25 }],
    airflow: {
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
    },
    coolingPerformance: { quadraticPerC2: 0, linearPerC: 0, constant: 4 },
    redLineC: 30,
  };
}

/**
 * Node type of the tiny instances: 2 kW awake, 0.2 kW asleep; a core does 0.1 tasks/s at 1 kW or 0.0625 at 0.4 kW, that
 * is 10 or 6.4 kJ a task.
 */
const CHASSIS: GeoNodeType = {
  name: 'chassis',
  cores: 4,
  idlePowerW: 2000,
  sleepPowerW: 200,
  peakDynamicPowerW: 4000,
  airFlowM3PerS: 1,
  pStateFrequenciesGHz: [2, 1],
  tasks: ['a', 'b'].map((taskType) => ({
    taskType,
    timeS: { atHighestFrequency: 10, atLowestFrequency: 16 },
    corePowerW: { atHighestFrequency: 1000, atLowestFrequency: 400 },
    memoryIntensity: 0.001,
  })),
};
/** Node type that runs the first task type only. */
const ONE_TASK: GeoNodeType = { ...CHASSIS, tasks: CHASSIS.tasks.slice(0, 1) };

function task(name: string, arrivalRatePerS: readonly number[], allowedDataCentres?: readonly string[]): GeoTaskType {
  return { name, memoryClass: 'M', arrivalRatePerS, allowedDataCentres };
}

function oneEpoch(): GeoInstance {
  return tiny({
    name: 'tiny-one-epoch',
    description: 'One data centre, one epoch: how many nodes, how fast.',
    nodeType: ONE_TASK,
    taskTypes: [task('a', [0.6])],
    nodes: 3,
    centres: [{ usdPerKwh: [0.1] }],
    costUsd: 1.2375,
    derivation:
      'Two nodes: 8 cores do 0.6 tasks/s with 8/3 of them at 2 GHz and 16/3 at 1 GHz, 2.667 + 2.133 = 4.8 kW; with 2 x 2 kW idle and one ' +
      'node asleep 9 kW, at the meter 12.375 kW. Three nodes at 1 GHz draw 6 + 0.6 x 6.4 = 9.84 kW; one does 0.4 tasks/s at most.',
  });
}

function arbitrage(): GeoInstance {
  return tiny({
    name: 'tiny-arbitrage',
    description: 'Two data centres whose prices cross; waking costs nothing.',
    nodeType: ONE_TASK,
    taskTypes: [task('a', [0.5, 0.5])],
    nodes: 2,
    centres: [{ usdPerKwh: [0.1, 0.3] }, { usdPerKwh: [0.2, 0.1] }],
    costUsd: 2.255,
    derivation:
      'Both nodes of the cheaper data centre at 1 GHz do 8 x 0.0625 tasks/s and draw 4 + 3.2 = 7.2 kW, the other two sleep at 0.4 kW: ' +
      '1.375 (7.2 x 0.1 + 0.4 x 0.2) + 1.375 (7.2 x 0.1 + 0.4 x 0.3) = 1.1 + 1.155 USD. One node in each would draw 6.2 and 2.84 kW.',
  });
}

function transition(): GeoInstance {
  return tiny({
    name: 'tiny-transition',
    description: 'A lull of one hour: the second node stays awake because falling asleep and waking cost more.',
    nodeType: ONE_TASK,
    taskTypes: [task('a', [0.5, 0.2, 0.5])],
    nodes: 2,
    centres: [{ usdPerKwh: [0.1, 0.1, 0.1] }],
    rules: { transitionS: 900 },
    costUsd: 2.706,
    derivation:
      'Awake throughout: 7.2, 4 + 0.2 x 6.4 = 5.28 and 7.2 kW, 19.68 kWh x 1.375 x 0.1. Asleep in the lull one node saves 2 - 0.2 = 1.8 kWh, but a stop and ' +
      'a start cost 0.25 h (0.75 x 4 + 2 - 0.2) kW = 1.2 kWh each, both within the lull.',
  });
}

/** Sun of a data centre: 100 m2, efficiency 0.2, 1000 W/m2, so 20 kW. */
const SUN: Renewables = {
  solar: { panelAreaM2: 100, efficiency: 0.2, irradiance: { source: 'series', wPerM2: [1000] } },
};

/**
 * Instance in which the rule for surplus energy decides the bill. Serving takes 7.2 kW, 9.9 kWh at the meter; sleeping
 * 0.55 kWh; the sun gives the west 20 kWh.
 */
function surplus(rule: GeoRules['surplus']['rule']): GeoInstance {
  const outcome = {
    printed: {
      text: 'paid at the price of the west, as printed',
      costUsd: -1.45,
      derivation:
        'The east serves at half the price for which the west sells its sun: 9.9 x 0.05 - (20 - 0.55) x 0.1 = 0.495 - 1.945. Serving in the west: 0.0275 - 1.01.',
    },
    curtailed: {
      text: 'worth nothing',
      costUsd: 0.0275,
      derivation: 'The west serves with 9.9 of its 20 kWh for nothing; the east sleeps, 0.55 x 0.05.',
    },
    'feed-in': {
      text: 'paid at 0.02 USD/kWh',
      costUsd: -0.1745,
      derivation:
        'The west serves and sells the rest: 0.0275 - (20 - 9.9) x 0.02. Serving in the east costs 0.05 where the sun is worth 0.02: 0.495 - 0.389.',
    },
  }[rule];
  return tiny({
    name: `tiny-surplus-${rule}`,
    description: `More sun in the west than it can use; the surplus is ${outcome.text}.`,
    nodeType: ONE_TASK,
    taskTypes: [task('a', [0.5])],
    nodes: 2,
    centres: [{ usdPerKwh: [0.1], renewables: SUN }, { usdPerKwh: [0.05] }],
    rules: { surplus: rule === 'feed-in' ? { rule, usdPerKwh: 0.02 } : { rule } },
    costUsd: outcome.costUsd,
    derivation: outcome.derivation,
  });
}

function colocation(): GeoInstance {
  return tiny({
    name: 'tiny-colocation',
    description: 'A neighbour makes every task four times as long: two task types take turns on one core.',
    nodeType: {
      ...CHASSIS,
      cores: 2,
      peakDynamicPowerW: 2000,
      interference: { M: { perNeighbourS: 30, perAverageIntensityS: 0 } },
    },
    taskTypes: [task('a', [0.05]), task('b', [0.05])],
    nodes: 2,
    centres: [{ usdPerKwh: [0.1] }],
    costUsd: 0.44,
    derivation:
      'One core at 2 GHz runs each type half of its time, 0.05 tasks/s each, the other core idles: 2 + 1 + 0.2 (asleep) = 3.2 kW x 1.375 x 0.1. Nothing ' +
      'else lets one node do 0.1 tasks/s: two cores at once do 2 / 40 at most, one at 1 GHz 1 / 16. The second node awake costs 1.8 kW and saves 0.36 kW.',
  });
}

function restricted(): GeoInstance {
  return tiny({
    name: 'tiny-restricted',
    description: 'Task type b may be served in the dear data centre only; a goes where it is cheap.',
    taskTypes: [task('a', [0.25]), task('b', [0.125], ['east'])],
    nodes: 2,
    centres: [{ usdPerKwh: [0.1] }, { usdPerKwh: [0.3] }],
    costUsd: 1.76,
    derivation:
      'East: one node with two cores at 1 GHz on b, 2 + 0.8 kW, and one asleep, 3 kW x 0.3. West: one node with four cores at 1 GHz on a, 2 + 1.6 kW, and ' +
      'one asleep, 3.8 kW x 0.1. 1.375 (0.9 + 0.38). All on one node in the east: 1.375 (5.8 x 0.3 + 0.4 x 0.1) = 2.4475.',
  });
}

function carbon(): GeoInstance {
  return tiny({
    name: 'tiny-carbon',
    description: 'The cheaper data centre burns coal; a price of carbon makes the other one the better.',
    nodeType: ONE_TASK,
    taskTypes: [task('a', [0.5])],
    nodes: 2,
    centres: [
      { usdPerKwh: [0.1], gramsPerKwh: [800] },
      { usdPerKwh: [0.12], gramsPerKwh: [100] },
    ],
    rules: { carbonUsdPerTonne: 50 },
    costUsd: 1.3145,
    derivation:
      'With carbon a kWh costs 0.1 + 0.8 x 0.05 = 0.14 in the west and 0.12 + 0.1 x 0.05 = 0.125 in the east. Serving takes 9.9 kWh, sleeping 0.55: ' +
      '9.9 x 0.125 + 0.55 x 0.14, of which 0.0715 for 0.99 + 0.44 kg. In the west: 9.9 x 0.14 + 0.55 x 0.125 = 1.45475; without a price of carbon 1.056 against 1.243. ' +
      'One node in each draws 5.225 kWh twice.',
  });
}

import type {
  DataCentre,
  GeoInstance,
  GeoNodeType,
  GeoRules,
  GeoTaskType,
  Renewables,
  Room,
  Tariff,
} from '../../models/families/geo/instance.js';
import { GEO_FORMAT, GEO_FORMAT_VERSION } from '../../models/families/geo/format.js';
import { type GeoModel, geoModel } from '../../models/families/geo/model.js';
import { roomFacility } from '../../models/families/geo/room.js';
import type { GeoSeries } from '../../models/families/geo/series.js';
import { roomInfluenceMatrix } from '../../models/physics/airflow/room-matrix.js';
import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';
import { geoSeries } from '../../src/families/geo/instances/series/geo-series.js';
import { tinyGeoInstances } from './bundled.js';
import type { ColocationChoice } from '../../models/facility/facility.js';
import { randomStream, type Uniform } from '../../src/random/stream.js';
import { drawRoom, fullPowerW } from './geo-rooms.js';

export interface GeoCase {
  readonly instance: GeoInstance;
  readonly series: GeoSeries;
  readonly matrices: ReadonlyMap<string, InfluenceMatrix>;
  readonly model: GeoModel;
}

/** Instance, series, matrices and compiled fault of an instance that names no other file. */
export function geoCase(instance: GeoInstance): GeoCase {
  const series = geoSeries(instance, '.');
  if (!series.ok) throw new Error(JSON.stringify(series.faults));
  const names = [...new Set(instance.dataCentres.map(({ room }) => room))];
  const matrices = new Map(names.map((name) => [name, roomInfluenceMatrix(roomFacility(instance, name))]));
  return { instance, series, matrices, model: geoModel(instance, series, (room) => matrices.get(room)!) };
}

/** A bundled instance whose optimum is known, by its name without "tiny-". */
export function tinyGeo(name: string): GeoCase {
  return geoCase(tinyGeoInstances().find((one) => one.name === `tiny-${name}`)!);
}

/** The compiled fault of a random instance. */
export function randomGeoModel(seed: number, options: RandomGeoOptions = {}): GeoCase {
  return geoCase(randomGeoInstance(seed, options));
}

/** Choices for a random instance: numbers fix what is otherwise drawn. */
export interface RandomGeoOptions {
  /** Number of centres, default 1-3. */
  readonly centres?: number;
  /** Number of node types, default 1-3. */
  readonly nodeTypes?: number;
  /** Number of nodes of every type in every centre (default: 2-6 in all, a type sometimes absent). */
  readonly nodesPerType?: number;
  /** Number of cores of every node type, default 1-3. */
  readonly cores?: number;
  /** Number of P-states of every node type, default 1-3. */
  readonly pStates?: number;
  /** Number of task types, default 1-4. */
  readonly taskTypes?: number;
  /** Number of epochs, default 1-4. */
  readonly epochs?: number;
  /** Boundary of the horizon; default: half of the instances each. */
  readonly boundary?: 'cyclic' | 'open';
  /** Model of co-location; default anchored, one time in five none. */
  readonly colocation?: ColocationChoice['model'];
  /** Rule for surplus energy; default: one of the three rules. */
  readonly surplus?: GeoRules['surplus'];
  /**
   * Load: the share of what all nodes can do at their fastest, each core alone with its kind, that the greatest epoch
   * asks for (default 0.1-0.6).
   */
  readonly load?: number;
  /** Flag, true for rooms in which full power does not keep the red line (default: one in four). */
  readonly hot?: boolean;
  /** Chance that a node type cannot run a task type (default 0.15). */
  readonly incompatible?: number;
  /** Chance that a task type is restricted to some centres (default 0.2). */
  readonly restricted?: number;
  /** Chance of sun or wind at a centre (default 0.5). */
  readonly renewables?: number;
  /** Chance of a power cap at a centre (default 0). */
  readonly powerCaps?: number;
  /** Carbon series, and a price or a cap on it (default none). */
  readonly carbon?: 'none' | 'price' | 'cap';
  /** Source of prices: series (default), or a tariff of two periods a day with demand charges. */
  readonly prices?: 'series' | 'tariff';
}

/** A random geo instance, complete in memory: no other file is read. The same seed always gives the same one. */
export function randomGeoInstance(seed: number, options: RandomGeoOptions = {}): GeoInstance {
  const draw = randomStream(seed, 'geo').uniform;
  const chance = (probability: number): boolean => draw() < probability;
  const whole = (least: number, most: number): number => least + Math.floor(draw() * (most - least + 1));
  const epochs = options.epochs ?? whole(1, 4);
  const taskNames = Array.from({ length: options.taskTypes ?? whole(1, 4) }, (_, i) => `k${i}`);
  const colocation = options.colocation ?? (chance(0.2) ? 'none' : 'anchored');
  const typeCount = options.nodeTypes ?? whole(1, 3);
  const nodeTypes = Array.from({ length: typeCount }, (_, j) => drawNodeType(j, taskNames, draw, options));
  const centreCount = options.centres ?? whole(1, 3);
  // Centres built alike share a room now and then.
  const roomCount = whole(1, centreCount);
  const rooms = Object.fromEntries(
    Array.from({ length: roomCount }, (_, r) => [`room${r}`, drawRoom(nodeTypes, draw, options)]),
  );
  const dataCentres = Array.from({ length: centreCount }, (_, d): DataCentre => {
    const room = `room${d < roomCount ? d : whole(0, roomCount - 1)}`;
    const powerW = fullPowerW(rooms[room]!, nodeTypes);
    const drawnCup = chance(0.7) ? draw(1.2, 3) : undefined;
    return {
      name: `centre${d}`,
      latitudeDeg: draw(25, 48),
      longitudeDeg: draw(-124, -70),
      timeZone: 'UTC',
      room,
      powerOverhead: chance(0.2) ? 1 : draw(1.02, 1.3),
      coolingPerPower: drawnCup,
      price:
        options.prices === 'tariff'
          ? { source: 'tariff', tariff: 'day-and-night' }
          : { source: 'series', usdPerKwh: Array.from({ length: epochs }, () => draw(0.04, 0.2)) },
      ...((options.carbon ?? 'none') === 'none'
        ? {}
        : { carbon: { source: 'series', gramsPerKwh: Array.from({ length: epochs }, () => draw(20, 900)) } as const }),
      renewables: chance(options.renewables ?? 0.5) ? drawRenewables(powerW, epochs, draw) : undefined,
      powerCapW: chance(options.powerCaps ?? 0) ? powerW * draw(0.6, 1.4) : undefined,
    };
  });
  const taskTypes = drawTaskTypes(taskNames, nodeTypes, rooms, dataCentres, epochs, draw, options, colocation);
  const feedIn = draw(0.01, 0.04);
  const surplusRules: readonly GeoRules['surplus'][] = [
    { rule: 'printed' },
    { rule: 'curtailed' },
    { rule: 'feed-in', usdPerKwh: feedIn },
  ];
  return {
    format: GEO_FORMAT,
    formatVersion: GEO_FORMAT_VERSION,
    name: `random-${seed}`,
    horizon: {
      start: '2017-07-12T10:00',
      timeZone: 'UTC',
      epochs,
      epochMinutes: chance(0.8) ? 60 : 30,
      boundary: options.boundary ?? (chance(0.5) ? 'cyclic' : 'open'),
    },
    nodeTypes,
    colocation: { model: colocation },
    taskTypes,
    rooms,
    tariffs: options.prices === 'tariff' ? { 'day-and-night': DAY_AND_NIGHT } : {},
    dataCentres,
    rules: {
      transitionS: chance(0.2) ? 0 : draw(60, 600),
      utilisation: draw(0.5, 1),
      surplus: options.surplus ?? surplusRules[whole(0, 2)]!,
      ...(options.carbon === 'price' ? { carbonUsdPerTonne: draw(10, 100) } : {}),
      ...(options.carbon === 'cap' ? { carbonCapKg: epochs * draw(0.2, 1) } : {}),
      ...(options.prices === 'tariff' ? { demandChargeShare: 1 / 30 } : {}),
    },
  };
}

/** Tariff of day and night; the first epoch of random instances, 10:00 UTC, is night, and from 12:00 it is day. */
const DAY_AND_NIGHT: Tariff = {
  citation: 'Drawn for a test',
  seasons: [
    {
      name: 'year',
      from: '01-01',
      periods: [
        {
          name: 'day',
          usdPerKwh: 0.15,
          demandUsdPerKwMonth: 12,
          when: [{ days: ['weekday', 'saturday', 'sunday', 'holiday'], from: '12:00', to: '18:00' }],
        },
        {
          name: 'night',
          usdPerKwh: 0.08,
          demandUsdPerKwMonth: 4,
          when: [{ days: ['weekday', 'saturday', 'sunday', 'holiday'], from: '00:00', to: '24:00' }],
        },
      ],
    },
  ],
  daylightSaving: { rule: 'clock' },
};

/** Memory classes of the task types, in turn. */
const CLASSES = ['I', 'II'] as const;

function drawNodeType(j: number, taskNames: readonly string[], draw: Uniform, options: RandomGeoOptions): GeoNodeType {
  const whole = (least: number, most: number): number => least + Math.floor(draw() * (most - least + 1));
  const pStates = options.pStates ?? whole(1, 3);
  const idlePowerW = draw(10, 80);
  const kept = whole(0, taskNames.length - 1);
  // The first node type runs everything, so that every task type can be served where it stands.
  const runs = taskNames.filter((_, i) => j === 0 || i === kept || draw() >= (options.incompatible ?? 0.15));
  const falling = (first: number, low: number, high: number): number[] => {
    const values = [first];
    while (values.length < pStates) values.push(values.at(-1)! * draw(low, high));
    return values;
  };
  return {
    name: `N${j}`,
    cores: options.cores ?? whole(1, 3),
    idlePowerW,
    airFlowM3PerS: draw(0.01, 0.03),
    pStateFrequenciesGHz: falling(draw(2, 4), 0.5, 0.9),
    tasks: runs.map((taskType) => ({
      taskType,
      timeS: falling(draw(0.2, 2), 1 / 0.9, 1 / 0.5),
      corePowerW: falling(draw(5, 30), 0.3, 0.95),
      memoryIntensity: draw(0, 0.02),
    })),
    interference: Object.fromEntries(
      CLASSES.map((memoryClass) => [
        memoryClass,
        { perNeighbourS: draw(-0.05, 0.4), perAverageIntensityS: draw(-20, 60) },
      ]),
    ),
    ...(draw() < 0.3 ? { sleepPowerW: idlePowerW * draw(0, 0.5) } : {}),
    ...(draw() < 0.3 ? { peakDynamicPowerW: draw(10, 60) } : {}),
    ...(draw() < 0.2 ? { psuEfficiency: draw(0.85, 1) } : {}),
  };
}

function drawRenewables(powerW: number, epochs: number, draw: Uniform): Renewables {
  const series = (low: number, high: number): number[] => Array.from({ length: epochs }, () => draw(low, high));
  // Up to twice what the centre can draw, so that there is surplus in some.
  const peakW = powerW * draw(0.1, 2);
  const kind = draw();
  const solar = {
    panelAreaM2: peakW / (0.2 * 1000),
    efficiency: 0.2,
    irradiance: { source: 'series', wPerM2: series(0, 1000) },
  } as const;
  const wind = {
    rotorAreaM2: peakW / (0.3 * 0.5 * 1.2 * 10 ** 3),
    efficiency: 0.3,
    speed: { source: 'series', mPerS: series(0, 10), airDensityKgPerM3: 1.2 },
    ...(draw() < 0.3 ? { ratedPowerW: peakW / 2 } : {}),
  } as const;
  return { ...(kind < 0.7 ? { solar } : {}), ...(kind >= 0.4 ? { wind } : {}) };
}

/** Task types whose greatest arrivals take `load` of the cores wherever they may run; each alone with its kind, in P-state 0. */
function drawTaskTypes(
  names: readonly string[],
  nodeTypes: readonly GeoNodeType[],
  rooms: Readonly<Record<string, Room>>,
  centres: readonly DataCentre[],
  epochs: number,
  draw: Uniform,
  options: RandomGeoOptions,
  colocation: ColocationChoice['model'],
): GeoTaskType[] {
  const load = options.load ?? draw(0.1, 0.6);
  const weights = names.map(() => draw(0.3, 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return names.map((name, i) => {
    const memoryClass = CLASSES[i % 2]!;
    const restricted = draw() < (options.restricted ?? 0.2);
    const allowed = centres.filter((_, d) => !restricted || d === i % centres.length);
    const capacityPerS = allowed.reduce((sum, { room }) => {
      return (
        sum +
        rooms[room]!.nodeGroups.reduce((within, { nodeType, count }) => {
          const type = nodeTypes.find((one) => one.name === nodeType)!;
          const task = type.tasks.find(({ taskType }) => taskType === name);
          if (task === undefined) return within;
          const slowedS = colocation === 'none' ? 0 : type.interference![memoryClass]!.perNeighbourS * (type.cores - 1);
          return within + (count * type.cores) / ((task.timeS as readonly number[])[0]! + Math.max(0, slowedS));
        }, 0)
      );
    }, 0);
    const greatest = (load * capacityPerS * weights[i]!) / total;
    return {
      name,
      memoryClass,
      arrivalRatePerS: Array.from({ length: epochs }, () => greatest * draw(0.3, 1)),
      ...(restricted ? { allowedDataCentres: allowed.map((centre) => centre.name) } : {}),
    };
  });
}

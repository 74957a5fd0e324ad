import type {
  DataCentre,
  GeoInstance,
  GeoNodeType,
  GeoTaskType,
  Room,
} from '../../../../models/families/geo/instance.js';
import { GEO_FORMAT, GEO_FORMAT_VERSION } from '../../../../models/families/geo/format.js';
import { fourDigits } from '../../../instances/four-digits.js';
import { MEMORY_CLASS, type WorkloadName, WORKLOADS } from '../../../facility/thesis/benchmarks.js';
import { thesisNodeTypes } from '../../../facility/thesis/node-types.js';
import { cyclicDay } from './day.js';
import { hall, HALL_MIXES, type HallName } from './hall.js';
import { pgeE19Secondary } from './series/tariff-catalogue.js';
import { mostNodePowerW, renewablesFor } from './site-power.js';
import { type Site, SITE_GROUPS, SITES } from './sites.js';
import { colocatedTimeS } from '../../../../models/physics/colocation/interference.js';
import { pStateTable } from '../../../../models/physics/power/p-states.js';

export interface UsOptions {
  readonly centres: 4 | 8 | 16;
  /** One of the thesis' three workloads (section 4.5.3); `hybrid` is the one called mixed. */
  readonly workload: Exclude<WorkloadName, 'all'>;
  /** Local date in America/Chicago; default 2017-07-12, a Wednesday. */
  readonly date?: string | undefined;
}

/** Rules of the thesis on billing and transitions (section 4.5.1). */
export const THESIS_RULES: GeoInstance['rules'] = {
  transitionS: 300,
  utilisation: 0.75,
  surplus: { rule: 'curtailed' },
};
/** Mean power of sun and wind in their best month, as a share of the data centre's largest power (section 4.5.1). */
const RENEWABLE_SHARE = 0.2;

/** Airflow and red line (maximum inlet temperature) of all bundled halls. Reasons: docs/geo/instances.md. */
export const REGIME = { airflow: 'nominal', coldAisles: 'open', redLineC: 30 } as const;
/** Power overhead Eff: meter power over power of nodes and CRACs. Reasons: docs/geo/instances.md. */
export const POWER_OVERHEAD = 1.1;
/** Name of the tariff that all data centres of the bundled instances have. */
export const TARIFF = 'pge-e19-2017';
/** Estimated CUP (heat removed per CRAC power), only used to estimate a data centre's largest power. */
export const COOLING_ESTIMATE = 1.65;
/** Smallest arrival rate of the day, as a fraction of what all cores can serve. Reasons: docs/geo/instances.md. */
const MIN_LOAD = 0.25;
/** Largest arrival rate of the day, as a fraction of what all cores can serve. Reasons: docs/geo/instances.md. */
const MAX_LOAD = 0.6;
/** Hour of the day with the largest arrival rates, local time of MIDDLE_ZONE. Reasons: docs/geo/instances.md. */
const BUSIEST_HOUR = 14;
/** Time zone in which the horizon begins at midnight and by whose clocks arrivals vary. */
export const MIDDLE_ZONE = 'America/Chicago';
/** Yearly irradiation from which a bundled data centre has solar panels, kWh/m2. Reasons: docs/geo/instances.md. */
const SUNNY_KWH_PER_M2 = 1600;
/** Mean wind speed at 10 m from which a bundled data centre has wind turbines, m/s. Reasons: docs/geo/instances.md. */
const WINDY_M_PER_S = 4;

/** Titles of the three workloads of section 4.5.3. */
const WORKLOAD_TITLE = { hybrid: 'mixed', memory: 'memory-intensive', cpu: 'CPU-intensive' } as const;

/** Returns one of the thesis' groups of data centres, for one day (section 4.5.1). */
export function usInstance(options: UsOptions): GeoInstance {
  const { centres, workload } = options;
  const date = options.date ?? '2017-07-12';
  const benchmarks = WORKLOADS[workload];
  const nodeTypes = thesisNodeTypes(benchmarks);
  const sites = SITE_GROUPS[centres].map((name) => SITES.find((one) => one.name === name)!);
  const rooms = halls(sites.map((site) => site.hall));
  return {
    format: GEO_FORMAT,
    formatVersion: GEO_FORMAT_VERSION,
    name: usInstanceName(options),
    description:
      `${centres} data centres of 4,320 nodes from coast to coast on ${date}, ${WORKLOAD_TITLE[workload]} workload of the thesis: its 120-rack ` +
      `room with nominal node air flow and open cold aisles; tariff E-19; sun and wind of 20 % of the greatest power in the best month; arrivals ` +
      `of 25 to 60 % of what evenly shared nodes can do (docs/geo/instances.md).`,
    horizon: cyclicDay(date, MIDDLE_ZONE),
    nodeTypes,
    colocation: { model: 'anchored' },
    taskTypes: sinusoidalTasks(
      benchmarks.map((name) => ({ name, memoryClass: MEMORY_CLASS[name] })),
      nodeTypes,
      sites.map((site) => rooms[site.hall]!),
    ),
    rooms,
    tariffs: { [TARIFF]: pgeE19Secondary([Number(date.slice(0, 4))]) },
    dataCentres: sites.map((site) => dataCentre(site, rooms[site.hall]!, nodeTypes)),
    rules: THESIS_RULES,
  };
}

/** Returns the name of a bundled instance, e.g. us-4 or us-8-memory. For the mixed workload the name has no suffix. */
export function usInstanceName({ centres, workload, date }: UsOptions): string {
  return `us-${centres}${workload === 'hybrid' ? '' : `-${workload}`}${date === undefined ? '' : `-${date}`}`;
}

/** Returns the rooms of the used halls, in the order of HALL_MIXES. */
export function halls(used: readonly HallName[]): Record<string, Room> {
  const names = (Object.keys(HALL_MIXES) as HallName[]).filter((name) => used.includes(name));
  return Object.fromEntries(names.map((name) => [name, hall(HALL_MIXES[name], REGIME)]));
}

/** Returns task types whose arrival rates swing over the day between MIN_LOAD and MAX_LOAD of the rooms' capacity. */
export function sinusoidalTasks(
  tasks: readonly { readonly name: string; readonly memoryClass: string }[],
  nodeTypes: readonly GeoNodeType[],
  rooms: readonly Room[],
): GeoTaskType[] {
  const known = new Map([...new Set(rooms)].map((room) => [room, evenCapacityPerS(room, nodeTypes, tasks)]));
  const meanLoad = (MIN_LOAD + MAX_LOAD) / 2;
  const swing = fourDigits((MAX_LOAD - MIN_LOAD) / 2 / meanLoad);
  return tasks.map(({ name, memoryClass }, i) => {
    const capacityPerS = rooms.reduce((sum, room) => sum + known.get(room)![i]!, 0);
    return {
      name,
      memoryClass,
      arrivalRatePerS: {
        meanPerS: fourDigits(meanLoad * capacityPerS),
        swing,
        peakHour: BUSIEST_HOUR,
        timeZone: MIDDLE_ZONE,
      },
    };
  });
}

function dataCentre(site: Site, room: Room, nodeTypes: readonly GeoNodeType[]): DataCentre {
  const { name, place, latitudeDeg, longitudeDeg, timeZone, hall: hallName } = site;
  const sunny = site.yearlyKwhPerM2 >= SUNNY_KWH_PER_M2;
  const windy = site.meanWindMPerS >= WINDY_M_PER_S;
  const mostPowerW = POWER_OVERHEAD * (1 + 1 / COOLING_ESTIMATE) * mostNodePowerW(room, nodeTypes);
  return {
    name,
    description: place,
    latitudeDeg,
    longitudeDeg,
    timeZone,
    room: hallName,
    powerOverhead: POWER_OVERHEAD,
    price: { source: 'tariff', tariff: TARIFF },
    // Both sun and wind where neither is strong.
    renewables: renewablesFor(
      site,
      { solar: sunny || !windy, wind: windy || !sunny },
      RENEWABLE_SHARE,
      mostPowerW,
      1 + SITES.indexOf(site),
    ),
  };
}

/**
 * Returns the largest rate C_i at which a room can serve each task type, tasks/s, if all are served at once. Every core
 * gives equal time to each task type that its node type can run, in P-state 0.
 *
 * C_i = sum over nodes of (cores / types) / CET_i
 *
 * CET_i is the execution time with co-location if all other cores of the node run tasks, and these have the mean memory
 * intensity of the node type's task types.
 */
function evenCapacityPerS(
  room: Room,
  nodeTypes: readonly GeoNodeType[],
  taskTypes: readonly { readonly name: string; readonly memoryClass: string }[],
): number[] {
  return taskTypes.map(({ name, memoryClass }) =>
    room.nodeGroups.reduce((sum, { nodeType, count }) => {
      const type = nodeTypes.find((one) => one.name === nodeType)!;
      const task = type.tasks.find(({ taskType }) => taskType === name);
      if (task === undefined) return sum;
      const meanIntensity = type.tasks.reduce((total, one) => total + one.memoryIntensity, 0) / type.tasks.length;
      const timeS = colocatedTimeS('anchored', type.interference![memoryClass]!, {
        neighbours: type.cores - 1,
        baseTimeS: pStateTable(type, task).timeS[0]!,
        frequencyGHz: type.pStateFrequenciesGHz[0]!,
        averageIntensity: meanIntensity,
        ownIntensity: task.memoryIntensity,
      });
      return sum + (count * type.cores) / (type.tasks.length * timeS);
    }, 0),
  );
}

import type { DataCentre, GeoInstance } from '../../../../models/families/geo/instance.js';
import { GEO_FORMAT, GEO_FORMAT_VERSION } from '../../../../models/families/geo/format.js';
import { randomStream } from '../../../random/stream.js';
import { fourDigits } from '../../../instances/four-digits.js';
import { type Benchmark, BENCHMARKS } from '../../../facility/thesis/benchmarks.js';
import { thesisNodeTypes } from '../../../facility/thesis/node-types.js';
import { thesisTasks, withTaskCopies } from '../../../facility/thesis/task-copies.js';
import { cyclicDay } from './day.js';
import { HALL_MIXES, type HallName } from './hall.js';
import { pgeE19Secondary } from './series/tariff-catalogue.js';
import { mostNodePowerW, renewablesFor } from './site-power.js';
import { COOLING_ESTIMATE, halls, MIDDLE_ZONE, sinusoidalTasks, TARIFF, THESIS_RULES } from './us.js';

export interface ManyCentresOptions {
  readonly centres: number;
  /** Number of task types. The first are the benchmarks; the others are copies of benchmarks. */
  readonly taskTypes: number;
  readonly seed: number;
  /** Benchmarks from which the task types are made; default: all ten. */
  readonly benchmarks?: readonly Benchmark[] | undefined;
  /** Local date in America/Chicago; default 2017-07-12, a Wednesday. */
  readonly date?: string | undefined;
}

/** Rectangle of latitudes and longitudes in which data centres are placed, degrees; it is land nearly everywhere. */
const STRIP = { latitude: [33, 46], longitude: [-121, -76] } as const;
/** Approximate western borders of the time zones, as longitudes. */
const ZONES = [
  { fromDeg: -180, timeZone: 'America/Los_Angeles' },
  { fromDeg: -115, timeZone: 'America/Denver' },
  { fromDeg: -102, timeZone: 'America/Chicago' },
  { fromDeg: -86.5, timeZone: 'America/New_York' },
] as const;

/** Number of different seeds for modelled wind speeds. */
const WIND_SEEDS = 1_000_000_000;
/** Number of wind seeds reserved for each instance seed: as many as an instance may have data centres. */
const WIND_SEEDS_EACH = 1000;

/** Returns the seed of a data centre's wind speeds. Instances with different seeds have different wind seeds. */
function windSeed(seed: number, centre: number): number {
  const first = ((seed - 1) * WIND_SEEDS_EACH) % WIND_SEEDS;
  return (first + 1 + centre + WIND_SEEDS) % WIND_SEEDS;
}

/**
 * Returns an instance with random data centres over the United States. Positions, halls (rooms), power overheads, sun
 * and wind are drawn from a seed. All other data are those of the thesis' groups.
 */
export function manyCentres(options: ManyCentresOptions): GeoInstance {
  const { centres, taskTypes, seed, benchmarks = BENCHMARKS, date = '2017-07-12' } = options;
  const tasks = thesisTasks(benchmarks, taskTypes);
  const nodeTypes = withTaskCopies(thesisNodeTypes(benchmarks), tasks, seed);
  const rooms = halls(Object.keys(HALL_MIXES) as HallName[]);
  const names = Object.keys(rooms);
  const mostOf = new Map(names.map((name) => [name, mostNodePowerW(rooms[name]!, nodeTypes)]));
  const draw = randomStream(seed, 'geo centres');
  const dataCentres = Array.from({ length: centres }, (_, d): DataCentre => {
    const latitudeDeg = fourDigits(draw.uniform(...STRIP.latitude));
    const longitudeDeg = fourDigits(draw.uniform(...STRIP.longitude));
    const room = names[draw.integer(0, names.length - 1)]!;
    const powerOverhead = Number(draw.uniform(1.05, 1.2).toFixed(3));
    const kind = draw.integer(0, 2);
    const climate = {
      latitudeDeg,
      longitudeDeg,
      yearlyKwhPerM2: draw.uniform(1200, 2100),
      meanWindMPerS: draw.uniform(2.8, 5.2),
    };
    const mostPowerW = powerOverhead * (1 + 1 / COOLING_ESTIMATE) * mostOf.get(room)!;
    return {
      name: `c${String(d + 1).padStart(3, '0')}`,
      latitudeDeg,
      longitudeDeg,
      timeZone: ZONES.findLast(({ fromDeg }) => fromDeg <= longitudeDeg)!.timeZone,
      room,
      powerOverhead,
      price: { source: 'tariff', tariff: TARIFF },
      renewables: renewablesFor(climate, { solar: kind !== 1, wind: kind !== 0 }, 0.2, mostPowerW, windSeed(seed, d)),
    };
  });
  return {
    format: GEO_FORMAT,
    formatVersion: GEO_FORMAT_VERSION,
    name: `us-${centres}`,
    description:
      `${centres} data centres of 4,320 nodes drawn over the United States with seed ${seed}, ${taskTypes} task types (the ten benchmarks of the thesis and ` +
      `copies of them), otherwise as us-4 (docs/geo/instances.md). For the measure of speed.`,
    horizon: cyclicDay(date, MIDDLE_ZONE),
    nodeTypes,
    colocation: { model: 'anchored' },
    taskTypes: sinusoidalTasks(
      tasks,
      nodeTypes,
      dataCentres.map(({ room }) => rooms[room]!),
    ),
    // A hall that no data centre has is left out.
    rooms: halls(dataCentres.map(({ room }) => room as HallName)),
    tariffs: { [TARIFF]: pgeE19Secondary([Number(date.slice(0, 4))]) },
    dataCentres,
    rules: THESIS_RULES,
  };
}

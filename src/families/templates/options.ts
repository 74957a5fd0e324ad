import { KW_PER_MW, S_PER_DAY, W_PER_KW } from '../../../models/units.js';
import { RefusedOption } from '../commands.js';
import type { Options } from '../options.js';
import {
  ALLOW_OUTSIDE,
  ANY_WHOLE,
  AT_LEAST_0,
  AT_LEAST_1,
  DATABASE_BUILD,
  FLAG,
  FORCE,
  OUT_FILE,
  TEXT,
} from '../shared-options.js';

/** Maximum number of samples of a coverage study. Our choice: each is solved, and a mean needs far fewer. */
const MAX_COVERAGE_SAMPLES = 100_000;
/** Maximum number of perturbed rooms of a robustness study. Our choice: a day is simulated in each. */
const MAX_ROOMS = 1000;
/** Maximum length of a simulated day, s: a month. Our choice: charts and tables by minute stay readable. */
const MAX_DAY_S = 31 * S_PER_DAY;
/** Minimum time step of the temperature simulation, s. Our choice: temperatures change within minutes. */
const MIN_STEP_S = 0.1;
/** Maximum time step of the temperature simulation, s. Our choice: longer steps would skip mapping events. */
const MAX_STEP_S = 3600;
/** Kind of the options that are temperatures, C. The minimum is absolute zero in whole degrees. */
const TEMPERATURE_C = { is: 'number', least: -273 } as const;

type Read<Value> = (text: string, option: string) => Value;

/** Parses numbers of running cores by quadrant, e.g. "180,200,200,180". */
const runningCores: Read<readonly number[]> = (text, option) => {
  const parts = text.split(',').map((part) => part.trim());
  const isCount = (part: string): boolean => /^\d+$/.test(part) && Number.isSafeInteger(Number(part));
  if (!parts.every(isCount)) {
    const allowed = 'whole numbers of at least 0 with commas between, one per quadrant';
    throw new RefusedOption(option, text, allowed, 'For example --running 180,200,200,180.');
  }
  return parts.map(Number);
};

/** Watts per unit of power, by the unit's name in lower case. The empty name means W. */
const UNITS: Readonly<Record<string, number>> = { '': 1, w: 1, kw: W_PER_KW, mw: W_PER_KW * KW_PER_MW };

/** Parses a power and returns watts, e.g. "170kW", "170 kW", "170000". */
const watts: Read<number> = (text, option) => {
  const [, digits = '', unit = ''] = /^\s*(\d*\.?\d+(?:e[+-]?\d+)?|\d+\.)\s*([a-z]*)\s*$/i.exec(text) ?? [];
  const value = Number(digits) * (UNITS[unit.toLowerCase()] ?? NaN);
  if (digits !== '' && value > 0 && Number.isFinite(value)) return value;
  const allowed = 'a power above 0 in W, or with a unit (W, kW, MW)';
  throw new RefusedOption(option, text, allowed, 'For example --power 170kW.');
};

/** Parses numbers of at least 0, separated by commas. */
const numbers: Read<readonly number[]> = (text, option) => text.split(',').map((part) => number(part, option));

const above: Read<number> = (text, option) => {
  const value = number(text, option);
  if (value === 0) throw new RefusedOption(option, text, 'a number above 0', 'Correct the value.');
  return value;
};

/** Returns a parser of seconds within a range, both ends included. */
function secondsWithin(leastS: number, mostS: number): Read<number> {
  return (text, option) => {
    const value = number(text, option);
    if (value >= leastS && value <= mostS) return value;
    throw new RefusedOption(option, text, `seconds from ${leastS} to ${mostS}`, 'Correct the value.');
  };
}

/** Parses a number of at least 0. */
function number(text: string, option: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
    throw new RefusedOption(option, text, 'a number of at least 0', 'Correct the value.');
  }
  return value;
}

/** Option that names the instance from which a database was built. */
const BUILT_FROM = {
  flags: '--instance <file>',
  help: 'the instance it was built from; needed where its air was imported',
  kind: TEXT,
} as const;
/** Option for the random seed of sampled states. */
const SEED_OF_STATES = {
  flags: '--seed <n>',
  group: 'effort',
  help: 'of the states drawn',
  kind: ANY_WHOLE,
  preset: 1,
} as const;

/** Options for the task arrivals of a simulated day. */
export const ARRIVAL_OPTIONS = {
  arrivals: {
    flags: '--arrivals <pattern>',
    help: 'constant, bursty, sinusoidal, or a job trace: a .swf or .swf.gz file',
    kind: TEXT,
    preset: 'constant',
  },
  rate: {
    flags: '--rate <tasks/s>',
    help: 'constant: of all task types together (default 6); bursty: high,low (9,3); sinusoidal: mean (0.08)',
    kind: TEXT,
    read: numbers,
  },
  burstS: { flags: '--burst-s <s>', help: 'bursty: length of both intervals', usual: '7200', kind: TEXT, read: above },
  amplitude: { flags: '--amplitude <share>', kind: AT_LEAST_0, help: 'sinusoidal: 0 to 1', usual: '0.6' },
  traceStartS: {
    flags: '--trace-start-s <s>',
    kind: AT_LEAST_0,
    help: 'trace: second at which the day begins',
    usual: '0',
  },
  taskPer: { flags: '--task-per <what>', help: 'trace: a task per job (default) or processor of it', kind: TEXT },
  taskTimes: {
    flags: '--task-times <what>',
    help: 'trace: tasks take the time of their type (default), or the run time of their job: trace',
    kind: TEXT,
  },
  durationS: {
    flags: '--duration-s <s>',
    group: 'effort',
    help: 'length of the day',
    kind: TEXT,
    read: secondsWithin(1, MAX_DAY_S),
    preset: S_PER_DAY,
  },
  seed: {
    flags: '--seed <n>',
    group: 'effort',
    kind: ANY_WHOLE,
    preset: 1,
    help: 'of arrivals, task types and nodes drawn at random',
  },
} as const satisfies Options;

/** Option for the maximum time step of the temperature simulation, s. */
const THERMAL_STEP = {
  flags: '--thermal-step-s <s>',
  group: 'effort',
  help: 'longest step of temperatures',
  kind: TEXT,
  read: secondsWithin(MIN_STEP_S, MAX_STEP_S),
  preset: 10,
} as const;

/** Option that names the database whose templates are used in a simulated day. */
const DATABASE = { flags: '--database <file>', help: 'templates, from plenum templates build', kind: TEXT } as const;
/** Option for the energy budget of a simulated day, MJ. */
const ENERGY_BUDGET = {
  flags: '--energy-budget <MJ>',
  kind: AT_LEAST_0,
  help: 'when it is spent the room stops',
} as const;

/** Option for the rule by which the utilisations of templates become whole cores. */
const ROUNDING = { flags: '--rounding <rule>', kind: { is: 'choice', of: ['safe', 'ceiling'] } } as const;

/** Options of `plenum templates build`. */
export const BUILD_OPTIONS = {
  ...DATABASE_BUILD,
  rounding: { ...ROUNDING, help: 'how utilisations become whole cores', preset: 'safe' },
  standby: {
    flags: '--standby <choice>',
    kind: { is: 'choice', of: ['allowed', 'never'] },
    help: 'whether nodes of groups with mayBeOff may be on standby',
    preset: 'allowed',
  },
} as const satisfies Options;

/** Options of `plenum templates query`. */
export const QUERY_OPTIONS = {
  arriving: { flags: '--arriving <tasks/s>', help: 'weighted arriving work', kind: AT_LEAST_0, isRequired: true },
  running: {
    flags: '--running <cores,...>',
    help: 'running cores by quadrant, in the order of the instance',
    kind: TEXT,
    isRequired: true,
    read: runningCores,
  },
  power: {
    flags: '--power <limit>',
    help: 'power limit of the room, in W, or with its unit: 170kW',
    kind: TEXT,
    isRequired: true,
    read: watts,
  },
} as const satisfies Options;

/** Options of `plenum templates atlas`. */
export const ATLAS_OPTIONS = {
  out: { ...OUT_FILE, help: 'the page' },
  state: { flags: '--state <n>', help: 'state shown first', kind: ANY_WHOLE },
  instance: {
    flags: '--instance <file>',
    help: 'of imported air, for temperatures: the instance the database was built from',
    kind: TEXT,
  },
  force: FORCE,
  allowOutside: ALLOW_OUTSIDE,
} as const satisfies Options;

/** Options of `plenum templates check`. */
export const CHECK_OPTIONS = {
  sample: { flags: '--sample <n>', group: 'effort', help: 'only this many states, drawn at random', kind: AT_LEAST_1 },
  seed: SEED_OF_STATES,
  instance: BUILT_FROM,
  allowOutside: ALLOW_OUTSIDE,
} as const satisfies Options;

/** Options of `plenum templates coverage`. */
export const COVERAGE_OPTIONS = {
  samples: {
    flags: '--samples <n>',
    group: 'effort',
    help: 'states off the grid, drawn at random; 0 for none',
    kind: { is: 'whole', least: 0, most: MAX_COVERAGE_SAMPLES },
    preset: 200,
  },
  seed: SEED_OF_STATES,
  instance: BUILT_FROM,
  out: {
    flags: '--out <dir>',
    group: 'output',
    help: 'write coverage.json, running-cores.csv and samples.csv there',
    kind: TEXT,
  },
  force: FORCE,
  allowOutside: ALLOW_OUTSIDE,
} as const satisfies Options;

/** Options of `plenum templates day`. */
export const DAY_OPTIONS = {
  database: DATABASE,
  asAsked: { flags: '--as-asked', kind: FLAG, preset: false, help: 'without --database: solve templates when needed' },
  cache: { flags: '--cache <dir>', help: 'with --as-asked: folder that keeps solved templates', kind: TEXT },
  marginK: {
    flags: '--margin-k <K>',
    kind: AT_LEAST_0,
    help: 'with --as-asked: templates stay so far below the outlet limit',
    usual: '0',
  },
  rounding: { ...ROUNDING, help: 'with --as-asked: how utilisations become whole cores', usual: 'safe' },
  methods: {
    flags: '--methods <list>',
    help: 'pairs such as greedy+templates,lbbn+throttling',
    usual: 'greedy with every manager',
    kind: TEXT,
  },
  mapping: { flags: '--mapping <name>', help: 'instead of --methods: greedy, consolidation, lbbn or lbbr', kind: TEXT },
  thermal: {
    flags: '--thermal <name>',
    help: 'instead of --methods: overcooling, throttling or templates',
    kind: TEXT,
  },
  ...ARRIVAL_OPTIONS,
  energyBudget: { ...ENERGY_BUDGET, flags: '--energy-budget <MJ,...>', kind: TEXT, read: numbers },
  overcoolingC: { flags: '--overcooling-c <C>', help: 'set-point of overcooling', kind: TEMPERATURE_C, preset: 22 },
  throttlingC: { flags: '--throttling-c <C>', help: 'set-point of throttling', kind: TEMPERATURE_C, preset: 28 },
  thermalStepS: THERMAL_STEP,
  seriesIntervalS: {
    flags: '--series-interval-s <s>',
    group: 'effort',
    help: 'interval of series; the record then has the mean power of each',
    usual: '60',
    kind: TEXT,
    read: secondsWithin(1, MAX_DAY_S),
  },
  infeasibleState: {
    flags: '--infeasible-state <rule>',
    preset: 'largest-limit',
    kind: { is: 'choice', of: ['largest-limit', 'next-limit', 'best-effort'] },
    help: 'where the nearest state is infeasible: the largest power limit, the next higher one that is not, or its best effort',
  },
  out: { flags: '--out <dir>', group: 'output', help: 'write result.json, series.csv and day.html there', kind: TEXT },
  forUtility: {
    flags: '--for-utility',
    kind: FLAG,
    preset: false,
    help: 'with --out: also write day-series.json, and utility.json with tasks.csv, the same tasks in the same room as a utility instance',
  },
  redLineC: {
    flags: '--red-line-c <C>',
    kind: TEMPERATURE_C,
    help: 'with --for-utility: red line of the inlets in utility.json',
  },
  force: FORCE,
  allowOutside: ALLOW_OUTSIDE,
} as const satisfies Options;

/** Options of `plenum templates robustness`. */
export const ROBUSTNESS_OPTIONS = {
  database: { ...DATABASE, isRequired: true },
  spread: {
    flags: '--spread <share>',
    kind: AT_LEAST_0,
    preset: 0.1,
    help: 'influence weights are off by up to this share',
  },
  rooms: {
    flags: '--rooms <n>',
    group: 'effort',
    kind: { is: 'whole', least: 1, most: MAX_ROOMS },
    preset: 5,
    help: 'noisy rooms, with seeds from --seed on; two with more and less recirculation follow',
  },
  ...ARRIVAL_OPTIONS,
  energyBudget: ENERGY_BUDGET,
  thermalStepS: THERMAL_STEP,
  out: { flags: '--out <dir>', group: 'output', help: 'write robustness.json there', kind: TEXT },
  force: FORCE,
  allowOutside: ALLOW_OUTSIDE,
} as const satisfies Options;

import {
  type CoreLevel,
  type DrawnValue,
  type GeneratedJobs,
  JOBS_FORMAT,
  JOBS_FORMAT_VERSION,
  type JobsInstance,
  type LayeredJobTypes,
} from '../../../../models/problems/jobs/instance.js';
import { jsonText } from '../../../instances/json-text.js';
import { withSchemaKey } from '../../../instances/schema-text.js';
import { facilityJobsInstance } from './bundled-facility.js';
import { jobsJsonSchema } from './schema.js';
import { handJobsInstances } from './tiny.js';

/** Length of a day, s. */
const DAY_S = 86_400;
/** Seed of what the bundled months draw: the first whose jobs are within 1 % of the mean work of all seeds, 26,250 core-hours. Ours. */
const SEED = 4;
/** Number of jobs of a month: every cell of the paper's Table II is a whole number of 500 jobs. */
const JOBS = 500;

/** Frequency (GHz) and voltage (V) by level. An estimate of a 4.5 W mobile processor: seed 004 names six levels and prints none. */
const LEVELS = [
  [0.8, 0.65],
  [1.0, 0.7],
  [1.2, 0.75],
  [1.5, 0.83],
  [1.8, 0.92],
  [2.0, 1.0],
] as const;
/** Dynamic power of a core at the highest level, W; below, in proportion to V^2 f. The same estimate. */
const TOP_POWER_W = 1.75;
/** Static power of a core, W. The same estimate. */
const STATIC_POWER_W = 0.25;

function levels(): CoreLevel[] {
  const [topGHz, topV] = LEVELS.at(-1)!;
  return LEVELS.map(([frequencyGHz, voltageV]) => ({
    frequencyGHz,
    dynamicPowerW: Number((TOP_POWER_W * (voltageV / topV) ** 2 * (frequencyGHz / topGHz)).toPrecision(6)),
  }));
}

/** Job types (docs/decisions/jobs-instances.md): 5 to 10 tasks are printed, the rest is ours. */
export const MONTH_TYPES: LayeredJobTypes = {
  source: 'layered',
  count: 24,
  tasks: { least: 5, most: 10 },
  layers: { least: 2, most: 5 },
  predecessors: { least: 1, most: 2 },
  meanTimeS: 25_200,
  typeFactor: { least: 0.5, most: 1.5 },
  taskFactor: { least: 0.25, most: 1.75 },
  transferShare: 0.05,
};

/** Value curves of a month. Ours. */
const MONTH_VALUE: DrawnValue = {
  softDeadlineOverLeastTime: { least: 1.2, most: 2.5 },
  fallOverLeastTime: { least: 2, most: 5 },
  worthPerCoreHour: { least: 3, most: 9 },
};

/** Arrivals of a month: more on weekdays and in daytime, as printed; how many more is ours. */
function monthArrivals(): GeneratedJobs {
  const day = (daytime: number, night: number): number[] =>
    Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 20 ? daytime : night));
  return { source: 'generated', jobs: JOBS, rates: { weekday: day(1, 0.2), weekend: day(0.2, 0.1) } };
}

/** A month on a platform of equal nodes; with the same seed the same jobs on any. */
export function monthInstance(nodes: number, coresPerNode: number): JobsInstance {
  return {
    ...{ format: JOBS_FORMAT, formatVersion: JOBS_FORMAT_VERSION },
    name: `month-${nodes}x${coresPerNode}`,
    description: `${JOBS} jobs of 24 types, 5 to 10 tasks each, in 30 days on ${nodes} nodes of ${coresPerNode} cores with six levels.`,
    seed: SEED,
    period: { durationS: 30 * DAY_S, startsOn: 'monday' },
    platform: {
      source: 'nodes',
      bytesPerS: 1e9,
      nodeTypes: [{ name: 'node', nodes, coresPerNode, staticPowerW: STATIC_POWER_W, levels: levels() }],
    },
    jobTypes: MONTH_TYPES,
    value: MONTH_VALUE,
    arrivals: monthArrivals(),
    pace: { least: 0.7, most: 1.3 },
    overheads: { checkS: 2, moveInNodeS: 20, moveToNodeS: 60 },
    checkpointIntervalS: 300,
  };
}

export interface BundledJobsInstance {
  /** Path relative to the repository. */
  readonly file: string;
  readonly instance: JobsInstance;
}

/** The instances under instances/jobs. */
export function bundledJobsInstances(): BundledJobsInstance[] {
  const months = [2, 3, 4, 5, 6].map((nodes) => monthInstance(nodes, 10));
  const all = [...months, monthInstance(3, 20), facilityJobsInstance(), ...handJobsInstances()];
  return all.map((instance) => ({ file: `instances/jobs/${instance.name}.json`, instance }));
}

/** Every committed file of the family that follows from the code. */
export function jobsGeneratedFiles(): { readonly file: string; readonly text: string }[] {
  return [
    ...bundledJobsInstances().map(({ file, instance }) => ({ file, text: jsonText(instance) })),
    { file: 'instances/jobs.schema.json', text: jsonText(withSchemaKey(jobsJsonSchema())) },
  ];
}

import {
  UTILITY_FORMAT,
  UTILITY_FORMAT_VERSION,
  type UtilityInstance,
  type UtilityPool,
} from '../../../../models/problems/utility/instance.js';
import type { DowneyTaskTypes } from '../../../../models/problems/utility/task-types.js';
import { jsonText } from '../../../instances/json-text.js';
import { withSchemaKey } from '../../../instances/schema-text.js';
import { facilityUtilityInstances } from './bundled-facility.js';
import { continuousPriorities, levelPriorities, steppedPriorities, twentyClasses } from './bundled-parts.js';
import { withTariff } from './bundled-tariff.js';
import { withoutPools, withPools } from './facility/pools.js';
import { utilityJsonSchema } from './schema.js';
import { handUtilityInstances } from './tiny.js';

/** Length of an hour, s. */
const HOUR_S = 3600;
/** Length of a day, s. */
const DAY_S = 86_400;
/** Seed of what the bundled instances draw. Ours, any other would do. */
const SEED = 1;
/** Mean factors on power by P-state; in `serial` exact ones, on dynamic power alone. Both papers print them (seeds 000 and 001). */
const POWER_FACTORS = [1, 0.75, 0.5];
/** Period, s: four hours that fill the empty system, and the day that counts (seeds 000 and 002). */
const DAY_AND_START = { durationS: 28 * HOUR_S, measuredFromS: 4 * HOUR_S };

/** Fields that every bundled instance begins with: format and version. */
const HEAD = { format: UTILITY_FORMAT, formatVersion: UTILITY_FORMAT_VERSION } as const;

/** Machines of each special type: ten in all beside nine types of ten. Ours: seed 001 prints 100 machines of 13 types, 4 of them special, not how many each. */
const SPECIAL_MACHINES = [2, 3, 2, 3];

function serial100(): UtilityInstance {
  const general = Array.from({ length: 9 }, (_, n): UtilityPool => ({ name: `machine-type-${n + 1}`, nodes: 10 }));
  const special = SPECIAL_MACHINES.map((nodes, n): UtilityPool => ({
    name: `machine-type-${n + 10}`,
    nodes,
    special: true,
  }));
  return {
    ...HEAD,
    name: 'serial-100',
    description:
      "100 machines of 13 types, 4 of them special, and 50,000 tasks a day; of two days the second counts. Energy: the paper's share, 70 % of what Max-Max UPT draws without a limit.",
    environment: 'serial',
    seed: SEED,
    period: { durationS: 2 * DAY_S, measuredFromS: DAY_S },
    eventIntervalS: 60,
    droppingThreshold: 0.5,
    energyBudgetJPerDay: 1.089e9,
    urgencyUnitS: 60,
    pools: [...general, ...special],
    utility: { classes: twentyClasses(), priorities: steppedPriorities(), prioritiesPer: 'task' },
    taskTypes: {
      source: 'cov',
      count: 100,
      meanTimeS: 600,
      taskCoV: 0.1,
      poolCoV: 0.3,
      special: { leastTypes: 3, mostTypes: 5, speedUp: 10 },
      staticPowerW: 66,
      staticPowerCoV: 0.2,
      dynamicPowerW: 133,
      dynamicPowerPoolCoV: 0.2,
      dynamicPowerTaskCoV: 0.2,
      powerFactors: POWER_FACTORS,
      timeFactorCoV: 0.1,
    },
    arrivals: {
      source: 'generated',
      tasksPerDay: 50_000,
      amplitude: 0.75,
      special: { meanOnS: 600, meanOffS: 3000, onFactor: 5, offFactor: 0.2 },
    },
  };
}

/** Clusters of 4 x 15,000 and 2 x 20,000 cores, 64 a node, rounded down to nodes. Ours (docs/decisions/utility-instances.md). */
const CLUSTERS: readonly UtilityPool[] = [
  ...Array.from({ length: 4 }, (_, n) => ({ name: `general-${n + 1}`, nodes: 234, coresPerNode: 64 })),
  ...Array.from({ length: 2 }, (_, n) => ({ name: `special-${n + 1}`, nodes: 312, coresPerNode: 64, special: true })),
];

/** Generator of the types of the parallel instances (seed 000); choices of ours are in docs/decisions/utility-instances.md. */
const PARALLEL_TYPES: DowneyTaskTypes = {
  source: 'downey',
  groups: [
    { count: 60, pools: CLUSTERS.slice(0, 4).map(({ name }) => name), factorCoV: 0.3, pStateCoV: 0.03 },
    { count: 20, pools: ['special-1'], factorCoV: 0.2, pStateCoV: 0.02 },
    { count: 20, pools: ['special-2'], factorCoV: 0.2, pStateCoV: 0.02 },
  ],
  leastUtility: 1,
  timeAtLeastUtilityS: HOUR_S,
  mostUtility: 8,
  timeAtMostUtilityS: 18 * HOUR_S,
  timeCoV: 0.15,
  poolCoV: 0.3,
  nodePowerW: 133,
  powerCoV: 0.2,
  powerPoolCoV: 0.2,
  leastSigma: 4,
  mostSigma: 10,
  cores: [
    { share: 20, least: 2, most: 4 },
    { share: 20, least: 5, most: 256 },
    { share: 40, least: 257, most: 4096 },
    { share: 19, least: 4097, most: 'pool' },
    { share: 1, least: 'pool', most: 'pool' },
  ],
  powerFactors: POWER_FACTORS,
  normalised: true,
};

function parallel(tasksPerDay: number, energyBudgetJPerDay: number): UtilityInstance {
  return {
    ...HEAD,
    name: `parallel-${tasksPerDay}`,
    description: `Six clusters of 100,000 cores, two of them special, and ${tasksPerDay} tasks a day; 28 h, of which the last 24 count. Energy: the paper's figure.`,
    environment: 'parallel',
    seed: SEED,
    period: DAY_AND_START,
    eventIntervalS: 60,
    droppingThreshold: 0.5,
    energyBudgetJPerDay,
    urgencyUnitS: 60,
    pools: CLUSTERS,
    utility: { classes: twentyClasses(), priorities: continuousPriorities(), prioritiesPer: 'type' },
    taskTypes: PARALLEL_TYPES,
    arrivals: {
      source: 'generated',
      tasksPerDay,
      amplitude: 0.75,
      workingHours: { aboveCores: 4096, fromHour: 9, toHour: 18, factor: 2 },
    },
  };
}

function preemptive64(): UtilityInstance {
  return {
    ...HEAD,
    name: 'preemptive-64',
    description:
      'Five clusters of 160 cores and 60,000 tasks a day in bursts of 64 on average; 28 h, of which the last 24 count. 20 % of tasks are critical.',
    environment: 'preemptive',
    seed: SEED,
    period: DAY_AND_START,
    eventIntervalS: 60,
    droppingThreshold: 0,
    urgencyUnitS: 60,
    preemption: { overheadS: 0, mayPreempt: 1, mayBePreempted: 1 },
    pools: Array.from({ length: 5 }, (_, n) => ({ name: `cluster-${n + 1}`, nodes: 160 })),
    utility: { classes: twentyClasses(), prioritiesPer: 'task' },
    taskTypes: {
      source: 'two-level',
      groups: [
        { name: 'critical', count: 20, share: 20, meanTimeS: 600, priorities: levelPriorities('critical', 8) },
        { name: 'other', count: 80, share: 80, meanTimeS: 3000, priorities: levelPriorities('low', 1) },
      ],
      typeCoV: 0.1,
      poolCoV: 0.3,
    },
    arrivals: { source: 'generated', tasksPerDay: 60_000, amplitude: 0.75, burstSize: 64 },
  };
}

/** Clusters with half of Curie's 92,160 cores, in the proportions of those above. Ours (docs/decisions/utility-instances.md). */
const HALF_OF_CURIE: readonly UtilityPool[] = [
  ...CLUSTERS.slice(0, 4).map((pool) => ({ ...pool, nodes: 108 })),
  ...CLUSTERS.slice(4).map((pool) => ({ ...pool, nodes: 144 })),
];

/** Start of the period in the log, s: 20:00 of its day 540. Its first second is 15:51:50 local time. Ours (docs/decisions/utility-instances.md). */
const CURIE_START_S = 46_670_890;

function curie(): UtilityInstance {
  return {
    ...HEAD,
    name: 'curie',
    description:
      "28 h of Curie's log (Parallel Workloads Archive) on half of its cores, six clusters; the last 24 h count. Energy: 70 % of what Max UPR draws without a limit. The log is not bundled: name it with --trace.",
    environment: 'parallel',
    seed: SEED,
    period: DAY_AND_START,
    eventIntervalS: 60,
    droppingThreshold: 0.5,
    energyBudgetJPerDay: 3e9,
    urgencyUnitS: 60,
    pools: HALF_OF_CURIE,
    utility: { classes: twentyClasses(), priorities: continuousPriorities(), prioritiesPer: 'type' },
    taskTypes: PARALLEL_TYPES,
    arrivals: { source: 'swf', startS: CURIE_START_S, times: 'trace', mostCores: 4096 },
  };
}

export interface BundledUtilityInstance {
  /** Path relative to the repository. */
  readonly file: string;
  readonly instance: UtilityInstance;
}

/** The instances under instances/utility. */
export function bundledUtilityInstances(): BundledUtilityInstance[] {
  const instances = [
    serial100(),
    withTariff(serial100()),
    parallel(5000, 12e9),
    parallel(10_000, 15e9),
    preemptive64(),
    curie(),
    ...handUtilityInstances(),
    ...facilityUtilityInstances().map(withPools),
  ];
  return instances.map((instance) => ({ file: `instances/utility/${instance.name}.json`, instance }));
}

/** Committed files of the family that follow from the code. */
export function utilityGeneratedFiles(): { readonly file: string; readonly text: string }[] {
  return [
    ...bundledUtilityInstances().map(({ file, instance }) => ({ file, text: jsonText(withoutPools(instance)) })),
    { file: 'instances/utility.schema.json', text: jsonText(withSchemaKey(utilityJsonSchema())) },
  ];
}

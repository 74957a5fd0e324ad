import { H_PER_DAY } from '../../units.js';
import type { Declared } from '../../fields/declared.js';
import { z } from 'zod';
import { UTILITY_FORMAT, UTILITY_FORMAT_VERSION } from './format.js';
import { facility } from '../../facility/facility.js';
import * as quantity from '../../fields/quantities.js';
import { currency, fraction, named, prose, seed, whole } from '../../fields/fields.js';
import { operation } from './operation.js';
import { cores, definitions, MAX_NODES, MAX_POOLS, MAX_TASKS, urgency, utility, weight } from './definitions.js';
import { covTypes, downeyTypes, facilityTypes, twoLevelTypes, typeTable } from './task-types.js';

// This file declares the fields and value ranges of a utility instance. Rules across several fields (references, order,
// sizes) are in consistency.ts.

/** Maximum number of days left of a year: those of a leap year. */
const MAX_DAYS_LEFT = 366;
/** Maximum energy budget of a day or a year, J. Our choice: above 1e12, which a machine of 30 MW draws in ten hours. */
const MAX_BUDGET_J = 1e18;
/** Minimum energy budget of a day or a year, J. */
const MIN_BUDGET_J = 1e-6;
/** Minimum cost budget of a day, USD. */
const MIN_COST_BUDGET_USD = 1e-9;
/** Maximum cost budget of a day, USD. */
const MAX_COST_BUDGET_USD = 1e12;
/** Maximum energy price, USD/kWh. Our choice: even in scarcity, wholesale prices are below 10. */
const MAX_USD_PER_KWH = 100;

const energyPrice = z.strictObject({
  source: z.literal('series').meta({ description: 'Prices spelled out.' }),
  usdPerKwh: z
    .array(z.number().min(0).max(MAX_USD_PER_KWH).meta({ description: 'Price in an hour.', unit: 'USD/kWh' }))
    .length(H_PER_DAY)
    .meta({ description: 'Price by hour of the day, the first from midnight (measuredFromS); the same every day.' }),
  provenance: prose('Where the numbers are from.').optional(),
});
/** Maximum length of the simulated time, s: ten years. */
const MAX_PERIOD_S = 316_000_000;

const pool = z.strictObject({
  name: named('Unique; task types refer to it.'),
  nodes: whole(1, MAX_NODES, 'Machines of the type (serial), nodes of the cluster (parallel), its cores (preemptive).'),
  coresPerNode: whole(1, 1_000_000, 'Cores of each.', { fallback: '1' }).optional(),
  special: z
    .boolean()
    .meta({ description: 'Whether it runs only task types made for it.', fallback: 'false' })
    .optional(),
});

/** Schema of one task that an instance lists. */
export const taskRowSchema = z.strictObject({
  name: named('Unique.'),
  taskType: named('Name of a task type.'),
  arrivalS: quantity.spanS('Moment of its arrival, from the start of the period.'),
  cores: cores
    .meta({ description: 'Cores it needs; only parallel tasks need others than 1.', fallback: '1' })
    .optional(),
  utilityClass: named('A name in utility.classes.').optional(),
  startingUtility: utility('Utility at age 0.').optional(),
  urgency: urgency('').optional(),
  mayPreempt: z.boolean().meta({ description: 'Whether it may preempt others.' }).optional(),
  mayBePreempted: z.boolean().meta({ description: 'Whether others may preempt it.' }).optional(),
  runS: quantity
    .timeS('Its time in P-state 0 on the first pool that can run it, other pools and P-states in proportion.', {
      fallback: 'that of its type',
    })
    .optional(),
});

const taskTable = z.strictObject({
  source: z.literal('table').meta({ description: 'Tasks spelled out.' }),
  tasks: z.array(taskRowSchema).min(1).max(1_000_000).meta({ description: 'The tasks in the order of arrival.' }),
});

const taskFile = z.strictObject({
  source: z.literal('csv').meta({ description: 'Tasks in a CSV file.' }),
  file: prose('Its name, relative to the instance file.'),
});

const trace = z.strictObject({
  source: z.literal('swf').meta({ description: 'Jobs of a log in the Standard Workload Format.' }),
  file: prose('Its name, relative to the instance file; absent: named at run time.').optional(),
  startS: quantity.logTimeS('Time of the trace at which the period begins.'),
  times: z
    .enum(['trace', 'type'])
    .meta({
      description:
        "trace: the job's run time on the first pool of its type, others in proportion. type: the type's times.",
    }),
  mostCores: cores.meta({ description: 'Jobs of more cores are left out and counted.' }).optional(),
});

const generated = z.strictObject({
  source: z.literal('generated').meta({ description: 'Poisson arrivals with a rate by type and time of day.' }),
  tasksPerDay: z.number().gt(0).max(MAX_TASKS).meta({ description: 'Mean number of tasks in 24 h.' }),
  amplitude: fraction('Of the sinusoid about the mean rate, over 24 h.'),
  phase: z
    .number()
    .min(-7)
    .max(7)
    .meta({ description: 'Of the sinusoid, radians.', fallback: 'uniform by type' })
    .optional(),
  special: z
    .strictObject({
      meanOnS: quantity.timeS('Mean length of times of high rate.'),
      meanOffS: quantity.timeS('Mean length of those between them.'),
      onFactor: weight('Rate within them over the mean rate.'),
      offFactor: weight('Rate between them over the mean rate.'),
    })
    .meta({ description: 'How types arrive that special pools have to themselves.' })
    .optional(),
  workingHours: z
    .strictObject({
      aboveCores: cores.meta({ description: 'Types that may need more cores than this arrive so.' }),
      fromHour: z
        .number()
        .min(0)
        .max(24)
        .meta({ description: 'Hour of the day; midnight is measuredFromS.', unit: 'h' }),
      toHour: z.number().min(0).max(24).meta({ description: 'Hour of the day.', unit: 'h' }),
      factor: weight('Rate between the two over the mean rate; else what keeps the mean.'),
    })
    .meta({ description: 'How types of many cores arrive.' })
    .optional(),
  burstSize: whole(
    1,
    1_000_000,
    'Mean number of like tasks that arrive at one moment, from half to one and a half of it.',
    { fallback: '1' },
  ).optional(),
});

export const utilitySchema = z
  .strictObject({
    format: z.literal(UTILITY_FORMAT).meta({ description: 'Says what the file is.' }),
    formatVersion: z.literal(UTILITY_FORMAT_VERSION).meta({ description: 'Version of this format.' }),
    name: named('Name of the instance; plans refer to it.'),
    description: prose('For readers.').optional(),
    currency: currency(),
    environment: z
      .enum(['serial', 'parallel', 'preemptive'])
      .meta({
        description:
          'serial: machines with queues, a task takes one. parallel: clusters of nodes, a task takes nodes of one cluster. preemptive: clusters of cores, a task takes one and may lose it.',
      }),
    seed: seed('Of everything that is drawn: the same seed gives the same tasks everywhere.'),
    period: z.strictObject({
      durationS: z.number().min(1).max(MAX_PERIOD_S).meta({ description: 'Simulated time.', unit: 's' }),
      measuredFromS: quantity.spanS(
        'Moment from which utility and energy count: at most 24 h before the end. Days go back from it.',
      ),
    }),
    eventIntervalS: z.number().min(1e-3).max(86_400).meta({ description: 'Time between mapping events.', unit: 's' }),
    droppingThreshold: z
      .union([utility('Utility below which a task is dropped; 0: where it can earn nothing more.'), z.literal('none')])
      .meta({
        description:
          'Utility below which a task is dropped; 0: where it can earn nothing more; none: no task is ever dropped, in parallel alone.',
      }),
    energyBudgetJPerDay: z
      .number()
      .min(MIN_BUDGET_J)
      .max(MAX_BUDGET_J)
      .meta({ description: 'Energy that may be drawn in a day; absent: no limit.', unit: 'J' })
      .optional(),
    annualEnergyBudget: z
      .strictObject({
        budgetJ: z
          .number()
          .min(MIN_BUDGET_J)
          .max(MAX_BUDGET_J)
          .meta({ description: 'Energy that may be drawn in the year.', unit: 'J' }),
        usedJ: z
          .number()
          .min(0)
          .max(MAX_BUDGET_J)
          .meta({ description: 'Energy drawn in the year before the measured time.', unit: 'J', fallback: '0' })
          .optional(),
        daysLeft: whole(1, MAX_DAYS_LEFT, 'Days left of the year, that of the measured time included.'),
      })
      .meta({
        description:
          'Energy budget of a year, in place of energyBudgetJPerDay: a day may draw what is left of it over the days left. Only where 24 h are measured.',
      })
      .optional(),
    energyPrice: energyPrice
      .meta({ description: 'Price of energy by the hour of the day; absent: energy has none.' })
      .optional(),
    costBudgetUsdPerDay: z
      .number()
      .min(MIN_COST_BUDGET_USD)
      .max(MAX_COST_BUDGET_USD)
      .meta({
        description: 'Cost of the energy that may be drawn in a day, in place of energyBudgetJPerDay.',
        unit: 'USD',
      })
      .optional(),
    urgencyUnitS: quantity.timeS('Time unit of urgencies.'),
    preemption: z
      .strictObject({
        overheadS: quantity.spanS('Time that each resumption adds.', { fallback: '0' }).optional(),
        mayPreempt: fraction('Probability that a task may preempt others, where it does not say.', {
          fallback: '1',
        }).optional(),
        mayBePreempted: fraction('The same for being preempted.', { fallback: '1' }).optional(),
      })
      .meta({ description: 'Only in preemptive instances.' })
      .optional(),
    pools: z
      .array(pool)
      .min(1)
      .max(MAX_POOLS)
      .meta({ description: 'Machines or nodes that are alike; of a facility they follow from it.' })
      .optional(),
    facility: facility.meta({ description: 'Room with its nodes, in place of pools; only parallel.' }).optional(),
    operation: operation.optional(),
    allowedCores: z
      .array(
        z.strictObject({
          pool: named('Name of a pool; on a facility also of a thermal zone.'),
          fromS: quantity.spanS('Moment from which it holds, until the next row of the pool.'),
          cores: whole(0, 1_000_000_000, 'Cores that may be at work.'),
        }),
      )
      .max(1_000_000)
      .meta({ description: 'Limits on cores at work over time; only parallel.', fallback: 'all cores at all times' })
      .optional(),
    utility: definitions.meta({ description: 'How utility falls with age.' }),
    taskTypes: z
      .discriminatedUnion('source', [typeTable, covTypes, downeyTypes, twoLevelTypes, facilityTypes])
      .meta({ description: 'Kinds of tasks: a table, a generator or those of the facility.' }),
    arrivals: z
      .discriminatedUnion('source', [taskTable, taskFile, trace, generated])
      .meta({ description: 'The tasks: a table, a CSV file, a log or a generator.' }),
    knownOptimum: z
      .strictObject({
        utility: utility('Greatest utility that any schedule earns in the measured time, of whoever knows the future.'),
        derivation: prose('How it follows.'),
      })
      .meta({ description: 'For instances small enough to reason about.' })
      .optional(),
  })
  .meta({ title: 'Plenum utility instance' });

/** Utility instance as stored in a file, with pools or with a facility from which they are derived. */
export type UtilityInstanceFile = Declared<typeof utilitySchema>;
/**
 * A utility instance: tasks that arrive over time and lose utility with age, on pools of equal machines or nodes. If
 * the file has a facility, the pools are derived from it (docs/utility/facility.md).
 */
export type UtilityInstance = Omit<UtilityInstanceFile, 'pools'> & { readonly pools: readonly UtilityPool[] };
/**
 * Ways in which tasks occupy machines. "serial": each task occupies one machine. "parallel": each task occupies several
 * nodes of one pool. "preemptive": each task occupies one node or core, which it may lose to another task.
 */
export type UtilityEnvironment = UtilityInstance['environment'];
export type UtilityPeriod = UtilityInstance['period'];
/** A pool of equal machines or nodes. */
export type UtilityPool = Declared<typeof pool>;
export type AnnualEnergyBudget = NonNullable<UtilityInstance['annualEnergyBudget']>;
export type AllowedCores = NonNullable<UtilityInstance['allowedCores']>[number];
export type UtilityTaskRow = Declared<typeof taskRowSchema>;
export type ArrivalFile = Declared<typeof taskFile>;
/**
 * Tasks that arrive at the submit times of a log (Standard Workload Format). Their types are drawn at random, all
 * equally likely.
 */
export type ArrivalTrace = Declared<typeof trace>;
/**
 * Tasks with random arrival times, drawn for each task type (Poisson process). The time of day counts from
 * measuredFromS.
 */
export type GeneratedArrivals = Declared<typeof generated>;
/**
 * Alternating phases of high and low arrival rate, given as factors on the mean rate. The lengths of phases are
 * exponentially distributed.
 */
export type OnOffPattern = NonNullable<GeneratedArrivals['special']>;
export type WorkingHours = NonNullable<GeneratedArrivals['workingHours']>;
export type { FacilityOperation } from './operation.js';

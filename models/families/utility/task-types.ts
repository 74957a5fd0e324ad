import type { Declared } from '../../fields/declared.js';
import { z } from 'zod';
import * as quantity from '../../fields/quantities.js';
import { named, whole } from '../../fields/fields.js';
import {
  coefficientOfVariation,
  cores,
  MAX_P_STATES,
  MAX_TASK_TYPES,
  priorities,
  urgency,
  utility,
  weight,
} from './definitions.js';

/**
 * This file declares the task types of an instance. They are listed, taken from the instance's facility, or drawn by
 * one of three random generators.
 */

const pState = z.strictObject({
  timeS: quantity.timeS('Execution time.'),
  powerW: quantity.sitePowerW('Power of all its nodes together.', { fallback: '0' }).optional(),
});

/** Schema fields of a task type that a task of the instance may override. */
const ofTasks = {
  startingUtility: utility('Of its tasks that do not say.').optional(),
  urgency: urgency('Of its tasks that do not say.').optional(),
  utilityClass: named('Class of its tasks that do not say; a name in utility.classes.').optional(),
  share: weight('Weight among generated arrivals.', { fallback: '1' }).optional(),
  leastCores: cores
    .meta({ description: 'Cores of its tasks that do not say: uniform from this ...', fallback: '1' })
    .optional(),
  mostCores: cores.meta({ description: '... to this.', fallback: 'leastCores' }).optional(),
};

const typeRow = z.strictObject({
  name: named('Unique; tasks refer to it.'),
  ...ofTasks,
  runs: z
    .array(
      z.strictObject({
        pool: named('Name of a pool.'),
        nodes: whole(1, 1_000_000, 'Nodes it takes; only parallel instances have others than 1.', {
          fallback: '1',
        }).optional(),
        pStates: z.array(pState).min(1).max(MAX_P_STATES).meta({ description: 'P-state 0 first: times not falling.' }),
      }),
    )
    .min(1)
    .meta({
      description:
        'Times and powers by pool and number of nodes. Between listed numbers both are linear; outside them the pool cannot run the type.',
    }),
});

export const typeTable = z.strictObject({
  source: z.literal('table').meta({ description: 'Times and powers spelled out.' }),
  types: z.array(typeRow).min(1).max(MAX_TASK_TYPES).meta({ description: 'The task types.' }),
});

export const facilityTypes = z.strictObject({
  source: z.literal('facility').meta({ description: 'Times and powers are those of the node types of the facility.' }),
  types: z
    .array(
      z.strictObject({
        name: named('Unique; node types list it among their tasks.'),
        memoryClass: named('Memory class; picks the interference coefficients of a node type.'),
        ...ofTasks,
      }),
    )
    .min(1)
    .max(MAX_TASK_TYPES)
    .meta({ description: 'The task types.' }),
});

const powerFactors = z
  .array(z.number().min(0.01).max(1))
  .min(1)
  .max(MAX_P_STATES)
  .meta({
    description: 'Factors on power by P-state: 1 first, not rising. Times grow by one over their root on average.',
  });

const typeCount = whole(1, MAX_TASK_TYPES, 'Task types.');

export const covTypes = z.strictObject({
  source: z.literal('cov').meta({ description: 'Serial: times by the coefficient-of-variation method.' }),
  count: typeCount,
  meanTimeS: quantity.timeS('Mean over types and pools of the time in P-state 0.'),
  taskCoV: coefficientOfVariation('Coefficient of variation of times between types.'),
  poolCoV: coefficientOfVariation('The same between pools, for one type.'),
  special: z
    .strictObject({
      leastTypes: whole(1, MAX_TASK_TYPES, 'Least number of types that a special pool has to itself.'),
      mostTypes: whole(1, MAX_TASK_TYPES, 'Greatest number.'),
      speedUp: z.number().min(1).max(1e6).meta({ description: 'How many times faster it runs them.' }),
    })
    .meta({ description: 'Types of special pools; needed where there are special pools.' })
    .optional(),
  staticPowerW: quantity.nodePowerW('Power of a busy machine that no P-state changes.'),
  staticPowerCoV: coefficientOfVariation('Its coefficient of variation between pools.'),
  dynamicPowerW: quantity.nodePowerW('Further power of a busy machine in P-state 0.'),
  dynamicPowerPoolCoV: coefficientOfVariation('Its coefficient of variation between pools.'),
  dynamicPowerTaskCoV: coefficientOfVariation('The same between types, on one pool.'),
  powerFactors,
  timeFactorCoV: coefficientOfVariation('Coefficient of variation of factors on time by P-state.'),
});

const coreEnd = (meaning: string): z.ZodUnion<readonly [typeof cores, z.ZodLiteral<'pool'>]> =>
  z.union([cores, z.literal('pool')]).meta({ description: meaning });

export const downeyTypes = z.strictObject({
  source: z
    .literal('downey')
    .meta({ description: "Parallel: single-node times, scaled to n nodes by Downey's model." }),
  groups: z
    .array(
      z.strictObject({
        count: typeCount,
        pools: z.array(named('Name of a pool.')).min(1).meta({ description: 'Pools that run these types.' }),
        factorCoV: coefficientOfVariation('Of the random factor on all power factors of a type on a pool.'),
        pStateCoV: coefficientOfVariation('Of each factor about its mean.'),
      }),
    )
    .min(1)
    .max(1000)
    .meta({ description: 'Task types that run on the same pools.' }),
  leastUtility: utility('A starting utility.'),
  timeAtLeastUtilityS: quantity.timeS('Mean single-node time of types that start with it.'),
  mostUtility: utility('A greater starting utility.'),
  timeAtMostUtilityS: quantity.timeS(
    'Mean single-node time of types that start with that one; linear between the two.',
  ),
  timeCoV: coefficientOfVariation('Coefficient of variation of single-node times about that line.'),
  poolCoV: coefficientOfVariation('The same between pools.'),
  nodePowerW: quantity.nodePowerW('Mean power of a busy node in P-state 0.'),
  powerCoV: coefficientOfVariation('Its coefficient of variation between types.'),
  powerPoolCoV: coefficientOfVariation('The same between pools.'),
  leastSigma: z.number().min(0).max(1e6).meta({ description: "Downey's sigma is uniform from this ..." }),
  mostSigma: z.number().min(0).max(1e6).meta({ description: '... to this.' }),
  cores: z
    .array(
      z.strictObject({
        share: weight('Weight in draws.'),
        least: coreEnd('Least number of cores of a task; "pool": all of the largest pool of the group.'),
        most: coreEnd('Greatest number of cores; what exceeds the largest pool of the group is cut.'),
      }),
    )
    .min(1)
    .max(1000)
    .meta({ description: 'Cores of tasks: each type takes one row, each of its tasks any number within it.' }),
  powerFactors,
  normalised: z.boolean().meta({ description: 'Whether factors are divided by those of P-state 0.' }),
});

export const twoLevelTypes = z.strictObject({
  source: z
    .literal('two-level')
    .meta({ description: 'Preemptive: groups of types with a mean time each; one P-state.' }),
  groups: z
    .array(
      z.strictObject({
        name: named('Unique.'),
        count: typeCount,
        share: weight('Weight of the whole group among generated arrivals.'),
        meanTimeS: quantity.timeS('Mean over its types of the time on the first pool.'),
        utilityClass: named('Class of its tasks that do not say; a name in utility.classes.').optional(),
        priorities: priorities('As utility.priorities, for this group alone.').optional(),
      }),
    )
    .min(1)
    .max(1000)
    .meta({ description: 'Groups of task types.' }),
  typeCoV: coefficientOfVariation('Coefficient of variation of times between types of a group.'),
  poolCoV: coefficientOfVariation('The same between pools, for one type.'),
});

/** Task types with execution times and powers listed in the instance. */
export type TaskTypeTable = Declared<typeof typeTable>;
export type TaskTypeRow = Declared<typeof typeRow>;
/**
 * Execution times and powers of a task type on one pool, for several numbers of nodes. They are interpolated linearly
 * between these numbers. The pool cannot run the type on fewer or more nodes.
 */
export type TaskTypeRun = TaskTypeRow['runs'][number];
/** Random generator of serial task types by the coefficient-of-variation method (Ali et al. 2000). */
export type CovTaskTypes = Declared<typeof covTypes>;
/**
 * Random generator of parallel task types. Execution times on a single node grow with starting utility. Downey's
 * high-variance model gives the execution times on several nodes.
 */
export type DowneyTaskTypes = Declared<typeof downeyTypes>;
/** A group of generated task types that all run on the same pools. */
export type DowneyGroup = DowneyTaskTypes['groups'][number];
/**
 * Range of a task's number of cores, from which all numbers are equally likely. "pool" means all cores of the group's
 * largest pool.
 */
export type CoreRow = DowneyTaskTypes['cores'][number];
/**
 * Random generator of preemptive task types, in groups with a mean time each. The time of a type on the first pool is
 * drawn from a gamma distribution around the mean time of its group. The times of the type on the further pools are
 * drawn from a gamma distribution around its time on the first pool.
 */
export type TwoLevelTaskTypes = Declared<typeof twoLevelTypes>;
/** Task types that the instance's facility runs, with its execution times and powers. */
export type FacilityTaskTypes = Declared<typeof facilityTypes>;
export type FacilityTaskType = FacilityTaskTypes['types'][number];

import type { Declared } from '../../fields/declared.js';
import { z } from 'zod';
import * as quantity from '../../fields/quantities.js';
import { type FieldNotes, named, prose, whole } from '../../fields/fields.js';

/** Maximum number of task types of a utility instance. */
export const MAX_TASK_TYPES = 10_000;
/** Maximum number of pools (groups of equal machines or nodes) of a utility instance. */
export const MAX_POOLS = 1000;
/** Maximum number of P-states of a pool. Our choice: a P-state is stored in a byte. */
export const MAX_P_STATES = 255;
/** Maximum number of machines or nodes of one pool. */
export const MAX_NODES = 10_000_000;
/** Maximum number of tasks of an instance. */
export const MAX_TASKS = 5_000_000;
/**
 * Maximum coefficient of variation of generated times. Our choice: the shape of the gamma distributions then stays at
 * 1/4 or above. With smaller ones, nearly all draws are almost 0.
 */
const MAX_COV = 2;
/** Maximum utility of a task. */
const MAX_UTILITY = 1e9;
/** Maximum urgency (decay rate of utility), in units of 1 / urgencyUnitS. */
const MAX_URGENCY = 1e6;
/** Maximum factor by which a field multiplies a mean time, a starting utility or an urgency. */
const MAX_MULTIPLE = 1e6;

export const coefficientOfVariation = (meaning: string): z.ZodNumber =>
  z.number().min(0).max(MAX_COV).meta({ description: meaning });

export const utility = (meaning: string, notes: FieldNotes = {}): z.ZodNumber =>
  z
    .number()
    .min(0)
    .max(MAX_UTILITY)
    .meta({ description: meaning, ...notes });

export const urgency = (meaning: string): z.ZodNumber =>
  z
    .number()
    .min(0)
    .max(MAX_URGENCY)
    .meta({ description: `${meaning} Decay rate, per urgencyUnitS.` });

/** Returns the schema of a weight for random choices. Only the ratios of weights matter. */
export const weight = (meaning: string, notes: FieldNotes = {}): z.ZodNumber =>
  z
    .number()
    .min(0)
    .max(1e9)
    .meta({ description: meaning, ...notes });

export const multiple = (meaning: string): z.ZodNumber =>
  z.number().min(0).max(MAX_MULTIPLE).meta({ description: meaning });

export const cores = whole(1, 1_000_000_000, 'A number of cores.');

const priorityShare = z.strictObject({
  name: prose('For readers.').optional(),
  startingUtility: utility('Utility at age 0; the greatest, where startingUtilityAbove is given.'),
  startingUtilityAbove: utility('Drawn uniformly above this.', { fallback: 'startingUtility' }).optional(),
  urgency: urgency(''),
  share: weight('Weight in draws.'),
});

export const priorities = (meaning: string): z.ZodArray<typeof priorityShare> =>
  z.array(priorityShare).min(1).meta({ description: meaning });

const share = weight('Weight in draws.', { fallback: '1' }).optional();
const overMeanTime = multiple("Multiples of the mean time of the task's type and number of cores.").optional();

const name = named('Unique; tasks and task types refer to it.');

const intervalClass = z.strictObject({
  name,
  shape: z.literal('intervals').meta({ description: 'Exponential decay by intervals.' }),
  share,
  intervals: z
    .array(
      z.strictObject({
        startS: quantity.spanS('Age at which it starts, together with startOverMeanTime.').optional(),
        startOverMeanTime: overMeanTime,
        fraction: multiple('Utility at its start, as a multiple of the starting utility.'),
        approaches: multiple('What it decays to, as a multiple of the starting utility.'),
        urgencyModifier: multiple('Factor on the urgency; 0: constant.'),
      }),
    )
    .min(1)
    .max(1000)
    .meta({ description: 'In the order of age, the first from 0; the last has no end.' }),
});

const pointClass = z.strictObject({
  name,
  shape: z.literal('points').meta({ description: 'Straight lines between points; constant after the last.' }),
  share,
  points: z
    .array(
      z.strictObject({
        ageS: quantity.spanS('Age, together with ageOverMeanTime.').optional(),
        ageOverMeanTime: overMeanTime,
        utility: utility('Utility there, multiplied by the starting utility.'),
      }),
    )
    .min(1)
    .max(1000)
    .meta({ description: 'In the order of age, the first at 0; two of one age make a drop.' }),
});

export const definitions = z.strictObject({
  classes: z
    .array(z.discriminatedUnion('shape', [intervalClass, pointClass]))
    .min(1)
    .max(1000)
    .meta({ description: 'Shapes of utility functions. A task that names none takes one of them, drawn by share.' }),
  priorities: priorities('Starting utilities and urgencies of tasks that have none, drawn by share.').optional(),
  prioritiesPer: z
    .enum(['task', 'type'])
    .meta({ description: 'Whether tasks of a type have one draw together.', fallback: '"task"' })
    .optional(),
});

/** Definition of utility by utility classes (shapes over age) and priority classes (starting values and urgencies). */
export type UtilityDefinitions = Declared<typeof definitions>;
/**
 * A utility class (shape of utility over age) of consecutive intervals of age, in which utility decays exponentially.
 * The last interval has no end. In an interval that starts at age t, utility is
 *
 * startingUtility ((fraction - approaches) exp(-urgency urgencyModifier (age - t) / urgencyUnitS) + approaches)
 */
export type IntervalClass = Declared<typeof intervalClass>;
/**
 * A utility class (shape of utility over age) given by points, which are factors on the starting utility. Utility is
 * linear between points and constant after the last point. Where two points have the same age, utility drops.
 */
export type PointClass = Declared<typeof pointClass>;
/**
 * A priority class, with its weight in random draws. It gives a task's starting utility, uniform in
 * (startingUtilityAbove, startingUtility], and its urgency.
 */
export type PriorityShare = Declared<typeof priorityShare>;

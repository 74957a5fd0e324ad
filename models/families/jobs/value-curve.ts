import type { Declared } from '../../fields/declared.js';
import { z } from 'zod';
import type { FieldNotes } from '../../fields/fields.js';
import * as quantity from '../../fields/quantities.js';

/**
 * Maximum number of tasks of one job. Our choice: public workflow files of up to 5 MB have at most 2,122 tasks. The
 * data types of designs would allow 65,535.
 */
export const MAX_TASKS_PER_JOB = 10_000;
/**
 * Maximum number of edges (data transfers between tasks) of one job. Our choice: half of MAX_LIST_ENTRIES, because
 * workflow files list each edge twice. The public workflow with the most edges has 6,114.
 */
export const MAX_EDGES_PER_JOB = 250_000;
/** Maximum number of frequency levels of a core. Our choice: designs store a level in a byte. */
export const MAX_LEVELS = 255;
/** Maximum number of job types. */
export const MAX_JOB_TYPES = 10_000;
/**
 * Maximum total number of random edges of all job types. Our choice: below the maximum number of list entries of a
 * file.
 */
export const MAX_DRAWN_EDGES = 1_000_000;
/**
 * Maximum total number of randomly generated tasks of all job types. Our choice: 10,000 types of 255 tasks, some 400
 * MB.
 */
export const MAX_DRAWN_TASKS = 2_550_000;
/** Maximum number of execution times (task of each job type x node type x frequency level) in an instance. */
export const MAX_TIMES = 10_000_000;
/** Maximum number of jobs. */
export const MAX_JOBS = 1_000_000;
/** Maximum value of one job, in the instance's unit of value. */
const MAX_VALUE = 1e9;
/** Maximum factor by which a field multiplies the least or mean response time of a job type. */
const MAX_MULTIPLE = 1e6;
/** Range of a job's pace, which is its actual divided by its expected execution time. */
const PACE = { least: 0.01, most: 100 } as const;

export const value = (meaning: string): z.ZodNumber => z.number().min(0).max(MAX_VALUE).meta({ description: meaning });

export const multiple = (meaning: string, notes: FieldNotes = {}): z.ZodNumber =>
  z
    .number()
    .min(0)
    .max(MAX_MULTIPLE)
    .meta({ description: meaning, ...notes });

/** Returns the schema of a weight for random choices. Only the ratios of weights matter. */
export const weight = (meaning: string, notes: FieldNotes = {}): z.ZodNumber =>
  z
    .number()
    .min(0)
    .max(1e9)
    .meta({ description: meaning, ...notes });

export const pace = (meaning: string, notes: FieldNotes = {}): z.ZodNumber =>
  z
    .number()
    .min(PACE.least)
    .max(PACE.most)
    .meta({ description: meaning, ...notes });

/**
 * Returns the schema of a range from which a number is drawn uniformly.
 *
 * @param number returns the schema of either end of the range
 */
export const range = <N extends z.ZodNumber | z.ZodInt>(
  meaning: string,
  number: (meaning: string) => N,
): z.ZodObject<{ least: N; most: N }, z.core.$strict> =>
  z
    .strictObject({ least: number('Uniform from this ...'), most: number('... to this.') })
    .meta({ description: meaning });

/** Returns the schema of the data that one task sends to another, in bytes, at most an exabyte. */
export const bytes = (meaning: string, notes: FieldNotes = {}): z.ZodNumber =>
  z
    .number()
    .min(0)
    .max(1e18)
    .meta({ description: meaning, unit: 'bytes', ...notes });

const overLeastTime = multiple(
  'In least response times of the job type, together with the field in seconds.',
).optional();

const deadlines = z.strictObject({
  shape: z.literal('deadlines').meta({ description: 'Constant to the soft deadline, then straight to 0 at the end.' }),
  worth: value('Value up to the soft deadline.'),
  softDeadlineS: quantity
    .spanS('Age up to which it is worth everything, together with softDeadlineOverLeastTime.')
    .optional(),
  softDeadlineOverLeastTime: overLeastTime,
  endS: quantity.spanS('Age from which it is worth nothing, together with endOverLeastTime.').optional(),
  endOverLeastTime: overLeastTime,
});

const points = z.strictObject({
  shape: z.literal('points').meta({ description: 'Straight lines between points; constant after the last.' }),
  points: z
    .array(
      z.strictObject({
        ageS: quantity.spanS('Age, together with ageOverLeastTime.').optional(),
        ageOverLeastTime: overLeastTime,
        value: value('Value there.'),
      }),
    )
    .min(1)
    .max(1000)
    .meta({ description: 'In the order of age, the first at 0; two of one age make a drop.' }),
});

export const jobValue = (meaning: string): z.ZodDiscriminatedUnion<[typeof deadlines, typeof points], 'shape'> =>
  z.discriminatedUnion('shape', [deadlines, points]).meta({ description: meaning });

/**
 * Value of a job that is constant until its soft deadline and then falls linearly to 0. Each of the two ages is the sum
 * of seconds and a multiple of the job type's least response time.
 */
export type DeadlineValue = Declared<typeof deadlines>;
/**
 * Value of a job by age, linear between points and constant after the last point. Where two points have the same age,
 * the value drops.
 */
export type PointValue = Declared<typeof points>;
export type JobValue = DeadlineValue | PointValue;
/** Range from which a number is drawn uniformly. */
export interface DrawnRange {
  readonly least: number;
  readonly most: number;
}

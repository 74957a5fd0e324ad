import { H_PER_DAY } from '../../units.js';
import type { Declared } from '../../fields/declared.js';
import { z } from 'zod';
import { JOBS_FORMAT, JOBS_FORMAT_VERSION, WEEKDAYS } from './format.js';
import * as quantity from '../../fields/quantities.js';
import { named, prose, seed, whole } from '../../fields/fields.js';
import { jobValue, MAX_JOBS, multiple, pace, range, value, weight } from './value-curve.js';
import { facilityPlatform, nodePlatform } from './platform.js';
import { layeredTypes, typeTable } from './job-types.js';

// This file declares the fields and value ranges of a jobs instance. Rules across several fields are in consistency.ts.

/** Maximum length of the period in which jobs arrive, s: ten years. */
const MAX_PERIOD_S = 316_000_000;

/** Schema of one job that an instance lists. */
export const jobRowSchema = z.strictObject({
  name: named('Unique.'),
  jobType: named('Name of a job type.'),
  arrivalS: quantity.spanS('Moment of its arrival, from the start of the period.'),
  pace: pace('Actual over expected time of its work; drawn where not given.').optional(),
  value: jobValue('Value curve; that of its type where not given.').optional(),
});

const jobTable = z.strictObject({
  source: z.literal('table').meta({ description: 'Jobs spelled out.' }),
  jobs: z.array(jobRowSchema).min(1).max(MAX_JOBS).meta({ description: 'The jobs in the order of arrival.' }),
});

const jobFile = z.strictObject({
  source: z.literal('csv').meta({ description: 'Jobs in a CSV file.' }),
  file: prose('Its name, relative to the instance file.'),
});

const log = z.strictObject({
  source: z
    .literal('swf')
    .meta({ description: 'Submit times of a log in the Standard Workload Format; types are drawn.' }),
  file: prose('Its name, relative to the instance file.'),
  startS: quantity.logTimeS('Time of the log at which the period begins.'),
});

const hours = (meaning: string) =>
  z.array(weight('Weight of an hour.')).length(H_PER_DAY).meta({ description: meaning });

const generated = z.strictObject({
  source: z.literal('generated').meta({ description: 'Random arrivals with a rate by hour and day of the week.' }),
  jobs: whole(1, MAX_JOBS, 'Number of jobs in the period.'),
  rates: z
    .strictObject({
      weekday: hours('Weights of the hours of a weekday from midnight: only the proportions of all count.'),
      weekend: hours('The same of a Saturday and a Sunday.'),
    })
    .meta({ description: 'How often jobs arrive by hour.' }),
});

const overheadS = (meaning: string) => quantity.spanS(meaning, { fallback: '0' }).optional();

export const jobsSchema = z
  .strictObject({
    format: z.literal(JOBS_FORMAT).meta({ description: 'Says what the file is.' }),
    formatVersion: z.literal(JOBS_FORMAT_VERSION).meta({ description: 'Version of this format.' }),
    name: named('Name of the instance; plans refer to it.'),
    description: prose('For readers.').optional(),
    seed: seed('Of everything that is drawn: the same seed gives the same jobs on every platform.'),
    period: z.strictObject({
      durationS: z.number().min(1).max(MAX_PERIOD_S).meta({ description: 'Time in which jobs arrive.', unit: 's' }),
      startsOn: z
        .enum(WEEKDAYS)
        .meta({ description: 'Day of the week that begins at time 0, midnight.', fallback: '"monday"' })
        .optional(),
    }),
    platform: z
      .discriminatedUnion('source', [nodePlatform, facilityPlatform])
      .meta({ description: 'Nodes and cores.' }),
    jobTypes: z
      .discriminatedUnion('source', [typeTable, layeredTypes])
      .meta({ description: 'Kinds of jobs: graphs of tasks.' }),
    value: z
      .strictObject({
        softDeadlineOverLeastTime: range('Soft deadline in least response times of the job type.', multiple),
        fallOverLeastTime: range('From soft deadline to the end, in the same unit.', multiple),
        worthPerCoreHour: range("Value per core-hour of the type's work at the fastest level.", value),
      })
      .meta({ description: 'Drawn value curves of jobs that have none, nor their type.' })
      .optional(),
    arrivals: z
      .discriminatedUnion('source', [jobTable, jobFile, log, generated])
      .meta({ description: 'The jobs: a table, a CSV file, a log or a generator.' }),
    pace: range('Actual over expected time of jobs that do not say; absent: 1.', pace).optional(),
    overheads: z
      .strictObject({
        checkS: overheadS('Delay of each running job at a checkpoint.'),
        moveInNodeS: overheadS('Delay of a job that changes its cores inside its node.'),
        moveToNodeS: overheadS('Delay of a job that changes its node.'),
        changeLevelS: overheadS(
          'Further delay of a move after which a task runs at another level, or on another node type.',
        ),
      })
      .meta({ description: 'What watching and moving jobs takes.', fallback: 'nothing' })
      .optional(),
    checkpointIntervalS: quantity
      .timeS('Time between checkpoints where a run does not say.', { fallback: '300' })
      .optional(),
    knownOptimum: z
      .strictObject({
        value: value('Greatest value that any schedule earns, of whoever knows the future.'),
        derivation: prose('How it follows.'),
      })
      .meta({ description: 'For instances small enough to reason about.' })
      .optional(),
  })
  .meta({ title: 'Plenum jobs instance' });

/**
 * A jobs instance as stored in a file: jobs of dependent tasks that arrive over a month, and nodes whose cores have
 * several frequency levels. A job's value falls with its age at completion.
 */
export type JobsInstance = Declared<typeof jobsSchema>;
export type JobsPeriod = JobsInstance['period'];
export type JobRow = Declared<typeof jobRowSchema>;
/** Jobs that arrive at the submit times of a log (Standard Workload Format), with types drawn by probability. */
export type JobLog = Declared<typeof log>;
/** Jobs whose number is given, with random arrival times (Poisson process), and types drawn by given probabilities. */
export type GeneratedJobs = Declared<typeof generated>;
export type { DrawnRange, DeadlineValue, JobValue, PointValue } from './value-curve.js';
export type { FacilityPlatform, NodePlatform, NodeTypeRow, RoomOptions } from './platform.js';
export type { JobEdgeRow, JobTaskRow, JobTypeRow, LayeredJobTypes } from './job-types.js';

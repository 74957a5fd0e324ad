import * as z from 'zod';
import type { DropReason } from '../../../../models/families/jobs/month-schedule.js';
import type { JOBS_PLAN_FORMAT, JOBS_PLAN_FORMAT_VERSION, JobsPlan } from '../../../../models/families/jobs/plan.js';
import { type ParsedPlan, parsePlanOf, type PlanSubject } from '../../../check/parse-plan.js';

/** Value of "format" in a plan file; stated again because the checker shares only types with the models. */
const FORMAT: typeof JOBS_PLAN_FORMAT = 'plenum.jobs-plan';
/** Version of the plan format; stated again because the checker shares only types with the models. */
const FORMAT_VERSION: typeof JOBS_PLAN_FORMAT_VERSION = 1;
/** Allowed reasons for dropping a job; stated again because the checker shares only types with the models. */
const REASONS = ['worthless', 'hopeless', 'unprofitable'] as const satisfies readonly DropReason[];
/**
 * Greatest number accepted for a time (s), an energy (J) or a value in a plan. Our choice: far beyond all instances;
 * sums of millions of them stay finite.
 */
const LARGEST = 1e18;

/** Text for messages. It says what is allowed where a list must not be empty. */
const ONE_ENTRY = 'a list with at least 1 entry';

/** Text for messages that says what is allowed as an interval. */
const AN_INTERVAL = { error: `a number above 0, at most ${LARGEST}` };
/** Text for messages that says what is allowed as a time, an energy or a value. */
const AN_AMOUNT = { error: `a number from 0 to ${LARGEST}` };

/** Returns the schema of a time, an energy or a value. */
const amount = (description: string, unit?: string): z.ZodNumber =>
  z
    .number()
    .min(0, AN_AMOUNT)
    .max(LARGEST, AN_AMOUNT)
    .meta({ description, ...(unit === undefined ? {} : { unit }) });

/** Returns the schema of a whole number that counts from 0. */
const index = (description: string): z.ZodNumber =>
  z
    .number()
    .refine((value) => Number.isSafeInteger(value) && value >= 0, { error: 'a whole number, at least 0' })
    .meta({ description, type: 'integer', minimum: 0 });

const text = (description: string): z.ZodString => z.string().meta({ description });

/** Accepted range of CRAC set-points in a plan file, C. Our choice: far beyond all CRACs. */
const SET_POINTS_C = { least: -100, most: 200 };
/** Text for messages that says what is allowed as a set-point. */
const A_SET_POINT = { error: `a number from ${SET_POINTS_C.least} to ${SET_POINTS_C.most}` };

const room = z.strictObject({
  setPoints: z
    .array(
      z.strictObject({
        fromS: amount('Moment from which it holds, until the next entry; the first is 0.', 's'),
        setPointC: z
          .number()
          .min(SET_POINTS_C.least, A_SET_POINT)
          .max(SET_POINTS_C.most, A_SET_POINT)
          .meta({ description: 'Set-point of all CRACs at work.', unit: 'C' }),
      }),
    )
    .min(1, { error: ONE_ENTRY })
    .meta({ description: 'Set-points in the order of time.' }),
  untilS: amount('End of the time that `energyJ` is of: of the period, or of the last job if that is later.', 's'),
  energyJ: amount('Energy at the meter from 0 to `untilS`.', 'J'),
});

const task = z.strictObject({
  task: text('Name of a task of the job type; each task once.'),
  core: index('Core that it runs on, below `cores`.'),
  level: index('Level of the core, 0 the slowest.'),
  startS: amount('Start, from the start of the job.', 's'),
  endS: amount('End, from the start of the job.', 's'),
});

const point = z.strictObject({
  jobType: text('Name of a job type.'),
  nodeType: text('Name of a node type.'),
  cores: index('Cores of one node that the job takes, from its start to its end.'),
  timeS: amount('Response time of a job of pace 1: the latest end.', 's'),
  energyJ: amount('Energy of a job of pace 1.', 'J'),
  tasks: z.array(task).meta({ description: 'All tasks of the job type, sorted by start.' }),
});

const piece = z.strictObject({
  node: index("Node of the point's node type, from 0."),
  point: index('Place in `points`, from 0.'),
  startS: amount('Start, from the start of the period; of a further piece the end of the one before.', 's'),
  endS: amount('End, from the start of the period.', 's'),
  overheadS: amount('Time of the piece in which no work was done: checks, moves and changes of level.', 's')
    .meta({ fallback: '0' })
    .optional(),
});

const run = z.strictObject({
  job: text('Name of the job: each is here or in `dropped`, once.'),
  value: amount('Value that it earns at the end of its last piece.'),
  pieces: z
    .array(piece)
    .min(1, { error: ONE_ENTRY })
    .meta({ description: 'What it did, in the order of time; more than one where it moved.' }),
});

/** Schema of a plan file. docs/jobs/checker.md has its fields as a table. */
export const planSchema: z.ZodType<JobsPlan> = z.strictObject({
  format: z.literal(FORMAT).meta({ description: 'Says what the file is.' }),
  formatVersion: z.literal(FORMAT_VERSION).meta({ description: 'Version of this format.' }),
  instance: z
    .strictObject({
      name: text('`name` of the instance. A plan for another one is refused.'),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .meta({
          description:
            "SHA-256 of the instance file's bytes followed by those of its CSV file or log. Another one is a warning.",
        }),
    })
    .meta({ description: 'What the plan was made for.' }),
  method: text('Policy that made it; a word for readers.'),
  checkpointIntervalS: z
    .number()
    .gt(0, AN_INTERVAL)
    .max(LARGEST, AN_INTERVAL)
    .meta({ description: 'Time between checkpoints.', unit: 's', fallback: 'there were none' })
    .optional(),
  claimed: z
    .strictObject({ value: amount('Value of all jobs.'), energyJ: amount('Energy of all pieces.', 'J') })
    .meta({ description: 'What the maker says it comes to; the checker compares.' }),
  room: room
    .meta({
      description: 'The [room](room.md) over the month, where the instance asks for it.',
      fallback: 'it does not',
    })
    .optional(),
  points: z.array(point).meta({ description: 'Design points that pieces refer to.' }),
  runs: z.array(run).meta({ description: 'Jobs that ran, in any order.' }),
  dropped: z
    .array(
      z.strictObject({
        job: text('Name of a job that never ran.'),
        atS: amount('When it was dropped.', 's'),
        reason: z
          .enum(REASONS)
          .meta({
            description:
              'worthless: worth nothing any more. hopeless: no point would end it in time. unprofitable: not worth its energy and cores.',
          }),
      }),
    )
    .meta({ description: 'Jobs that never ran.' }),
});

/**
 * Parses the text of a plan file and returns the plan or its faults. Checks only the form; `checkMonth` checks names
 * and times.
 *
 * A plan for an instance other than the subject is refused. If only the version (SHA-256) differs, there is a warning.
 *
 * @param file name of the file in messages
 */
export function parseJobsPlan(text: string, file: string, subject?: PlanSubject): ParsedPlan<JobsPlan> {
  const expected = { format: FORMAT, formatVersion: FORMAT_VERSION, schema: planSchema };
  return parsePlanOf(text, file, expected, subject);
}

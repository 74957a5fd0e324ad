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

const amount = z.number().refine((value) => value >= 0 && value <= LARGEST, { error: `a number from 0 to ${LARGEST}` });
const interval = z
  .number()
  .refine((value) => value > 0 && value <= LARGEST, { error: `a number above 0, at most ${LARGEST}` });
const index = z
  .number()
  .refine((value) => Number.isSafeInteger(value) && value >= 0, { error: 'a whole number, at least 0' });

/** Accepted range of CRAC set-points in a plan file, C. Our choice: far beyond all CRACs. */
const SET_POINTS_C = { least: -100, most: 200 };
const setPoint = z
  .number()
  .refine((value) => value >= SET_POINTS_C.least && value <= SET_POINTS_C.most, {
    error: `a number from ${SET_POINTS_C.least} to ${SET_POINTS_C.most}`,
  });

const room = z.strictObject({
  setPoints: z.array(z.strictObject({ fromS: amount, setPointC: setPoint })).min(1, { error: ONE_ENTRY }),
  untilS: amount,
  energyJ: amount,
});

const task = z.strictObject({ task: z.string(), core: index, level: index, startS: amount, endS: amount });

const point = z.strictObject({
  jobType: z.string(),
  nodeType: z.string(),
  cores: index,
  timeS: amount,
  energyJ: amount,
  tasks: z.array(task),
});

const piece = z.strictObject({ node: index, point: index, startS: amount, endS: amount, overheadS: amount.optional() });

const run = z.strictObject({ job: z.string(), value: amount, pieces: z.array(piece).min(1, { error: ONE_ENTRY }) });

const planSchema: z.ZodType<JobsPlan> = z.strictObject({
  format: z.literal(FORMAT),
  formatVersion: z.literal(FORMAT_VERSION),
  instance: z.strictObject({ name: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  method: z.string(),
  checkpointIntervalS: interval.optional(),
  claimed: z.strictObject({ value: amount, energyJ: amount }),
  room: room.optional(),
  points: z.array(point),
  runs: z.array(run),
  dropped: z.array(z.strictObject({ job: z.string(), atS: amount, reason: z.enum(REASONS) })),
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

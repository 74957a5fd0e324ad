import * as z from 'zod';
import type {
  UTILITY_PLAN_FORMAT,
  UTILITY_PLAN_FORMAT_VERSION,
  UtilityPlan,
} from '../../../../models/families/utility/plan.js';
import { type ParsedPlan, parsePlanOf, type PlanSubject } from '../../../check/parse-plan.js';

/** Value of "format" in a schedule file. Stated again, because the checker shares only types with the models. */
const FORMAT: typeof UTILITY_PLAN_FORMAT = 'plenum.utility-schedule';
/** Value of "formatVersion" in a schedule file. Stated again, because the checker shares only types with the models. */
const FORMAT_VERSION: typeof UTILITY_PLAN_FORMAT_VERSION = 1;

const run = z.strictObject({
  task: z.string(),
  pool: z.string(),
  nodes: z.number(),
  pState: z.number(),
  machine: z.number().optional(),
  pieces: z.array(z.tuple([z.number(), z.number()])).min(1),
  finished: z.literal(false).optional(),
});

const planSchema: z.ZodType<UtilityPlan> = z.strictObject({
  format: z.literal(FORMAT),
  formatVersion: z.literal(FORMAT_VERSION),
  instance: z.strictObject({ name: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  method: z.string(),
  claimed: z.strictObject({
    utility: z.number(),
    energyJ: z.array(z.number()),
    costUsd: z.array(z.number()).optional(),
  }),
  runs: z.array(run),
  dropped: z.array(z.strictObject({ task: z.string(), atS: z.number() })),
});

/**
 * Parses the text of a schedule file and returns the schedule or its faults. Checks only the form; `checkSchedule`
 * checks names and moments.
 *
 * @param file name of the file in messages
 * @param subject instance for which the schedule must be made; otherwise it is refused. If the instance file has
 * changed since, a warning says so.
 */
export function parseUtilityPlan(text: string, file: string, subject?: PlanSubject): ParsedPlan<UtilityPlan> {
  const expected = { format: FORMAT, formatVersion: FORMAT_VERSION, schema: planSchema };
  return parsePlanOf(text, file, expected, subject, 'schedule');
}

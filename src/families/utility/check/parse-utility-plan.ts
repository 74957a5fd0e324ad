import * as z from 'zod';
import type {
  UTILITY_PLAN_FORMAT,
  UTILITY_PLAN_FORMAT_VERSION,
  UtilityPlan,
} from '../../../../models/families/utility/plan.js';
import { parsePlanFile, type PlanFileFault } from '../../../check/parse-plan.js';

/** Value of "format" in a schedule file; defined again because the checker shares only types with the models. */
const FORMAT: typeof UTILITY_PLAN_FORMAT = 'plenum.utility-schedule';
/** Version of the schedule format; defined again for the same reason. */
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

/** Instance that a schedule is for: its name, and the SHA-256 of its file's bytes. */
export interface ScheduleSubject {
  readonly name: string;
  readonly sha256: string;
}

export type ParsedUtilityPlan =
  | { readonly plan: UtilityPlan; readonly warnings: readonly string[] }
  | { readonly faults: PlanFileFault[] };

/**
 * Parses the text of a schedule file; `file` is the name in messages. Returns the schedule or its faults. Given a
 * subject, a schedule for another instance is refused and one for other bytes of the same instance gets a warning. Only
 * the form is checked here; checkSchedule checks names and moments.
 */
export function parseUtilityPlan(text: string, file: string, subject?: ScheduleSubject): ParsedUtilityPlan {
  const parsed = parsePlanFile(text, file, { format: FORMAT, formatVersion: FORMAT_VERSION, schema: planSchema });
  if ('faults' in parsed) return parsed;
  const { plan } = parsed;
  if (subject === undefined || plan.instance.sha256 === subject.sha256) return { plan, warnings: [] };
  if (plan.instance.name === subject.name) {
    return { plan, warnings: ['The schedule was made for another version of the instance (its SHA-256 differs).'] };
  }
  const allowed = `a schedule for ${JSON.stringify(subject.name)}`;
  const remedy = 'The schedule was made for another instance: name that one.';
  return { faults: [{ file, path: 'instance.name', value: plan.instance.name, allowed, remedy }] };
}

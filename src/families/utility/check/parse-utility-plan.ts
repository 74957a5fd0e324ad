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

/** Returns the schema of a moment of the simulation. */
const moment = (description: string): z.ZodNumber => z.number().meta({ description, unit: 's' });

const run = z.strictObject({
  task: z.string().meta({ description: 'Name of the task: each has one run at most.' }),
  pool: z.string().meta({ description: 'Name of the pool that it runs in, from the first piece to the last.' }),
  nodes: z
    .number()
    .meta({ description: 'Nodes of the pool that it takes together: its cores / `coresPerNode`, rounded up.' }),
  pState: z
    .number()
    .meta({ description: 'P-state of all these nodes, from the first piece to the last; 0 is the fastest.' }),
  machine: z
    .number()
    .meta({
      description: 'Machine of the pool, from 0 to `nodes` - 1 of the pool; in `serial`, and nowhere else.',
      fallback: 'not `serial`',
    })
    .optional(),
  pieces: z
    .array(z.tuple([z.number(), z.number()]))
    .min(1)
    .meta({
      description:
        'Pairs [start, end] in s from the start of the simulation, in the order of time; more than one only in `preemptive`, where the task was stopped between them.',
    }),
  finished: z
    .literal(false)
    .meta({
      description: 'The task was stopped and never ended: it earns nothing, its energy counts. Only in `preemptive`.',
      fallback: 'it ended with its last piece',
    })
    .optional(),
});

/** Schema of a schedule file. docs/utility/plan.md has its fields as a table. */
export const planSchema: z.ZodType<UtilityPlan> = z.strictObject({
  format: z.literal(FORMAT).meta({ description: 'Says what the file is.' }),
  formatVersion: z.literal(FORMAT_VERSION).meta({ description: 'Version of this format.' }),
  instance: z
    .strictObject({
      name: z.string().meta({ description: '`name` of the instance. A schedule for another one is refused.' }),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .meta({
          description:
            "SHA-256 of the instance file's bytes followed by those of its CSV file or log. Another one is a warning.",
        }),
    })
    .meta({ description: 'What the schedule was made for.' }),
  method: z.string().meta({ description: 'Policy that made it; a word for readers.' }),
  claimed: z
    .strictObject({
      utility: z.number().meta({ description: 'Utility earned in the measured time.' }),
      energyJ: z
        .array(z.number())
        .meta({ description: 'Energy (J) of the runs on each [day](#days), in the order of time.' }),
      costUsd: z
        .array(z.number())
        .meta({
          description: 'Cost of that energy (USD, or the `currency` of the instance) on each day.',
          fallback: 'energy has no price',
        })
        .optional(),
    })
    .meta({ description: 'What the maker says it comes to; the checker compares.' }),
  runs: z.array(run).meta({ description: 'Tasks that ran, in any order.' }),
  dropped: z
    .array(
      z.strictObject({
        task: z.string().meta({ description: 'Name of the task. One of an unfinished run may be here as well.' }),
        atS: moment(
          'When it was given up: not before it arrived, nor before its last piece ended, nor after the end of the simulation.',
        ),
      }),
    )
    .meta({ description: 'Tasks that were given up. A task in neither list was still waiting at the end.' }),
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

import * as z from 'zod';
import { commandKeys, details, figure, violation } from './schema-parts.js';

/** Schema of the record of a command that only one family has. */
export const ownCommandSchema = z
  .strictObject({
    ...commandKeys,
    instance: z.string(),
    family: z.string(),
    seed: z.int().nonnegative().nullable(),
    termination: z.enum(['finished', 'interrupted', 'failed']).nullable(),
    feasible: z.boolean().nullable(),
    objective: figure,
    bound: figure,
    gap: figure,
    boundScope: z.string().nullable(),
    gapReason: z.string().nullable(),
    violations: z.array(violation.loose()).nullable().meta({ description: 'Families add fields, e.g. the state.' }),
    details: details.meta({ description: 'What the command adds, on the pages of the family.' }),
  })
  .meta({ title: "What a command of a family's own prints with --json" });

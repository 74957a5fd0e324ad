import * as z from 'zod';
import { commandKeys, details, figure, violation } from './schema-parts.js';

/** Schema of the record of a command `plenum <group> <command>`. */
export const ownCommandSchema = z
  .strictObject({
    ...commandKeys,
    instance: z.string().nullable(),
    family: z.string().nullable(),
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
  .meta({ title: 'What a command such as plenum import prints with --json' });

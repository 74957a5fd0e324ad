import * as z from 'zod';
import { commandKeys } from './schema-parts.js';

export const generateSchema = z
  .strictObject({
    ...commandKeys,
    family: z.string(),
    seed: z.int().nonnegative().meta({ description: 'Of the first instance.' }),
    termination: z.literal('finished'),
    objectiveUnit: z.null(),
    instance: z.null(),
    files: z.record(z.string(), z.string()).meta({ description: 'Paths of all files written, by their names.' }),
    details: z.strictObject({
      instances: z.array(z.string()).meta({ description: 'Paths of the instances, by rising seed.' }),
    }),
  })
  .meta({ title: 'What plenum generate --json prints' });

export const exportSchema = z
  .strictObject({
    ...commandKeys,
    instance: z.string(),
    family: z.string(),
    objectiveUnit: z.null(),
    termination: z.literal('finished'),
    files: z.strictObject({ csv: z.string() }),
    details: z.strictObject({
      exported: z
        .string()
        .meta({ description: 'Name of the part: matrix, times, series, tasks, types, jobs or edges.' }),
      bytes: z.int().nonnegative().meta({ description: 'Size of the file written.' }),
    }),
  })
  .meta({ title: 'What plenum export --json prints' });

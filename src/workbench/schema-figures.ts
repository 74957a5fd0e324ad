import * as z from 'zod';
import { commandKeys } from './schema-parts.js';

const count = z.int().nonnegative();

const verdict = z.enum(['holds', 'in part', 'contradicts', 'undecided', 'not tested', 'not judged']);

const claim = z.strictObject({
  id: z.string(),
  says: z.string(),
  rule: z.string(),
  verdict,
  refusal: z.string().nullable().meta({ description: 'Why the claim is not judged, e.g. "3 of 12 trials".' }),
  calibrated: z
    .string()
    .nullable()
    .meta({ description: 'Why the claim tests nothing: a number of it chose the settings.' }),
  decidedBy: z.string().nullable().meta({ description: 'What the source leaves open and the claim hangs on.' }),
  settings: z
    .array(z.strictObject({ levels: z.record(z.string(), z.string()), isAdmissible: z.boolean(), verdict }))
    .meta({
      description: 'Verdicts in each setting of what the source does not print; the admissible ones are counted.',
    }),
  parts: z.array(
    z.strictObject({
      where: z.string(),
      figure: z.string(),
      answer: z.enum(['yes', 'no', 'open', 'untested']),
      printed: z.strictObject({ figure: z.string(), window: z.string(), at: z.string() }).optional(),
    }),
  ),
  details: z.record(z.string(), z.string()).meta({ description: "Verdicts by the family's other readings." }),
});

const run = z.strictObject({
  figures: z.array(
    z.strictObject({
      figure: z.string(),
      family: z.string(),
      trials: count,
      done: count,
      total: count,
      files: z.record(z.string(), z.string()),
      claims: z.array(claim).meta({ description: 'Empty until every solve is done.' }),
    }),
  ),
});

const estimate = z.strictObject({
  workers: count,
  figures: z.array(
    z.strictObject({ figure: z.string(), family: z.string(), solves: count, trials: count, seconds: z.number() }),
  ),
});

/**
 * Schema of the record of `plenum reproduce`: published figures that were run or, with --estimate, their expected time.
 */
export const reproduceSchema = z
  .strictObject({
    ...commandKeys,
    instance: z.null(),
    objectiveUnit: z.null(),
    family: z.string().nullable().meta({ description: 'Null: figures of several families.' }),
    termination: z.enum(['finished', 'interrupted']).nullable().meta({ description: 'Null: an estimate.' }),
    files: z
      .record(z.string(), z.string())
      .meta({ description: '`page` and `details`, where --write-docs wrote them.' }),
    details: z.union([run, estimate]),
  })
  .meta({ title: 'What plenum reproduce --json prints' });

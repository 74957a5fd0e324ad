import { z } from 'zod';
import { type JsonSchemaNode, withSchemaKey } from '../../instances/schema-text.js';
import { STUDY_FORMAT, STUDY_FORMAT_VERSION } from './study.js';

const text = (meaning: string): z.ZodString => z.string().min(1).meta({ description: meaning });
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const values = (meaning: string): z.ZodType<Written> =>
  z.union([scalar, z.array(scalar)]).meta({ description: meaning });
type WrittenScalar = string | number | boolean | null;
type Written = WrittenScalar | WrittenScalar[];

const seeds = (meaning: string): z.ZodType<string | number | number[]> =>
  z
    .union([
      z.int().min(0).max(Number.MAX_SAFE_INTEGER),
      z.string(),
      z.array(z.int().min(0).max(Number.MAX_SAFE_INTEGER)),
    ])
    .meta({ description: meaning });

const source = z.union([
  text('Instance file (a name that ends in ".json", relative to the study file), or a bundled instance by its name.'),
  z.strictObject({ file: text('Instance file, relative to the study file.') }),
  z.strictObject({
    generate: z
      .record(z.string(), scalar)
      .meta({ description: 'Options of `plenum generate` that make a new instance, in camel case.' }),
    seeds: seeds('Seeds of the generated instances, one instance each.').optional(),
  }),
  z.strictObject({
    variants: text('Instance file or bundled instance of which seeded variants are made.'),
    seeds: seeds('Seeds of the variants, one instance each.').optional(),
    uncertainty: z
      .record(z.string(), z.union([z.number().min(0).lt(1), z.string()]))
      .optional()
      .meta({
        description:
          'Uncertainty by field: a share by which it is more or less ("±10 %" or 0.1), or "drawn" for a seed that is drawn anew.',
        fallback: 'variants as `plenum generate` makes them',
      }),
  }),
]);

const amount = (meaning: string): z.ZodType<string | number> =>
  z.union([z.number().min(0), z.string()]).meta({ description: meaning });

const steps = z.int().min(1);

const pattern = z
  .record(z.string(), z.union([scalar, z.array(scalar)]))
  .meta({ description: 'Values by axis; a list means any of them.' });

/** Schema of a study file as the user writes it. */
export const STUDY_SCHEMA = z
  .strictObject({
    format: z.literal(STUDY_FORMAT).meta({ description: 'Tells the file from others.' }),
    formatVersion: z.literal(STUDY_FORMAT_VERSION).meta({ description: 'Version of the format.' }),
    name: text('Name of the study.'),
    title: z.string().optional().meta({ description: 'Heading of its report.' }),
    description: z.string().optional().meta({ description: 'What the study is for; goes nowhere.' }),
    verb: z
      .enum(['solve', 'compare', 'sweep', 'day', 'reproduce'])
      .optional()
      .meta({ description: 'Question that each run answers.', fallback: 'solve' }),
    instances: z.array(source).optional().meta({ description: 'Instances.' }),
    changes: z
      .record(z.string(), values('Values, with units or as factors of what the instance has (x0.8).'))
      .optional()
      .meta({ description: 'Fields of the instances and the values each takes.', fallback: 'none' }),
    methods: z
      .union([
        z.literal('all'),
        z.array(z.string()),
        z.record(z.string(), z.union([z.literal('all'), z.array(z.string())])),
      ])
      .optional()
      .meta({ description: 'Methods: a list, lists by family, or "all".', fallback: 'the default of each family' }),
    options: z
      .record(z.string(), values('Value or list of values.'))
      .optional()
      .meta({ description: 'Options of the verb, in camel case.', fallback: 'none' }),
    seeds: seeds('Seeds of stochastic methods: one, a list, or a range "1..10".').optional().meta({ fallback: '1' }),
    budgets: z
      .union([
        z
          .array(
            z.strictObject({
              time: amount('Time limit of a run, "2 s" or a number in s.').optional(),
              work: steps.optional().meta({ description: 'Work limit of a run, steps.' }),
            }),
          )
          .min(1),
        z.strictObject({
          time: z.array(amount('Time limit of a run.')).min(1).optional().meta({ description: 'Time limits.' }),
          work: z
            .array(steps)
            .min(1)
            .optional()
            .meta({ description: 'Work limits, as many as times where both are given.' }),
        }),
      ])
      .optional()
      .meta({ description: 'Limits that a run heeds by itself.', fallback: 'one budget without limits' }),
    zip: z
      .array(z.array(z.string()).min(2))
      .optional()
      .meta({ description: 'Groups of axes that advance together instead of being crossed.', fallback: 'none' }),
    only: z
      .array(pattern)
      .optional()
      .meta({ description: 'Cells that are kept: those that agree with any.', fallback: 'all' }),
    without: z.array(pattern).optional().meta({ description: 'Cells that are left out.', fallback: 'none' }),
    limits: z
      .strictObject({
        time: amount('Time after which a run is ended from outside, "10 min" or a number in s.').optional(),
        memory: amount('Memory beyond which a run is ended from outside, "2 GiB" or a number in MiB.').optional(),
      })
      .optional()
      .meta({ description: 'Limits at which a run is ended and recorded as failed.', fallback: 'none' }),
    keep: z
      .array(z.literal('plan'))
      .optional()
      .meta({ description: 'Parts kept beside the record.', fallback: 'none' }),
    bounds: z
      .boolean()
      .optional()
      .meta({ description: 'Whether methods without a bound are followed by one.', fallback: 'true' }),
    stop: z
      .strictObject({
        of: z.enum(['objective', 'gap']).meta({ description: 'Figure whose mean is watched.' }),
        halfWidth: amount('Greatest half-width of its 95 % interval: a number, or a share of the mean, "1 %".'),
        least: z
          .int()
          .min(2)
          .max(1_000_000)
          .optional()
          .meta({ description: 'Seeds before the first look.', fallback: '10' }),
        step: z.int().min(1).max(1_000_000).optional().meta({ description: 'Seeds between two looks.', fallback: '5' }),
      })
      .optional()
      .meta({
        description: 'Rule by which seeds are drawn until an interval is narrow enough.',
        fallback: 'all seeds are run',
      }),
    figures: z.array(z.string()).optional().meta({ description: 'Published figures, for the verb "reproduce".' }),
    words: z
      .record(z.string(), z.union([scalar, z.array(scalar)]))
      .optional()
      .meta({ description: 'Words of the verb that are no axis, such as reference or trials.', fallback: 'none' }),
  })
  .meta({ title: 'Study of Plenum' });

/** A study file as the user writes it. */
export type WrittenStudy = z.infer<typeof STUDY_SCHEMA>;

/** One budget in a study file as the user writes it. */
export type WrittenBudget = Extract<NonNullable<WrittenStudy['budgets']>, readonly unknown[]>[number];

/** Returns the JSON Schema (2020-12) of study files. */
export function studyJsonSchema(): JsonSchemaNode {
  return withSchemaKey(z.toJSONSchema(STUDY_SCHEMA));
}

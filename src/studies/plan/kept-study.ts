import { z } from 'zod';
import { STUDY_FORMAT, STUDY_FORMAT_VERSION, type Study } from './study.js';

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const seeds = z.array(z.int().min(0)).readonly();
const amount = z.number().min(0).nullable();
const pattern = z.record(z.string(), z.union([scalar, z.array(scalar)]));

/**
 * Schema of the validated study with all defaults, as stored in a study folder. A stored study is validated again when
 * used.
 */
const KEPT_STUDY = z.object({
  format: z.literal(STUDY_FORMAT),
  formatVersion: z.literal(STUDY_FORMAT_VERSION),
  name: z.string(),
  title: z.string().nullable(),
  verb: z.enum(['solve', 'compare', 'sweep', 'day', 'reproduce']),
  instances: z.array(
    z.discriminatedUnion('from', [
      z.object({ from: z.literal('file'), file: z.string() }),
      z.object({ from: z.literal('bundled'), name: z.string() }),
      z.object({ from: z.literal('generate'), words: z.record(z.string(), scalar), seeds }),
      z.object({
        from: z.literal('variants'),
        of: z.string(),
        seeds,
        uncertainty: z.record(z.string(), z.union([z.number(), z.literal('drawn')])).optional(),
      }),
    ]),
  ),
  changes: z.array(z.object({ field: z.string(), values: z.array(scalar), factors: z.boolean() })),
  methods: z.record(z.string(), z.array(z.string())).nullable(),
  options: z.record(z.string(), z.array(scalar)),
  seeds,
  budgets: z.array(z.object({ timeLimitS: amount, workLimit: amount })),
  zip: z.array(z.array(z.string())),
  only: z.array(pattern),
  without: z.array(pattern),
  limits: z.object({ timeS: amount, memoryMiB: amount }),
  keep: z.array(z.literal('plan')),
  bounds: z.boolean(),
  stop: z
    .object({
      of: z.enum(['objective', 'gap']),
      halfWidth: z.number(),
      relative: z.boolean(),
      least: z.int().min(2),
      step: z.int().min(1),
    })
    .nullable(),
  figures: z.array(z.string()),
  words: z.record(z.string(), z.union([scalar, z.array(scalar)])),
});

/** Returns true if parsed JSON has the form of a validated study (`study.json`). */
export function isKeptStudy(value: unknown): value is Study {
  return KEPT_STUDY.safeParse(value).success;
}

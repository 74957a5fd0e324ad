import * as z from 'zod';
import { common, figure, infeasibility, limit, nothing, termination } from './schema-parts.js';

const change = z.strictObject({ ...limit, from: z.number(), to: z.number() });

/** A set of changes of limits after which a plan exists. */
const fix = z
  .strictObject({
    changes: z.array(change).nonempty(),
    price: figure.meta({ description: 'At the prices given; null where a change has none.' }),
    proven: z.boolean().meta({ description: 'Whether it is proven that no plan exists with a step less.' }),
    message: z.string(),
  })
  .meta({ description: 'Changes of limits after which a plan exists, tested.' });

const brokenLimit = z
  .strictObject({ ...limit, amount: z.number().positive(), proven: z.boolean(), message: z.string() })
  .meta({ description: 'A limit that is broken without any work.' });

const conflict = z
  .strictObject({
    limits: z.array(z.strictObject({ ...limit, limit: z.number() })),
    ...{ proven: z.boolean(), irreducible: z.boolean(), message: z.string() },
  })
  .meta({ description: 'Limits that cannot be kept together.' });

/** The envelope of an explanation: nothing was solved. */
export const explainSchema = z
  .strictObject({
    ...common,
    termination,
    feasible: z.literal(false).nullable().meta({ description: 'false: nothing is feasible; null elsewhere.' }),
    gapReason: z.string(),
    infeasibility: infeasibility.nullable(),
    ...{ method: nothing, planFrom: nothing, seed: nothing, objective: nothing, bound: nothing, boundScope: nothing },
    ...{ gap: nothing, binding: nothing, violations: nothing },
    details: z.looseObject({
      brokenLimits: z.array(brokenLimit),
      omitted: z.int().nonnegative().meta({ description: 'Broken limits that are not listed.' }),
      conflict: conflict.nullable(),
      fixes: z.array(fix),
    }),
  })
  .meta({ title: 'What plenum explain --json prints' });

import * as z from 'zod';
import { planFigures } from '../../models/families/plan-figures.js';
import { ENVELOPE_VERSION } from './envelope.js';

// Parts that schemas of several verbs share.

/** Schema of a number that may be unknown: null stands for NaN and infinity, which JSON lacks. */
export const figure = z.number().nullable();

export const limit = { constraint: z.string(), where: z.string(), unit: z.string() };

export const violation = z
  .strictObject({ ...limit, value: figure, limit: figure, amount: figure })
  .meta({ description: 'A limit that the plan passes by `amount`, in `unit`.' });

/** Schema of a set of changes of limits with which a feasible plan exists. */
const fix = z
  .strictObject({
    changes: z.array(z.strictObject({ ...limit, from: z.number(), to: z.number() })),
    message: z.string(),
  })
  .meta({ description: 'Least changes of limits after which a plan exists.' });

/**
 * Schema of a limit that, as far as the search could tell, every plan violates. Families add fields, such as the epoch.
 */
export const infeasibility = z
  .looseObject({
    ...limit,
    amount: z.number(),
    proven: z.boolean(),
    message: z.string(),
    fixes: z.array(fix).optional(),
  })
  .meta({ description: 'What stands in the way of every plan, and by how much.' });

export const termination = z.enum([
  'optimal',
  'finished',
  'timeLimit',
  'workLimit',
  'interrupted',
  'infeasible',
  'failed',
]);

export const texts = z.array(z.string());
export const details = z
  .record(z.string(), z.unknown())
  .meta({ description: 'What the family adds (docs/results.md); open to new families.' });

/** Schema of the details of a plan, to which families may add fields. */
export const planDetails = planFigures.meta({
  description: 'What the plan does, and what the family adds (docs/results.md); open to new families.',
});

export const version = z.literal(ENVELOPE_VERSION);

export const common = {
  envelopeVersion: version,
  instance: z.string().meta({ description: 'Name of the instance.' }),
  family: z.string(),
  objectiveUnit: z.string(),
  warnings: texts,
  timeS: z.record(z.string(), z.number().nonnegative()).meta({ description: 'By phase, and their sum `total`, s.' }),
  work: z.record(z.string(), z.number()).meta({ description: 'Counts that repeat exactly.' }),
  files: z.record(z.string(), z.string()).meta({ description: 'Paths of files written, by what is in them.' }),
  details,
};

export const nothing = z.null();

/** Schemas of a record's keys for commands that need not concern one instance, family or objective. */
export const commandKeys = {
  ...common,
  instance: z.string().nullable(),
  family: z.string().nullable(),
  objectiveUnit: z.string().nullable(),
  method: nothing,
  planFrom: nothing,
  seed: nothing,
  feasible: nothing,
  objective: nothing,
  bound: nothing,
  boundScope: nothing,
  gap: nothing,
  gapReason: nothing,
  infeasibility: nothing,
  binding: nothing,
  violations: nothing,
};

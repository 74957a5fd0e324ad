import * as z from 'zod';
import { ENVELOPE_VERSION } from './envelope.js';

const envelopeVersion = z.literal(ENVELOPE_VERSION);

/** Instances made. */
export const generateSchema = z
  .strictObject({
    ...{ envelopeVersion, family: z.string() },
    files: z.array(z.string()).meta({ description: 'Paths of the instances, by rising seed.' }),
    warnings: z.array(z.string()),
  })
  .meta({ title: 'What plenum generate --json prints' });

/** A part of an instance written as CSV. */
export const exportSchema = z
  .strictObject({
    ...{ envelopeVersion, instance: z.string(), family: z.string(), exported: z.string() },
    bytes: z.int().nonnegative().meta({ description: 'Size of the file written.' }),
    files: z.strictObject({ csv: z.string() }),
  })
  .meta({ title: 'What plenum export --json prints' });

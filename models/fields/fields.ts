import { z } from 'zod';

/**
 * Leaves of the schema: a range, a unit and a meaning each. Zod's z.number() accepts finite numbers only. `unit` and
 * `fallback` (what an absent field means) go into the JSON Schema and the field table of docs/reward-rate/instances.md.
 */
export interface FieldNotes {
  readonly unit?: string;
  readonly fallback?: string;
}

const note = (meaning: string, notes: FieldNotes): Record<string, string> => ({ description: meaning, ...notes });

/** Air temperatures outside this range are typing errors (or in another unit). */
export const celsius = (meaning: string): z.ZodNumber =>
  z
    .number()
    .min(-50)
    .max(100)
    .meta(note(meaning, { unit: 'C' }));

export const whole = (least: number, most: number, meaning: string, notes: FieldNotes = {}): z.ZodInt =>
  z.int().min(least).max(most).meta(note(meaning, notes));

/** Maximum seed: nine digits, below 2^32. */
export const MAX_SEED = 999_999_999;

/** Returns the seed of random numbers. */
export const seed = (meaning: string): z.ZodInt => whole(0, MAX_SEED, meaning);

/** Returns the number in [0, 1]. */
export const fraction = (meaning: string, notes: FieldNotes = {}): z.ZodNumber =>
  z.number().min(0).max(1).meta(note(meaning, notes));

/** Names are keys of other fields: not empty, no blanks at either end, one line without control characters, and not the one word that is no key in JavaScript. */
export const named = (meaning: string): z.ZodString =>
  z
    .string()
    .regex(
      /^(?!__proto__$)[^\s\u0000-\u001f\u007f-\u009f]([^\u0000-\u001f\u007f-\u009f\u2028\u2029]*[^\s\u0000-\u001f\u007f-\u009f])?$/u,
    )
    .meta({ description: meaning });

/** Returns the name of a rack: without "/", which separates rack and level in the names of zones. */
export const rackNamed = (meaning: string): z.ZodString =>
  z
    .string()
    .regex(
      /^(?!__proto__$)[^\s/\u0000-\u001f\u007f-\u009f]([^/\u0000-\u001f\u007f-\u009f\u2028\u2029]*[^\s/\u0000-\u001f\u007f-\u009f])?$/u,
    )
    .meta({ description: meaning });

/** Currency of all amounts of money of an instance; names of fields say USD all the same. */
export const currency = (): z.ZodOptional<z.ZodString> =>
  z
    .string()
    .regex(/^[A-Z]{3}$/)
    .meta(
      note('Currency of all amounts: three capital letters (ISO 4217). Names of fields say USD all the same.', {
        fallback: 'USD',
      }),
    )
    .optional();

export const prose = (meaning: string): z.ZodString => z.string().meta({ description: meaning });

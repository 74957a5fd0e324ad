import { z } from 'zod';

/**
 * Unit of a schema's field, and `fallback`, the meaning of the field if it is absent. Both appear in the JSON Schema
 * and in the documentation's tables of fields.
 */
export interface FieldNotes {
  readonly unit?: string;
  readonly fallback?: string;
}

const note = (meaning: string, notes: FieldNotes): Record<string, string> => ({ description: meaning, ...notes });

/** Returns the schema of an air temperature in C. A value outside the range is a typing error or in another unit. */
export const celsius = (meaning: string): z.ZodNumber =>
  z
    .number()
    .min(-50)
    .max(100)
    .meta(note(meaning, { unit: 'C' }));

export const whole = (least: number, most: number, meaning: string, notes: FieldNotes = {}): z.ZodInt =>
  z.int().min(least).max(most).meta(note(meaning, notes));

/** Maximum seed of random numbers: nine digits, below 2^32. */
export const MAX_SEED = 999_999_999;

/** Returns the schema of a seed of random numbers. */
export const seed = (meaning: string): z.ZodInt => whole(0, MAX_SEED, meaning);

/** Returns the schema of a number in [0, 1]. */
export const fraction = (meaning: string, notes: FieldNotes = {}): z.ZodNumber =>
  z.number().min(0).max(1).meta(note(meaning, notes));

/**
 * Returns the schema of a name, which may be a key of an object. It is one line, not empty, without control characters
 * or blanks at either end, and not `__proto__`.
 */
export const named = (meaning: string): z.ZodString =>
  z
    .string()
    .regex(
      /^(?!__proto__$)[^\s\u0000-\u001f\u007f-\u009f]([^\u0000-\u001f\u007f-\u009f\u2028\u2029]*[^\s\u0000-\u001f\u007f-\u009f])?$/u,
    )
    .meta({ description: meaning });

/**
 * Returns the schema of a rack's name. It must not contain "/", which separates the rack from the level in names of
 * zones.
 */
export const rackNamed = (meaning: string): z.ZodString =>
  z
    .string()
    .regex(
      /^(?!__proto__$)[^\s/\u0000-\u001f\u007f-\u009f]([^/\u0000-\u001f\u007f-\u009f\u2028\u2029]*[^\s/\u0000-\u001f\u007f-\u009f])?$/u,
    )
    .meta({ description: meaning });

/**
 * Returns the schema of the field that names the currency of an instance. It applies to all amounts of money, although
 * field names say USD.
 */
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

import { z } from 'zod';

/**
 * Unit of a field, and its meaning if the field is absent (`fallback`), for the JSON Schema and the tables of fields.
 */
export interface FieldNotes {
  readonly unit?: string;
  readonly fallback?: string;
}

const note = (meaning: string, notes: FieldNotes): Record<string, string> => ({ description: meaning, ...notes });

/** Returns the schema of an air temperature in C. Values outside the range are typing errors or in another unit. */
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

export const seed = (meaning: string): z.ZodInt => whole(0, MAX_SEED, meaning);

/** Returns the schema of a number in [0, 1]. */
export const fraction = (meaning: string, notes: FieldNotes = {}): z.ZodNumber =>
  z.number().min(0).max(1).meta(note(meaning, notes));

/**
 * Returns the schema of a name, which may be a key of an object. A name is one line and not empty, has no control
 * characters and no blanks at either end, and is not `__proto__`.
 */
export const named = (meaning: string): z.ZodString =>
  z
    .string()
    .regex(
      /^(?!__proto__$)[^\s\u0000-\u001f\u007f-\u009f]([^\u0000-\u001f\u007f-\u009f\u2028\u2029]*[^\s\u0000-\u001f\u007f-\u009f])?$/u,
    )
    .meta({ description: meaning });

/** Returns the schema of a rack's name. It has no "/", which separates rack and level in names of zones. */
export const rackNamed = (meaning: string): z.ZodString =>
  z
    .string()
    .regex(
      /^(?!__proto__$)[^\s/\u0000-\u001f\u007f-\u009f]([^/\u0000-\u001f\u007f-\u009f\u2028\u2029]*[^\s/\u0000-\u001f\u007f-\u009f])?$/u,
    )
    .meta({ description: meaning });

/** Returns the schema of an instance's currency. It applies to all amounts of money, although field names say USD. */
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

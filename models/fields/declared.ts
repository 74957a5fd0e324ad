import type { z } from 'zod';

/** The type T with all fields readonly, at every depth. */
type Frozen<T> = T extends readonly (infer Entry)[]
  ? readonly Frozen<Entry>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;

/** Type of the data that a schema accepts. With it, a file format is only declared once, by its schema. */
export type Declared<Schema extends z.ZodType> = Frozen<z.output<Schema>>;

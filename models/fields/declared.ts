import type { z } from 'zod';

/** A type with every field readonly at every depth. */
type Frozen<T> = T extends readonly (infer Entry)[]
  ? readonly Frozen<Entry>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;

/** Type of the data that a schema accepts. The schema of a format is its only declaration. */
export type Declared<Schema extends z.ZodType> = Frozen<z.output<Schema>>;

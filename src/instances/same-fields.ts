/**
 * Type with every field readonly at every depth, so that a schema's output and the documented type compare field by
 * field.
 */
type Frozen<T> = T extends readonly (infer U)[]
  ? readonly Frozen<U>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;
/** Type with every field required: assignability alone does not notice a missing optional field. */
type Complete<T> = T extends readonly (infer U)[]
  ? readonly Complete<U>[]
  : T extends object
    ? { readonly [K in keyof T]-?: Complete<Exclude<T[K], undefined>> }
    : T;
type Same<A, B> = [A, B] extends [B, A] ? true : false;

/** Type `readonly [true, true]` where a schema's output and the documented type have the same fields. */
export type SameFields<Parsed, Documented> = readonly [
  Same<Frozen<Parsed>, Frozen<Documented>>,
  Same<Complete<Parsed>, Complete<Documented>>,
];

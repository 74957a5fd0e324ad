import type { LimitName } from '../../models/facility/limits.js';

// Records from which the tables on the pages of a checker are made. They hold no rule: the checker's modules take their
// tolerances from the same records.

/** A tolerance of a checker: values that differ from what is right, or exceed a limit, by no more are accepted. */
export interface Tolerance {
  readonly value: number;
  /** Unit of the value, or the quantity of which it is a fraction. */
  readonly of: string;
  /** What is compared with this tolerance. */
  readonly compares: string;
  /** Where the number is from. */
  readonly origin: string;
}

/** A kind of fault or limit that a checker reports. */
export interface JudgedLimit<Name extends string = string> {
  readonly meaning: string;
  /** Tolerances that apply to it, by name; none if the rule is exact. */
  readonly tolerances?: readonly Name[];
}

/** Kinds of faults and limits, by the name that violations have. */
export type JudgedLimits<Name extends string = string> = Readonly<Partial<Record<LimitName, JudgedLimit<Name>>>>;

/** What a checker's pages say in tables. */
export interface JudgedWords {
  readonly tolerances: Readonly<Record<string, Tolerance>>;
  /** Limits by the table in which they stand. */
  readonly limits: Readonly<Record<string, JudgedLimits>>;
}

import type { FigureData } from './data.js';
import type { Part } from './rules.js';

/** A claim of the thesis, and the rule by which it is judged from the records. */
export interface Claim {
  readonly id: string;
  readonly figure: string;
  /** What the thesis claims, in our words. */
  readonly says: string;
  /** The rule of the verdict: what is compared, and when a comparison supports the claim. */
  readonly rule: string;
  /** Text on a point that the source leaves open and on which the verdict depends; our reading decides it. */
  readonly decidedBy?: string;
  readonly parts: (data: FigureData) => readonly Part[];
}

/** How pages name the source of claims. */
export interface ClaimSource {
  /** Heading of the column of claims, e.g. "The papers say". */
  readonly says: string;
  /** The source in the genitive, as in "the papers' own settings". */
  readonly possessive: string;
}

/** The usual source of claims. */
export const THESIS: ClaimSource = { says: 'The thesis says', possessive: "the thesis'" };

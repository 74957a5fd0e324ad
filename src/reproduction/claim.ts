import type { FigureData } from './data.js';
import type { Part } from './rules.js';

/** A statement of the thesis and the rule by which records answer it. */
export interface Claim {
  readonly id: string;
  readonly figure: string;
  /** Statement of the thesis, in its sense. */
  readonly says: string;
  /** Rule of the verdict: what is compared, and when a part says yes. */
  readonly rule: string;
  /** Point that the source leaves open and on which this claim depends, in words: our reading of it decides. */
  readonly decidedBy?: string;
  readonly parts: (data: FigureData) => readonly Part[];
}

/** Words for where claims come from. */
export interface ClaimSource {
  /** Head of the column of claims: "The papers say". */
  readonly says: string;
  /** Genitive, before "own settings": "the papers'". */
  readonly possessive: string;
}

/** The source that most families have. */
export const THESIS: ClaimSource = { says: 'The thesis says', possessive: "the thesis'" };

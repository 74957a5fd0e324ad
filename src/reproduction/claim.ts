import type { FigureData } from './data.js';
import type { Part } from './rules.js';

/** A claim of the thesis or a paper, and the rule by which the records support or contradict it. */
export interface Claim {
  readonly id: string;
  readonly figure: string;
  /** Statement of the thesis, in our words. */
  readonly says: string;
  /** Text of the rule for the verdict: what is compared, and which results support the claim. */
  readonly rule: string;
  /** Our answer to a question that the source leaves open and on which the verdict depends, as a sentence. */
  readonly decidedBy?: string;
  readonly parts: (data: FigureData) => readonly Part[];
}

/** Words for the publication whose claims are judged, used on pages. */
export interface ClaimSource {
  /** Heading of the table column with the claims, such as "The papers say". */
  readonly says: string;
  /** Genitive of the source, as in "the papers' own settings". */
  readonly possessive: string;
}

/** Source of claims if a paper declares no other: the thesis. */
export const THESIS: ClaimSource = { says: 'The thesis says', possessive: "the thesis'" };

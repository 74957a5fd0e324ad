import type { FigureData } from './data.js';
import type { Part } from './rules.js';

/** A claim of the thesis or a paper, with the rule by which records support or contradict it. */
export interface Claim {
  readonly id: string;
  readonly figure: string;
  /** Statement of the thesis, in our words. */
  readonly says: string;
  /** Rule for the verdict: what is compared, and which results support the claim. */
  readonly rule: string;
  /** Our answer, as a sentence, to a question that the source leaves open and the verdict depends on. */
  readonly decidedBy?: string;
  /**
   * Why the claim tests nothing: a sentence on the number of it by which a calibration was chosen. Its verdict is shown as
   * "calibrated, not tested".
   */
  readonly calibrated?: string;
  readonly parts: (data: FigureData) => readonly Part[];
}

/** Words with which pages name the source of the claims. */
export interface ClaimSource {
  /** Heading of the table column with the claims, such as "The papers say". */
  readonly says: string;
  /** Genitive of the source, as in "the papers' own settings". */
  readonly possessive: string;
}

/** Words for the thesis, which is the source of claims unless a paper declares another. */
export const THESIS: ClaimSource = { says: 'The thesis says', possessive: "the thesis'" };

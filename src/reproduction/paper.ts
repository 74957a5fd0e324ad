import type { Cell, Design, TrialRequest } from '../experiments/design.js';
import type { Records, TrialOutput } from '../experiments/record.js';
import type { Claim, ClaimSource } from './claim.js';
import type { FigureData } from './data.js';
import type { FigureOptions } from './figure-options.js';
import type { FigurePicture, PictureChart } from './picture.js';

/** Seconds of solves, guessed before any is measured. */
export interface Pace {
  /** Cells whose solves take about as long, in words. */
  readonly kindOf: (cell: Cell) => string;
  /** Guess of a trial's time on one slow core, s. */
  readonly firstGuessS: (input: Pick<TrialRequest, 'cell' | 'settings'>) => number;
}

/** A way in which the records are evaluated. */
export interface View {
  /**
   * Kind of view. "thesis": its own settings, by which claims are judged; "reading": the same runs, read otherwise;
   * "regime": settings of Plenum.
   */
  readonly kind: 'thesis' | 'reading' | 'regime';
  readonly words: string;
  /** Name of the view in JSON. */
  readonly key: string;
  readonly data: (records: Records) => FigureData;
}

/** Figures of a chapter or of some papers: what is run, what is claimed of it, how it is shown. */
export interface Paper<F extends string = string> {
  readonly figures: readonly F[];
  readonly titles: Readonly<Record<F, string>>;
  /** Number of different trials there are, where it is limited. */
  readonly mostTrials?: number;
  readonly design: (figure: F, options: FigureOptions) => Design;
  /** The answer of a trial: a function of its input alone. */
  readonly trial: (input: TrialRequest) => Promise<TrialOutput> | TrialOutput;
  readonly pace: Pace;
  /** Claims in the thesis' order. */
  readonly claims: readonly Claim[];
  /** Reasons why claims do not hold here, by claim, where known; shown unless the verdict is "holds". */
  readonly reasons: Readonly<Record<string, string>>;
  /**
   * Views of the records, the thesis' own settings first: verdicts are made on them alone. Readings that lead to
   * another verdict are named in it.
   */
  readonly views: readonly [View, ...View[]];
  /** Text above the table of its verdicts, in Markdown: what is run, and what is ours. Paths count from docs/. */
  readonly introduction: string;
  /** Source of the claims as the pages name it; absent: the thesis. */
  readonly source?: ClaimSource;
  readonly designSentence: (design: Design) => string;
  /** Charts of a figure on its page, in the units of the thesis; none where the figure has a page of its own. */
  readonly charts: (records: Records) => readonly PictureChart[];
  /** HTML of a figure that is drawn otherwise than from `charts`; null for the others. */
  readonly ownPage?: (figure: F) => Promise<((records: Records, picture: FigurePicture) => string) | null>;
  /** Tables of a figure in Markdown, with what is said before each. */
  readonly results: (records: Records) => readonly string[];
}

/** Returns a paper with its own figures as one with any: it is asked about its own alone. */
export function anyPaper<F extends string>(paper: Paper<F>): Paper {
  return paper as unknown as Paper;
}

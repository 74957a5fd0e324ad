import type { Cell, Design, TrialRequest } from '../experiments/design.js';
import type { Records, TrialOutput } from '../experiments/record.js';
import type { Claim, ClaimSource } from './claim.js';
import type { FigureData } from './data.js';
import type { FigureOptions } from './figure-options.js';
import type { FigurePicture, PictureChart } from './picture.js';

/** Guesses of the time of solves, used until times are measured. */
export interface Pace {
  /** Returns a text that is the same for cells whose solves take about as long. */
  readonly kindOf: (cell: Cell) => string;
  /** Returns a guess of a trial's time on one slow core, s. */
  readonly firstGuessS: (input: Pick<TrialRequest, 'cell' | 'settings'>) => number;
}

/** One way to evaluate the records. */
export interface View {
  /**
   * Kind of view: "thesis" has the thesis' own settings, by which claims are judged; "reading" evaluates the same runs
   * otherwise; "regime" has settings of Plenum.
   */
  readonly kind: 'thesis' | 'reading' | 'regime';
  readonly words: string;
  /** Key of the view in JSON. */
  readonly key: string;
  readonly data: (records: Records) => FigureData;
}

/** The figures of a chapter or of some papers: what is run, what is claimed about it, and how it is shown. */
export interface Paper<F extends string = string> {
  readonly figures: readonly F[];
  readonly titles: Readonly<Record<F, string>>;
  /** Number of different trials, if it is limited. */
  readonly mostTrials?: number;
  readonly design: (figure: F, options: FigureOptions) => Design;
  /** Runs a trial. The result depends only on the input. */
  readonly trial: (input: TrialRequest) => Promise<TrialOutput> | TrialOutput;
  readonly pace: Pace;
  /** Claims, in the thesis' order. */
  readonly claims: readonly Claim[];
  /** Known reasons why claims do not hold here, by claim; shown unless the verdict is "holds". */
  readonly reasons: Readonly<Record<string, string>>;
  /**
   * Views of the records. The first has the thesis' own settings, which alone decide the verdicts; a verdict names the
   * readings that lead to another one.
   */
  readonly views: readonly [View, ...View[]];
  /**
   * Markdown text above the table of verdicts: what is run, and what is our own choice. Its paths are relative to
   * docs/.
   */
  readonly introduction: string;
  /** The source of the claims as pages name it; if absent, the thesis. */
  readonly source?: ClaimSource;
  readonly designSentence: (design: Design) => string;
  /** Returns the charts on a figure's page, in the units of the thesis; none if the figure has a special page. */
  readonly charts: (records: Records) => readonly PictureChart[];
  /** Loads the function that makes a figure's special page; null for figures that are drawn from `charts`. */
  readonly ownPage?: (figure: F) => Promise<((records: Records, picture: FigurePicture) => string) | null>;
  /** Returns the tables of a figure in Markdown, each preceded by a text. */
  readonly results: (records: Records) => readonly string[];
}

/** Returns a paper typed for figures of any paper. Ask it only about its own figures. */
export function anyPaper<F extends string>(paper: Paper<F>): Paper {
  return paper as unknown as Paper;
}

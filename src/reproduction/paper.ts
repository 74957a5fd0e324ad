import type { Cell, Design, TrialRequest } from '../experiments/design.js';
import type { Records, TrialOutput } from '../experiments/record.js';
import type { Claim, ClaimSource } from './claim.js';
import type { FigureData } from './data.js';
import type { FigureOptions } from './figure-options.js';
import type { PictureChart } from './picture.js';

/** Guessed times of trials, for time estimates until times are measured. */
export interface Pace {
  /** Returns the name of the kind that a cell belongs to. Trials of one kind take about the same time. */
  readonly kindOf: (cell: Cell) => string;
  /** Returns a guess of the time of a trial on one slow core, s. */
  readonly firstGuessS: (input: Pick<TrialRequest, 'cell' | 'settings'>) => number;
}

/** One way to evaluate the records of a figure: with certain settings and interpretations. */
export interface View {
  /**
   * "thesis": evaluates runs with the thesis' own settings, which decide the verdicts. "reading": evaluates the same
   * runs under another interpretation. "regime": evaluates runs with settings of Plenum.
   */
  readonly kind: 'thesis' | 'reading' | 'regime';
  readonly words: string;
  /** Key of the view in JSON records. */
  readonly key: string;
  readonly data: (records: Records) => FigureData;
}

/**
 * What a source does not print, as factors of the designs. Each combination of their levels is a setting, in which every
 * claim is judged by itself.
 */
export interface Calibration {
  /** Names of the factors, in the order in which pages list them. A design may have some of them only. */
  readonly factors: readonly string[];
  /**
   * True if a setting meets every number that the source states. Other settings are shown, and not counted.
   *
   * @param levels levels of those factors that the figure's design has
   */
  readonly isAdmissible: (levels: Cell, figure: string) => boolean;
}

/**
 * A chapter or group of papers whose figures are reproduced: the experiments, the claims, and how results are shown.
 */
export interface Paper<F extends string = string> {
  readonly figures: readonly F[];
  readonly titles: Readonly<Record<F, string>>;
  /** Returns the maximum number of distinct trials of a figure, Infinity if there is none; absent if no figure has one. */
  readonly mostTrials?: (figure: F) => number;
  readonly design: (figure: F, options: FigureOptions) => Design;
  /** Executes a trial. The result depends only on the input. */
  readonly trial: (input: TrialRequest) => Promise<TrialOutput> | TrialOutput;
  readonly pace: Pace;
  /** Returns true for the name of a trial's value that claims, tables or charts read; absent if they read all. */
  readonly isKept?: (value: string) => boolean;
  /** Claims, in the order of the source. */
  readonly claims: readonly Claim[];
  /** Known reasons why claims are not reproduced, by the claim's id. They are shown unless the verdict is "holds". */
  readonly reasons: Readonly<Record<string, string>>;
  /**
   * Ways to evaluate the records. The first, with the thesis' own settings, alone decides the verdicts. A verdict names
   * the interpretations that would change it.
   */
  readonly views: readonly [View, ...View[]];
  /** Factors of what the source does not print; absent if all settings are printed or drawn anew in each trial. */
  readonly calibration?: Calibration;
  /** Markdown text above the table of verdicts, on the experiments and our own choices. Paths are relative to docs/. */
  readonly introduction: string;
  /** Words for the source of the claims; default the thesis. */
  readonly source?: ClaimSource;
  readonly designSentence: (design: Design) => string;
  /** Returns the charts on a figure's page, in the units of the source. */
  readonly charts: (records: Records) => readonly PictureChart[];
  /** Returns the result tables of a figure in Markdown, each preceded by a text. */
  readonly results: (records: Records) => readonly string[];
}

/** Returns a paper with a type that accepts figures of any paper; the caller must pass only figures of this paper. */
export function anyPaper<F extends string>(paper: Paper<F>): Paper {
  return paper as unknown as Paper;
}

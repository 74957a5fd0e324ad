import { CHAPTER_2_FIGURES } from './chapter-2/names.js';
import { CHAPTER_3_FIGURES } from './chapter-3/names.js';
import { CHAPTER_4_FIGURES } from './chapter-4/names.js';
import { CHAPTER_5_FIGURES } from './chapter-5/names.js';
import { JOBS_FIGURES } from './jobs-paper/names.js';
import { anyPaper, type Paper } from './paper.js';
import { UTILITY_FIGURES } from './utility-papers/names.js';

/**
 * Entry of a chapter or group of papers in the list, without the full declaration (`Paper`), so that the list loads
 * quickly.
 */
export interface DeclaredPaper {
  /** Family of the paper's instances, as in the field `family` of records. */
  readonly family: string;
  /** Names of the paper's figures, in the order in which `all` runs them. */
  readonly figures: readonly string[];
  readonly load: () => Promise<Paper>;
}

/** List of all papers, in the order in which docs/claims.md lists them. */
export const PAPERS: readonly DeclaredPaper[] = [
  {
    family: 'robust',
    figures: CHAPTER_2_FIGURES,
    load: async () => anyPaper((await import('./chapter-2/paper.js')).CHAPTER_2),
  },
  {
    family: 'reward-rate',
    figures: CHAPTER_3_FIGURES,
    load: async () => anyPaper((await import('./chapter-3/paper.js')).CHAPTER_3),
  },
  {
    family: 'geo',
    figures: CHAPTER_4_FIGURES,
    load: async () => anyPaper((await import('./chapter-4/paper.js')).CHAPTER_4),
  },
  {
    family: 'templates',
    figures: CHAPTER_5_FIGURES,
    load: async () => anyPaper((await import('./chapter-5/paper.js')).CHAPTER_5),
  },
  {
    family: 'utility',
    figures: UTILITY_FIGURES,
    load: async () => anyPaper((await import('./utility-papers/paper.js')).UTILITY_PAPERS),
  },
  {
    family: 'jobs',
    figures: JOBS_FIGURES,
    load: async () => anyPaper((await import('./jobs-paper/paper.js')).JOBS_PAPER),
  },
];

/** Returns the names of the figures of all papers, in the order of `plenum reproduce all`. */
export function figureNames(papers: readonly DeclaredPaper[] = PAPERS): readonly string[] {
  return papers.flatMap(({ figures }) => figures);
}

/**
 * Returns the paper that a figure belongs to.
 *
 * @throws RangeError if there is none
 */
export function paperOfFigure(figure: string, papers: readonly DeclaredPaper[] = PAPERS): DeclaredPaper {
  const paper = papers.find(({ figures }) => figures.includes(figure));
  if (paper === undefined) throw new RangeError(`${figure} is a figure of no paper`);
  return paper;
}

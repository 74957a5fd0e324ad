import type { Design } from '../experiments/design.js';
import { lookLevel } from '../experiments/sequential.js';
import { LEVEL } from '../experiments/statistics.js';
import type { Scale } from './figure-options.js';
import type { Paper } from './paper.js';

/** Number of trials of reduced designs, also where an input of the design that sets it is not named. */
const MIN_TRIALS = 12;
/** Maximum number of trials of a figure that goes on until its claims are decided: that of the thesis (section 3.6.1). */
const MAX_LOOK = 48;
/** Number of looks at such a figure: after its usual trials, twice and four times as many. */
const LOOKS = 3;

/**
 * Returns the numbers of trials after which a figure is judged that goes on until its claims are decided.
 *
 * @param usual number of trials of the reduced design
 * @param most maximum number of distinct trials
 */
export function looksAt(usual: number, most = Infinity): readonly number[] {
  const end = Math.max(usual, Math.min(MAX_LOOK, most));
  return [...new Set(Array.from({ length: LOOKS }, (_, look) => Math.min(end, usual * 2 ** look)))];
}

/** Returns the scale of a design of a figure, by its name, such as "fig-3.3 full". */
export function scaleOf({ name }: Pick<Design, 'name'>): Scale {
  return name.endsWith(' full') ? 'full' : 'reduced';
}

/** How records of a design are judged. */
export interface Judging {
  /** Why they are not, as a noun phrase; null if they are. */
  readonly refusal: string | null;
  /** Confidence level of the intervals. */
  readonly level: number;
}

/**
 * Returns how records of a design are judged by the paper's rule: not with fewer trials than the usual ones, and not if
 * they were made by another design. With more than the usual trials, which were chosen after a look at the first ones,
 * intervals are those of one look of several.
 */
export function judgingOf(paper: Pick<Paper, 'design'>, figure: string, design: Design): Judging {
  if (!isSame(paper.design(figure, { scale: scaleOf(design) }), design)) {
    return { refusal: 'records of another design', level: LEVEL };
  }
  const usual = usualTrials(paper, figure, design);
  if (design.trials < usual) return { refusal: `${design.trials} of ${usual} trials`, level: LEVEL };
  return { refusal: null, level: design.trials > usual ? lookLevel(LOOKS) : LEVEL };
}

/** Returns the usual number of trials of a design. It does not depend on whether an input of the design is named here. */
export function usualTrials({ design: designOf }: Pick<Paper, 'design'>, figure: string, design: Design): number {
  const { trials, settings } = designOf(figure, { scale: scaleOf(design) });
  const isUnnamed = Object.entries(design.settings).some(([name, value]) => settings[name] !== value);
  return isUnnamed ? MIN_TRIALS : trials;
}

/** Returns true if two designs differ in their trials alone, or in settings that the first leaves open. */
function isSame(own: Design, other: Design): boolean {
  const text = ({ version, factors, without, seed }: Design): string =>
    JSON.stringify([version, factors, without.map(sorted), seed]);
  const names = new Set([own, other].flatMap(({ settings }) => Object.keys(settings)));
  const isAsOwn = (name: string): boolean => own.settings[name] === null || own.settings[name] === other.settings[name];
  return text(own) === text(other) && [...names].every(isAsOwn);
}

function sorted(cell: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(cell).sort(([one], [two]) => (one < two ? -1 : 1));
}

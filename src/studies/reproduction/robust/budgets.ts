import type { Cell } from '../../../experiments/design.js';
import { PRINTED_ROBUST_GA, PRINTED_ROBUST_GALS } from '../../../methods/robust/genetic/ga.js';
import { SHORT_HOPS_PER_STEP } from '../../../methods/robust/tabu/tabu.js';

export const SEARCHES = ['tabu', 'gals', 'ga'] as const;
export type Search = (typeof SEARCHES)[number];
export type Size = 'small' | 'large';

/**
 * What our printed searches do in a second of one core, Tabu in iterations, the others in generations: fixed, so that a budget in
 * seconds is a number of steps and records repeat. Measured with bench/robust; on another machine their ratios differ a little.
 */
export const PER_S: Readonly<Record<Search, Readonly<Record<Size, number>>>> = {
  tabu: { small: 40_000, large: 25_000 },
  ga: { small: 9000, large: 800 },
  gals: { small: 19, large: 10.7 },
};

/** Units of work in a step of the method's run control. */
export const PER_STEP: Readonly<Record<Search, number>> = {
  tabu: SHORT_HOPS_PER_STEP,
  ga: PRINTED_ROBUST_GA.advancesPerStep,
  gals: PRINTED_ROBUST_GALS.advancesPerStep,
};

/** Iterations of the thesis' Tabu Search in so many hours (section 2.7: about 350,000 and 30,000 in 72). */
const THESIS_ITERATIONS: Readonly<Record<Size, Readonly<Record<number, number>>>> = {
  small: { 6: 29_000, 72: 350_000 },
  large: { 72: 30_000 },
};

/** Our seconds in which Tabu does as many iterations as in the thesis' hours. */
export function thesisSeconds(hours: number, size: Size): number {
  const iterations = THESIS_ITERATIONS[size][hours];
  if (iterations === undefined) throw new RangeError(`The thesis has no figure of ${hours} hours at ${size} size`);
  return iterations / PER_S.tabu[size];
}

/** Steps of a search in so many seconds, without those that found a population. */
export function stepsIn(seconds: number, search: Search, size: Size): number {
  return Math.max(1, Math.round((seconds * PER_S[search][size]) / PER_STEP[search]));
}

/** Steps that found the population, if every founder is admitted. */
export function foundingSteps(search: Search): number {
  if (search === 'tabu') return 0;
  const { populationSize, foundersPerStep } = search === 'ga' ? PRINTED_ROBUST_GA : PRINTED_ROBUST_GALS;
  return Math.ceil(populationSize / foundersPerStep);
}

export function sizeOf(cell: Cell): Size {
  return cell['instance']!.startsWith('spec250') ? 'large' : 'small';
}

/** Name under which a design's settings hold the steps of a level of the factor "method". */
export function stepsKey(level: string, size: Size): string {
  return `${level}-${size}`;
}

const THESIS = '-thesis';

/** `tabu` has the figure's seconds, `tabu-thesis` those in which Tabu does the thesis' iterations. */
export function methodOf(level: string): { readonly method: string; readonly thesisWork: boolean } {
  const thesisWork = level.endsWith(THESIS);
  return { method: thesisWork ? level.slice(0, -THESIS.length) : level, thesisWork };
}

export function isSearch(method: string): method is Search {
  return (SEARCHES as readonly string[]).includes(method);
}

export function withThesisWork(search: string): string {
  return search + THESIS;
}

/** Of Figs. 2.4 and 2.5. */
export const LAST_HOUR = 72;

/** Name of the value that holds the quantile after so many hours of the thesis' 72, or the same share of another budget. */
export function progressValue(hour: number): string {
  return `zAt${hour}h`;
}

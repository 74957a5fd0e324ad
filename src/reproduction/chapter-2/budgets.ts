import type { Cell, Design } from '../../experiments/design.js';
import type { SolveOptions } from '../../library/index.js';

/** Search methods of chapter 2. Their runs get a budget of steps. */
export const SEARCHES = ['tabu', 'gals', 'ga'] as const;
export type Search = (typeof SEARCHES)[number];
export type Size = 'small' | 'large';

/** Speed of a search: `slowUnits` iterations or generations in the first `slowS` seconds, then `perS` per second. */
interface Speed {
  readonly slowS: number;
  readonly slowUnits: number;
  readonly perS: number;
}

const steady = (perS: number): Speed => ({ slowS: 0, slowUnits: 0, perS });

/**
 * Speed of Plenum's versions of the thesis' searches on one core, in iterations (Tabu Search) or generations (GALS and
 * GA) per second, without the initial population. The GA is slow at first, as long as its parents differ in every gene.
 *
 * The numbers are constants, so that a time budget is always the same number of steps and records are reproducible.
 * Since they were measured, Tabu Search and GALS became twice as fast. They now take about half of the time that a
 * budget states; the GA takes all of it.
 */
export const SPEED: Readonly<Record<Search, Readonly<Record<Size, Speed>>>> = {
  tabu: { small: steady(40_000), large: steady(25_000) },
  gals: { small: steady(21), large: steady(8.7) },
  ga: { small: { slowS: 0.3, slowUnits: 1000, perS: 50_000 }, large: { slowS: 3.1, slowUnits: 1000, perS: 9800 } },
};

/** Number of iterations or generations per step of `--work-limit` (docs/robust/results.md). */
export const PER_STEP: Readonly<Record<Search, number>> = { tabu: 200, ga: 100, gals: 2 };
/** Number of members of the initial population (founders) per step of `--work-limit` (docs/robust/results.md). */
export const FOUNDERS_PER_STEP = 10;
/** Number of chromosomes in a population of the genetic algorithms (section 2.5.6). */
export const POPULATION = 200;
/**
 * Maximum number of candidates made for each member of the initial population, if infeasible candidates are rejected
 * (docs/robust/ga.md).
 */
export const FOUNDING_TRIES = 2;

/**
 * Number of iterations of the thesis' Tabu Search, by size of the instance and run time, h. Section 2.7 states about
 * 350,000 (small) and 30,000 (large) in 72 hours.
 */
const THESIS_ITERATIONS: Readonly<Record<Size, Readonly<Record<number, number>>>> = {
  small: { 6: 29_000, 72: 350_000 },
  large: { 72: 30_000 },
};

/** Returns the time in which Plenum's Tabu Search makes as many iterations as the thesis' in `hours` hours, s. */
export function thesisSeconds(hours: number, size: Size): number {
  const iterations = THESIS_ITERATIONS[size][hours];
  if (iterations === undefined) throw new RangeError(`The thesis has no figure of ${hours} hours at ${size} size`);
  return iterations / SPEED.tabu[size].perS;
}

/** Returns how many iterations or generations a search makes in `seconds`. */
function unitsIn(seconds: number, search: Search, size: Size): number {
  const { slowS, slowUnits, perS } = SPEED[search][size];
  return seconds < slowS ? (slowUnits * seconds) / slowS : slowUnits + (seconds - slowS) * perS;
}

/** Returns how many steps of `--work-limit` a search makes in `seconds`, without those for the initial population. */
export function stepsIn(seconds: number, search: Search, size: Size): number {
  return Math.max(1, Math.round(unitsIn(seconds, search, size) / PER_STEP[search]));
}

/**
 * Returns which fraction of a search's iterations or generations is done after the fraction `share` of its time budget.
 * The two fractions differ if the search is slower at first.
 *
 * @param seconds time budget, s
 */
export function shareOfWork(share: number, seconds: number, search: Search, size: Size): number {
  return unitsIn(share * seconds, search, size) / unitsIn(seconds, search, size);
}

/** Returns the time budget of runs with this level of the factor "method" (a method with its settings), s. */
export function secondsOf(level: string, size: Size, settings: Design['settings']): number {
  if (methodOf(level).thesisWork) return thesisSeconds(Number(settings['thesisHours']), size);
  return Number(settings[size === 'small' ? 'secondsSmall' : 'secondsLarge']);
}

/** Returns the number of steps for the initial population if no candidate is rejected. */
export function foundingSteps(search: Search): number {
  return search === 'tabu' ? 0 : Math.ceil(POPULATION / FOUNDERS_PER_STEP);
}

export function sizeOf(cell: Cell): Size {
  return cell['instance']!.startsWith('spec250') ? 'large' : 'small';
}

/**
 * Returns the name of the setting in which the design holds the step limit of runs with this level of the factor
 * "method".
 */
export function stepsKey(level: string, size: Size): string {
  return `${level}-${size}`;
}

/** Suffix of levels of the factor "method" whose searches do as much work as in the thesis. */
const THESIS = '-thesis';

/**
 * Returns the method of a level of the factor "method", and how long the method runs. At the level `tabu` it runs for
 * the figure's seconds, at `tabu-thesis` for as many iterations as Tabu Search makes in the thesis.
 */
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

/** Last hour on the time axis of Figs. 2.4 and 2.5. */
export const LAST_HOUR = 72;

/**
 * Returns the name under which trials record the normal quantile of the best plan after `hour` of the thesis' 72 hours.
 * With another time budget, `hour` stands for the same share of that budget.
 */
export function progressValue(hour: number): string {
  return `zAt${hour}h`;
}

/** Weights c of the static penalty for violated constraints that section 2.7 tries. */
export const WEIGHTS = ['0.5', '1', '2', '5'] as const;
/** Prefix of levels of the factor "handling" that use the static penalty with another weight than the printed one. */
const STATIC_WITH = 'static, c = ';

/** Returns the level of the factor "handling" for the static penalty with this weight. */
export function staticWith(weight: string): string {
  return STATIC_WITH + weight;
}

/** How a search method handles plans that violate a constraint. */
type ConstraintHandling = NonNullable<SolveOptions['constraint']>;

/**
 * Returns the constraint handling of a level of the factor "handling", and the weight of its penalty; null for the
 * printed weight.
 */
export function handlingOf(level: string): { readonly handling: ConstraintHandling; readonly weight: number | null } {
  const own = level.startsWith(STATIC_WITH);
  return own
    ? { handling: 'static', weight: Number(level.slice(STATIC_WITH.length)) }
    : { handling: level, weight: null };
}

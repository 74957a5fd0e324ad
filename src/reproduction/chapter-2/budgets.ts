import type { Cell, Design } from '../../experiments/design.js';
import type { SolveOptions } from '../../library/index.js';

/** Search methods, whose runs get a budget of work. */
export const SEARCHES = ['tabu', 'gals', 'ga'] as const;
export type Search = (typeof SEARCHES)[number];
export type Size = 'small' | 'large';

/** Speed of a search: `slowUnits` in the first `slowS` seconds, then `perS` units per second. */
interface Speed {
  readonly slowS: number;
  readonly slowUnits: number;
  readonly perS: number;
}

const steady = (perS: number): Speed => ({ slowS: 0, slowUnits: 0, perS });

/**
 * Speed of Plenum's searches, as printed in the thesis, on one core: Tabu in iterations, the others in generations
 * without founders. The numbers are fixed, so that a budget in seconds is a number of steps and records are
 * reproducible. Tabu was timed on an idle machine; the others follow from CPU times measured beside it on a busy one
 * (MO-EC, dynamic, seed 1), before the probes of Tabu and GALS were halved in cost, so the GA gets about twice its
 * equal share. The GA is slow as long as its parents differ in every gene.
 */
export const SPEED: Readonly<Record<Search, Readonly<Record<Size, Speed>>>> = {
  tabu: { small: steady(40_000), large: steady(25_000) },
  gals: { small: steady(21), large: steady(8.7) },
  ga: { small: { slowS: 0.3, slowUnits: 1000, perS: 50_000 }, large: { slowS: 3.1, slowUnits: 1000, perS: 9800 } },
};

/** Number of iterations or generations in a step of `--work-limit` (docs/robust/results.md). */
export const PER_STEP: Readonly<Record<Search, number>> = { tabu: 200, ga: 100, gals: 2 };
/** Number of founders in a step (docs/robust/results.md). */
export const FOUNDERS_PER_STEP = 10;
/** Number of chromosomes of a population (section 2.5.6). */
export const POPULATION = 200;
/** Number of founders tried for each place of the population if some founders are rejected (docs/robust/ga.md). */
export const FOUNDING_TRIES = 2;

/**
 * Number of iterations that the thesis' Tabu Search does in a number of hours (section 2.7: about 350,000 and 30,000 in
 * 72).
 */
const THESIS_ITERATIONS: Readonly<Record<Size, Readonly<Record<number, number>>>> = {
  small: { 6: 29_000, 72: 350_000 },
  large: { 72: 30_000 },
};

/** Returns the time in which our Tabu Search does as many iterations as the thesis' does in these hours, s. */
export function thesisSeconds(hours: number, size: Size): number {
  const iterations = THESIS_ITERATIONS[size][hours];
  if (iterations === undefined) throw new RangeError(`The thesis has no figure of ${hours} hours at ${size} size`);
  return iterations / SPEED.tabu[size].perS;
}

/** Returns the number of iterations or generations in a number of seconds. */
function unitsIn(seconds: number, search: Search, size: Size): number {
  const { slowS, slowUnits, perS } = SPEED[search][size];
  return seconds < slowS ? (slowUnits * seconds) / slowS : slowUnits + (seconds - slowS) * perS;
}

/** Returns the number of steps that a search does in this time, excluding those that create the population. */
export function stepsIn(seconds: number, search: Search, size: Size): number {
  return Math.max(1, Math.round(unitsIn(seconds, search, size) / PER_STEP[search]));
}

/** Returns the share of its work that a search has done after a share of its seconds. */
export function shareOfWork(share: number, seconds: number, search: Search, size: Size): number {
  return unitsIn(share * seconds, search, size) / unitsIn(seconds, search, size);
}

/** Returns the time that a design's settings give to a level of the factor "method", s. */
export function secondsOf(level: string, size: Size, settings: Design['settings']): number {
  if (methodOf(level).thesisWork) return thesisSeconds(Number(settings['thesisHours']), size);
  return Number(settings[size === 'small' ? 'secondsSmall' : 'secondsLarge']);
}

/** Returns the number of steps that create the population if no founder is rejected. */
export function foundingSteps(search: Search): number {
  return search === 'tabu' ? 0 : Math.ceil(POPULATION / FOUNDERS_PER_STEP);
}

export function sizeOf(cell: Cell): Size {
  return cell['instance']!.startsWith('spec250') ? 'large' : 'small';
}

/** Returns the name of the setting that holds the number of steps of a level of the factor "method". */
export function stepsKey(level: string, size: Size): string {
  return `${level}-${size}`;
}

/** Suffix of levels whose searches do as much work as the thesis'. */
const THESIS = '-thesis';

/**
 * Returns the method of a level: `tabu` runs for the figure's seconds, `tabu-thesis` for the time in which Tabu does as
 * many iterations as in the thesis.
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

/** Last hour of Figs. 2.4 and 2.5. */
export const LAST_HOUR = 72;

/**
 * Returns the name of the value that holds the quantile after `hour` of the thesis' 72 hours, or after the same share
 * of another budget.
 */
export function progressValue(hour: number): string {
  return `zAt${hour}h`;
}

/** Weights c of the static penalty that section 2.7 tries. */
export const WEIGHTS = ['0.5', '1', '2', '5'] as const;
/** Prefix of levels that use the static penalty with another weight. */
const STATIC_WITH = 'static, c = ';

/**
 * Returns the level of the factor "handling" that uses the static penalty with this weight instead of the printed one.
 */
export function staticWith(weight: string): string {
  return STATIC_WITH + weight;
}

/** How a search handles the constraint. */
type ConstraintHandling = NonNullable<SolveOptions['constraint']>;

/** Returns how a level of the factor "handling" handles the constraint, and its weight; null for the printed weight. */
export function handlingOf(level: string): { readonly handling: ConstraintHandling; readonly weight: number | null } {
  const own = level.startsWith(STATIC_WITH);
  return own
    ? { handling: 'static', weight: Number(level.slice(STATIC_WITH.length)) }
    : { handling: level, weight: null };
}

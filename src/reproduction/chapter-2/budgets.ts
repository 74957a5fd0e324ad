import type { Cell, Design } from '../../experiments/design.js';
import type { SolveOptions } from '../../library/index.js';

/** Methods that search and are given a budget of work. */
export const SEARCHES = ['tabu', 'gals', 'ga'] as const;
export type Search = (typeof SEARCHES)[number];
export type Size = 'small' | 'large';

/** Work of a search over time: `slowUnits` in the first `slowS` seconds, then `perS`. */
interface Speed {
  readonly slowS: number;
  readonly slowUnits: number;
  readonly perS: number;
}

const steady = (perS: number): Speed => ({ slowS: 0, slowUnits: 0, perS });

/**
 * Speed of Plenum's searches in their printed form on one core, Tabu in iterations, the others in generations, founders
 * apart: fixed, so that a budget in seconds is a number of steps and records repeat. Tabu's is that of an idle machine;
 * those of the others follow from CPU times measured beside it on a busy one (MO-EC, dynamic, seed 1), before the
 * probes of Tabu and GALS were halved in cost: the GA gets about twice its equal share. The GA is slow as long as its
 * parents differ in every gene.
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
/** Number of founders tried per place of the population, where some are turned away (docs/robust/ga.md). */
export const FOUNDING_TRIES = 2;

/** Number of iterations of the thesis' Tabu Search by hours (section 2.7: about 350,000 and 30,000 in 72). */
const THESIS_ITERATIONS: Readonly<Record<Size, Readonly<Record<number, number>>>> = {
  small: { 6: 29_000, 72: 350_000 },
  large: { 72: 30_000 },
};

/** Returns the time in which our Tabu does as many iterations as the thesis' in the given hours, s. */
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

/** Returns the number of steps of a search in a number of seconds, without those that found a population. */
export function stepsIn(seconds: number, search: Search, size: Size): number {
  return Math.max(1, Math.round(unitsIn(seconds, search, size) / PER_STEP[search]));
}

/** Returns the share of its work that a search has done after a share of its seconds. */
export function shareOfWork(share: number, seconds: number, search: Search, size: Size): number {
  return unitsIn(share * seconds, search, size) / unitsIn(seconds, search, size);
}

/** Returns the time of a level of the factor "method" as a design's settings have it, s. */
export function secondsOf(level: string, size: Size, settings: Design['settings']): number {
  if (methodOf(level).thesisWork) return thesisSeconds(Number(settings['thesisHours']), size);
  return Number(settings[size === 'small' ? 'secondsSmall' : 'secondsLarge']);
}

/** Returns the number of steps that found the population, if every founder is admitted. */
export function foundingSteps(search: Search): number {
  return search === 'tabu' ? 0 : Math.ceil(POPULATION / FOUNDERS_PER_STEP);
}

export function sizeOf(cell: Cell): Size {
  return cell['instance']!.startsWith('spec250') ? 'large' : 'small';
}

/** Returns the name under which a design's settings hold the steps of a level of the factor "method". */
export function stepsKey(level: string, size: Size): string {
  return `${level}-${size}`;
}

/** Suffix of levels with the thesis' work. */
const THESIS = '-thesis';

/**
 * Returns the method of a level: `tabu` has the figure's seconds, `tabu-thesis` those in which Tabu does the thesis'
 * iterations.
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
 * Returns the name of the value that holds the quantile after `hour` hours of the thesis' 72, or the same share of
 * another budget.
 */
export function progressValue(hour: number): string {
  return `zAt${hour}h`;
}

/** Weights c of the static penalty that section 2.7 tries. */
export const WEIGHTS = ['0.5', '1', '2', '5'] as const;
/** Prefix of levels with the static penalty and a weight of its own. */
const STATIC_WITH = 'static, c = ';

/** Returns the level of the factor "handling": the static penalty with another weight than the printed one. */
export function staticWith(weight: string): string {
  return STATIC_WITH + weight;
}

/** How a search weighs the limit. */
type ConstraintHandling = NonNullable<SolveOptions['constraint']>;

/** Returns the handling of constraints at a level of the factor "handling"; the weight is null for the printed one. */
export function handlingOf(level: string): { readonly handling: ConstraintHandling; readonly weight: number | null } {
  const own = level.startsWith(STATIC_WITH);
  return own
    ? { handling: 'static', weight: Number(level.slice(STATIC_WITH.length)) }
    : { handling: level, weight: null };
}

import type { Cell, Design } from '../../experiments/design.js';
import type { SolveOptions } from '../../library/index.js';

/** Search methods of chapter 2. Their runs get a budget of steps. */
export const SEARCHES = ['tabu', 'gals', 'ga'] as const;
export type Search = (typeof SEARCHES)[number];
export type Size = 'small' | 'large';

/** Speed of a search: first the phases, each so many seconds with so many iterations or generations, then `perS`. */
interface Speed {
  readonly first: readonly { readonly s: number; readonly units: number }[];
  readonly perS: number;
}

const steady = (perS: number): Speed => ({ first: [], perS });

/**
 * Speed of Plenum's versions of the thesis' searches on one core, in iterations (Tabu Search) or generations (GALS and
 * GA) per second, without the initial population. Genetic searches are slow at first, as long as parents differ in every
 * gene. Measured together on one core, with seed 1 and the limits of section 2.7.
 *
 * The numbers are constants, so that a time budget is always the same number of steps and records are reproducible.
 */
export const SPEED: Readonly<Record<Search, Readonly<Record<Size, Speed>>>> = {
  tabu: { small: steady(43_000), large: steady(20_400) },
  gals: {
    small: {
      first: [
        { s: 0.55, units: 20 },
        { s: 0.65, units: 40 },
      ],
      perS: 82,
    },
    large: { first: [{ s: 1.35, units: 10 }], perS: 12 },
  },
  ga: {
    small: { first: [{ s: 0.46, units: 1000 }], perS: 25_500 },
    large: {
      first: [
        { s: 2.8, units: 200 },
        { s: 2.9, units: 800 },
      ],
      perS: 5800,
    },
  },
};

/** Number of iterations or generations per step of `--work-limit` (docs/robust/results.md). */
export const PER_STEP: Readonly<Record<Search, number>> = { tabu: 200, ga: 100, gals: 2 };
/** Number of members of the initial population (founders) per step of `--work-limit` (docs/robust/results.md). */
export const FOUNDERS_PER_STEP = 10;
/** Number of chromosomes in a population of the genetic algorithms (section 2.5.6). */
export const POPULATION = 200;
/** Number of chromosomes of the initial population that greedy methods make (section 2.5.6). */
export const GREEDY_SEEDS = 4;
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
  const { first, perS } = SPEED[search][size];
  let left = seconds;
  let units = 0;
  for (const phase of first) {
    const spent = Math.min(left, phase.s);
    units += (phase.units * spent) / phase.s;
    left -= spent;
  }
  return units + left * perS;
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

/** Number of iterations of local search that GALS makes on each good offspring in the thesis (section 2.5.7). */
const THESIS_LOCAL_SEARCH = 200;
/** Prefix of levels of the factor "localSearch". */
const LOCAL_SEARCH = 'local search of ';

/** Returns the level of the factor "localSearch" for this number of iterations. */
export function localSearchOf(iterations: number = THESIS_LOCAL_SEARCH): string {
  return LOCAL_SEARCH + String(iterations);
}

/**
 * Returns the iterations of local search on each good offspring of GALS at a level of the factor "localSearch", and by
 * what its number of generations is multiplied so that all levels take about the same time.
 */
export function localSearchAt(level: string | undefined): {
  readonly iterations: number;
  readonly generations: number;
} {
  const iterations = level === undefined ? THESIS_LOCAL_SEARCH : Number(level.slice(LOCAL_SEARCH.length));
  return { iterations, generations: THESIS_LOCAL_SEARCH / iterations };
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

/** Weight c of the static penalty with which the thesis' figures are made (section 2.7). */
export const PRINTED_WEIGHT = 2;
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

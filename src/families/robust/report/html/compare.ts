import { roundStep } from '../../../../reports/compare/page.js';
import type { ComparePage } from '../../../../reports/compare/report.js';
import { oneLine, significant } from '../../../../reports/format.js';
import { markup, quantity, typeset, type Markup } from '../../../../reports/html/markup.js';
import type { Convergence } from '../../../../studies/compare/record.js';
import type { RobustComparisonRecord } from '../../studies/compare/comparison.js';
import { objectiveName, quantileDigits } from '../compare-format.js';

/** Farthest quantile drawn as it is; others are drawn here. Ours: less than 1e-300 of a Gaussian lies beyond it. */
const FARTHEST_Z = 40;

/** Content of the page of a comparison of robust methods. */
export function robustComparePage(record: RobustComparisonRecord): ComparePage {
  const { problem, convergence } = record;
  return {
    kind: 'robust methods compared',
    on: ` on ${problem.toUpperCase()}`,
    caption: resultCaption(record),
    convergence:
      convergence.methods.length === 0
        ? null
        : {
            chart: () => convergenceChart(convergence),
            caption: () => convergenceCaption(record),
            table: 'Median z over the trials by',
            cell: (z) => quantity(quantileDigits(z), 'no plan'),
          },
  };
}

function resultCaption({ boundOn, constraintHandling, improvements }: RobustComparisonRecord): Markup {
  return markup`Intervals are cut to 0 … 1, and plans ranked by their quantile; beyond ±40 it is taken as ±40. Constraint handling of searches: ${constraintHandling}${improvements.length === 0 ? '' : `, with improvements ${improvements.join(' ')}`}, where a label says no other. The bound is the least of all certificates found: the Lagrangian bound of the instance, run to its end, and those of the methods. “All in time” and “Budget until last core”, the probability that the energy stays within its budget until the last core of every node is done, are what can be promised, if times are Gaussian and independent; Psi and phi are the thesis’ measures, which ${boundOn === 'whole-bag' ? 'methods other than lagrange' : 'the methods'} search by: Psi is of the least certain core alone, phi takes nodes to be on until the core expected to be last. Before promising a deadline or a budget, ask <code>plenum simulate</code>.`;
}

function convergenceCaption({ convergence, boundOn }: RobustComparisonRecord): Markup {
  const { axis, level, methods } = convergence;
  const { min, isCut } = rangeOf(convergence);
  const missing = methods.filter(({ plans, trials }) => 2 * plans < trials).map(({ method }) => oneLine(method));
  return markup`z is the standard normal quantile of ${objectiveName(boundOn)}: 0 is a probability of 0.5, 1.282 of 0.9, 2.326 of 0.99. Thick: median over the trials, from where half of them have a feasible plan; thin: least, from where all have one, and greatest. ${level === null || Math.abs(level.median) > FARTHEST_Z ? 'There is no finite bound to draw.' : level.least < level.greatest ? 'Dashed: the proven bounds of the trials, median, least and greatest.' : 'Dashed: the proven bound.'} ${isCut ? `What is below ${typeset(significant(min, 3))} is drawn there. ` : ''}${axis === 'steps' ? 'A step is a different amount of work in each method. ' : ''}${missing.length === 0 ? '' : ` Not drawn for want of feasible plans: the median of ${missing.join(', ')}.`}`;
}

/**
 * Height drawn below the top, as a multiple of the distance from the top to the lowest final median that is not more
 * than `MAX_RANGE_Z` below it; ours: final medians fill a quarter of the height, earlier plans the rest.
 */
const ROOM = 4;
/** Least height drawn, z, if values lie that far below the top; ours: one standard deviation. */
const MIN_RANGE_Z = 1;
/** Greatest height drawn, z; ours: plans farther below the best are no rivals of it. */
const MAX_RANGE_Z = 8;

/** Chart of the quantile of each method's best plan against the bound, with its spread over the trials. */
function convergenceChart(convergence: Convergence): ReturnType<NonNullable<ComparePage['convergence']>['chart']> {
  const { level } = convergence;
  const { min, max, interval } = rangeOf(convergence);
  const levels = level === null ? [] : [level.median, level.least, level.greatest];
  const drawn = [...new Set(levels)].filter((z) => Math.abs(z) < FARTHEST_Z);
  return {
    id: 'convergence',
    title:
      'Thick lines: median quantile of each method’s best feasible plan; thin lines: least and greatest over the trials; dashed: the proven bound.',
    yOf: (z) => Math.max(min, clipped(z)),
    before: null,
    yAxis: {
      type: 'value',
      min,
      max,
      interval,
      name: 'quantile of the best plan, z',
      axisLabel: { formatter: (z: number) => String(Number(z.toPrecision(6))) },
    },
    ...(drawn.length === 0 ? {} : { level: { name: 'proven bound', values: drawn.map((z) => Math.max(min, z)) } }),
  };
}

export interface DrawnRange {
  readonly min: number;
  readonly max: number;
  /** Distance of the marks, z. */
  readonly interval: number;
  /** True if values lie below the range; they are drawn at its lower edge. */
  readonly isCut: boolean;
}

/**
 * Range of quantiles drawn, from the best plan or the bound down to where methods differ, so that a poor first plan does
 * not squeeze all others together.
 */
export function rangeOf({ level, methods }: Pick<Convergence, 'level' | 'methods'>): DrawnRange {
  const values = methods.flatMap(({ median, least, greatest }) => [...median, ...least, ...greatest]).filter(isKnown);
  const ends = methods.map(({ median }) => median.at(-1) ?? null).filter(isKnown);
  const bounds = level === null ? [] : [level.median, level.greatest].filter((z) => Math.abs(z) < FARTHEST_Z);
  const top = Math.max(...values.map(clipped), ...bounds);
  const lowest = Math.min(...values.map(clipped), ...bounds);
  const near = ends.map((z) => top - clipped(z)).filter((distance) => distance <= MAX_RANGE_Z);
  const range = Math.min(MAX_RANGE_Z, Math.max(MIN_RANGE_Z, ROOM * (near.length === 0 ? Infinity : Math.max(...near))));
  const from = Math.max(lowest, top - range);
  const interval = roundStep(Math.max(top - from, MIN_RANGE_Z / 10) / 5);
  const min = interval * Math.floor(from / interval - 1e-9);
  const max = interval * Math.ceil(top / interval + 1e-9);
  return { min, max, interval, isCut: lowest < min };
}

function clipped(z: number): number {
  return Math.max(-FARTHEST_Z, Math.min(FARTHEST_Z, z));
}

function isKnown(value: number | null): value is number {
  return value !== null;
}

import {
  balance,
  BEST,
  ENDED,
  GAP,
  LEFT_OUT,
  METHOD,
  numeric,
  roundStep,
  SEED,
  STEPS,
  TIME,
  workersText,
} from '../../../../reports/compare/page.js';
import type { ComparePage, PageColumn } from '../../../../reports/compare/report.js';
import { plansText, stepCount } from '../../../../reports/compare/words.js';
import { gapPercent, oneLine, percent, seconds, significant } from '../../../../reports/format.js';
import { interval } from '../../../../reports/html/interval.js';
import {
  figure,
  markup,
  NOTHING,
  quantity,
  typeset,
  type Content,
  type Markup,
} from '../../../../reports/html/markup.js';
import type { Convergence } from '../../../../studies/compare/record.js';
import type {
  RobustCompareRun,
  RobustComparisonRecord,
  RobustDifference,
  RobustSummary,
  RobustTrialBound,
} from '../../studies/compare/comparison.js';
import {
  commonBounds,
  difference,
  objectiveName,
  ofHundred,
  probability,
  promised,
  quantileDigits,
  shortProbability,
} from '../compare-format.js';
import { energyText } from '../wording.js';

/** Farthest quantile drawn as it is; others are drawn here. Ours: less than 1e-300 of a Gaussian lies beyond it. */
const FARTHEST_Z = 40;

type Page = ComparePage<RobustCompareRun, RobustSummary, RobustDifference, RobustTrialBound>;

/** The page of a comparison of robust methods. */
export function robustComparePage(record: RobustComparisonRecord): Page {
  const { problem, convergence } = record;
  return {
    kind: 'robust methods compared',
    on: ` on ${problem.toUpperCase()}`,
    result: NOTHING,
    methods: methodTable(record),
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
    differences: differencesOf(record),
    runsTitle: 'Runs and bounds',
    bounds: boundTable(record),
    runs: runTable(record),
  };
}

function resultCaption(record: RobustComparisonRecord): Markup {
  const { boundOn, boundScope, workers, constraintHandling, improvements } = record;
  return markup`Intervals of means are Student’s t at 95 %, cut to 0 … 1. “Best” counts the trials in which no other method has a greater quantile, of those that all methods ended. Constraint handling of searches: ${constraintHandling}${improvements.length === 0 ? '' : `, with improvements ${improvements.join(' ')}`}, where a label says no other. The bound is the least of all certificates found: the Lagrangian bound of the instance, run to its end, and those of the methods. ${boundScope === '' ? '' : `It covers ${oneLine(boundScope)}.`} ${workersText(workers)} “All cores in time” and “Budget until last core”, the probability that the energy stays within its budget until the last core of every node is done, are what can be promised, if times are Gaussian and independent; Psi and phi are the thesis’ measures, which ${boundOn === 'whole-bag' ? 'methods other than lagrange' : 'the methods'} search by: Psi is of the least certain core alone, phi takes nodes to be on until the core expected to be last. Before promising a deadline or a budget, ask <code>plenum simulate</code>.`;
}

function methodTable(record: RobustComparisonRecord): Page['methods'] {
  const of = objectiveName(record.boundOn);
  const distances: readonly PageColumn<RobustSummary>[] =
    record.boundOn === 'whole-bag'
      ? [
          numeric('Decades below the bound', ({ method, decadesToBound }) =>
            figure(`decadesToBound.${method}`, decadesToBound?.mean, difference),
          ),
          numeric('Gap', ({ method, gap }) => figure(`gap.${method}`, gap?.mean, gapPercent)),
        ]
      : record.boundOn === 'psi'
        ? [
            numeric(`Bound − ${of}`, ({ method, psiGap }) => figure(`psiGap.${method}`, psiGap?.mean, difference)),
            numeric('Deadline slack', ({ method, deadlineSlackPercent: slack }) =>
              figure(`deadlineSlackPercent.${method}`, slack?.mean, ofHundred),
            ),
          ]
        : [
            numeric('Gap', ({ method, gap }) => figure(`gap.${method}`, gap?.mean, gapPercent)),
            numeric('Energy above least', ({ method, energyGap }) =>
              figure(`energyGap.${method}`, energyGap?.mean, percent),
            ),
          ];
  return {
    caption: 'Means over the trials in which the method has a feasible plan, and what is proven of all plans.',
    columns: [
      METHOD,
      numeric('Feasible', (one) => (one.withoutPlan > 0 ? plansText(one) : `${one.plans} of ${one.plans}`)),
      numeric('All cores in time', ({ method, allInTime }) => figure(`allInTime.${method}`, allInTime?.mean, promised)),
      numeric('Budget until last core', ({ method, budgetUntilLastCore: kept }) =>
        figure(`budgetUntilLastCore.${method}`, kept?.mean, promised),
      ),
      numeric(of, ({ method, objective }) => figure(`objective.${method}`, objective?.mean, probability)),
      numeric('95 % interval', ({ objective }) => interval(objective?.interval ?? null, shortProbability)),
      ...distances,
      numeric('Energy', ({ energyMeanJ }) =>
        energyMeanJ === null ? quantity(null) : markup`<span class="nb">${energyText(energyMeanJ.mean)}</span>`,
      ),
      numeric('Time', ({ timeS }) => quantity(seconds(timeS?.mean))),
      numeric('Steps', ({ steps }) => quantity(stepCount(steps?.mean))),
      BEST,
    ],
    foot: boundCells(record),
  };
}

function boundCells(record: RobustComparisonRecord): Content[] {
  const { bound, boundZ, energyBoundJ, timeS } = commonBounds(record);
  const isProvenInfeasible = record.bounds.some(({ infeasibility }) => infeasibility !== undefined);
  return [
    record.bounds.length > 1 ? 'Proven bound, mean' : 'Proven bound',
    ...['', '', ''],
    figure('bound', bound, probability, isProvenInfeasible ? 'no plan is feasible' : 'none'),
    boundZ === null ? '' : markup`z ${quantity(quantileDigits(boundZ))}`,
    ...['', ''],
    energyBoundJ === null ? quantity(null) : markup`<span class="nb">${energyText(energyBoundJ)}</span>`,
    quantity(seconds(timeS)),
    ...['', ''],
  ];
}

/** Differences of each method to the reference, trial by trial. */
function differencesOf({ reference, boundOn }: RobustComparisonRecord): Page['differences'] {
  return {
    title: 'Differences, trial by trial',
    table: {
      caption: `${objectiveName(boundOn)} and its quantile less those of ${oneLine(reference)} in the same trial, with 95 % intervals; quantiles beyond ±40 are taken as ±40. Trials in which only one of the two has a feasible plan are left out and counted.`,
      columns: [
        METHOD,
        numeric(objectiveName(boundOn), ({ objective }) => quantity(difference(objective?.mean))),
        numeric('95 % interval', ({ objective }) => interval(objective?.interval ?? null, difference)),
        numeric('z', ({ objectiveZ }) => quantity(difference(objectiveZ?.mean))),
        numeric('95 % interval', ({ objectiveZ }) => interval(objectiveZ?.interval ?? null, difference)),
        numeric('More / less / same', ({ objectiveZ }) => balance(objectiveZ)),
        LEFT_OUT,
      ],
    },
  };
}

function boundTable({ boundOn, variants }: RobustComparisonRecord): Page['bounds'] {
  return {
    caption: 'The proven bounds, whose certificate they are, and how long the instance’s own took.',
    columns: [
      { head: 'Trial', of: ({ trial }) => (variants ? String(trial + 1) : 'all') },
      numeric('Seed', ({ seed }) => (variants ? String(seed) : 'any')),
      numeric(`Bound on ${objectiveName(boundOn)}`, ({ bound, infeasibility }) =>
        quantity(probability(bound), infeasibility === undefined ? 'none' : 'no plan is feasible'),
      ),
      numeric('z', ({ boundZ }) => quantity(quantileDigits(boundZ))),
      {
        head: 'Certificate of',
        of: ({ source }) => (source === 'bound' ? 'the Lagrangian bound' : (source ?? 'nobody')),
      },
      numeric('Least energy', ({ energyBoundJ }) => (energyBoundJ === null ? 'none' : energyText(energyBoundJ))),
      TIME,
    ],
  };
}

function runTable({ boundOn }: RobustComparisonRecord): Page['runs'] {
  const distances: readonly PageColumn<RobustCompareRun>[] =
    boundOn === 'whole-bag'
      ? [GAP, numeric('Decades below the bound', ({ decadesToBound }) => quantity(difference(decadesToBound)))]
      : boundOn === 'psi'
        ? [
            numeric('Bound − Psi', ({ psiGap }) => quantity(difference(psiGap))),
            numeric('Deadline slack', ({ deadlineSlackPercent }) => quantity(ofHundred(deadlineSlackPercent))),
          ]
        : [GAP, numeric('Energy above least', ({ energyGap }) => quantity(percent(energyGap)))];
  return {
    caption: 'Every run. Probabilities and energy are those of the plan returned, whether it keeps the limit or not.',
    columns: [
      METHOD,
      SEED,
      { head: 'Feasible', of: ({ feasible, psi }) => (feasible ? 'yes' : psi === null ? 'no plan' : 'no') },
      numeric('All cores in time', ({ allInTime }) => quantity(promised(allInTime))),
      numeric('Budget until last core', ({ budgetUntilLastCore }) => quantity(promised(budgetUntilLastCore))),
      numeric('Psi', ({ psi }) => quantity(probability(psi))),
      numeric('phi', ({ phi }) => quantity(probability(phi))),
      ...distances,
      numeric('Energy', ({ energyMeanJ }) => (energyMeanJ === null ? 'none' : energyText(energyMeanJ))),
      TIME,
      STEPS,
      ENDED,
    ],
  };
}

function convergenceCaption({ convergence, boundOn }: RobustComparisonRecord): Markup {
  const { axis, level, methods } = convergence;
  const { min, isCut } = rangeOf(convergence);
  const missing = methods.filter(({ plans, trials }) => 2 * plans < trials).map(({ method }) => oneLine(method));
  return markup`z is the standard normal quantile of ${objectiveName(boundOn)}: 0 is a probability of 0.5, 1.282 of 0.9, 2.326 of 0.99. Thick: median over the trials, from where half of them have a feasible plan; thin: least, from where all have one, and greatest. ${level === null || Math.abs(level.median) > FARTHEST_Z ? 'There is no finite bound to draw.' : level.least < level.greatest ? 'Dashed: the proven bounds of the trials, median, least and greatest.' : 'Dashed: the proven bound.'} ${isCut ? `What is below ${typeset(significant(min, 3))} is drawn there. ` : ''}${axis === 'steps' ? 'A step is a different amount of work in each method. ' : ''}Values on the way are the methods’ own, the last one of each run is the checker’s.${missing.length === 0 ? '' : ` Not drawn for want of feasible plans: the median of ${missing.join(', ')}.`}`;
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
function convergenceChart(convergence: Convergence): ReturnType<NonNullable<Page['convergence']>['chart']> {
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
  /** Flag, true if values lie below the range; they are drawn at its lower edge. */
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

import type { BoundFrame } from '../../studies/compare/certificates.js';
import type { RunFrame } from '../../studies/compare/compare.js';
import type { MethodDifference, MethodSummary } from '../../studies/compare/summary.js';
import type { Figure, Place } from '../figures.js';
import { oneLine, seconds } from '../format.js';
import { type MeanFigure, meanColumns, meanIn } from '../html/figure-columns.js';
import { nameOf } from '../html/markup.js';
import { numeric, type RowColumn } from '../html/table.js';
import { constraintName, TERMINATIONS } from '../wording.js';
import { planOrigins } from '../plan-origins.js';
import type { ToldComparison } from './report.js';

/** A table of a comparison, for both the terminal and the page. */
export interface ComparedTable<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly columns: readonly RowColumn<Row>[];
  /** Sentences below the table. */
  readonly notes?: readonly string[];
}

/**
 * Columns for time and processor time of runs and bounds. Values differ by orders of magnitude, so each cell has its
 * own unit.
 */
const TIMES: readonly MeanFigure[] = [
  { key: 'timeS', label: 'time', unit: 's', shown: seconds },
  { key: 'cpuS', label: 'CPU', unit: 's', shown: seconds },
];
/** Column for the number of steps of runs. */
const STEPS: MeanFigure = { key: 'steps', label: 'steps', unit: 'count' };
/** Column for the difference of objectives divided by the reference's objective. Every family has it. */
const OF_REFERENCE: MeanFigure = { key: 'ofReference', label: 'of the reference', unit: 'share' };

/** Returns the table of methods: one row for each, with means over trials. Its last line has the proven bound. */
export function methodTable(told: ToldComparison): ComparedTable<MethodSummary> {
  const { summary, bounds, runs, trials, currency } = told.record;
  const isOnce = trials > 1 && summary.some(({ plans, withoutPlan }) => plans + withoutPlan === 1);
  return {
    caption: 'Means over the trials in which a method has a feasible plan.',
    rows: summary,
    columns: [
      {
        head: 'Method',
        of: ({ method }) => nameOf(method),
        foot: bounds.length > 1 ? 'Proven bound, mean' : 'Proven bound',
      },
      numeric('Plans', (one) => plansText(one, runs)),
      ...[...shownIn(told, 'compare'), ...TIMES].flatMap((one) =>
        meanColumns(one, summary, {
          currency,
          field: (key, { method }) => `${key}.${method}`,
          hasIntervals: one.key === 'objective',
          foot: meanBound(bounds, one.key === 'objective' ? 'bound' : one.key),
        }),
      ),
      numeric('Best', ({ best }) => String(best)),
    ],
    notes: [
      'Best: trials in which no other plan of the same rules is better, of those that all methods ended.',
      ...(told.texts.notes ?? []),
      ...(isOnce ? ['Methods that draw nothing are run once; that run stands for all trials.'] : []),
      ...planOrigins(runs),
    ],
  };
}

/** Returns the table of differences between each method and the reference method, paired trial by trial. */
export function differenceTable(told: ToldComparison): ComparedTable<MethodDifference> {
  const { differences, rankedBy, reference, currency } = told.record;
  const objective = shownIn(told, 'compare').filter(({ key }) => key === 'objective');
  const figures = [...objective, OF_REFERENCE, ...shownIn(told, 'difference').filter(({ key }) => key !== 'objective')];
  return {
    caption: `Figures less those of ${oneLine(reference)} in the same trial. Trials in which only one of the two has a feasible plan, or their plans keep different rules, are left out and counted.`,
    rows: differences,
    columns: [
      { head: 'Method', of: ({ method }) => nameOf(method) },
      ...figures.flatMap((one) =>
        meanColumns({ ...one, within: undefined }, differences, {
          currency,
          field: (key, { method }) => `difference.${key}.${method}`,
        }),
      ),
      numeric('More / less / same', (one) => {
        const counts = meanIn(one, rankedBy) as MethodDifference['objective'];
        return counts === null ? 'none' : `${counts.wins} / ${counts.losses} / ${counts.ties}`;
      }),
      numeric('Left out', ({ unpaired }) => String(unpaired)),
    ],
  };
}

/**
 * Returns the table of proven bounds, one for each trial or one for all. If there are several, the last line has their
 * means.
 */
export function boundTable(told: ToldComparison): ComparedTable<BoundFrame> {
  const { bounds, variants, currency, boundScope } = told.record;
  const main = shownIn(told, 'compare').filter(({ key }) => key === 'bound');
  return {
    caption: 'Proven bounds, whose certificates they are, and how long their own runs took.',
    rows: bounds,
    columns: [
      {
        head: 'Trial',
        of: ({ trial }) => (variants ? String(trial + 1) : 'all'),
        ...(bounds.length > 1 ? { foot: 'Mean' } : {}),
      },
      numeric('Seed', ({ seed }) => (variants ? String(seed) : 'any')),
      ...[...main, ...shownIn(told, 'bound'), TIMES[0]!].flatMap((one) =>
        meanColumns(one, bounds, { currency, foot: bounds.length > 1 ? meanBound(bounds, one.key) : undefined }),
      ),
      { head: 'Certificate of', of: sourceText },
    ],
    notes: [
      'The independent checker judges every plan. No plan is beyond a bound, the best of all certificates found; a gap is what a method leaves and what the bound is loose by, together.',
      ...(boundScope === '' ? [] : [`Bounds cover ${oneLine(boundScope)}.`]),
    ],
  };
}

/** Returns the table of single runs. For an infeasible plan it shows the objective and the violated limits. */
export function runTable(told: ToldComparison): ComparedTable<RunFrame> {
  const { runs, currency } = told.record;
  const rows = runs.map((run) => ({ ...run, objective: run.planObjective ?? run.objective }));
  const kinds = new Set(rows.flatMap(({ rules }) => rules ?? []));
  const hasOrigin = rows.some(({ planFrom }) => planFrom !== undefined);
  return {
    caption: 'Every run. Figures are those of the plan returned, by the checker.',
    rows,
    columns: [
      { head: 'Method', of: ({ method }) => nameOf(method) },
      numeric('Seed', ({ seed }) => String(seed)),
      { head: 'Feasible', of: (run) => (run.feasible ? 'yes' : `no${brokenText([run])}`) },
      ...[...shownIn(told, 'compare', 'run'), ...TIMES, STEPS].flatMap((one) => meanColumns(one, rows, { currency })),
      {
        head: 'Ended',
        of: ({ failure, termination }) =>
          failure === undefined ? TERMINATIONS[termination] : `broke down: ${oneLine(failure)}`,
      },
      ...(hasOrigin ? [{ head: 'Plan from', of: ({ planFrom, method }: RunFrame) => planFrom ?? method }] : []),
      ...(kinds.size > 1 ? [{ head: 'Rules', of: ({ rules = '' }: RunFrame) => rules }] : []),
    ],
  };
}

/**
 * Returns the mean of the bounds' values under `key`, for the last line of a table; undefined if no bound has such a
 * value.
 */
function meanBound(bounds: readonly BoundFrame[], key: string): { field: string; value: number } | undefined {
  const known = bounds.flatMap((bound) => meanIn(bound, key)?.mean ?? []);
  if (known.length === 0) return undefined;
  const value = known.reduce((sum, one) => sum + one / known.length, 0);
  return { field: key === 'bound' ? key : `bound.${key}`, value };
}

/** Returns the figures that are shown in at least one of `places`, with the names that this comparison uses. */
function shownIn({ figures, texts: { labels = {} } }: ToldComparison, ...places: readonly Place[]): Figure<never>[] {
  return figures
    .filter((one) => one.in.some((place) => places.includes(place)))
    .map((one) => ({ ...one, label: labels[one.key] ?? one.label }));
}

/** Returns the number of trials with a feasible plan: "3", or "3 of 5", or "0 of 2: red line" if none has one. */
function plansText({ method, plans, withoutPlan }: MethodSummary, runs: readonly RunFrame[]): string {
  const broken = plans === 0 ? brokenText(runs.filter((run) => run.method === method)) : '';
  return withoutPlan > 0 ? `${plans} of ${plans + withoutPlan}${broken}` : String(plans);
}

/** Returns ": " and the names of the limits that the plans of `runs` violate; empty if they violate none. */
function brokenText(runs: readonly RunFrame[]): string {
  const names = new Set(runs.flatMap(({ broken }) => broken));
  return names.size === 0 ? '' : `: ${[...names].map((name) => oneLine(constraintName(name))).join(', ')}`;
}

/** Returns the label of the run that proved a bound, in words. */
function sourceText({ source, infeasibility }: BoundFrame): string {
  if (infeasibility !== undefined) return 'none: no plan is feasible';
  return source === 'bound' ? 'its own run' : source === null ? 'nobody' : `the run of ${oneLine(source)}`;
}

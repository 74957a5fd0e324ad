import type {
  BoundFrame,
  ComparisonRecord,
  MethodDifference,
  MethodSummary,
  RunFrame,
} from '../../studies/compare/record.js';
import { gapPercent, oneLine, seconds, significant, type Measured, type Shown } from '../format.js';
import { interval } from '../html/interval.js';
import { figure, NOTHING, quantity } from '../html/markup.js';
import { balance, BEST, ENDED, GAP, LEFT_OUT, METHOD, numeric, SEED, STEPS, TIME } from './page.js';
import type { ComparePage, PlainMetric } from './report.js';
import { plansText } from './words.js';

type Figures = { readonly figures: Readonly<Record<string, number | null>> };
type Page = ComparePage<RunFrame & Figures, MethodSummary<string>, MethodDifference, BoundFrame>;

/** Content of compare.html for a family without a page of its own. */
export function plainComparePage(
  record: ComparisonRecord<Figures, BoundFrame, string>,
  metrics: readonly PlainMetric[],
): Page {
  const { objectiveUnit: unit, boundScope, reference, convergence } = record;
  const { methods, level } = convergence;
  return {
    kind: `${oneLine(record.family)} methods compared`,
    result: NOTHING,
    methods: {
      caption: 'Means over the trials in which the method has a feasible plan.',
      columns: [
        METHOD,
        numeric('Plans', plansText),
        numeric(unit, ({ method, objective }) => figure(`objective.${method}`, objective?.mean, digits)),
        numeric('95 % interval', ({ objective }) => interval(objective?.interval ?? null, digits)),
        numeric('Gap', ({ method, gap }) => figure(`gap.${method}`, gap?.mean, gapPercent)),
        ...metrics.map(({ key, head, unit: of }) =>
          numeric(`${head} ${of}`.trim(), (one: MethodSummary<string>) => quantity(digits(one[key]?.mean))),
        ),
        numeric('Time', ({ timeS }) => quantity(seconds(timeS?.mean))),
        BEST,
      ],
    },
    caption: `Intervals are Student’s t at 95 %. “Best” counts the trials in which no other plan is better. ${boundScope === '' ? '' : `The bound covers ${oneLine(boundScope)}.`}`,
    convergence:
      methods.length === 0
        ? null
        : {
            chart: () => ({
              id: 'convergence',
              title: `Thick lines: median of each method’s best plan; thin lines: least and greatest over the trials${level === null ? '' : '; dashed: the proven bound'}.`,
              yOf: (value) => value,
              before: null,
              yAxis: { type: 'value', scale: true, name: unit },
              ...(level === null ? {} : { level: { name: 'proven bound', values: [level.median] } }),
            }),
            caption: () => 'Values on the way are the method’s own, the last one of each run is the checker’s.',
            table: `Median in ${unit} over the trials by`,
            cell: (value) => quantity(digits(value), 'no plan'),
          },
    differences: {
      title: `Against ${oneLine(reference)}`,
      table: {
        caption: `Objective less that of ${oneLine(reference)} in the same trial, with 95 % intervals.`,
        columns: [
          METHOD,
          numeric(unit, ({ objective }) => quantity(digits(objective?.mean))),
          numeric('95 % interval', ({ objective }) => interval(objective?.interval ?? null, digits)),
          numeric('More / less / same', ({ objective }) => balance(objective)),
          LEFT_OUT,
        ],
      },
    },
    runsTitle: 'Bound and runs',
    bounds: {
      caption: 'The proven bound, whose certificate it is, and how long its own run took.',
      columns: [
        { head: 'Certificate of', of: ({ source }) => (source === 'bound' ? 'its own run' : (source ?? 'nobody')) },
        numeric(unit, ({ bound }) => quantity(digits(bound))),
        TIME,
      ],
    },
    runs: {
      caption: 'Every run.',
      columns: [
        METHOD,
        SEED,
        numeric(unit, ({ objective }) => quantity(digits(objective), 'no feasible plan')),
        GAP,
        TIME,
        STEPS,
        ENDED,
      ],
    },
  };
}

function digits(value: Measured): Shown | null {
  return value === null || value === undefined ? null : { digits: significant(value, 6), unit: '' };
}

import { J_PER_MJ } from '../../../../models/units.js';
import type { MeanInterval } from '../../../experiments/statistics.js';
import { csvText } from '../../../reports/csv.js';
import { countOf, oneLine, significant } from '../../../reports/format.js';
import type { MonthSweep, SweepAxis, SweepPoint } from '../studies/sweep/result.js';

/** Names of what is swept, with units. */
export const AXIS_NAMES: Readonly<Record<SweepAxis, string>> = {
  checkpointIntervalS: 'time between checkpoints, s',
  nodes: 'nodes',
  energyPricePerMJ: 'price of energy, value/MJ',
};

/** Widths of the columns, characters. Ours. */
const [FIRST, WIDTH] = [12, 20];

/** Text of a sweep for a terminal: a line for each point. Ends with a newline. */
export function monthSweepText(name: string, { axis, method, trials, points, ...most }: MonthSweep): string {
  const row = (cells: readonly string[]): string =>
    cells.map((cell, c) => cell.padStart(c === 0 ? FIRST : WIDTH)).join('');
  const lines = [
    `${oneLine(name)}: ${method} over ${AXIS_NAMES[axis]}, ${countOf(trials, 'trial')}`,
    row([axis === 'checkpointIntervalS' ? 'interval s' : axis === 'nodes' ? 'nodes' : 'value/MJ', ...HEADS]),
    ...points.map((point) => row([String(point.at), ...cellsOf(point)])),
    `most value at ${most.mostValueAt}${most.mostValuePerMJAt === null ? '' : `, most value per MJ at ${most.mostValuePerMJAt}`}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Heads of the columns behind the first. */
const HEADS = ['value', 'of bound %', 'energy MJ', 'value/MJ', 'moves', 'rejected %'];

function cellsOf({ value, shareOfBound, energyJ, valuePerMJ, moves, rejectedShare }: SweepPoint): string[] {
  return [
    meanText(value),
    meanText(shareOfBound, 100),
    meanText(energyJ, 1 / J_PER_MJ),
    meanText(valuePerMJ),
    meanText(moves),
    meanText(rejectedShare, 100),
  ];
}

function meanText(figure: MeanInterval | null, scale = 1): string {
  if (figure === null) return 'none';
  const { mean, interval } = figure;
  const half = interval === null ? '' : ` ± ${significant((scale * (interval.high - interval.low)) / 2, 2)}`;
  return `${Number(significant(scale * mean, 6))}${half}`;
}

/** Text of one record per point: means with their 95 % intervals, empty where there is none. */
export function monthSweepCsv({ axis, points }: MonthSweep): string {
  const columns: readonly (readonly [string, (point: SweepPoint) => MeanInterval | null])[] = [
    ['value', ({ value }) => value],
    ['share_of_bound', ({ shareOfBound }) => shareOfBound],
    ['energy_j', ({ energyJ }) => energyJ],
    ['value_per_mj', ({ valuePerMJ }) => valuePerMJ],
    ['moves', ({ moves }) => moves],
    ['rejected_share', ({ rejectedShare }) => rejectedShare],
  ];
  const first = {
    checkpointIntervalS: 'checkpoint_interval_s',
    nodes: 'nodes',
    energyPricePerMJ: 'energy_price_per_mj',
  };
  return csvText([
    [first[axis], 'trials', ...columns.flatMap(([name]) => [name, `${name}_low`, `${name}_high`])],
    ...points.map((point) => [
      ...[point.at, point.value.n],
      ...columns.flatMap(([, of]) => {
        const figure = of(point);
        return [figure?.mean ?? null, figure?.interval?.low ?? null, figure?.interval?.high ?? null];
      }),
    ]),
  ]);
}

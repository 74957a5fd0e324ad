import type { BestValue, SettingPoint, TrialSet, TrialSweep } from '../../studies/sweep/trials.js';
import { inUnit, oneLine } from '../format.js';
import { meanIn } from '../html/figure-columns.js';
import { type Content, markup, plainText, quantity } from '../html/markup.js';
import { numeric } from '../html/table.js';
import type { ShownAxis } from './axis.js';
import type { Card } from './page.js';
import type { SweepTexts, SweptFigure } from './table.js';

/** What a sweep over trials is shown with. */
export interface ShownTrials {
  /** Name of the instance. */
  readonly name: string;
  readonly method: string | null;
  readonly figures: readonly SweptFigure[];
  readonly axisOf: (axis: TrialSweep['axes'][0]) => ShownAxis;
}

/** Returns the content of the text output, the CSV file and the tables of a sweep over trials. */
export function trialTexts(sweep: TrialSweep, shown: ShownTrials): SweepTexts<SettingPoint> {
  const { points, best, differences = [] } = sweep;
  const axis = shown.axisOf(sweep.axes[0]);
  const sets = setsOf(sweep);
  const isOnAxis = points.every(({ values }) => values.length > 0);
  const chosen = sets.length > 1 ? (best[0]?.at ?? null) : null;
  const nameOf = ({ setting, values: [at] }: SettingPoint): string => {
    return `${isOnAxis ? axis.digits(at!) : oneLine(setting)}${at !== undefined && at === chosen ? ', chosen' : ''}`;
  };
  return {
    name: shown.name,
    lead: [shown.method ?? '', `over ${axis.name},`, ...sets.map((set) => rangeText(sweep, set))].join(' '),
    tables: sets.map((set) => {
      return { title: sets.length === 1 ? '' : setText(set), rows: points.filter((one) => one.set === set) };
    }),
    heads: [
      {
        column: isOnAxis ? numeric(axis.name, nameOf) : { head: 'Setting', of: nameOf },
        csv: { name: 'setting', of: ({ setting }) => setting },
      },
      { csv: { name: sweep.axes[0].field, of: ({ values }) => values[0] ?? null } },
      { csv: { name: 'trials', of: ({ trials }) => trials } },
      { csv: { name: 'set', of: ({ set }) => set } },
    ],
    figures: shown.figures,
    lines: [
      ...best
        .flatMap((one) => bestCards(sweep, shown, one))
        .map(([label, value, note]) => {
          return `${plainText(label)}: ${plainText(value)}, ${plainText(note)}`;
        }),
      ...differences.map(({ to, objective, wins }) => {
        const mean = inUnit(objective.mean, '')!.digits;
        return `held out, chosen less ${to}: ${mean}, more in ${wins} of ${objective.n} trials`;
      }),
    ],
  };
}

/** Returns the sets of trials of a sweep. */
export function setsOf({ points }: TrialSweep): TrialSet[] {
  return [...new Set(points.map(({ set }) => set))];
}

export function setText(set: TrialSet): string {
  return set === 'tuning' ? 'Tuning trials' : 'Held-out trials';
}

function rangeText({ points }: TrialSweep, set: TrialSet): string {
  const { trials } = points.find((one) => one.set === set)!;
  return `${set === 'all' ? 'trials' : set === 'tuning' ? 'chosen on trials' : 'and reported on trials'} ${trials}`;
}

/** Returns the cards on the best value by a figure, which a terminal shows as lines. */
export function bestCards(sweep: TrialSweep, shown: ShownTrials, best: BestValue): Card[] {
  const { figure: key, at, ties, atHeldOut, optimism } = best;
  const { digits } = shown.axisOf(sweep.axes[0]);
  const named = shown.figures.find((one) => one.key === key)!;
  const isHeldOut = atHeldOut !== undefined;
  const label = `Most ${named.label}${isHeldOut ? ' on the tuning trials' : ''}`;
  const count = sweep.axes[0].values.length;
  if (at === null) return [[label, 'none chosen', `all ${count} values are equally good`]];
  const share = shown.figures.find((one) => one.key === 'shareOfBound')!;
  const worth = (set: TrialSet): Content => {
    const point = sweep.points.find((one) => one.set === set && one.values[0] === at)!;
    const text = (figure: SweptFigure): Content => quantity(inUnit(meanIn(point, figure.key)?.mean, figure.unit));
    return meanIn(point, 'shareOfBound') === null || key !== 'objective'
      ? markup`${text(named)} on average`
      : markup`${text(named)} on average, ${text(share)} of the bound`;
  };
  const tied = ties.length < 2 ? '' : `; ${ties.map(digits).join(', ')} are equally good, and the least is taken`;
  const value = markup`<data data-field="best.${key}" value="${String(at)}">at ${digits(at)}</data>`;
  const main = [label, value, markup`${worth(isHeldOut ? 'tuning' : 'all')}${tied}`] as const;
  if (!isHeldOut) return [[...main]];
  const other = atHeldOut === null ? 'all are equally good' : `${digits(atHeldOut)} is best`;
  const isShare = sweep.points.every((point) => meanIn(point, 'shareOfBound') !== null);
  return [
    [...main],
    [
      `${digits(at)} on the held-out trials`,
      worth('held-out'),
      atHeldOut === at ? 'the best there as well' : `there ${other}`,
    ],
    [
      'Optimism',
      quantity(inUnit(optimism, isShare ? 'share' : named.unit)),
      'by so much it looks better on the trials it was chosen on',
    ],
  ];
}

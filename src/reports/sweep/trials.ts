import type { SettingPoint, TrialSet, TrialSweep } from '../../studies/sweep/trials.js';
import { inUnit, oneLine } from '../format.js';
import { meanIn } from '../html/figure-columns.js';
import { markup, type Markup, plainText, quantity } from '../html/markup.js';
import { numeric } from '../html/table.js';
import type { ShownAxis } from './axis.js';
import type { Card } from './page.js';
import type { SweepTexts, SweptFigure } from './table.js';

/** Names, units and declarations with which a sweep over trials is shown. */
export interface ShownTrials {
  /** Name of the instance. */
  readonly name: string;
  /** Digest of the instance file. */
  readonly sha256: string;
  readonly method: string | null;
  /** Options that all runs share besides the method, such as "filter per-task"; empty if there are none. */
  readonly options: string;
  readonly figures: readonly SweptFigure[];
  readonly axisOf: (axis: TrialSweep['axes'][0]) => ShownAxis;
}

/** For each set of trials: its name in reports, and its use. */
export const SETS: Readonly<Record<TrialSet, readonly [name: string, use: string]>> = {
  all: ['', ''],
  tuning: ['Tuning trials', 'chosen on '],
  'held-out': ['Held-out trials', 'and reported on '],
};

/** Returns the sets of trials over which the sweep has means. */
export function setsOf({ points }: TrialSweep): TrialSet[] {
  return [...new Set(points.map(({ set }) => set))];
}

/** Returns the content of the text output, the CSV file and the tables of a sweep over trials. */
export function trialTexts(sweep: TrialSweep, shown: ShownTrials): SweepTexts<SettingPoint> {
  const { points, best, differences = [] } = sweep;
  const axis = shown.axisOf(sweep.axes[0]);
  const sets = setsOf(sweep);
  const isOnAxis = points.every(({ values }) => values.length > 0);
  const chosen = sets.length > 1 ? best[0]?.at : undefined;
  const nameOf = ({ setting, values: [at] }: SettingPoint): string => {
    return `${isOnAxis ? axis.digits(at!) : oneLine(setting)}${at !== undefined && at === chosen ? ', chosen' : ''}`;
  };
  const uses = sets.map((set) => {
    const { trials } = points.find((one) => one.set === set)!;
    return `${SETS[set][1]}${trials.includes('-') ? 'trials' : 'trial'} ${trials}`;
  });
  const asked = shown.options === '' ? '' : `, ${shown.options},`;
  return {
    name: shown.name,
    lead: [`${shown.method ?? ''}${asked}`, `over ${axis.name},`, ...uses].join(' '),
    rows: points,
    heads: [
      isOnAxis ? numeric(axis.name, nameOf) : { head: 'Setting', of: nameOf },
      ...(sets.length > 1 ? [{ head: 'Trials', of: ({ set, trials }: SettingPoint) => `${trials}, ${set}` }] : []),
    ],
    csv: {
      before: [
        ['setting', 'setting'],
        [sweep.axes[0].field, 'values', 0],
        ['trials', 'trials'],
        ['set', 'set'],
      ],
    },
    figures: shown.figures,
    lines: [
      ...bestCards(sweep, shown).map((card) => {
        const [label, value, note] = card.map(plainText);
        return `${label}: ${value}, ${note}`;
      }),
      ...differences.flatMap(({ reference, objective }) => {
        if (objective === null) return [];
        const { mean, wins, n } = objective;
        return [`held out, chosen less ${reference}: ${inUnit(mean, '')!.digits}, more in ${wins} of ${n} trials`];
      }),
    ],
  };
}

/** Returns cards that state the best swept values. A terminal shows them as lines. */
export function bestCards(sweep: TrialSweep, { figures, axisOf }: ShownTrials): Card[] {
  const { digits } = axisOf(sweep.axes[0]);
  const [first] = setsOf(sweep);
  const worthIn = (key: string, at: number, set: TrialSet): Markup => {
    const point = sweep.points.find((one) => one.set === set && one.values[0] === at)!;
    const all = figures.filter((one) => one.key === key || (key === 'objective' && one.key === 'shareOfBound'));
    const known = all.filter((one) => meanIn(point, one.key) !== null);
    const texts = known.map((one, n) => {
      const value = quantity(inUnit(meanIn(point, one.key)!.mean, one.unit));
      return n === 0 ? markup`${value} on average` : markup`, ${value} ${one.label}`;
    });
    return markup`${texts}`;
  };
  const isShare = sweep.points.every((point) => meanIn(point, 'shareOfBound') !== null);
  return sweep.best.flatMap(({ figure: key, at, ties, atHeldOut, optimism }): Card[] => {
    const named = figures.find((one) => one.key === key)!;
    const label = `Most ${named.label}${first === 'all' ? '' : ' on the tuning trials'}`;
    if (at === null) {
      const all = `all ${sweep.axes[0].values.length} values are equally good`;
      return [[label, 'none chosen', ties.length === 0 ? 'some values have no mean' : all]];
    }
    const tied = ties.length < 2 ? '' : `; ${ties.map(digits).join(', ')} are equally good, and the least is taken`;
    const value = markup`<data data-field="best.${key}" value="${String(at)}">at ${digits(at)}</data>`;
    const best: Card = [label, value, markup`${worthIn(key, at, first!)}${tied}`];
    if (atHeldOut === undefined) return [best];
    const other = atHeldOut === null ? 'no value is best' : `${digits(atHeldOut)} is best`;
    const there = atHeldOut === at ? 'the best there as well' : `there ${other}`;
    const size = inUnit(optimism == null ? null : Math.abs(optimism), isShare ? 'share' : named.unit);
    const seems = isShare ? markup`${size?.digits ?? ''} points of the bound` : quantity(size);
    const than = (optimism ?? 0) < 0 ? 'worse' : 'better';
    return [
      best,
      [`${digits(at)} on the held-out trials`, worthIn(key, at, 'held-out'), there],
      ['Optimism', seems, `by so much it looks ${than} on the trials it was chosen on`],
    ];
  });
}

import type { SettingPoint, TrialSweep } from '../../studies/sweep/trials.js';
import { inUnit, oneLine } from '../format.js';
import { type MeanFigure, meanIn } from '../html/figure-columns.js';
import { markup, type Markup, plainText, quantity } from '../html/markup.js';
import type { card } from '../html/result-section.js';
import { numeric } from '../html/table.js';
import type { ShownAxis } from './axis.js';
import { axisFields, type SweepTexts } from './table.js';

/** A card: its label, its value, and words below it. */
type Card = Parameters<typeof card>;

/** Names, units and declarations with which a sweep over trials is shown. */
export interface ShownTrials {
  /** Name of the instance. */
  readonly name: string;
  /** SHA-256 of the instance file. */
  readonly sha256: string;
  /** Method and options that all runs share, such as "upe, filter task,". */
  readonly asking: string;
  readonly figures: readonly MeanFigure[];
  readonly axisOf: (axis: TrialSweep['axes'][0]) => ShownAxis;
}

/** Returns the content of the text output, the CSV file and the tables of a sweep over trials. */
export function trialTexts(sweep: TrialSweep, shown: ShownTrials): SweepTexts<SettingPoint> {
  const { points, best, differences, axes } = sweep;
  const { name, asking, figures } = shown;
  const isHeldOut = differences !== undefined;
  const axis = shown.axisOf(axes[0]);
  const nameOf = ({ setting, values: [at] }: SettingPoint): string => {
    if (!isHeldOut) return axis.digits(at!);
    return at !== undefined && at === best[0]?.at ? `${oneLine(setting)}, chosen` : oneLine(setting);
  };
  const setOf = ({ set, trials }: SettingPoint): string => `${trials}, ${set}`;
  const [first, last] = [points[0]!, points.at(-1)!].map(({ trials }) => {
    return `${trials.includes('-') ? 'trials' : 'trial'} ${trials}`;
  });
  return {
    name,
    lead: `${asking} over ${axis.name}, ${isHeldOut ? `chosen on ${first!} and reported on ${last!}` : first!}`,
    rows: points,
    heads: [
      isHeldOut ? { head: 'Setting', of: nameOf } : numeric(axis.name, nameOf),
      ...(isHeldOut ? [{ head: 'Trials', of: setOf }] : []),
    ],
    csv: { before: [['setting', 'setting'], ...axisFields(axes), ['trials', 'trials'], ['set', 'set']] },
    figures,
    lines: [
      ...bestCards(sweep, shown).map((card) => {
        const [label, value, note] = card.map(plainText);
        return `${label}: ${value}, ${note}`;
      }),
      ...(differences ?? []).map(({ reference, objective }) => {
        const { mean, wins, n } = objective!;
        return `held out, chosen less ${reference}: ${inUnit(mean, '')!.digits}, more in ${wins} of ${n} trials`;
      }),
    ],
  };
}

/** Returns cards that state the best swept values. A terminal shows them as lines. */
export function bestCards({ axes, best, points }: TrialSweep, { figures, axisOf }: ShownTrials): Card[] {
  const { digits } = axisOf(axes[0]);
  const worthIn = (key: string, value: number, set: SettingPoint['set']): Markup => {
    const point = points.find((one) => one.set === set && one.values[0] === value)!;
    const all = figures.filter((one) => one.key === key || (key === 'objective' && one.key === 'shareOfBound'));
    const texts = all.flatMap(({ key: own, unit, label }) => {
      const mean = meanIn(point, own);
      if (mean === null) return [];
      const text = quantity(inUnit(mean.mean, unit));
      return own === key ? markup`${text} on average` : markup`, ${text} ${label}`;
    });
    return markup`${texts}`;
  };
  const isShare = points.every((point) => meanIn(point, 'shareOfBound') !== null);
  return best.flatMap(({ figure: key, at, ties, atHeldOut, optimism }): Card[] => {
    const named = figures.find((one) => one.key === key)!;
    const label = `Most ${named.label}${atHeldOut === undefined ? '' : ' on the tuning trials'}`;
    if (at === null) {
      const all = `all ${axes[0].values.length} values are equally good`;
      return [[label, 'none chosen', ties.length === 0 ? 'some values have no mean' : all]];
    }
    const tied = ties.length < 2 ? '' : `; ${ties.map(digits).join(', ')} are equally good, and the least is taken`;
    const value = markup`<data data-field="best.${key}" value="${String(at)}">at ${digits(at)}</data>`;
    const chosen: Card = [label, value, markup`${worthIn(key, at, points[0]!.set)}${tied}`];
    if (atHeldOut === undefined) return [chosen];
    const other = atHeldOut === null ? 'no value is best' : `${digits(atHeldOut)} is best`;
    const there = atHeldOut === at ? 'the best there as well' : `there ${other}`;
    const size = inUnit(Math.abs(optimism!), isShare ? 'share' : named.unit);
    const seems = isShare ? markup`${size!.digits} points of the bound` : quantity(size);
    const than = optimism! < 0 ? 'worse' : 'better';
    return [
      chosen,
      [`${digits(at)} on the held-out trials`, worthIn(key, at, 'held-out'), there],
      ['Optimism', seems, `by so much it looks ${than} on the trials it was chosen on`],
    ];
  });
}

import type { Meter } from '../../../../models/facility/meter.js';
import { J_PER_MJ } from '../../../../models/units.js';
import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { Beside, DayOnIntervals } from '../runs/beside.js';
import { stepMeansOf, type TimeBins, type Values } from './time-bins.js';

/** Row of a table that compares days. */
export interface DayFigures {
  /** Method, with its budget if a method has several. */
  readonly name: string;
  /** Set-points of the CRACs, C, each value once; null if they change. */
  readonly setPointsC: readonly number[] | null;
  readonly energyBudgetJ: number | null;
  readonly stoppedAtS: number | null;
  /**
   * What tasks that completed have earned (utility of a schedule, reward of a day). `share`: relative to the maximum of
   * all tasks.
   */
  readonly earned: number;
  readonly share: number;
  /** Hottest inlet at any time, C, null if unknown. Next: total time with an inlet above the red line, s. */
  readonly hottestInletC: number | null;
  readonly aboveRedLineS: number | null;
  /** Energy at the meter, J. */
  readonly energyJ: number;
}

/** Lines of one day, averaged over the page's time bins. */
export interface DayLines {
  readonly meanPowerW: Values;
  readonly hottestInletC: Values;
  /** Earnings up to the end of each bin, as a share of the maximum of all tasks. */
  readonly share: Values;
}

/** A schedule compared with days of another family; the schedule comes first. */
export interface BesideFigures extends Meter {
  readonly file: string;
  readonly sha256: string;
  readonly instance: string;
  /** True if every task is worth the same in both, so that utility and reward are one unit. */
  readonly isSameWorth: boolean;
  readonly greatestUtility: number;
  readonly greatestReward: number;
  readonly redLineC: number | null;
  readonly outletLimitC: number;
  readonly intervalS: number;
  readonly own: DayFigures;
  readonly days: readonly DayFigures[];
  /** Lines of the schedule and of the first days, which are drawn. */
  readonly lines: { readonly own: DayLines; readonly days: readonly DayLines[] };
}

/** Maximum number of days drawn with the schedule. Our choice: as many colours as can be told apart. */
const MAX_DRAWN = 4;
/** Excess over the red line that does not count, K. Our choice: more than the checker tolerates. */
const TOLERANCE_K = 1e-6;

/**
 * Returns the figures of a schedule and of days of another family on the same intervals. @param own the schedule @param
 * days those of the file, in its order
 */
export function besideFigures(parts: {
  readonly instance: UtilityInstance;
  readonly model: UtilityModel;
  readonly meter: Meter;
  readonly beside: Beside;
  readonly method: string;
  readonly isSameWorth: boolean;
  readonly greatestUtility: number;
  readonly borderS: Float64Array;
  readonly own: DayOnIntervals;
  readonly days: readonly DayOnIntervals[];
  readonly lines: TimeBins;
}): BesideFigures {
  const { instance, model, meter, beside, borderS, own, days, lines, method, isSameWorth, greatestUtility } = parts;
  const { file, sha256, series } = beside;
  const { operation } = instance;
  const redLineC = operation?.redLineC ?? null;
  const measured = model.days.at(-1)!;
  const hasBudget = instance.energyBudgetJPerDay !== undefined && measured.budgetJ < Infinity;
  const several = new Set(series.days.map(({ energyBudgetJ }) => energyBudgetJ)).size > 1;
  const common = (day: DayOnIntervals, most: number) => ({
    earned: day.earned.at(-1)!,
    share: most > 0 ? day.earned.at(-1)! / most : 0,
    hottestInletC: greatest(day.hottestInletC),
    aboveRedLineS: redLineC === null ? null : lengthWhere(borderS, day.hottestInletC, redLineC + TOLERANCE_K),
    energyJ: day.meterW.reduce((sum, powerW, k) => sum + powerW * (borderS[k + 1]! - borderS[k]!), 0),
  });
  return {
    file,
    sha256,
    instance: series.instance.name,
    isSameWorth,
    greatestUtility,
    greatestReward: series.tasks.reward,
    redLineC,
    outletLimitC: series.outletLimitC,
    intervalS: series.intervalS,
    ...meter,
    own: {
      name: method,
      setPointsC: [...new Set(Object.values(operation?.setPointsC ?? {}))],
      stoppedAtS: null,
      energyBudgetJ: hasBudget ? instance.energyBudgetJPerDay : null,
      ...common(own, greatestUtility),
    },
    days: series.days.map(({ method: name, setPointC, energyBudgetJ, stoppedAtS }, d) => ({
      name: several ? `${name}, ${budgetText(energyBudgetJ)}` : name,
      setPointsC: setPointC === null ? null : [setPointC],
      energyBudgetJ,
      stoppedAtS,
      ...common(days[d]!, series.tasks.reward),
    })),
    lines: {
      own: linesOf(own, borderS, lines, greatestUtility),
      days: days.slice(0, MAX_DRAWN).map((day) => linesOf(day, borderS, lines, series.tasks.reward)),
    },
  };
}

function budgetText(energyBudgetJ: number | null): string {
  return energyBudgetJ === null ? 'no budget' : `${Number((energyBudgetJ / J_PER_MJ).toPrecision(6))} MJ`;
}

function linesOf(day: DayOnIntervals, borderS: Float64Array, lines: TimeBins, most: number): DayLines {
  return {
    meanPowerW: stepMeansOf(lines, borderS, day.meterW),
    hottestInletC: greatestOf(lines, borderS, day.hottestInletC),
    share: earnedAt(lines, borderS, day.earned).map((earned) => (most > 0 ? earned / most : 0)),
  };
}

/** Returns the largest value of the intervals that overlap each bin; null if there is none. */
function greatestOf({ borderS: stretchS }: TimeBins, borderS: Float64Array, values: Float64Array): Values {
  let k = 0;
  return Array.from({ length: stretchS.length - 1 }, (_, b) => {
    while (k + 1 < values.length && borderS[k + 1]! <= stretchS[b]!) k++;
    let most: number | null = null;
    for (let i = k; i < values.length && borderS[i]! < stretchS[b + 1]!; i++) {
      if (!Number.isNaN(values[i]!)) most = Math.max(most ?? -Infinity, values[i]!);
    }
    return most;
  });
}

/** Returns the earnings up to the last interval that ends within each bin or earlier. */
function earnedAt({ borderS: stretchS }: TimeBins, borderS: Float64Array, earned: Float64Array): number[] {
  let k = -1;
  return Array.from({ length: stretchS.length - 1 }, (_, b) => {
    while (k + 1 < earned.length && borderS[k + 2]! <= stretchS[b + 1]!) k++;
    return k < 0 ? 0 : earned[k]!;
  });
}

function greatest(values: Float64Array): number | null {
  let most: number | null = null;
  for (const value of values) if (!Number.isNaN(value)) most = Math.max(most ?? -Infinity, value);
  return most;
}

/** Returns the total length of intervals with a value above a limit, s. */
function lengthWhere(borderS: Float64Array, values: Float64Array, limit: number): number {
  return values.reduce((sum, value, k) => (value > limit ? sum + borderS[k + 1]! - borderS[k]! : sum), 0);
}

/** Returns the comparison with other days as stored in `result.json`. */
export function besideDetails(figures: BesideFigures): object {
  return { ...figures, lines: undefined };
}

import type { LinearMeter } from '../../../../models/facility/meter.js';
import { J_PER_MJ } from '../../../../models/units.js';
import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { Beside, DayOnIntervals } from '../runs/beside.js';
import { stepMeansOf, type TimeBins, type Values } from './time-bins.js';

/** A row of the table that compares a schedule with days simulated by the templates family. */
export interface DayFigures {
  /** Name of the method, with its energy budget if it ran with several. */
  readonly name: string;
  /** Distinct set-points of the CRACs, C; null if the set-points change during the day. */
  readonly setPointsC: readonly number[] | null;
  /** Energy budget of the day, J; null if there is none. */
  readonly energyBudgetJ: number | null;
  /** Moment at which the room stopped because its energy budget was used up, s; null if it never stopped. */
  readonly stoppedAtS: number | null;
  /** Total earned by completed tasks: utility in a schedule, reward in a day of the templates family. */
  readonly earned: number;
  /** `earned` as a fraction of what all tasks could earn at most. */
  readonly share: number;
  /** Hottest inlet temperature at any time, C; null if unknown. */
  readonly hottestInletC: number | null;
  /** Total time during which some inlet is above the red line, s; null without a red line. */
  readonly aboveRedLineS: number | null;
  /** Energy at the meter, J. */
  readonly energyJ: number;
}

/** Values of one day by time bin of the report, drawn as lines. */
export interface DayLines {
  readonly meanPowerW: Values;
  readonly hottestInletC: Values;
  /** Utility or reward earned by the end of each bin, as a fraction of what all tasks could earn at most. */
  readonly share: Values;
}

/** A schedule compared with days simulated by the templates family on the same facility and tasks. */
export interface BesideFigures {
  readonly upsEfficiency: number;
  readonly otherLoadW: number;
  readonly file: string;
  readonly sha256: string;
  readonly instance: string;
  /** True if every task earns the same in the schedule and in the days, so that utility and reward are comparable. */
  readonly isSameWorth: boolean;
  /** Sum of the starting utilities of all tasks: the most that they can earn in the schedule. */
  readonly greatestUtility: number;
  /** Sum of the rewards of all tasks: the most that they can earn in a day of the templates family. */
  readonly greatestReward: number;
  readonly redLineC: number | null;
  readonly outletLimitC: number;
  readonly intervalS: number;
  /** Figures of the schedule. */
  readonly own: DayFigures;
  /** Figures of the days, in the order of their file. */
  readonly days: readonly DayFigures[];
  /** Lines to draw: the lines of the schedule (`own`), and those of the first `MAX_DRAWN` days (`days`). */
  readonly lines: { readonly own: DayLines; readonly days: readonly DayLines[] };
}

/** Maximum number of days drawn beside the schedule. Our choice: as many colours as readers can distinguish. */
const MAX_DRAWN = 4;
/**
 * Excess of an inlet temperature over the red line that counts as rounding error, K. Our choice: larger than the
 * checker's tolerance.
 */
const TOLERANCE_K = 1e-6;

/**
 * Returns the figures of a schedule and of days simulated by the templates family, on the same time intervals.
 *
 * @param own the schedule
 * @param days the days, in the order of their file
 */
export function besideFigures(parts: {
  readonly instance: UtilityInstance;
  readonly model: UtilityModel;
  readonly meter: LinearMeter;
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
    upsEfficiency: meter.ups.efficiency,
    otherLoadW: meter.otherLoadW,
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

/**
 * Returns for each time bin the largest value of all intervals that overlap it; null for a bin without values.
 *
 * @param borderS borders of the intervals, s
 * @param values value of each interval
 */
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

/**
 * Returns for each time bin the cumulative earnings at its end: those of the last interval that is over by then.
 *
 * @param borderS borders of the intervals, s
 * @param earned cumulative earnings at the end of each interval
 */
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

/**
 * Returns the total length of the intervals whose value exceeds a limit, s.
 *
 * @param borderS borders of the intervals, s
 */
function lengthWhere(borderS: Float64Array, values: Float64Array, limit: number): number {
  return values.reduce((sum, value, k) => (value > limit ? sum + borderS[k + 1]! - borderS[k]! : sum), 0);
}

/** Returns the comparison as stored in `result.json` under `report.beside`. */
export function besideDetails(figures: BesideFigures): object {
  return { ...figures, lines: undefined };
}

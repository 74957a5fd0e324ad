import type { MeanInterval } from '../../experiments/statistics.js';
import type { DayMethod } from './levels.js';

/** Contents of the pictures of chapter 5, computed from a figure's records. Intervals are 95 % intervals. */
export interface TemplatesFigure {
  /** Name of the figure and its scale, such as "fig-5.4 reduced". */
  readonly name: string;
  readonly instance: string;
  readonly trials: number;
  readonly methods: readonly FigureMethod[];
  readonly budgetsMJ: readonly number[];
  readonly patterns: readonly FigurePattern[];
}

export interface FigureMethod {
  readonly name: string;
  readonly mapping: DayMethod['mapping'];
  readonly thermal: DayMethod['thermal'];
  /** Margin that templates keep below the outlet limit, K. */
  readonly marginK: number;
}

export interface FigurePattern {
  readonly pattern: string;
  /** Bars by budget, then by method; null if no trial is recorded. */
  readonly budgets: readonly (readonly (FigureBar | null)[])[];
  readonly power: FigurePower | null;
}

export interface FigureBar {
  readonly reward: MeanInterval;
  readonly energyMJ: MeanInterval;
  /** Time at which the budget is used up, s; the length of the day if it lasts. */
  readonly stopS: MeanInterval;
}

/** Power over the day under the first budget. */
export interface FigurePower {
  readonly everyS: number;
  /** Mean power over the trials by method, then by interval, W. */
  readonly powerW: readonly (readonly number[])[];
}

import type { MeanInterval } from '../../experiments/statistics.js';
import type { DayMethod } from './levels.js';

/** Contents of a picture of chapter 5, from the records of a figure. Confidence intervals are at 95 %. */
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
  /** Margin that the method's templates keep below the outlet temperature limit, K; 0 for none. */
  readonly marginK: number;
}

export interface FigurePattern {
  readonly pattern: string;
  /** Results of the day, [budget][method]; null if there is no record. */
  readonly budgets: readonly (readonly (FigureBar | null)[])[];
  readonly power: FigurePower | null;
}

export interface FigureBar {
  readonly reward: MeanInterval;
  readonly energyMJ: MeanInterval;
  /** Time when the energy budget is exhausted, s; the length of the day if it is not. */
  readonly stopS: MeanInterval;
}

/** Power over the day with the first energy budget. */
export interface FigurePower {
  readonly everyS: number;
  /** Mean power over the trials, W, [method][interval]. */
  readonly powerW: readonly (readonly number[])[];
}

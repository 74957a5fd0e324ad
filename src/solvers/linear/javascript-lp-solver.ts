import type { Model } from 'javascript-lp-solver';
import type { LinearProgram } from '../../../models/forms/linear-program.js';
import { emptyAnswer, largestViolation, pointAt } from './answers.js';
import { InvalidModelError, type LpAbilities, type LpAnswer, type LpEngine, type LpOptions } from './engine.js';
import { columnValues, toStandardForm } from './javascript-lp-solver-form.js';
import { loadFailure, shortMessage } from './load-failure.js';
import { RebuildingSession } from './rebuilding-session.js';

type Values = Readonly<Record<string, number | boolean | undefined>>;

/** The part of the package javascript-lp-solver that Plenum uses. */
interface Solver {
  readonly Model: new (precision: number) => { loadJson(form: Model): LoadedModel };
  Solve(model: LoadedModel): Values;
}

interface LoadedModel {
  readonly tableau: { pivot: (row: number, column: number) => void };
}

class PivotLimitError extends Error {}

/** Absolute value below which the package treats a number as zero (its default). */
const PRECISION = 1e-8;

const abilities: LpAbilities = {
  duals: false,
  warmStart: false,
  interiorPoint: false,
  integers: false,
  timeLimit: false,
  iterationLimit: true,
  tellsInfeasibleFromUnbounded: true,
};

/** Largest accepted violation of a bound, relative to max(1, |bound|). The package rounds values to 1e-8. */
const FEASIBILITY_TOLERANCE = 1e-6;

/**
 * Loads a dense tableau simplex in plain JavaScript, for cross-checks on small models. Of the options, it follows only
 * the iteration limit.
 *
 * The package can cycle for ever; its own check finds only cycles of length one. So a solve fails after 1,000 pivots
 * plus 50 for each row and column.
 */
export async function loadJavascriptLpSolver(): Promise<LpEngine> {
  let solver: Solver;
  try {
    // The package's types describe another shape than its ES module has.
    solver = ((await import('javascript-lp-solver')) as unknown as { default: Solver }).default;
  } catch (error) {
    throw loadFailure('javascript-lp-solver', 'npm install javascript-lp-solver', error);
  }
  return {
    name: 'javascript-lp-solver',
    abilities,
    open: (program) =>
      new RebuildingSession('javascript-lp-solver', program, (whole, options) => solve(solver, whole, options)),
  };
}

function solve(solver: Solver, program: LinearProgram, options: LpOptions): LpAnswer {
  if (program.columns.some((column) => column.integer === true)) {
    throw new InvalidModelError('javascript-lp-solver is not offered for integer columns; use highs or glpk.');
  }
  const form = toStandardForm(program);
  if (form === null) return emptyAnswer('finished', 'infeasible', 'a row of fixed columns is violated');
  let values: Values = {};
  let pivots = 0;
  if (Object.keys(form.variables).length > 0) {
    const giveUpAfter = 1000 + 50 * (program.rows.length + program.columns.length);
    const limit = Math.min(options.iterationLimit ?? Infinity, giveUpAfter);
    try {
      const model = new solver.Model(PRECISION).loadJson(form);
      const { tableau } = model;
      const pivot = tableau.pivot.bind(tableau);
      tableau.pivot = (row, column): void => {
        if (pivots >= limit) throw new PivotLimitError();
        pivots += 1;
        pivot(row, column);
      };
      values = solver.Solve(model);
    } catch (error) {
      if (!(error instanceof PivotLimitError)) return emptyAnswer('failed', 'nothing', shortMessage(error), pivots);
      return limit < giveUpAfter
        ? emptyAnswer('iterationLimit', 'nothing', 'iteration limit reached', pivots)
        : emptyAnswer('failed', 'nothing', `given up as cycling after ${pivots} pivots`, pivots);
    }
    if (values['feasible'] !== true) return emptyAnswer('finished', 'infeasible', 'infeasible', pivots);
    if (values['bounded'] === false) return emptyAnswer('finished', 'unbounded', 'unbounded', pivots);
  }
  const point = pointAt(program, columnValues(program, values));
  if (!(largestViolation(program, point) <= FEASIBILITY_TOLERANCE)) {
    return emptyAnswer('failed', 'nothing', 'the engine returned a point that violates the model', pivots);
  }
  return { stopped: 'finished', proven: 'optimal', point, duals: null, iterations: pivots, detail: 'optimal' };
}

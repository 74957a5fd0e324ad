import type { LinearProgram } from '../../../models/forms/linear-program.js';
import { emptyAnswer, largestViolation, pointAt, reducedCosts } from './answers.js';
import type { LpAbilities, LpAnswer, LpDuals, LpEngine, LpOptions } from './engine.js';
import { type Glpk, type GlpkBounds, type GlpkModel, type GlpkOptions, type GlpkOutcome } from './glpk-package.js';
import { loadFailure, shortMessage } from './load-failure.js';
import { RebuildingSession } from './rebuilding-session.js';

const abilities: LpAbilities = {
  duals: true,
  warmStart: false,
  interiorPoint: false,
  integers: true,
  timeLimit: true,
  iterationLimit: false,
  tellsInfeasibleFromUnbounded: true,
};

/** Feasibility tolerance: a point that violates a bound by more, relative to max(1, |bound|), is rejected. */
const FEASIBILITY_TOLERANCE = 1e-6;

/**
 * Loads GLPK compiled to WebAssembly, for cross-checks of other engines. The package is optional because its licence is
 * GPL-3.0.
 *
 * @throws EngineUnavailableError if the package glpk.js is not installed.
 */
export async function loadGlpk(): Promise<LpEngine> {
  // A name the compiler cannot see: the project must build without the package.
  const packageName: string = 'glpk.js/node';
  let glpk: Glpk;
  try {
    const loaded = (await import(packageName)) as { default: () => Promise<Glpk> };
    glpk = await loaded.default();
  } catch (error) {
    throw loadFailure('GLPK', 'npm install glpk.js (GPL-3.0, optional)', error);
  }
  return {
    name: 'glpk',
    abilities,
    open: (program) => new RebuildingSession('GLPK', program, (whole, options) => solve(glpk, whole, options)),
  };
}

function solve(glpk: Glpk, program: LinearProgram, options: LpOptions): LpAnswer {
  const isMip = program.columns.some((column) => column.integer === true);
  const model = toGlpk(glpk, program);
  let outcome: GlpkOutcome;
  try {
    outcome = glpk.solve(model, glpkOptions(glpk, options, isMip)).result;
    if (isMip && outcome.status === glpk.GLP_UNDEF) {
      // GLPK's integer presolver does not say what it found; its relaxation may.
      const relaxed = glpk.solve({ ...model, generals: [] }, glpkOptions(glpk, options, false)).result;
      if (relaxed.status === glpk.GLP_NOFEAS) outcome = relaxed;
    }
  } catch (error) {
    return emptyAnswer('failed', 'nothing', shortMessage(error), null);
  }
  return read(glpk, program, outcome, isMip, options.timeLimitS !== undefined);
}

function glpkOptions(glpk: Glpk, options: LpOptions, isMip: boolean): GlpkOptions {
  return {
    msglev: glpk.GLP_MSG_OFF,
    // The presolver finds infeasible and unbounded models but its verdict is lost by the binding; intopt cannot do without it.
    presol: isMip,
    ...(options.timeLimitS === undefined ? {} : { tmlim: Math.min(options.timeLimitS, 2e6) }),
    ...(options.mipRelativeGap === undefined ? {} : { mipgap: options.mipRelativeGap }),
  };
}

function toGlpk(glpk: Glpk, program: LinearProgram): GlpkModel {
  const bounds = (lower: number, upper: number): GlpkBounds => {
    const lb = Number.isFinite(lower) ? lower : 0;
    const ub = Number.isFinite(upper) ? upper : 0;
    if (lower === upper) return { type: glpk.GLP_FX, lb, ub };
    if (lower === -Infinity) return { type: upper === Infinity ? glpk.GLP_FR : glpk.GLP_UP, lb, ub };
    return { type: upper === Infinity ? glpk.GLP_LO : glpk.GLP_DB, lb, ub };
  };
  return {
    name: 'model',
    objective: {
      direction: program.sense === 'maximize' ? glpk.GLP_MAX : glpk.GLP_MIN,
      name: 'objective',
      // Naming every column here, in order, fixes GLPK's column order.
      vars: program.columns.map((column, j) => ({ name: `c${j}`, coef: column.cost })),
    },
    subjectTo: program.rows.map((row, i) => ({
      name: `r${i}`,
      vars: row.columnIndices.map((j, k) => ({ name: `c${j}`, coef: row.coefficients[k]! })),
      bnds: bounds(row.lower, row.upper),
    })),
    bounds: program.columns.map((column, j) => ({ name: `c${j}`, ...bounds(column.lower, column.upper) })),
    generals: program.columns.flatMap((column, j) => (column.integer === true ? [`c${j}`] : [])),
  };
}

function read(glpk: Glpk, program: LinearProgram, outcome: GlpkOutcome, isMip: boolean, timed: boolean): LpAnswer {
  switch (outcome.status) {
    case glpk.GLP_NOFEAS:
      return emptyAnswer('finished', 'infeasible', 'no feasible solution', null);
    case glpk.GLP_UNBND:
      return emptyAnswer('finished', 'unbounded', 'unbounded', null);
    case glpk.GLP_OPT:
    case glpk.GLP_FEAS:
      break;
    default:
      return timed
        ? emptyAnswer('timeLimit', 'nothing', 'stopped without a feasible solution', null)
        : emptyAnswer('failed', 'nothing', `GLPK status ${outcome.status}`, null);
  }
  const point = pointAt(
    program,
    Float64Array.from(program.columns, (_, j) => outcome.vars[`c${j}`]!),
  );
  if (largestViolation(program, point) > FEASIBILITY_TOLERANCE) {
    return emptyAnswer('failed', 'nothing', 'GLPK returned a point that violates the model', null);
  }
  const optimal = outcome.status === glpk.GLP_OPT;
  return {
    stopped: optimal ? 'finished' : timed ? 'timeLimit' : 'failed',
    proven: optimal ? 'optimal' : 'nothing',
    point,
    duals: optimal && !isMip ? readDuals(program, outcome) : null,
    // The binding does not give GLPK's count.
    iterations: null,
    detail: optimal ? 'optimal' : 'feasible',
  };
}

/** Returns the dual values of rows and columns. GLPK follows the sign convention of models/forms/linear-program.ts. */
function readDuals(program: LinearProgram, outcome: GlpkOutcome): LpDuals {
  const rows = Float64Array.from(program.rows, (_, i) => outcome.dual?.[`r${i}`] ?? 0);
  return { rows, reducedCosts: reducedCosts(program, rows) };
}

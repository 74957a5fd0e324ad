import type { Highs, Model, OptionValue } from 'highs';
import type { LinearProgram, LinearRow, SparseColumn } from '../../../models/forms/linear-program.js';
import { answerWithoutEngine, emptyAnswer } from './answers.js';
import { compressColumns, compressRows } from './compressed.js';
import type { LpAnswer, LpOptions, LpSession } from './engine.js';
import { highsAnswer } from './highs-answer.js';
import { fixedHighsOptions, highsOptions } from './highs-options.js';
import { shortMessage } from './load-failure.js';
import { ModelLedger } from './model-ledger.js';
import { validateOptions } from './validate-options.js';

/** Iterations that every simplex may take before it counts as going in circles. Ours. */
const MAX_ITERATIONS = 10_000;
/** Iterations that it may take besides for each row and column. Ours: usual are up to a few for each row. */
const MAX_ITERATIONS_PER_LINE = 20;

/** Returns the number of iterations beyond which a simplex counts as going in circles. */
function mostIterationsOf(lines: number): number {
  return MAX_ITERATIONS + MAX_ITERATIONS_PER_LINE * lines;
}

/** A session with one HiGHS model. Changes are validated and recorded in the ledger before HiGHS gets them. */
export class HighsSession implements LpSession {
  readonly #highs: Highs;
  readonly #ledger: ModelLedger;
  readonly #model: Model;
  /** True if the last basis was optimal and is still primal feasible, because only costs and columns changed since. */
  #basisPrimalFeasible = false;

  /**
   * Validates the program and loads it into HiGHS.
   *
   * @param mostIterations returns, for a number of rows and columns, after how many iterations a simplex is ended and other
   * algorithms are tried
   * @throws InvalidModelError on faults in the program.
   */
  constructor(
    highs: Highs,
    program: LinearProgram,
    private readonly mostIterations: (lines: number) => number = mostIterationsOf,
  ) {
    this.#highs = highs;
    this.#ledger = new ModelLedger(program);
    this.#model = native(() => highs.createModel());
    try {
      native(() => this.#model.options.set(fixedHighsOptions));
      this.#pass(program);
    } catch (error) {
      this.#model.dispose();
      throw error;
    }
  }

  get columnCount(): number {
    this.#requireOpen();
    return this.#ledger.columnCount;
  }

  get rowCount(): number {
    this.#requireOpen();
    return this.#ledger.rowCount;
  }

  addRows(rows: readonly LinearRow[]): void {
    this.#requireOpen();
    if (rows.length === 0) return;
    this.#ledger.addRows(rows);
    const matrix = {
      format: 'csr' as const,
      numRows: rows.length,
      numCols: this.#ledger.columnCount,
      ...compressRows(rows),
    };
    native(() =>
      this.#model.addRows({
        lower: Float64Array.from(rows, (row) => row.lower),
        upper: Float64Array.from(rows, (row) => row.upper),
        matrix,
      }),
    );
    this.#basisPrimalFeasible = false;
  }

  addColumns(columns: readonly SparseColumn[]): void {
    this.#requireOpen();
    if (columns.length === 0) return;
    const first = this.#ledger.columnCount;
    this.#ledger.addColumns(columns);
    const matrix = {
      format: 'csc' as const,
      numRows: this.#ledger.rowCount,
      numCols: columns.length,
      ...compressColumns(columns),
    };
    native(() =>
      this.#model.addCols({
        cost: Float64Array.from(columns, (column) => column.cost),
        lower: Float64Array.from(columns, (column) => column.lower),
        upper: Float64Array.from(columns, (column) => column.upper),
        matrix,
      }),
    );
    const { integer } = this.#highs.constants.variableType;
    columns.forEach((column, k) => {
      if (column.integer === true) native(() => this.#model.changeColIntegrality(first + k, integer));
    });
  }

  setCost(column: number, cost: number): void {
    this.#requireOpen();
    this.#ledger.setCost(column, cost);
    native(() => this.#model.changeColCost(column, cost));
  }

  setColumnBounds(column: number, lower: number, upper: number): void {
    this.#requireOpen();
    this.#ledger.setColumnBounds(column, lower, upper);
    native(() => this.#model.changeColBounds(column, lower, upper));
    this.#basisPrimalFeasible = false;
  }

  setRowBounds(row: number, lower: number, upper: number): void {
    this.#requireOpen();
    this.#ledger.setRowBounds(row, lower, upper);
    native(() => this.#model.changeRowBounds(row, lower, upper));
    this.#basisPrimalFeasible = false;
  }

  solve(options: LpOptions = {}): LpAnswer {
    this.#requireOpen();
    validateOptions(options);
    const settled = answerWithoutEngine(this.#ledger);
    if (settled !== null) return settled;
    const isMip = this.#ledger.hasIntegers;
    // HiGHS measures its time limit from the last reset, not from the start of a run.
    native(() => this.#model.zeroAllClocks());
    const isOurChoice = !isMip && (options.algorithm ?? 'automatic') === 'automatic';
    const isGuarded = isOurChoice && options.iterationLimit === undefined;
    const guarded = isGuarded ? { ...options, iterationLimit: this.#mostIterations() } : options;
    let answer = this.#run(highsOptions(guarded, isMip, this.#basisPrimalFeasible), isMip);
    if (isGuarded && answer.stopped === 'iterationLimit') answer = this.#otherwise(options, answer);
    if (answer.stopped === 'failed' && isOurChoice) answer = this.#retry(options, answer);
    const { valid } = this.#highs.constants.basisValidity;
    this.#basisPrimalFeasible =
      !isMip && answer.proven === 'optimal' && native(() => this.#model.info.get('basis_validity')) === valid;
    return answer;
  }

  #mostIterations(): number {
    return this.mostIterations(this.#ledger.rowCount + this.#ledger.columnCount);
  }

  /** Solves the model anew by other algorithms, after the simplex has gone in circles; the last one has no such limit. */
  #otherwise(options: LpOptions, first: LpAnswer): LpAnswer {
    let answer = first;
    let iterations = first.iterations ?? 0;
    for (const algorithm of ['dualSimplex', 'primalSimplex', 'interiorPoint'] as const) {
      native(() => this.#model.clearSolver());
      const limit = algorithm === 'interiorPoint' ? {} : { iterationLimit: this.#mostIterations() };
      answer = this.#run(highsOptions({ ...options, ...limit, algorithm }, false, false), false);
      iterations += answer.iterations ?? 0;
      if (answer.stopped !== 'iterationLimit') break;
    }
    return { ...answer, iterations };
  }

  /**
   * Solves the model anew with the primal simplex, within what remains of the limits. The dual simplex may end without
   * a result on infeasible models with an unbounded direction.
   */
  #retry(options: LpOptions, first: LpAnswer): LpAnswer {
    const { iterationLimit } = options;
    const rest =
      iterationLimit === undefined ? {} : { iterationLimit: Math.max(0, iterationLimit - (first.iterations ?? 0)) };
    native(() => this.#model.clearSolver());
    const second = this.#run(highsOptions({ ...options, ...rest, algorithm: 'primalSimplex' }, false, false), false);
    return { ...second, iterations: (first.iterations ?? 0) + (second.iterations ?? 0) };
  }

  #run(options: Readonly<Record<string, OptionValue>>, isMip: boolean): LpAnswer {
    native(() => this.#model.options.set(options));
    try {
      this.#model.run();
    } catch (error) {
      return emptyAnswer('failed', 'nothing', shortMessage(error));
    }
    return native(() => highsAnswer(this.#highs, this.#model, isMip));
  }

  snapshot(): LinearProgram {
    this.#requireOpen();
    return this.#ledger.snapshot();
  }

  dispose(): void {
    this.#model.dispose();
  }

  #pass(program: LinearProgram): void {
    const { columns, rows } = program;
    const { objectiveSense, variableType } = this.#highs.constants;
    const integrality = this.#ledger.hasIntegers
      ? Int32Array.from(columns, (column) => (column.integer === true ? variableType.integer : variableType.continuous))
      : undefined;
    native(() =>
      this.#model.passModel({
        numCols: columns.length,
        numRows: rows.length,
        sense: objectiveSense[program.sense],
        offset: this.#ledger.offset,
        colCost: Float64Array.from(columns, (column) => column.cost),
        colLower: Float64Array.from(columns, (column) => column.lower),
        colUpper: Float64Array.from(columns, (column) => column.upper),
        rowLower: Float64Array.from(rows, (row) => row.lower),
        rowUpper: Float64Array.from(rows, (row) => row.upper),
        matrix: { format: 'csr', numRows: rows.length, numCols: columns.length, ...compressRows(rows) },
        ...(integrality === undefined ? {} : { integrality }),
      }),
    );
  }

  #requireOpen(): void {
    if (this.#model.disposed) throw new Error('This HiGHS session has been disposed of.');
  }
}

/**
 * Returns the result of a call of the HiGHS package. Its errors are replaced by new ones: with the original, Node would
 * print the package's whole one-line source.
 */
function native<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new Error(`HiGHS refused a call: ${shortMessage(error)}`);
  }
}

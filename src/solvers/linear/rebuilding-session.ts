import type { LinearProgram, LinearRow, SparseColumn } from '../../../models/forms/linear-program.js';
import { answerWithoutEngine } from './answers.js';
import type { LpAnswer, LpOptions, LpSession } from './engine.js';
import { ModelLedger } from './model-ledger.js';
import { validateOptions } from './validate-options.js';

/** A session for engines that cannot keep a model loaded: it passes the whole model anew for each solve. */
export class RebuildingSession implements LpSession {
  readonly #engineName: string;
  readonly #solveProgram: (program: LinearProgram, options: LpOptions) => LpAnswer;
  #ledger: ModelLedger | null;

  constructor(
    engineName: string,
    program: LinearProgram,
    solveProgram: (program: LinearProgram, options: LpOptions) => LpAnswer,
  ) {
    this.#engineName = engineName;
    this.#solveProgram = solveProgram;
    this.#ledger = new ModelLedger(program);
  }

  get columnCount(): number {
    return this.#open().columnCount;
  }

  get rowCount(): number {
    return this.#open().rowCount;
  }

  addRows(rows: readonly LinearRow[]): void {
    this.#open().addRows(rows);
  }

  addColumns(columns: readonly SparseColumn[]): void {
    this.#open().addColumns(columns);
  }

  setCost(column: number, cost: number): void {
    this.#open().setCost(column, cost);
  }

  setColumnBounds(column: number, lower: number, upper: number): void {
    this.#open().setColumnBounds(column, lower, upper);
  }

  setRowBounds(row: number, lower: number, upper: number): void {
    this.#open().setRowBounds(row, lower, upper);
  }

  solve(options: LpOptions = {}): LpAnswer {
    validateOptions(options);
    const ledger = this.#open();
    return answerWithoutEngine(ledger) ?? this.#solveProgram(ledger.snapshot(), options);
  }

  snapshot(): LinearProgram {
    return this.#open().snapshot();
  }

  dispose(): void {
    this.#ledger = null;
  }

  #open(): ModelLedger {
    if (this.#ledger === null) throw new Error(`This ${this.#engineName} session has been disposed of.`);
    return this.#ledger;
  }
}

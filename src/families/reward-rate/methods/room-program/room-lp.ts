import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { countIterations } from '../../../../methods/count-iterations.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { type LagrangianBound, lagrangianBound } from './bound.js';
import { meanOverNodes } from './aggregation.js';
import { commonSetPointColumn, type CouplingRow, type SideColumn } from './coupling.js';
import type { Grouping } from './grouping.js';
import { type Master, type MasterSolution, openMaster } from './master.js';

/**
 * Number of initial LP columns for each group of zones, besides the best configuration at the group's price of power.
 */
const SEEDS = 4;
/** Prices of power at which the first columns are best, as multiples of the greatest reward of a task, per kW. */
const FIRST_PRICES = [0, 0.25, 1, 4];

export interface LpWork {
  masterSolves: number;
  /** Number of simplex iterations in all LPs; absent if the engine does not report it. */
  simplexIterations?: number;
  columns: number;
  rows: number;
  /** Number of groups of zones; absent if zones were not merged. */
  groups?: number;
  /** Upper bound on the LP value lost by merging zones, reward/s; absent if zones were not merged. */
  aggregationLoss?: number;
  /** Number of boxes (ranges of CRAC heats) whose LP was solved; absent with one common set-point. */
  boxes?: number;
  /** Number of parts of the common set-point's range whose LP was solved; absent unless the power cap is concave. */
  slices?: number;
}

export interface RoomLpRequest {
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
  readonly unitsPerNode: readonly number[];
  readonly engine: LpEngine;
  readonly grouping: Grouping;
  /** LP columns of the whole facility; by default the common set-point. */
  readonly side?: readonly SideColumn[];
  /** Counts of LPs, columns and rows, updated by each solve. */
  readonly work?: LpWork;
}

/**
 * Configuration LP while its columns and rows are generated. Rows are added, switched off or replaced, never removed.
 */
export class RoomLp {
  readonly master: Master;
  readonly grouping: Grouping;
  /** All rows across zones in the LP's order, those switched off included. */
  readonly rows: CouplingRow[] = [];
  /** Zones that have a red-line row. */
  readonly redLined = new Set<number>();
  readonly #request: RoomLpRequest;
  readonly #isOff: boolean[] = [];

  constructor(request: RoomLpRequest) {
    const { model, grouping, unitsPerNode, engine, side = commonSetPointColumn(model) } = request;
    this.#request = request;
    this.grouping = grouping;
    this.master = openMaster(model, grouping, unitsPerNode, engine, side);
  }

  /** Adds rows and returns the index of the first. */
  add(rows: readonly CouplingRow[]): number {
    const first = this.rows.length;
    this.master.flush();
    this.master.addRows(rows);
    this.rows.push(...rows);
    for (const { constraint, zone } of rows) if (constraint === 'redLine') this.redLined.add(zone);
    return first;
  }

  /** Replaces a row by a new one. The two rows may differ only in the right-hand side. */
  replace(r: number, row: CouplingRow): void {
    this.rows[r] = row;
    this.master.setRhs(r, row.rhs);
  }

  /** Switches rows off: they limit nothing any more, and their dual values count as 0. */
  switchOff(rows: Iterable<number>): void {
    for (const r of rows) {
      this.#isOff[r] = true;
      this.master.setRhs(r, Infinity);
    }
  }

  isOff(r: number): boolean {
    return this.#isOff[r] === true;
  }

  solve(): ReturnType<Master['solve']> {
    this.master.flush();
    const answer = this.master.solve();
    const { work } = this.#request;
    if (work === undefined) return answer;
    work.masterSolves++;
    if ('failure' in answer) return answer;
    countIterations(work, 'simplexIterations', answer.iterations);
    work.columns = this.master.columnCount;
    work.rows = this.master.rowCount;
    return answer;
  }

  /**
   * Returns the Lagrangian bound at the dual values of an LP answer. Another model or other side columns may be given
   * if the LP's rows are valid for them.
   */
  boundAt(
    { taskPrice, couplingPrice, onPrice }: MasterSolution,
    { model = this.#request.model, side = this.#request.side }: Partial<Pick<RoomLpRequest, 'model' | 'side'>> = {},
  ): LagrangianBound {
    const { oracles, unitsPerNode } = this.#request;
    const coupling = couplingPrice.map((price, r) => (this.isOff(r) ? 0 : price));
    return lagrangianBound(model, oracles, unitsPerNode, this.rows, { task: taskPrice, coupling, on: onPrice }, side);
  }

  /** Adds first columns for each group: the best configurations at a few guessed prices of power. */
  seedFirst(): void {
    const { model, oracles } = this.#request;
    const most = Math.max(...model.rewardPerTask);
    for (const [g, { type }] of this.grouping.groups.entries())
      for (const share of FIRST_PRICES)
        this.master.addColumn(g, oracles[type]!.best(model.rewardPerTask, share * most).configuration);
  }

  /** Adds first columns for each group: the best configurations at a bound's price of power and at neighbouring ones. */
  seed({ envelopes, zonePowerPrice, zoneOnPrice }: LagrangianBound): void {
    const { model } = this.#request;
    for (const [g, group] of this.grouping.groups.entries()) {
      const envelope = envelopes[group.type]!;
      const price = meanOverNodes(model, group, zonePowerPrice);
      const near = [...envelope.points].sort((p, q) => Math.abs(p.price - price) - Math.abs(q.price - price));
      const best = envelope.bestAt(price, meanOverNodes(model, group, zoneOnPrice));
      for (const { configuration } of [best, ...near.slice(0, SEEDS)]) this.master.addColumn(g, configuration);
    }
  }

  /** Adds given configurations as columns, [zone][configuration]. */
  addConfigurations(configurations: readonly (readonly Configuration[])[]): void {
    for (const [b, ofZone] of configurations.entries())
      for (const configuration of ofZone) this.master.addColumn(this.grouping.groupOf[b]!, configuration);
  }

  /** Adds each group's best configuration at a bound's price of power. Returns how many columns are new. */
  priceOut({ envelopes, zonePowerPrice, zoneOnPrice }: LagrangianBound): number {
    const { model } = this.#request;
    return this.grouping.groups.filter((group, g) => {
      const [price, onPrice] = [zonePowerPrice, zoneOnPrice].map((of) => meanOverNodes(model, group, of));
      return this.master.addColumn(g, envelopes[group.type]!.bestAt(price!, onPrice).configuration);
    }).length;
  }

  dispose(): void {
    this.master.dispose();
  }
}

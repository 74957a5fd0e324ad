import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import { idleAwake, isOnStandby, minimumsOf } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LinearProgram } from '../../../../../models/forms/linear-program.js';
import { countIterations } from '../../../../methods/count-iterations.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import type { LpEngine, LpSession } from '../../../../solvers/linear/engine.js';
import { lpScale } from '../lp-scale.js';
import { meanOverNodes } from './aggregation.js';
import { type LagrangianBound, lagrangianBound, type Prices, unitsPerNode } from './bound.js';
import { commonSetPointColumn } from './cap-rows.js';
import type { CouplingRow, SideColumn } from './coupling.js';
import { groupCoefficients, type Grouping } from './grouping.js';
import {
  allArrivalsRewardPerS,
  configurationColumn,
  firstLpColumns,
  lpRow,
  matters,
  minimumShares,
} from './lp-parts.js';

/** Number of first configurations for each group of zones, besides the best one at the group's price of power. */
const SEEDS = 4;
/** Prices of power at which the first columns are best, as multiples of the greatest reward of a task, per kW. */
const FIRST_PRICES = [0, 0.25, 1, 4];
/** Cost of each missing running node, as a multiple of the reward of all arrivals. Ours: more than any plan earns. */
const MISSING_COST = 10;

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
  readonly engine: LpEngine;
  readonly grouping: Grouping;
  /** LP columns of the whole facility; by default the common set-point. */
  readonly side?: readonly SideColumn[];
  /** Counts of LPs, columns and rows, updated by each solve. */
  readonly work?: LpWork;
}

export interface MasterSolution {
  readonly objective: number;
  /** [side column]: its value. Side columns belong to the whole facility, such as the common set-point. */
  readonly side: Float64Array;
  /** [group of zones]: core power Q in the LP's answer, kW. */
  readonly groupKW: Float64Array;
  readonly taskRatePerS: Float64Array;
  /** [group]: configurations used, each with the number of units (nodes or cores) that run it. */
  readonly used: readonly (readonly { readonly configuration: Configuration; readonly units: number }[])[];
  /** Dual values of arrivals, of the coupling rows in the order added, and of the minimums of running nodes. */
  readonly prices: Prices & Pick<Required<Prices>, 'on'>;
  /**
   * Number of nodes that must be on but are not. If it is above 0 once all columns are generated, no plan has enough
   * running nodes.
   */
  readonly missing: number;
  readonly iterations: number | null;
}

/** An LP engine's message that says why it gave no answer. */
export interface Failure {
  readonly failure: string;
}

/**
 * Configuration LP over the configurations and rows generated so far: the one program of a room. Settings of it are the
 * rows and the side columns (those of the whole facility: set-points, heats and powers of CRACs). Inside it uses the
 * units of lp-scale.ts; answers are in reward/s, tasks/s and kW.
 *
 * Indices: i task type, g group of zones, s configuration, h minimum of running nodes.
 *
 * Columns: x_i completed tasks/s, z_gs number of units (nodes or cores), Q_g core power of a group, S sum of the Q_g,
 * side columns such as the set-point T.
 *
 * max sum_i r_i x_i with x_i <= lambda_i
 *
 * x_i - sum_gs rate_is z_gs <= 0; sum_s z_gs <= units_g; Q_g - sum_s w_s z_gs = 0; S - sum_g Q_g = 0
 *
 * r_i is the reward of a task, lambda_i the arrival rate, w_s the core power of a unit. There are also coupling rows in
 * the side columns and Q_g. Those that are equal in all zones use S.
 *
 * For each minimum h of m_h running nodes:
 *
 * sum of z_gs over configurations that are on + missing_h >= m_h
 *
 * Missing nodes cost more than any reward. They ensure that the LP has an answer even before there are enough columns.
 *
 * Rows are added, switched off or replaced, never removed.
 */
export class RoomLp {
  readonly grouping: Grouping;
  /** All rows across zones in the LP's order, those switched off included. */
  readonly rows: CouplingRow[] = [];
  /** Zones that have a red-line row. */
  readonly redLined = new Set<number>();
  readonly #request: RoomLpRequest & Required<Pick<RoomLpRequest, 'side'>>;
  readonly #session: LpSession;
  readonly #scale: ReturnType<typeof lpScale>;
  /** Index of the first LP column or row of each kind. */
  readonly #at: Readonly<Record<'S' | 'Q' | 'missing' | 'z' | 'power' | 'on' | 'coupling', number>>;
  readonly #shares: ReturnType<typeof minimumShares>;
  readonly #columns: { readonly group: number; readonly configuration: Configuration }[] = [];
  readonly #known = new Set<string>();
  #flushed = 0;
  readonly #isOff: boolean[] = [];

  constructor(request: RoomLpRequest) {
    const { model, oracles, grouping, engine, side = commonSetPointColumn(model) } = request;
    const { groups } = grouping;
    const tasks = model.taskNames.length;
    const minimums = minimumsOf(model);
    this.#request = { ...request, side };
    this.grouping = grouping;
    this.#scale = lpScale(model);
    this.#shares = minimumShares(model, grouping);
    // Columns: x_i | side | S | Q_g | missing_h | configurations. Rows: rate_i | units_g | power_g | sum | on_h | coupling.
    const S = tasks + side.length;
    const missing = S + 1 + groups.length;
    const on = tasks + 2 * groups.length + 1;
    const [z, coupling] = [missing + minimums.length, on + minimums.length];
    this.#at = { S, Q: S + 1, missing, z, power: tasks + groups.length, on, coupling };
    const missingCost = (-MISSING_COST * allArrivalsRewardPerS(model)) / this.#scale.worth;
    this.#session = engine.open({
      sense: 'maximize',
      columns: [
        ...firstLpColumns(model, this.#scale, side),
        { name: 'S', cost: 0, lower: 0, upper: Infinity },
        ...groups.map((_, g) => ({ name: `Q_${g}`, cost: 0, lower: 0, upper: Infinity })),
        ...minimums.map(({ nodes }, h) => ({ name: `missing_${h}`, cost: missingCost, lower: 0, upper: nodes })),
      ],
      rows: [
        ...model.taskNames.map((name, i) => lpRow(`rate_${name}`, -Infinity, 0, [[i, 1]])),
        ...groups.map(({ nodeCount, type }, g) =>
          lpRow(`units_${g}`, -Infinity, nodeCount * unitsPerNode(oracles[type]!)),
        ),
        ...groups.map((_, g) => lpRow(`power_${g}`, 0, 0, [[S + 1 + g, 1]])),
        lpRow('sum', 0, 0, [[S, 1], ...groups.map((_, g) => [S + 1 + g, -1] as const)]),
        ...minimums.map(({ nodes }, h) => lpRow(`on_${h}`, -Infinity, -nodes, [[missing + h, -1]])),
      ],
    });
    for (const [g, { zones }] of groups.entries())
      if (this.#shares[g]!.length > 0) this.#addColumn(g, idleAwake(model, zones[0]!));
  }

  /** Adds rows and returns the index of the first. */
  add(rows: readonly CouplingRow[]): number {
    const first = this.rows.length;
    this.#flush();
    this.#session.addRows(rows.map((row, n) => this.#lpRow(`coupling_${first + n}`, row)));
    this.rows.push(...rows);
    for (const { constraint, zone } of rows) if (constraint === 'redLine') this.redLined.add(zone);
    return first;
  }

  #lpRow(name: string, { side, zoneCoefficient, rhs, defines }: CouplingRow): ReturnType<typeof lpRow> {
    const { S, Q } = this.#at;
    const { model } = this.#request;
    const [first] = zoneCoefficient;
    const powers: (readonly [column: number, perKW: number])[] = zoneCoefficient.every((value) => value === first)
      ? [[S, first!]]
      : [...groupCoefficients(model, this.grouping, zoneCoefficient)].map((value, g) => [Q + g, value]);
    return lpRow(name, defines === undefined ? -Infinity : rhs, rhs, [
      ...side.flatMap(({ column, value }) => (value === 0 ? [] : [[model.taskNames.length + column, value] as const])),
      ...powers.flatMap(([column, perKW]) => (perKW === 0 ? [] : [[column, perKW * this.#scale.powerKW] as const])),
    ]);
  }

  /** Replaces a row by a new one. The two rows may differ only in the right-hand side. */
  replace(r: number, row: CouplingRow): void {
    this.rows[r] = row;
    this.setRhs(r, row.rhs);
  }

  /** Sets an inequality's right-hand side in the LP, not in `rows`; Infinity switches the row off. */
  setRhs(r: number, rhs: number): void {
    this.#isOff[r] = rhs === Infinity;
    this.#session.setRowBounds(this.#at.coupling + r, -Infinity, rhs);
  }

  /** Switches rows off: they limit nothing any more, and their dual values count as 0. */
  switchOff(rows: Iterable<number>): void {
    for (const r of rows) this.setRhs(r, Infinity);
  }

  isOff(r: number): boolean {
    return this.#isOff[r] === true;
  }

  setSideBounds(column: number, lower: number, upper: number): void {
    this.#session.setColumnBounds(this.#request.model.taskNames.length + column, lower, upper);
  }

  /** Sets the arrival rate of a task type, tasks/s; Infinity if arrivals do not limit completions. */
  setArrivalRate(task: number, ratePerS: number): void {
    this.#session.setColumnBounds(task, 0, ratePerS / this.#scale.rate[task]!);
  }

  /** Sets a minimum number of running nodes; `minimum` is its index in the model. */
  setMinimumOn(minimum: number, nodes: number): void {
    this.#session.setColumnBounds(this.#at.missing + minimum, 0, nodes);
    this.#session.setRowBounds(this.#at.on + minimum, -Infinity, -nodes);
  }

  solve(): MasterSolution | Failure {
    this.#flush();
    const { work } = this.#request;
    const answer = this.#session.solve();
    if (work !== undefined) work.masterSolves++;
    const { point, duals } = answer;
    if (answer.proven !== 'optimal' || point === null || duals === null) return { failure: answer.detail };
    if (work !== undefined) {
      countIterations(work, 'simplexIterations', answer.iterations);
      work.columns = this.#session.columnCount;
      work.rows = this.#session.rowCount;
    }
    const { model } = this.#request;
    const { reward, rate, powerKW, worth } = this.#scale;
    const { S, Q, missing, z, on, coupling } = this.#at;
    const tasks = model.taskNames.length;
    const values = point.columnValues;
    const used = this.grouping.groups.map((): { configuration: Configuration; units: number }[] => []);
    for (const [n, { group, configuration }] of this.#columns.slice(0, this.#flushed).entries()) {
      const units = values[z + n]!;
      if (matters(model, configuration, units)) used[group]!.push({ configuration, units });
    }
    return {
      objective: point.objective * worth,
      side: values.slice(tasks, S),
      groupKW: values.slice(Q, missing).map((value) => value * powerKW),
      taskRatePerS: values.slice(0, tasks).map((value, i) => value * rate[i]!),
      used,
      prices: {
        task: duals.rows.slice(0, tasks).map((value, i) => value * reward[i]!),
        coupling: duals.rows.slice(coupling).map((value) => value * worth),
        on: duals.rows.slice(on, coupling).map((value) => value * worth),
      },
      missing: values.slice(missing, z).reduce((sum, nodes) => sum + nodes, 0),
      iterations: answer.iterations,
    };
  }

  /** Returns the Lagrangian bound at the dual values of an LP answer, by default over the LP's own side columns. */
  boundAt({ prices }: { readonly prices: Prices }, side: readonly SideColumn[] = this.#request.side): LagrangianBound {
    const { model, oracles } = this.#request;
    const coupling = prices.coupling.map((price, r) => (this.isOff(r) ? 0 : price));
    return lagrangianBound(model, oracles, { rows: this.rows.slice(), prices: { ...prices, coupling }, side });
  }

  /** Adds first columns for each group: the best configurations at a few guessed prices of power. */
  seedFirst(): void {
    const { model, oracles } = this.#request;
    const most = Math.max(...model.rewardPerTask);
    for (const [g, { type }] of this.grouping.groups.entries())
      for (const share of FIRST_PRICES)
        this.#addColumn(g, oracles[type]!.best(model.rewardPerTask, share * most).configuration);
  }

  /** Adds first columns for each group: the best configurations at a bound's price of power and at neighbouring ones. */
  seed({ envelopes, zonePowerPrice, zoneOnPrice }: LagrangianBound): void {
    const { model } = this.#request;
    for (const [g, group] of this.grouping.groups.entries()) {
      const envelope = envelopes[group.type]!;
      const price = meanOverNodes(model, group, zonePowerPrice);
      const near = [...envelope.points].sort((p, q) => Math.abs(p.price - price) - Math.abs(q.price - price));
      const best = envelope.bestAt(price, meanOverNodes(model, group, zoneOnPrice));
      for (const { configuration } of [best, ...near.slice(0, SEEDS)]) this.#addColumn(g, configuration);
    }
  }

  /** Adds given configurations as columns, [zone][configuration]. */
  addConfigurations(configurations: readonly (readonly Configuration[])[]): void {
    for (const [b, ofZone] of configurations.entries())
      for (const configuration of ofZone) this.#addColumn(this.grouping.groupOf[b]!, configuration);
  }

  /** Adds each group's best configuration at a bound's price of power. Returns how many columns are new. */
  priceOut({ envelopes, zonePowerPrice, zoneOnPrice }: LagrangianBound): number {
    const { model } = this.#request;
    return this.#addBest(
      zonePowerPrice,
      (group, price) => envelopes[group.type]!.bestAt(price, meanOverNodes(model, group, zoneOnPrice)).configuration,
    );
  }

  /** Adds each group's best configuration at given prices, found anew. Returns how many columns are new. */
  priceAt(taskPrice: Float64Array, zonePowerPrice: Float64Array): number {
    const { oracles } = this.#request;
    return this.#addBest(zonePowerPrice, ({ type }, price) => oracles[type]!.best(taskPrice, price).configuration);
  }

  #addBest(
    zonePowerPrice: Float64Array,
    bestOf: (group: Grouping['groups'][number], price: number) => Configuration,
  ): number {
    const { model } = this.#request;
    return this.grouping.groups.filter((group, g) =>
      this.#addColumn(g, bestOf(group, meanOverNodes(model, group, zonePowerPrice))),
    ).length;
  }

  #addColumn(group: number, configuration: Configuration): boolean {
    const key = `${group}#${configurationKey(configuration)}`;
    if (this.#known.has(key)) return false;
    this.#known.add(key);
    this.#columns.push({ group, configuration });
    return true;
  }

  /** Passes all columns added since the last call to the LP engine. */
  #flush(): void {
    const { power, on } = this.#at;
    const columns = this.#columns
      .slice(this.#flushed)
      .map(({ group, configuration }, n) =>
        configurationColumn(`z_${this.#flushed + n}`, configuration, this.#scale, {
          units: this.#request.model.taskNames.length + group,
          power: power + group,
          more: isOnStandby(configuration)
            ? []
            : this.#shares[group]!.map(({ minimum, share }) => [on + minimum, -share] as const),
        }),
      );
    this.#session.addColumns(columns);
    this.#flushed = this.#columns.length;
  }

  program(): LinearProgram {
    return this.#session.snapshot();
  }

  dispose(): void {
    this.#session.dispose();
  }
}

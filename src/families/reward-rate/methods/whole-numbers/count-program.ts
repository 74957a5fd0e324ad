import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { LinearColumn, LinearRow } from '../../../../../models/forms/linear-program.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LpEngine, LpSession } from '../../../../solvers/linear/engine.js';
import { type LpScale, lpScale } from '../lp-scale.js';
import type { Prices } from '../room-program/bound.js';
import { brokenRows } from '../room-program/configuration-lp.js';
import { commonSetPointColumn } from '../room-program/cap-rows.js';
import type { CouplingRow, SideColumn } from '../room-program/coupling.js';
import { type Grouping, groupByZone } from '../room-program/grouping.js';
import { configurationColumn, firstLpColumns, lpRow } from '../room-program/lp-parts.js';

/** Returns the position of the first further column of a CountProgram. */
export function firstExtra({ taskNames }: RewardRateModel): number {
  return taskNames.length + 1;
}

/** What an LP over numbers of nodes has besides rates, set-point and powers. */
export interface CountProgramShape {
  /** Further columns. They follow the set-point, the first of them at `firstExtra`. */
  readonly extra: readonly SideColumn[];
  /** [zone]: the row that counts the zone's nodes, with entries in further columns only. */
  readonly nodes: readonly LinearRow[];
  /** Further rows, the first of them at `firstCount`. */
  readonly counts: readonly LinearRow[];
  /** Amount by which one unit of the first further column widens the rows across zones, C or kW; absent: by nothing. */
  readonly widens?: number;
}

/** Number of nodes of a zone that run a configuration, as a new column of the LP. */
export interface NodeCount {
  readonly zone: number;
  readonly configuration: Pick<Configuration, 'ratePerS' | 'coreW'>;
  readonly upper: number;
  /** Entries in further rows. */
  readonly entries: readonly (readonly [row: number, coefficient: number])[];
}

export interface CountAnswer {
  readonly objective: number;
  readonly prices: Pick<Prices, 'task' | 'coupling'>;
  readonly setPointC: number;
  readonly zoneKW: Float64Array;
  /** [column]: its value, in units of the LP. */
  readonly values: Float64Array;
  /** Returns the dual value of a row that counts nodes, reward/s per node. */
  readonly priceOf: (row: number) => number;
}

/**
 * Margin by which rows across zones are tightened in the engine's branch and bound, C and kW, because the engine keeps
 * limits only to a tolerance.
 */
const MARGIN = 2e-7;

/**
 * LP over numbers of nodes by configuration, with a common set-point, in the units of lp-scale.ts. Indices: i task
 * type, b zone, s configuration.
 *
 * max sum_i r_i x_i + further terms; x_i <= sum_bs rate_is z_bs; Q_b = sum_s w_s z_bs; a row that counts z_bs over s
 *
 * There are also coupling rows in set-point T and core powers Q. r_i is the reward of a task, x_i the completion rate,
 * z_bs the number of nodes with a configuration, w_s its core power.
 *
 * Columns: x_i | T | further ones | Q_b | z. Rows: rate_i | nodes_b | power_b | further ones | those added later.
 */
export class CountProgram {
  readonly session: LpSession;
  readonly firstExtra: number;
  readonly firstCount: number;
  /** Coupling rows (LP rows across zones) in the order added. They hold for all plans. */
  readonly rows: CouplingRow[] = [];
  /** Position of the first column that counts the nodes with a configuration. */
  readonly firstNodes: number;
  readonly #tasks: number;
  readonly #zones: number;
  readonly #engine: LpEngine;
  readonly #scale: LpScale;
  readonly #widens: number | undefined;
  readonly #grouping: Grouping;
  readonly #redLined = new Set<number>();
  /** Positions of the coupling rows (LP rows across zones) among all rows. */
  readonly #coupling: number[] = [];

  constructor(
    readonly model: RewardRateModel,
    engine: LpEngine,
    { extra, nodes, counts, widens }: CountProgramShape,
  ) {
    this.#tasks = model.taskNames.length;
    this.#zones = model.zones.length;
    this.#engine = engine;
    this.#grouping = groupByZone(model);
    this.#scale = lpScale(model);
    this.#widens = widens;
    this.firstExtra = firstExtra(model);
    this.firstCount = this.#tasks + 2 * this.#zones;
    const firstQ = this.firstExtra + extra.length;
    this.firstNodes = firstQ + this.#zones;
    this.session = engine.open({
      sense: 'maximize',
      columns: [
        ...firstLpColumns(model, this.#scale, [...commonSetPointColumn(model), ...extra]),
        ...model.zones.map((_, b) => ({ name: `Q_${b}`, cost: 0, lower: 0, upper: Infinity })),
      ],
      rows: [
        ...model.taskNames.map((name, i) => lpRow(`rate_${name}`, -Infinity, 0, [[i, 1]])),
        ...nodes,
        ...model.zones.map((_, b) => lpRow(`power_${b}`, 0, 0, [[firstQ + b, 1]])),
        ...counts,
      ],
    });
  }

  addNodeCounts(counts: readonly NodeCount[]): void {
    const first = this.session.columnCount;
    this.session.addColumns(
      counts.map(({ zone, configuration, upper, entries }, n) => {
        const units = this.#tasks + zone;
        const rows = { units, power: units + this.#zones, more: entries };
        return { ...configurationColumn(`z_${first + n}`, configuration, this.#scale, rows), upper };
      }),
    );
  }

  addRows(rows: readonly CouplingRow[]): void {
    const first = this.session.rowCount;
    const firstQ = this.firstNodes - this.#zones;
    this.session.addRows(
      rows.map(({ side, zoneCoefficient, rhs }, n) =>
        lpRow(`coupling_${first + n}`, -Infinity, rhs, [
          ...side.map(({ value }) => [this.firstExtra - 1, value] as const),
          ...(this.#widens === undefined ? [] : [[this.firstExtra, -this.#widens] as const]),
          ...[...zoneCoefficient.entries()].flatMap(([b, value]) =>
            value === 0 ? [] : [[firstQ + b, value * this.#scale.powerKW] as const],
          ),
        ]),
      ),
    );
    this.#coupling.push(...rows.map((_, n) => first + n));
    this.rows.push(...rows);
    for (const { constraint, zone } of rows) if (constraint === 'redLine') this.#redLined.add(zone);
  }

  /** Returns new rows that exclude a set-point and core powers of the zones, kW, which break limits; [] if none do. */
  brokenRows(setPointC: number, zoneKW: Float64Array): CouplingRow[] {
    const known = { rows: this.rows, redLined: this.#redLined, grouping: this.#grouping };
    return brokenRows(this.model, known, { side: Float64Array.of(setPointC), groupKW: zoneKW });
  }

  /** Returns the LP's answer with dual values; null if the engine has none. */
  solve(): CountAnswer | null {
    const { proven, point, duals } = this.session.solve();
    if (proven !== 'optimal' || point === null || duals === null) return null;
    const { columnValues: values } = point;
    const { reward, worth, powerKW } = this.#scale;
    return {
      objective: point.objective * worth,
      prices: {
        task: duals.rows.slice(0, this.#tasks).map((value, i) => value * reward[i]!),
        coupling: Float64Array.from(this.#coupling, (row) => duals.rows[row]! * worth),
      },
      setPointC: values[this.firstExtra - 1]!,
      zoneKW: values.slice(this.firstNodes - this.#zones, this.firstNodes).map((value) => value * powerKW),
      values,
      priceOf: (row) => duals.rows[row]! * worth,
    };
  }

  /**
   * Returns the values of the columns after they are changed by `columnOf`, for example made integer, as the engine's
   * own branch and bound finds them; null if it finds none.
   *
   * @param nodeLimit maximum number of nodes of the engine's search tree
   */
  wholeValues(
    columnOf: (column: LinearColumn, n: number) => LinearColumn,
    nodeLimit: number,
    relativeGap: number,
  ): Float64Array | null {
    if (!this.#engine.abilities.integers) return null;
    const { sense, columns, rows } = this.session.snapshot();
    const tightened = rows.slice();
    for (const r of this.#coupling) tightened[r] = { ...rows[r]!, upper: rows[r]!.upper - MARGIN };
    const own = this.#engine.open({ sense, columns: columns.map(columnOf), rows: tightened });
    try {
      const options = { primalTolerance: 1e-8, mipRelativeGap: relativeGap, mipNodeLimit: nodeLimit };
      return own.solve(options).point?.columnValues ?? null;
    } finally {
      own.dispose();
    }
  }
}

import { W_PER_KW } from '../../../../../models/units.js';
import type { LinearRow } from '../../../../../models/forms/linear-program.js';
import { minimumOfZone, minimumsOf } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LpEngine, LpPoint } from '../../../../solvers/linear/engine.js';
import type { Prices } from '../room-program/bound.js';
import { lpScale } from '../lp-scale.js';
import { commonSetPointColumn, type CouplingRow } from '../room-program/coupling.js';
import { allArrivalsRewardPerS, firstLpColumns, integerPoint, lpRow } from '../room-program/lp-parts.js';
import type { PoolConfiguration } from './pool.js';

/**
 * Set of configurations of one zone. Branching limits how many nodes run a configuration of the set. This number is an
 * integer in every plan.
 */
export interface Split {
  readonly zone: number;
  /** [configuration of the zone's pool]: true if it belongs to the split. */
  readonly within: readonly boolean[];
}

/** Least and largest number of nodes that may run a configuration of a split. */
export interface SplitRange {
  readonly split: number;
  readonly lower: number;
  readonly upper: number;
}

export interface PoolAnswer {
  readonly prices: Prices;
  /** [split]: dual value of the row that counts its nodes; may be negative. */
  readonly splitPrice: Float64Array;
  /** [zone][configuration of its pool]: number of nodes that run it; may be fractional. */
  readonly units: readonly Float64Array[];
  readonly setPointC: number;
  readonly zoneKW: Float64Array;
}

/**
 * LP over a pool of configurations, in the units of lp-scale.ts. Indices: i task type, b zone, s configuration.
 *
 * max sum_i r_i x_i - penalty e; x_i <= sum_bs used_is z_bs; sum_s z_bs = n_b; Q_b = sum_s w_s z_bs
 *
 * There are also coupling rows in set-point T and core powers Q, minimums of running nodes, and ranges of the splits
 * (sets of configurations of one zone). All of these limits may be exceeded by e >= 0. So every LP is feasible and has
 * dual values.
 *
 * r_i is the reward of a task, x_i the completion rate, z_bs the number of nodes with a configuration, n_b the zone's
 * number of nodes, w_s the core power.
 */
export interface PoolProgram {
  addRows(rows: readonly CouplingRow[]): void;
  /** Adds a row that counts the nodes of a split, at first without bounds; returns its index. */
  addSplit(split: Split): number;
  setSplit(range: SplitRange): void;
  setMost(zone: number, position: number, most: number): void;
  solve(): PoolAnswer | null;
  /**
   * Returns an integer number of nodes for each configuration, [zone][configuration], found by the engine's branch and
   * bound; null if none were found.
   *
   * @param nodeLimit maximum number of search-tree nodes
   * @param relativeGap relative gap at which the search ends
   */
  wholeNodes(nodeLimit: number, relativeGap: number): readonly Float64Array[] | null;
  dispose(): void;
}

/**
 * Penalty for each node by which a limit on a number of nodes is violated, as a multiple of the reward of all arrivals.
 * Such limits are the ranges of splits (sets of configurations of one zone) and the minimums of running nodes.
 */
const PENALTY = 100;
/**
 * Excess over a limit, C or kW, that costs as much as one missing node. It is so small that infeasible branches get low
 * values.
 */
const PER_NODE = 1e-4;
/**
 * Margin by which limits are tightened in the engine's branch and bound, C and kW, because the engine keeps limits only
 * to a tolerance.
 */
const MARGIN = 2e-7;

export function openPoolProgram(
  model: RewardRateModel,
  pool: readonly (readonly PoolConfiguration[])[],
  engine: LpEngine,
): PoolProgram {
  const scale = lpScale(model);
  const tasks = model.taskNames.length;
  const zones = model.zones.length;
  const minimums = minimumsOf(model);
  const minimumOf = minimumOfZone(model);
  // Columns: x_i | T | e | Q_b | z. Rows: rate_i | nodes_b | power_b | on_h | coupling and splits as they come.
  const columnT = tasks;
  const columnE = tasks + 1;
  const columnQ = tasks + 2;
  const first: number[] = [];
  let columnCount = columnQ + zones;
  for (const ofZone of pool) {
    first.push(columnCount);
    columnCount += ofZone.length;
  }
  const entries = (of: (zone: number, one: PoolConfiguration) => number): [number, number][] =>
    pool.flatMap((ofZone, b) =>
      ofZone.flatMap((one, s): [number, number][] => {
        const value = of(b, one);
        return value === 0 ? [] : [[first[b]! + s, value]];
      }),
    );
  const rows: LinearRow[] = [
    ...model.taskNames.map((name, i) =>
      lpRow(`rate_${name}`, -Infinity, 0, [[i, 1], ...entries((_, one) => -one.usedPerS[i]! / scale.rate[i]!)]),
    ),
    ...model.zones.map(({ nodeCount }, b) =>
      lpRow(
        `nodes_${b}`,
        nodeCount,
        nodeCount,
        entries((zone) => (zone === b ? 1 : 0)),
      ),
    ),
    ...model.zones.map((_, b) =>
      lpRow(`power_${b}`, 0, 0, [
        [columnQ + b, 1],
        ...entries((zone, { coreW }) => (zone === b ? -coreW / W_PER_KW / scale.powerKW : 0)),
      ]),
    ),
    ...minimums.map(({ nodes }, h) =>
      lpRow(`on_${h}`, -Infinity, -nodes, [
        [columnE, -1],
        ...entries((zone, { isOn }) => (minimumOf[zone] === h && isOn ? -1 : 0)),
      ]),
    ),
  ];
  const session = engine.open({
    sense: 'maximize',
    columns: [
      ...firstLpColumns(model, scale, commonSetPointColumn(model)),
      { name: 'e', cost: (-PENALTY * allArrivalsRewardPerS(model)) / scale.worth, lower: 0, upper: Infinity },
      ...model.zones.map((_, b) => ({ name: `Q_${b}`, cost: 0, lower: 0, upper: Infinity })),
      ...pool.flatMap((ofZone, b) =>
        ofZone.map((_, s) => ({ name: `z_${b}_${s}`, cost: 0, lower: 0, upper: model.zones[b]!.nodeCount })),
      ),
    ],
    rows,
  });
  const coupling: number[] = [];
  const splits: number[] = [];
  let rowCount = rows.length;
  const unitsOf = ({ columnValues }: LpPoint): Float64Array[] =>
    pool.map((ofZone, b) => columnValues.slice(first[b], first[b]! + ofZone.length));

  return {
    addRows(more) {
      if (more.length === 0) return;
      session.addRows(
        more.map(({ side, zoneCoefficient, rhs }, n) =>
          lpRow(`coupling_${coupling.length + n}`, -Infinity, rhs, [
            ...side.map(({ value }) => [columnT, value] as const),
            [columnE, -PER_NODE],
            ...[...zoneCoefficient.entries()].flatMap(([b, value]) =>
              value === 0 ? [] : [[columnQ + b, value * scale.powerKW] as const],
            ),
          ]),
        ),
      );
      for (let n = 0; n < more.length; n++) coupling.push(rowCount++);
    },
    addSplit({ zone, within }) {
      const row = (name: string, sign: number): LinearRow => {
        const counted = [...within.keys()].filter((s) => within[s]).map((s) => [first[zone]! + s, sign] as const);
        return lpRow(`${name}_${splits.length}`, -Infinity, Infinity, [[columnE, -1], ...counted]);
      };
      session.addRows([row('upTo', 1), row('from', -1)]);
      splits.push(rowCount);
      rowCount += 2;
      return splits.length - 1;
    },
    setSplit({ split, lower, upper }) {
      session.setRowBounds(splits[split]!, -Infinity, upper);
      session.setRowBounds(splits[split]! + 1, -Infinity, -lower);
    },
    setMost(zone, position, most) {
      session.setColumnBounds(first[zone]! + position, 0, most);
    },
    solve() {
      const { proven, point, duals } = session.solve();
      if (proven !== 'optimal' || point === null || duals === null) return null;
      return {
        prices: {
          task: duals.rows.slice(0, tasks).map((value, i) => value * scale.reward[i]!),
          coupling: Float64Array.from(coupling, (row) => duals.rows[row]! * scale.worth),
          on: Float64Array.from(minimums, (_, h) => duals.rows[tasks + 2 * zones + h]! * scale.worth),
        },
        splitPrice: Float64Array.from(splits, (row) => (duals.rows[row]! - duals.rows[row + 1]!) * scale.worth),
        units: unitsOf(point),
        setPointC: point.columnValues[columnT]!,
        zoneKW: point.columnValues.slice(columnQ, columnQ + zones).map((value) => value * scale.powerKW),
      };
    },
    wholeNodes(nodeLimit, relativeGap) {
      const point = integerPoint(engine, session, {
        columnOf: (column, n) =>
          n === columnE ? { ...column, upper: 0 } : n >= columnQ + zones ? { ...column, integer: true } : column,
        isTightened: (r) => coupling.includes(r),
        margin: MARGIN,
        nodeLimit,
        relativeGap,
      });
      return point === null ? null : unitsOf(point).map((ofZone) => ofZone.map((units) => Math.round(units)));
    },
    dispose() {
      session.dispose();
    },
  };
}

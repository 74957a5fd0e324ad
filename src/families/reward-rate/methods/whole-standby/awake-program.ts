import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { lpScale } from '../lp-scale.js';
import { commonSetPointColumn, type CouplingRow } from '../room-program/coupling.js';
import {
  allArrivalsRewardPerS,
  configurationColumn,
  firstLpColumns,
  integerPoint,
  lpRow,
  matters,
} from '../room-program/lp-parts.js';
import type { AwakePrices } from './awake-bound.js';
import type { AwakeRanges, AwakeSet } from './awake-sets.js';

/** Configuration, and how many nodes of a zone run it on average over time. */
export interface Units {
  readonly configuration: Configuration;
  readonly units: number;
}

export interface AwakeAnswer {
  readonly objective: number;
  readonly prices: AwakePrices;
  /** [set of zones]: number of running nodes in the LP's answer; may be fractional. */
  readonly awake: Float64Array;
  readonly used: readonly (readonly Units[])[];
  readonly taskRatePerS: Float64Array;
  readonly setPointC: number;
  readonly zoneKW: Float64Array;
}

/**
 * LP in which running nodes may divide their time over configurations, in the units of lp-scale.ts. Indices: i task
 * type, b zone, s configuration.
 *
 * max sum_i r_i x_i - cost of absent nodes; x_i <= sum_bs rate_is z_bs; sum_s z_bs + absent_b = a_b; Q_b = sum_s w_s
 * z_bs
 *
 * There are also coupling rows in set-point T and core powers Q, and a range for the sum of a_b over each set of zones.
 * In zones whose nodes stay on, sum_s z_bs <= n_b instead.
 *
 * r_i is the reward of a task, x_i the completion rate, z_bs the number of nodes with a configuration, w_s its core
 * power. a_b is the number of running nodes, n_b of all nodes. Absent nodes are running nodes without a configuration.
 * They make nearly every LP feasible, so that it has dual values.
 */
export interface AwakeProgram {
  /** Adds a configuration of running nodes as a column; returns false if the zone has it already. */
  addColumn(zone: number, configuration: Configuration): boolean;
  /** Passes all columns added since the last call to the LP engine. */
  flush(): void;
  addRows(rows: readonly CouplingRow[]): void;
  setRanges(ranges: AwakeRanges): void;
  solve(): AwakeAnswer | null;
  /**
   * Returns an integer number of running nodes for each set of zones, by the engine's branch and bound over the current
   * columns; null if none were found.
   *
   * @param nodeLimit maximum number of search-tree nodes
   * @param relativeGap relative gap at which the search ends
   */
  wholeNumbers(nodeLimit: number, relativeGap: number): Float64Array | null;
  dispose(): void;
}

/**
 * Cost of an absent node (a running node to which the LP gives no configuration), as a multiple of the reward of all
 * arrivals. Ours: more than any plan earns.
 */
const ABSENT_COST = 100;
/**
 * Margin by which limits are tightened in the engine's branch and bound, C and kW, because the engine keeps limits only
 * to a tolerance.
 */
const MARGIN = 1e-7;

export function openAwakeProgram(model: RewardRateModel, sets: readonly AwakeSet[], engine: LpEngine): AwakeProgram {
  const scale = lpScale(model);
  const tasks = model.taskNames.length;
  const zones = model.zones.length;
  const singles = sets.flatMap(({ zones: [zone], parts }, n) => (parts.length === 0 ? [{ n, zone: zone! }] : []));
  const position = new Map(singles.map(({ zone }, k) => [zone, k]));
  const larger = sets.flatMap(({ parts }, n) => (parts.length === 0 ? [] : [n]));
  // Columns: x_i | T | a_b | absent_b | Q_b | z. Rows: rate_i | nodes_b | power_b | sets | coupling as they come.
  const columnT = tasks;
  const columnA = tasks + 1;
  const columnAbsent = columnA + singles.length;
  const columnQ = columnAbsent + singles.length;
  const firstZ = columnQ + zones;
  const rowNodes = tasks;
  const rowPower = rowNodes + zones;
  const rowSet = rowPower + zones;
  const rowCoupling = rowSet + larger.length;
  const session = engine.open({
    sense: 'maximize',
    columns: [
      ...firstLpColumns(model, scale, commonSetPointColumn(model)),
      ...singles.map(({ n, zone }) => ({ name: `a_${zone}`, cost: 0, lower: sets[n]!.least, upper: sets[n]!.most })),
      ...singles.map(({ zone }) => ({
        name: `absent_${zone}`,
        lower: 0,
        upper: Infinity,
        cost: (-ABSENT_COST * allArrivalsRewardPerS(model)) / scale.worth,
      })),
      ...model.zones.map((_, b) => ({ name: `Q_${b}`, cost: 0, lower: 0, upper: Infinity })),
    ],
    rows: [
      ...model.taskNames.map((name, i) => lpRow(`rate_${name}`, -Infinity, 0, [[i, 1]])),
      ...model.zones.map(({ nodeCount }, b) => {
        const k = position.get(b);
        return k === undefined
          ? lpRow(`nodes_${b}`, -Infinity, nodeCount)
          : lpRow(`nodes_${b}`, 0, 0, [
              [columnA + k, -1],
              [columnAbsent + k, 1],
            ]);
      }),
      ...model.zones.map((_, b) => lpRow(`power_${b}`, 0, 0, [[columnQ + b, 1]])),
      ...larger.map((n) =>
        lpRow(
          `set_${n}`,
          sets[n]!.least,
          sets[n]!.most,
          sets[n]!.zones.map((b) => [columnA + position.get(b)!, 1]),
        ),
      ),
    ],
  });
  const columns: { readonly zone: number; readonly configuration: Configuration }[] = [];
  const known = new Set<string>();
  let flushed = 0;
  let couplings = 0;
  const awakeOf = (values: Float64Array): Float64Array => {
    const awake = new Float64Array(sets.length);
    for (const [n, { zones: ofSet }] of sets.entries())
      awake[n] = ofSet.reduce((sum, b) => sum + values[columnA + position.get(b)!]!, 0);
    return awake;
  };
  return {
    addColumn(zone, configuration) {
      const key = `${zone}#${configurationKey(configuration)}#${configuration.coreW}`;
      if (known.has(key)) return false;
      known.add(key);
      columns.push({ zone, configuration });
      return true;
    },
    flush() {
      session.addColumns(
        columns
          .slice(flushed)
          .map(({ zone, configuration }, n) =>
            configurationColumn(`z_${flushed + n}`, configuration, scale, {
              units: rowNodes + zone,
              power: rowPower + zone,
            }),
          ),
      );
      flushed = columns.length;
    },
    addRows(more) {
      if (more.length === 0) return;
      session.addRows(
        more.map(({ side: terms, zoneCoefficient, rhs }) =>
          lpRow(`coupling_${couplings++}`, -Infinity, rhs, [
            ...terms.map(({ value }) => [columnT, value] as const),
            ...[...zoneCoefficient.entries()].flatMap(([b, value]) =>
              value === 0 ? [] : [[columnQ + b, value * scale.powerKW] as const],
            ),
          ]),
        ),
      );
    },
    setRanges({ lower, upper }) {
      for (const [k, { n }] of singles.entries()) session.setColumnBounds(columnA + k, lower[n]!, upper[n]!);
      for (const [k, n] of larger.entries()) session.setRowBounds(rowSet + k, lower[n]!, upper[n]!);
    },
    solve() {
      const { proven, point, duals } = session.solve();
      if (proven !== 'optimal' || point === null || duals === null) return null;
      const { columnValues: values } = point;
      const set = new Float64Array(sets.length);
      for (const [k, n] of larger.entries()) set[n] = duals.rows[rowSet + k]! * scale.worth;
      const used = model.zones.map((): Units[] => []);
      for (const [k, { zone, configuration }] of columns.slice(0, flushed).entries()) {
        const units = values[firstZ + k]!;
        if (matters(model, configuration, units)) used[zone]!.push({ configuration, units });
      }
      return {
        objective: point.objective * scale.worth,
        prices: {
          task: duals.rows.slice(0, tasks).map((value, i) => value * scale.reward[i]!),
          coupling: duals.rows.slice(rowCoupling).map((value) => value * scale.worth),
          set,
        },
        awake: awakeOf(values),
        used,
        taskRatePerS: values.slice(0, tasks).map((value, i) => value * scale.rate[i]!),
        setPointC: values[columnT]!,
        zoneKW: values.slice(columnQ, firstZ).map((value) => value * scale.powerKW),
      };
    },
    wholeNumbers(nodeLimit, relativeGap) {
      const point = integerPoint(engine, session, {
        columnOf: (column, n) => (n >= columnA && n < columnAbsent ? { ...column, integer: true } : column),
        isTightened: (r) => r >= rowCoupling,
        margin: MARGIN,
        nodeLimit,
        relativeGap,
      });
      return point === null ? null : awakeOf(point.columnValues).map((one) => Math.round(one));
    },
    dispose() {
      session.dispose();
    },
  };
}

import { W_PER_KW } from '../../../../../models/units.js';
import type { LinearProgram, LinearRow } from '../../../../../models/forms/linear-program.js';
import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { lpScale } from '../lp-scale.js';
import { commonSetPointColumn, type CouplingRow } from '../master/coupling.js';
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
 * In the engine's branch and bound, limits are tighter by this much, C and kW, because the engine keeps them only to a
 * tolerance.
 */
const MARGIN = 1e-7;
/**
 * A column of the LP's answer with fewer nodes is dropped as rounding error, unless it completes more than this
 * fraction of the arrivals.
 */
const MIN_UNITS = 1e-9;

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
  const allArrivals = model.rewardPerTask.reduce((sum, reward, i) => sum + reward * model.arrivalRatePerS[i]!, 0);
  const [side] = commonSetPointColumn(model);
  const row = (
    name: string,
    lower: number,
    upper: number,
    entries: readonly (readonly [number, number])[],
  ): LinearRow => ({
    name,
    lower,
    upper,
    columnIndices: entries.map(([column]) => column),
    coefficients: entries.map(([, value]) => value),
  });
  const session = engine.open({
    sense: 'maximize',
    columns: [
      ...model.taskNames.map((name, i) => ({
        name: `x_${name}`,
        cost: model.rewardPerTask[i]! / scale.reward[i]!,
        lower: 0,
        upper: model.arrivalRatePerS[i]! / scale.rate[i]!,
      })),
      { name: side!.name, cost: 0, lower: side!.lower, upper: side!.upper },
      ...singles.map(({ n, zone }) => ({ name: `a_${zone}`, cost: 0, lower: sets[n]!.least, upper: sets[n]!.most })),
      ...singles.map(({ zone }) => ({
        name: `absent_${zone}`,
        lower: 0,
        upper: Infinity,
        cost: (-ABSENT_COST * allArrivals) / scale.worth,
      })),
      ...model.zones.map((_, b) => ({ name: `Q_${b}`, cost: 0, lower: 0, upper: Infinity })),
    ],
    rows: [
      ...model.taskNames.map((name, i) => row(`rate_${name}`, -Infinity, 0, [[i, 1]])),
      ...model.zones.map(({ nodeCount }, b) => {
        const k = position.get(b);
        return k === undefined
          ? row(`nodes_${b}`, -Infinity, nodeCount, [])
          : row(`nodes_${b}`, 0, 0, [
              [columnA + k, -1],
              [columnAbsent + k, 1],
            ]);
      }),
      ...model.zones.map((_, b) => row(`power_${b}`, 0, 0, [[columnQ + b, 1]])),
      ...larger.map((n) =>
        row(
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
  const matters = ({ ratePerS }: Configuration, units: number): boolean =>
    units > MIN_UNITS ||
    (units > 0 && ratePerS.some((rate, i) => rate > 0 && rate * units > MIN_UNITS * model.arrivalRatePerS[i]!));

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
        columns.slice(flushed).map(({ zone, configuration: { ratePerS, coreW } }, n) => {
          const rowIndices = [rowNodes + zone, rowPower + zone];
          const coefficients = [1, -coreW / W_PER_KW / scale.powerKW];
          for (const [i, rate] of ratePerS.entries()) {
            if (rate === 0) continue;
            rowIndices.push(i);
            coefficients.push(-rate / scale.rate[i]!);
          }
          return { name: `z_${flushed + n}`, cost: 0, lower: 0, upper: Infinity, rowIndices, coefficients };
        }),
      );
      flushed = columns.length;
    },
    addRows(more) {
      if (more.length === 0) return;
      session.addRows(
        more.map(({ side: terms, zoneCoefficient, rhs }) =>
          row(`coupling_${couplings++}`, -Infinity, rhs, [
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
        if (matters(configuration, units)) used[zone]!.push({ configuration, units });
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
      if (!engine.abilities.integers) return null;
      const { sense, columns: all, rows } = session.snapshot();
      const program: LinearProgram = {
        sense,
        columns: all.map((column, n) => (n >= columnA && n < columnAbsent ? { ...column, integer: true } : column)),
        rows: rows.map((one, r) => (r < rowCoupling ? one : { ...one, upper: one.upper - MARGIN })),
      };
      const own = engine.open(program);
      try {
        const { point } = own.solve({ primalTolerance: 1e-8, mipRelativeGap: relativeGap, mipNodeLimit: nodeLimit });
        return point === null ? null : awakeOf(point.columnValues).map((one) => Math.round(one));
      } finally {
        own.dispose();
      }
    },
    dispose() {
      session.dispose();
    },
  };
}

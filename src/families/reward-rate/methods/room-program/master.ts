import type { LinearProgram } from '../../../../../models/forms/linear-program.js';
import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import {
  idleAwake,
  isOnStandby,
  minimumOfZone,
  minimumsOf,
} from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LpAnswer, LpEngine, LpOptions } from '../../../../solvers/linear/engine.js';
import { commonSetPointColumn, type CouplingRow, type SideColumn } from './coupling.js';
import { allArrivalsRewardPerS, configurationColumn, firstLpColumns, lpRow, matters } from './lp-parts.js';
import { lpScale } from '../lp-scale.js';
import { groupCoefficients, type Grouping } from './grouping.js';

/**
 * Restricted master LP: the configuration LP over the configurations generated so far. Inside it uses the units of
 * lp-scale.ts; dual values and results are returned in reward/s, tasks/s and kW.
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
 */
export interface Master {
  solve(options?: LpOptions): MasterSolution | { readonly failure: LpAnswer };
  /** Adds a configuration as a column of a group; returns false if the group has it already. */
  addColumn(group: number, configuration: Configuration): boolean;
  /** Passes all columns added since the last call to the LP engine. */
  flush(): void;
  addRows(rows: readonly CouplingRow[]): void;
  /**
   * Sets the right-hand side of a coupling row (LP row across zones); Infinity switches an inequality off.
   *
   * @param row position among the coupling rows in the order added
   */
  setRhs(row: number, rhs: number): void;
  setSideBounds(column: number, lower: number, upper: number): void;
  /** Sets the arrival rate of a task type, tasks/s; Infinity if arrivals do not limit completions. */
  setArrivalRate(task: number, ratePerS: number): void;
  /** Sets a minimum number of running nodes; `minimum` is its index in the model. */
  setMinimumOn(minimum: number, nodes: number): void;
  readonly columnCount: number;
  readonly rowCount: number;
  program(): LinearProgram;
  dispose(): void;
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
  readonly taskPrice: Float64Array;
  /** Dual value of each coupling row (LP row across zones), in the order added. */
  readonly couplingPrice: Float64Array;
  /** [minimum number of running nodes]: its dual value, reward/s per node. */
  readonly onPrice: Float64Array;
  /**
   * Number of nodes that must be on but are not. If it is above 0 once all columns are generated, no plan has enough
   * running nodes.
   */
  readonly missing: number;
  readonly iterations: number | null;
}

export function openMaster(
  model: RewardRateModel,
  grouping: Grouping,
  unitsPerNode: readonly number[],
  engine: LpEngine,
  side: readonly SideColumn[] = commonSetPointColumn(model),
): Master {
  const scale = lpScale(model);
  const tasks = model.taskNames.length;
  const groups = grouping.groups.length;
  const minimums = minimumsOf(model);
  const shares = minimumShares(model, grouping);
  // Columns: x_i | side | S | Q_g | missing_h | configurations. Rows: rate_i | units_g | power_g | sum | on_h | coupling.
  const columnSide = tasks;
  const columnS = tasks + side.length;
  const columnQ = columnS + 1;
  const columnMissing = columnQ + groups;
  const firstConfiguration = columnMissing + minimums.length;
  const rowUnits = tasks;
  const rowPower = tasks + groups;
  const rowSum = tasks + 2 * groups;
  const rowOn = rowSum + 1;
  const firstCoupling = rowOn + minimums.length;

  const session = engine.open({
    sense: 'maximize',
    columns: [
      ...firstLpColumns(model, scale, side),
      { name: 'S', cost: 0, lower: 0, upper: Infinity },
      ...grouping.groups.map((_, g) => ({ name: `Q_${g}`, cost: 0, lower: 0, upper: Infinity })),
      ...minimums.map(({ nodes }, h) => ({
        name: `missing_${h}`,
        cost: (-MISSING_COST * allArrivalsRewardPerS(model)) / scale.worth,
        lower: 0,
        upper: nodes,
      })),
    ],
    rows: [
      ...model.taskNames.map((name, i) => lpRow(`rate_${name}`, -Infinity, 0, [[i, 1]])),
      ...grouping.groups.map(({ nodeCount, type }, g) =>
        lpRow(`units_${g}`, -Infinity, nodeCount * unitsPerNode[type]!),
      ),
      ...grouping.groups.map((_, g) => lpRow(`power_${g}`, 0, 0, [[columnQ + g, 1]])),
      lpRow('sum', 0, 0, [[columnS, 1], ...grouping.groups.map((_, g) => [columnQ + g, -1] as const)]),
      ...minimums.map(({ nodes }, h) => lpRow(`on_${h}`, -Infinity, -nodes, [[columnMissing + h, -1]])),
    ],
  });
  const columns: { group: number; configuration: Configuration }[] = [];
  const known = new Set<string>();
  let flushed = 0;
  let couplingRows = 0;
  const addColumn = (group: number, configuration: Configuration): boolean => {
    const key = `${group}#${configurationKey(configuration)}`;
    if (known.has(key)) return false;
    known.add(key);
    columns.push({ group, configuration });
    return true;
  };
  for (const [g, { zones }] of grouping.groups.entries())
    if (shares[g]!.length > 0) addColumn(g, idleAwake(model, zones[0]!));

  return {
    addColumn,
    flush() {
      session.addColumns(
        columns.slice(flushed).map(({ group, configuration }, n) => {
          const on = isOnStandby(configuration) ? [] : shares[group]!;
          const more = on.map(({ minimum, share }) => [rowOn + minimum, -share] as const);
          const rows = { units: rowUnits + group, power: rowPower + group, more };
          return configurationColumn(`z_${flushed + n}`, configuration, scale, rows);
        }),
      );
      flushed = columns.length;
    },
    addRows(rows) {
      session.addRows(
        rows.map((coupling) => {
          const entries: [column: number, coefficient: number][] = [];
          const push = (column: number, value: number): void => {
            if (value !== 0) entries.push([column, column < columnS ? value : value * scale.powerKW]);
          };
          for (const { column, value } of coupling.side) push(columnSide + column, value);
          const first = coupling.zoneCoefficient[0]!;
          if (coupling.zoneCoefficient.every((value) => value === first)) push(columnS, first);
          else
            groupCoefficients(model, grouping, coupling.zoneCoefficient).forEach((value, g) => {
              push(columnQ + g, value);
            });
          const least = coupling.defines === undefined ? -Infinity : coupling.rhs;
          return lpRow(`coupling_${couplingRows++}`, least, coupling.rhs, entries);
        }),
      );
    },
    setRhs(coupling, rhs) {
      session.setRowBounds(firstCoupling + coupling, -Infinity, rhs);
    },
    setSideBounds(column, lower, upper) {
      session.setColumnBounds(columnSide + column, lower, upper);
    },
    setArrivalRate(task, ratePerS) {
      session.setColumnBounds(task, 0, ratePerS / scale.rate[task]!);
    },
    setMinimumOn(minimum, nodes) {
      session.setColumnBounds(columnMissing + minimum, 0, nodes);
      session.setRowBounds(rowOn + minimum, -Infinity, -nodes);
    },
    solve(options) {
      const answer = session.solve(options);
      if (answer.proven !== 'optimal' || answer.point === null || answer.duals === null) return { failure: answer };
      const values = answer.point.columnValues;
      const used = grouping.groups.map((): { configuration: Configuration; units: number }[] => []);
      for (let n = 0; n < flushed; n++) {
        const units = values[firstConfiguration + n]!;
        if (matters(model, columns[n]!.configuration, units))
          used[columns[n]!.group]!.push({ configuration: columns[n]!.configuration, units });
      }
      return {
        objective: answer.point.objective * scale.worth,
        side: values.slice(columnSide, columnS),
        groupKW: values.slice(columnQ, columnQ + groups).map((value) => value * scale.powerKW),
        taskRatePerS: values.slice(0, tasks).map((value, i) => value * scale.rate[i]!),
        used,
        taskPrice: answer.duals.rows.slice(0, tasks).map((value, i) => value * scale.reward[i]!),
        couplingPrice: answer.duals.rows.slice(firstCoupling).map((value) => value * scale.worth),
        onPrice: answer.duals.rows.slice(rowOn, firstCoupling).map((value) => value * scale.worth),
        missing: values.slice(columnMissing, firstConfiguration).reduce((sum, nodes) => sum + nodes, 0),
        iterations: answer.iterations,
      };
    },
    get columnCount() {
      return session.columnCount;
    },
    get rowCount() {
      return session.rowCount;
    },
    program: () => session.snapshot(),
    dispose() {
      session.dispose();
    },
  };
}

/** Cost of each missing running node, as a multiple of the reward of all arrivals. Ours: more than any plan earns. */
const MISSING_COST = 10;

/**
 * Returns, for each group of zones, the minimums of running nodes to which its nodes count, [group][minimum]. `minimum`
 * is the index of the minimum in the model, and `share` the fraction of the group's nodes that count.
 */
function minimumShares(
  model: RewardRateModel,
  { groups }: Grouping,
): { readonly minimum: number; readonly share: number }[][] {
  const minimumOf = minimumOfZone(model);
  return groups.map(({ zones, nodeCount }) => {
    const nodes = new Map<number, number>();
    for (const b of zones) {
      const minimum = minimumOf[b]!;
      if (minimum >= 0) nodes.set(minimum, (nodes.get(minimum) ?? 0) + model.zones[b]!.nodeCount);
    }
    return [...nodes].map(([minimum, count]) => ({ minimum, share: count / nodeCount }));
  });
}

import { W_PER_KW } from '../../../../../models/units.js';
import type { LinearProgram, LinearRow } from '../../../../../models/forms/linear-program.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { CouplingRow, SideColumn } from '../room-program/coupling.js';
import {
  isOnStandby,
  minimumOfZone,
  minimumsOf,
  nodesOn,
} from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { firstLpColumns } from '../room-program/lp-parts.js';
import { lpScale } from '../lp-scale.js';
import type { NodeConfigurations } from './node-plan.js';

/** Node whose configuration is still to be chosen, with the configurations to choose from. */
export interface OpenNode {
  readonly zone: number;
  readonly node: number;
  readonly configurations: readonly Configuration[];
}

export interface CompletionOptions {
  readonly relativeGap: number;
  readonly nodeLimit: number;
}

/**
 * Margin by which limits are tightened in the mixed-integer program, C and kW, because the engine keeps limits only to
 * a tolerance.
 */
export const SIDE_MARGIN = 2e-7;

/**
 * Chooses the configurations of all open nodes at once, with a small mixed-integer program. Returns one per open node;
 * null if the engine found none. All other nodes stay as they are.
 *
 * @param nodes plan so far; open nodes must be idle in it, on standby where possible
 * @param rows limits that must hold, as coupling rows (LP rows across zones)
 */
export function completeByProgram(
  model: RewardRateModel,
  nodes: NodeConfigurations,
  open: readonly OpenNode[],
  rows: readonly CouplingRow[],
  side: readonly SideColumn[],
  engine: LpEngine,
  options: CompletionOptions,
): readonly Configuration[] | null {
  const tasks = model.taskNames.length;
  const scale = lpScale(model);
  const fixedKW = Float64Array.from(model.zones, (_, b) =>
    nodes[b]!.reduce((sum, configuration) => sum + configuration.coreW / W_PER_KW, 0),
  );
  const fixedRatePerS = new Float64Array(tasks);
  for (const zone of nodes)
    for (const { ratePerS } of zone) for (let i = 0; i < tasks; i++) fixedRatePerS[i]! += ratePerS[i]!;
  const columns = firstLpColumns(model, scale, side);
  const first: number[] = [];
  for (const [n, node] of open.entries()) {
    first.push(columns.length);
    for (const s of node.configurations.keys())
      columns.push({ name: `z_${n}_${s}`, cost: 0, lower: 0, upper: 1, integer: true });
  }
  const entries = (of: (node: OpenNode, configuration: Configuration) => number): [number[], number[]] => {
    const indices: number[] = [];
    const values: number[] = [];
    for (const [n, node] of open.entries()) {
      for (const [s, configuration] of node.configurations.entries()) {
        const value = of(node, configuration);
        if (value === 0) continue;
        indices.push(first[n]! + s);
        values.push(value);
      }
    }
    return [indices, values];
  };
  const programRows: LinearRow[] = model.taskNames.map((name, i) => {
    // What exceeds the arrivals earns nothing, so it may as well be left out: coefficients stay of one size.
    const most = model.arrivalRatePerS[i]!;
    const unit = scale.rate[i]!;
    const [indices, values] = entries((_, configuration) => -Math.min(configuration.ratePerS[i]!, most) / unit);
    return {
      name: `rate_${name}`,
      lower: -Infinity,
      upper: Math.min(fixedRatePerS[i]!, most) / unit,
      columnIndices: [i, ...indices],
      coefficients: [1, ...values],
    };
  });
  for (const [n, node] of open.entries()) {
    const columnIndices = [...node.configurations.keys()].map((s) => first[n]! + s);
    programRows.push({
      name: `node_${n}`,
      lower: 1,
      upper: 1,
      columnIndices,
      coefficients: columnIndices.map(() => 1),
    });
  }
  for (const [r, row] of rows.entries()) {
    const [indices, values] = entries(
      (node, configuration) => (row.zoneCoefficient[node.zone]! * configuration.coreW) / W_PER_KW,
    );
    const used = row.zoneCoefficient.reduce((sum, coefficient, b) => sum + coefficient * fixedKW[b]!, 0);
    const upper = row.rhs - used - (row.side.length === 0 || row.defines !== undefined ? 0 : SIDE_MARGIN);
    programRows.push({
      name: `coupling_${r}`,
      lower: row.defines === undefined ? -Infinity : upper,
      upper,
      columnIndices: [...row.side.map(({ column }) => tasks + column), ...indices],
      coefficients: [...row.side.map(({ value }) => value), ...values],
    });
  }
  const on = nodesOn(model, nodes);
  const minimumOf = minimumOfZone(model);
  for (const [h, minimum] of minimumsOf(model).entries()) {
    if (on[h]! >= minimum.nodes) continue;
    const [columnIndices, coefficients] = entries((node, configuration) =>
      minimumOf[node.zone] === h && !isOnStandby(configuration) ? 1 : 0,
    );
    programRows.push({ name: `on_${h}`, lower: minimum.nodes - on[h]!, upper: Infinity, columnIndices, coefficients });
  }
  const program: LinearProgram = { sense: 'maximize', columns, rows: programRows };
  const session = engine.open(program);
  try {
    const { point } = session.solve({
      primalTolerance: 1e-8,
      mipRelativeGap: options.relativeGap,
      mipNodeLimit: options.nodeLimit,
    });
    if (point === null) return null;
    return open.map((node, n) => {
      let best = 0;
      for (const s of node.configurations.keys()) {
        if (point.columnValues[first[n]! + s]! > point.columnValues[first[n]! + best]!) best = s;
      }
      return node.configurations[best]!;
    });
  } finally {
    session.dispose();
  }
}

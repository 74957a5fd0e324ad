import { W_PER_KW } from '../../../../../models/units.js';
import type { LinearRow } from '../../../../../models/forms/linear-program.js';
import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { LagrangianBound } from '../room-program/bound.js';
import { firstLpColumns } from '../room-program/lp-parts.js';
import { lpScale } from '../lp-scale.js';
import type { MasterSolution } from '../room-program/room-lp.js';
import { bindingArrivals } from './binding-arrivals.js';
import { SIDE_MARGIN } from './completion.js';
import type { NearConfigurations } from './near-configurations.js';
import type { NodeConfigurations } from './node-plan.js';
import type { RoundingLimits } from './rounding-limits.js';

export interface SmallChangesRequest {
  readonly model: RewardRateModel;
  readonly nodes: NodeConfigurations;
  readonly near: NearConfigurations;
  readonly bound: LagrangianBound;
  readonly limits: Pick<RoundingLimits, 'rows' | 'side'>;
  readonly engine: LpEngine;
  /**
   * Largest permitted change of a node, reward/s. It is the sum over task types of the absolute change of the node's
   * rate times the reward of a task. Only task types whose arrivals limit the plan count.
   */
  readonly mostChange: number;
  /**
   * Largest permitted loss of a node's change, reward/s. The loss is how much worse the new configuration is than the
   * zone's best one, at the bound's dual values.
   */
  readonly mostLoss: number;
}

/** Nodes of a zone with the same configuration, and what some of them may run instead. */
interface Kind {
  readonly zone: number;
  readonly configuration: Configuration;
  readonly count: number;
  readonly changes: readonly Configuration[];
}

/**
 * Solves an LP whose columns are the plan's configurations and slightly different ones, with the given rows. Returns
 * its fractional solution, [zone][configuration]; null if the engine has no answer.
 */
export function mixtureOfSmallChanges(input: SmallChangesRequest): MasterSolution['used'] | null {
  const { model, nodes, limits, engine } = input;
  const { rows, side } = limits;
  const scale = lpScale(model);
  const tasks = model.taskNames.length;
  const kinds = kindsOf(input);
  const ratePerS = new Float64Array(tasks);
  const coreKW = Float64Array.from(nodes, (zone) => zone.reduce((sum, { coreW }) => sum + coreW / W_PER_KW, 0));
  for (const zone of nodes) {
    for (const configuration of zone) for (let i = 0; i < tasks; i++) ratePerS[i]! += configuration.ratePerS[i]!;
  }
  const columns = firstLpColumns(model, scale, side);
  const rate = model.taskNames.map((name, i) => openRow(`rate_${name}`, ratePerS[i]! / scale.rate[i]!, [i], [1]));
  const coupling = rows.map((row, r) => {
    const used = row.zoneCoefficient.reduce((sum, coefficient, b) => sum + coefficient * coreKW[b]!, 0);
    return openRow(
      `coupling_${r}`,
      row.rhs - used - (row.side.length === 0 ? 0 : SIDE_MARGIN),
      row.side.map(({ column }) => tasks + column),
      row.side.map(({ value }) => value),
    );
  });
  const ofKind: LinearRow[] = [];
  for (const [k, { zone, configuration, count, changes }] of kinds.entries()) {
    const whole = openRow(`kind_${k}`, count, [], []);
    for (const change of changes) {
      const column = columns.length;
      columns.push({ name: `z_${column}`, cost: 0, lower: 0, upper: count });
      whole.push(column, 1);
      for (let i = 0; i < tasks; i++)
        rate[i]!.push(column, (configuration.ratePerS[i]! - change.ratePerS[i]!) / scale.rate[i]!);
      const addedKW = (change.coreW - configuration.coreW) / W_PER_KW;
      for (const [r, { zoneCoefficient }] of rows.entries())
        coupling[r]!.push(column, zoneCoefficient[zone]! * addedKW);
    }
    ofKind.push(whole.row);
  }
  const session = engine.open({
    sense: 'maximize',
    columns,
    rows: [...rate.map(({ row }) => row), ...coupling.map(({ row }) => row), ...ofKind],
  });
  try {
    const { point } = session.solve({ primalTolerance: 1e-8 });
    if (point === null) return null;
    let column = tasks + side.length;
    const used = model.zones.map((): { configuration: Configuration; units: number }[] => []);
    for (const { zone, configuration, count, changes } of kinds) {
      let left = count;
      for (const change of changes) {
        const units = point.columnValues[column++]!;
        if (units <= MIN_UNITS) continue;
        used[zone]!.push({ configuration: change, units });
        left -= units;
      }
      if (left > MIN_UNITS) used[zone]!.push({ configuration, units: left });
    }
    return used;
  } finally {
    session.dispose();
  }
}

/** Number of nodes in the LP's answer below which it counts as 0 (rounding error). */
const MIN_UNITS = 1e-9;

function kindsOf({ model, nodes, near, bound, mostChange, mostLoss }: SmallChangesRequest): Kind[] {
  const { rewardPerTask } = model;
  const binding = bindingArrivals(model, bound);
  return nodes.flatMap((zoneNodes, zone) => {
    const counts = new Map<string, { configuration: Configuration; count: number }>();
    for (const configuration of zoneNodes) {
      const key = configurationKey(configuration);
      const kind = counts.get(key);
      if (kind === undefined) counts.set(key, { configuration, count: 1 });
      else kind.count++;
    }
    return [...counts.values()].map(({ configuration, count }): Kind => {
      const lossBefore = near.lossOf(zone, configuration);
      const changes = near.around(zone, configuration).filter((change) => {
        let changed = 0;
        for (const [i, reward] of rewardPerTask.entries()) {
          if (binding[i]!) changed += reward * Math.abs(change.ratePerS[i]! - configuration.ratePerS[i]!);
        }
        return changed <= mostChange && near.lossOf(zone, change) - lossBefore <= mostLoss;
      });
      return { zone, configuration, count, changes };
    });
  });
}

/** Returns an LP row without a lower bound, and a function `push` that adds entries to it. */
function openRow(
  name: string,
  upper: number,
  columnIndices: number[],
  coefficients: number[],
): { readonly row: LinearRow; push(column: number, value: number): void } {
  return {
    row: { name, lower: -Infinity, upper, columnIndices, coefficients },
    push(column, value) {
      if (value === 0) return;
      columnIndices.push(column);
      coefficients.push(value);
    },
  };
}

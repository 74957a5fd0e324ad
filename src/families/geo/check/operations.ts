import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import type { Violation } from '../../../../models/families/violation.js';
import { nodeRates } from '../../../check/node-rates.js';
import type { Operation } from './ledger.js';
import type { CheckedNodeType } from './node-types.js';
import type { ResolvedCell, ResolvedLoad } from './resolve-geo-plan.js';

/** Served rates and power of one node that runs a load (the time shares of tasks on its cores). */
interface RatedLoad {
  readonly ratePerS: Float64Array;
  readonly powerW: number;
}

/**
 * Returns the operation of every data centre, indexed [epoch][data centre]. Execution times at or below zero are
 * violations "colocationModel", one for each task type, node type and P-state.
 */
export function operations(
  instance: GeoInstance,
  types: readonly CheckedNodeType[],
  loads: readonly (ResolvedLoad | null)[],
  cells: readonly (readonly ResolvedCell[])[],
  violations: Violation[],
): Operation[][] {
  const tasks = instance.taskTypes.length;
  const rated = rateLoads(instance, types, loads, violations);
  const counts = nodeCounts(instance);
  const awake = cells.map((row) =>
    row.map(({ nodes }) => {
      const byType = types.map(() => 0);
      for (const { load, nodes: count } of nodes) byType[load.type]! += count;
      return byType;
    }),
  );
  const last = cells.length - 1;
  const cyclic = instance.horizon.boundary === 'cyclic';
  return cells.map((row, t) =>
    row.map((cell, d) => {
      const now = awake[t]![d]!;
      // Beyond an open end of the horizon no node changes its state.
      const next = t < last ? awake[t + 1]![d]! : cyclic ? awake[0]![d]! : now;
      const before = t > 0 ? awake[t - 1]![d]! : cyclic ? awake[last]![d]! : now;
      const nodePowerW = types.map(({ sleepW }, j) => Math.max(0, counts[d]![j]! - now[j]!) * sleepW);
      const servedPerS = new Array<number>(tasks).fill(0);
      for (const { load, index, nodes } of cell.nodes) {
        const { ratePerS, powerW } = rated[index]!;
        nodePowerW[load.type]! += nodes * powerW;
        for (let i = 0; i < tasks; i += 1) servedPerS[i]! += nodes * ratePerS[i]!;
      }
      return {
        setPointC: cell.setPointC,
        renewableKwh: cell.renewableKwh,
        awake: now,
        // Asleep in this epoch and awake in the next; awake in the one before and asleep in this.
        starts: now.map((count, j) => Math.max(0, next[j]! - count)),
        stops: now.map((count, j) => Math.max(0, before[j]! - count)),
        nodePowerW,
        servedPerS,
      };
    }),
  );
}

/** Returns the number of nodes in each data centre's room, indexed [data centre][node type]. */
export function nodeCounts({ dataCentres, rooms, nodeTypes }: GeoInstance): number[][] {
  return dataCentres.map(({ room }) =>
    nodeTypes.map(({ name }) =>
      rooms[room]!.nodeGroups.reduce((total, group) => total + (group.nodeType === name ? group.count : 0), 0),
    ),
  );
}

function rateLoads(
  instance: GeoInstance,
  types: readonly CheckedNodeType[],
  loads: readonly (ResolvedLoad | null)[],
  violations: Violation[],
): (RatedLoad | null)[] {
  const leastTimeS = new Map<string, number>();
  const rated = loads.map((load, n) => {
    if (load === null) return null;
    const { type, nodeType, shares } = load;
    const rates = nodeRates(instance.colocation.model, shares, instance.taskTypes.length, `loads[${n}]`);
    for (const [{ label }, timeS] of rates.unphysical) {
      leastTimeS.set(label, Math.min(leastTimeS.get(label) ?? 0, timeS));
    }
    // Eq. 29.
    let coresW = 0;
    for (const { count, slices } of shares) {
      for (const { task, fraction } of slices) coresW += count * fraction * task.corePowerW;
    }
    return { ratePerS: rates.timeSliced, powerW: types[type]!.staticW + coresW / (nodeType.psuEfficiency ?? 1) };
  });
  for (const [where, value] of leastTimeS) {
    const amount = Math.max(-value, Number.EPSILON);
    violations.push({ constraint: 'colocationModel', where, unit: 's', value, limit: 0, amount });
  }
  return rated;
}

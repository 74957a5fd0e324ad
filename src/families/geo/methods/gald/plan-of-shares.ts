import type { GeoAllocation, GeoAllocationCell, GeoLoad } from '../../../../../models/families/geo/allocation.js';
import { hottestSetPointC } from '../../../../../models/families/geo/cooling.js';
import { nodeLoad } from '../../../../../models/families/geo/node-load.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import type { CoreShare } from '../../../../../models/facility/core-share.js';
import { CentreGreedy } from './centre-greedy.js';
import type { GreedyTables } from './greedy-tables.js';

/** Decision for an epoch: shares of arrivals (as in `Distribution`), and the greedy heuristic's tables. */
export interface SharedEpoch {
  readonly shares: Float64Array;
  readonly tables: GreedyTables;
}

/** Returns the allocation of step 20 of Algorithm 5. For this the greedy heuristic fills the nodes once more. */
export function allocationOf(model: GeoModel, epochs: readonly SharedEpoch[]): GeoAllocation {
  const tasks = model.taskNames.length;
  const centres = model.centres.length;
  const greedies = new Map<GreedyTables, CentreGreedy>();
  const loads = new LoadList(model);
  const wishedPerS = new Float64Array(tasks);
  const cells = epochs.flatMap(({ shares, tables }, t) =>
    model.centres.map((centre, d): GeoAllocationCell => {
      const greedy = greedies.get(tables) ?? new CentreGreedy(tables);
      greedies.set(tables, greedy);
      for (let i = 0; i < tasks; i++) {
        wishedPerS[i] = shares[i * centres + d]! * model.arrivalRatePerS[t * tasks + i]!;
      }
      const nodesOf = new Map<number, number>();
      greedy.fill(centre, wishedPerS, (type, cores, nodes) => {
        const load = loads.indexOf(tables, type, cores);
        nodesOf.set(load, (nodesOf.get(load) ?? 0) + nodes);
      });
      return {
        setPointC: hottestSetPointC(centre.thermal, greedy.nodePowerW),
        load: Int32Array.from(nodesOf.keys()),
        nodes: Int32Array.from(nodesOf.values()),
      };
    }),
  );
  return { loads: loads.list, cells };
}

/** Distinct loads of an allocation, each with an index. Adding a load that is already listed returns its index. */
class LoadList {
  readonly list: GeoLoad[] = [];
  private readonly known = new Map<string, number>();

  constructor(private readonly model: GeoModel) {}

  indexOf(tables: GreedyTables, type: number, cores: Uint16Array): number {
    const choices = tables.choiceOf[type]!;
    const key = `${type}|${Array.from(cores, (count, k) => (count > 0 ? `${count}@${choices[k]!}` : '')).join()}`;
    let index = this.known.get(key);
    if (index === undefined) {
      index = this.list.length;
      this.known.set(key, index);
      this.list.push(this.loadOf(tables, type, cores));
    }
    return index;
  }

  private loadOf(tables: GreedyTables, type: number, cores: Uint16Array): GeoLoad {
    const { taskNames, nodeTypes } = this.model;
    const shares: CoreShare[] = nodeTypes[type]!.tasks.flatMap(({ task, pStates }, k) => {
      if (cores[k] === 0) return [];
      const pState = pStates[tables.choiceOf[type]![k]!]!;
      return { count: cores[k]!, slices: [{ taskType: taskNames[task]!, pState, fraction: 1 }] };
    });
    const load = nodeLoad(this.model, type, shares);
    if (load === null) throw new Error('the greedy heuristic filled a node that Eq. 21 gives no positive time');
    return load;
  }
}

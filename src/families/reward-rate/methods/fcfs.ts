import { configurationFrom } from '../../../../models/facility/configuration-from.js';
import { withMinimumOn } from '../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { type Filled, longestAffordablePrefix, type MappingOrder, withOneMore } from './greedy.js';
import { assignmentsOf, type MethodRequest, type MethodOutcome } from './outcome.js';
import { commonSetPointsFor, emptyNodes, measure } from './rounding/node-plan.js';

/**
 * Runs the baseline method `fcfs`, "first come, first served". All nodes are on, and cores run at their fastest
 * admissible P-state. Arriving tasks fill them node by node until a limit is met at one common set-point.
 */
export async function fcfs({ model, control }: MethodRequest): Promise<MethodOutcome> {
  const { steps, nodesAfter } = arrivalOrder(model);
  const count = longestAffordablePrefix(steps, (n) => measure(model, nodesAfter(n)).feasible);
  const nodes = nodesAfter(Math.max(0, count));
  const { rewardPerS } = measure(model, nodes);
  const stoppedEarly = await control.step({ phase: 'first come, first served', bound: null, incumbent: rewardPerS });
  const plan =
    count < 0 ? null : { setPointsC: commonSetPointsFor(model, nodes), assignments: assignmentsOf(model, nodes) };
  return {
    plan,
    claimedRewardPerS: rewardPerS,
    certificate: null,
    stoppedEarly,
    warnings: [],
    work: { coresFilled: Math.max(0, count) },
  };
}

/**
 * Returns the order in which cores get work, node after node. Each core gets the task type with the smallest fraction
 * of its arrivals served so far. A task type gets no more cores if its rate would exceed the arrival rate.
 */
function arrivalOrder(model: RewardRateModel): MappingOrder {
  const tasks = model.taskNames.length;
  const ratePerS = new Float64Array(tasks);
  const served = (task: number): number =>
    model.arrivalRatePerS[task]! > 0 ? ratePerS[task]! / model.arrivalRatePerS[task]! : Infinity;
  const empty = model.nodeTypes.map((type, t): Filled => {
    const counts = new Uint16Array(type.tasks.length);
    const fastest = new Uint8Array(type.tasks.length);
    return { configuration: configurationFrom(t, type, tasks, counts, fastest)!, next: [] };
  });
  const placeOfStep: { readonly zone: number; readonly node: number; readonly filled: Filled }[] = [];
  /** Returns the node with one more core busy on the task type served least; null if none can use the core. */
  const fill = (now: Filled): Filled | null => {
    const { type } = now.configuration;
    const local = model.nodeTypes[type]!.tasks.map(({ task }, k) => ({ task, k }));
    for (const { task, k } of local.sort((a, b) => served(a.task) - served(b.task) || a.k - b.k)) {
      const after = withOneMore(model, now, k);
      if (after === null) continue;
      const added = after.configuration.ratePerS.map((rate, i) => rate - now.configuration.ratePerS[i]!);
      if (!(ratePerS[task]! + added[task]! <= model.arrivalRatePerS[task]!)) continue;
      for (let i = 0; i < tasks; i++) ratePerS[i]! += added[i]!;
      return after;
    }
    return null;
  };
  for (const [zone, { nodeCount, type }] of model.zones.entries()) {
    for (let node = 0; node < nodeCount; node++) {
      let now = empty[type]!;
      for (let core = 0; core < model.nodeTypes[type]!.cores; core++) {
        const after = fill(now);
        if (after === null) break;
        now = after;
        placeOfStep.push({ zone, node, filled: now });
      }
    }
  }
  return {
    steps: placeOfStep.length,
    nodesAfter(count) {
      const nodes = emptyNodes(model);
      for (const { zone, node, filled } of placeOfStep.slice(0, count)) nodes[zone]![node] = filled.configuration;
      return withMinimumOn(model, nodes);
    },
  };
}

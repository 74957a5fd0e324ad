import type { Configuration } from '../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../models/facility/configuration-from.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { longestAffordablePrefix, mappingOrder, mostEfficientPStates } from './greedy.js';
import { commonSetPointsFor, measure } from './rounding/node-plan.js';
import { type MethodRequest, type MethodOutcome, placementOf } from './outcome.js';

/**
 * Runs method `greedy-power`: Algorithm 2 with set-points in fractions of a degree. If power is left when all cores
 * have tasks, P-states are raised step by step, the step with the highest reward per watt first.
 */
export async function greedyPower({ model, control }: MethodRequest): Promise<MethodOutcome> {
  const { nodes, rewardPerS, steps } = greedyPowerNodes(model);
  const stopped = await control.step({ phase: 'greedy', bound: null, incumbent: rewardPerS });
  return {
    plan: { setPointsC: commonSetPointsFor(model, nodes), ...placementOf(model, nodes) },
    claimedRewardPerS: rewardPerS,
    certificate: null,
    stoppedEarly: stopped,
    warnings: [],
    work: { greedySteps: steps },
  };
}

export function greedyPowerNodes(model: RewardRateModel): {
  readonly nodes: Configuration[][];
  readonly rewardPerS: number;
  readonly steps: number;
} {
  const { steps, nodesAfter } = mappingOrder(model, mostEfficientPStates(model));
  const fits = (nodes: Configuration[][]): boolean => measure(model, nodes).feasible;
  const mapped = Math.max(
    0,
    longestAffordablePrefix(steps, (n) => fits(nodesAfter(n))),
  );
  const base = nodesAfter(mapped);
  const raises = raiseOrder(model, base);
  const raised = Math.max(
    0,
    longestAffordablePrefix(raises.length, (n) => fits(raise(base, raises, n))),
  );
  const nodes = raise(base, raises, raised);
  return { nodes, rewardPerS: measure(model, nodes).rewardPerS, steps: mapped + raised };
}

/** New configuration of one node, with all cores of one task type one P-state faster. */
interface Raise {
  readonly zone: number;
  readonly node: number;
  readonly after: Configuration;
}

/**
 * Returns the P-state steps in the order in which they are taken, highest reward per watt first. The limits on power
 * may allow only the first of them. No task type becomes faster once its rate reaches the arrival rate.
 */
function raiseOrder(model: RewardRateModel, base: readonly (readonly Configuration[])[]): Raise[] {
  const places = base.flatMap((zoneNodes, zone) => zoneNodes.map((_, node) => ({ zone, node })));
  const now = base.flat();
  const ratePerS = measure(model, base).taskRatePerS.slice();
  const raised = new Map<Configuration, (Configuration | null)[]>();
  const raises: Raise[] = [];
  for (const stepsOf of candidates(model, now)) {
    const nodes = [...stepsOf.values()].flatMap(({ places: some }) => some).sort((a, b) => a - b);
    for (const n of nodes) {
      for (const { k, rung, task } of stepsOf.get(base[places[n]!.zone]![places[n]!.node]!)!.steps) {
        const before = now[n]!;
        // A rung counts only from the one below it; the ladder is concave enough that the order rarely asks otherwise.
        if (before.choices[k] !== rung + 1 || ratePerS[task]! >= model.arrivalRatePerS[task]!) continue;
        const after = oneFaster(model, raised, before, k);
        if (after === null) continue;
        for (let i = 0; i < ratePerS.length; i++) ratePerS[i]! += after.ratePerS[i]! - before.ratePerS[i]!;
        now[n] = after;
        raises.push({ ...places[n]!, after });
      }
    }
  }
  return raises;
}

/**
 * P-state steps of equal reward per watt for the nodes of one configuration. `places` are the indices of these nodes,
 * ascending.
 */
interface Candidates {
  readonly steps: Step[];
  readonly places: readonly number[];
}

/**
 * Returns the possible P-state steps in groups of equal reward per watt, the highest first. A group maps each
 * configuration in use to its steps and nodes.
 *
 * @param nodes [node]: its configuration
 */
function candidates(
  model: RewardRateModel,
  nodes: readonly Configuration[],
): readonly ReadonlyMap<Configuration, Candidates>[] {
  const placesOf = new Map<Configuration, number[]>();
  for (const [n, configuration] of nodes.entries()) {
    const places = placesOf.get(configuration);
    if (places === undefined) placesOf.set(configuration, [n]);
    else places.push(n);
  }
  const byWorth = new Map<number, Map<Configuration, Candidates>>();
  for (const [configuration, places] of placesOf) {
    for (const step of ladder(model, configuration)) {
      const ofWorth = byWorth.get(step.rewardPerW) ?? new Map<Configuration, Candidates>();
      byWorth.set(step.rewardPerW, ofWorth);
      const steps = ofWorth.get(configuration)?.steps ?? [];
      steps.push(step);
      ofWorth.set(configuration, { steps, places });
    }
  }
  for (const ofWorth of byWorth.values())
    for (const { steps } of ofWorth.values()) steps.sort((a, b) => b.rung - a.rung);
  return [...byWorth.keys()].sort((a, b) => b - a).map((worth) => byWorth.get(worth)!);
}

/**
 * Returns the configuration with the cores of the node's task type k one P-state faster; null if it gives some task no
 * positive time. Results are stored in `known`.
 */
function oneFaster(
  model: RewardRateModel,
  known: Map<Configuration, (Configuration | null)[]>,
  before: Configuration,
  k: number,
): Configuration | null {
  const ofBefore = known.get(before) ?? [];
  known.set(before, ofBefore);
  const found = ofBefore[k];
  if (found !== undefined) return found;
  const choices = before.choices.slice();
  choices[k]!--;
  const type = model.nodeTypes[before.type]!;
  return (ofBefore[k] = configurationFrom(before.type, type, model.taskNames.length, before.counts, choices));
}

/**
 * P-state step of one node: all cores of task type `k` (index on this node type) change to the P-state at position
 * `rung`. Position 0 is the fastest.
 */
interface Step {
  readonly k: number;
  readonly rung: number;
  readonly task: number;
  readonly rewardPerW: number;
}

function ladder(model: RewardRateModel, configuration: Configuration): Step[] {
  const type = model.nodeTypes[configuration.type]!;
  const globalTasks = model.taskNames.length;
  return type.tasks.flatMap((task, k) => {
    if (configuration.counts[k] === 0) return [];
    const steps: Step[] = [];
    let now = configuration;
    for (let rung = configuration.choices[k]! - 1; rung >= 0; rung--) {
      const choices = now.choices.slice();
      choices[k] = rung;
      const after = configurationFrom(configuration.type, type, globalTasks, configuration.counts, choices);
      if (after === null) break;
      const gain = model.rewardPerTask[task.task]! * (after.ratePerS[task.task]! - now.ratePerS[task.task]!);
      const costW = Math.max(1e-9, after.coreW - now.coreW);
      // Never better than the rung below, so that sorting keeps the rungs in order.
      const rewardPerW = Math.min(gain / costW, steps.at(-1)?.rewardPerW ?? Infinity);
      steps.push({ k, rung, task: task.task, rewardPerW });
      now = after;
    }
    return steps;
  });
}

function raise(
  base: readonly (readonly Configuration[])[],
  raises: readonly Raise[],
  count: number,
): Configuration[][] {
  const nodes = base.map((zone) => [...zone]);
  for (const { zone, node, after } of raises.slice(0, count)) nodes[zone]![node] = after;
  return nodes;
}

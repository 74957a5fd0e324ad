import { multisets, type NodeOption, sumRates } from './brute-force.js';
import { standbyOracle } from './standby-rooms.js';
import type { TinyFacility } from './tiny-random.js';

/** Plan of an epoch of all plans of one configuration per node. */
interface OraclePlan {
  /** Number of nodes on standby, by zone. */
  readonly off: readonly number[];
  readonly ratePerS: readonly number[];
  readonly rewardPerS: number;
  /** Nodes that are on, by zone, those that earn least first. */
  readonly on: readonly (readonly NodeOption[])[];
}

/** Epoch of a day tried in full: its room and its length, s. */
export interface OracleEpoch {
  readonly room: TinyFacility;
  readonly epochS: number;
}

/**
 * Greatest reward of all days of one configuration per node, waking counted as on the page of the day: every choice of every node in every epoch is
 * tried. Epochs without a plan are passed over.
 */
export function bestWakingDay(epochs: readonly OracleEpoch[]): number {
  let before: { readonly off: readonly number[]; readonly worth: number }[] = [];
  for (const { room, epochS } of epochs) {
    const plans = plansOf(room);
    if (plans.length === 0) continue;
    const best = new Map<string, { off: readonly number[]; worth: number }>();
    for (const plan of plans) {
      const own = plan.rewardPerS * epochS;
      const reached = before.map(({ off, worth }) => worth + own - lostReward(room, plan, off));
      const worth = before.length === 0 ? own : Math.max(...reached);
      const key = plan.off.join(' ');
      if (worth > (best.get(key)?.worth ?? -Infinity)) best.set(key, { off: plan.off, worth });
    }
    before = [...best.values()];
  }
  return Math.max(0, ...before.map(({ worth }) => worth));
}

function plansOf(room: TinyFacility): OraclePlan[] {
  const { zones, operate, rewardPerS } = standbyOracle(room);
  const { taskTypes } = room.instance.workload;
  const worthOf = ({ ratePerS }: NodeOption): number =>
    ratePerS.reduce((sum, rate, i) => sum + rate * taskTypes[i]!.rewardPerTask, 0);
  const chosen = zones.map(({ node, nodeCount }) => multisets(node.length, nodeCount));
  const plans: OraclePlan[] = [];
  const descend = (picked: readonly number[]): void => {
    if (picked.length < zones.length) {
      for (const n of zones[picked.length]!.zone.keys()) descend([...picked, n]);
      return;
    }
    const choice = picked.map((n, b) => zones[b]!.zone[n]!);
    if (!operate(choice.map((option, b) => option.coreW + zones[b]!.idleW)).feasible) return;
    const ratePerS = sumRates(choice);
    plans.push({
      ratePerS,
      off: choice.map(({ off }) => off ?? 0),
      rewardPerS: rewardPerS(ratePerS),
      on: picked.map((n, b) =>
        chosen[b]![n]!.map((k) => zones[b]!.node[k]!)
          .filter(({ off }) => off === undefined)
          .sort((one, other) => worthOf(one) - worthOf(other)),
      ),
    });
  };
  descend([]);
  return plans;
}

/** Reward lost in waking from so many nodes on standby: by zone the nodes that earn least wake, and of no task type more is lost than is served. */
function lostReward({ instance, matrix }: TinyFacility, plan: OraclePlan, off: readonly number[]): number {
  const types = instance.facility.nodeTypes;
  const longestS = Math.max(...types.map(({ wakeTimeS = 0 }) => wakeTimeS));
  return instance.workload.taskTypes.reduce((sum, { rewardPerTask, arrivalRatePerS }, i) => {
    const tasks = matrix.zones.reduce((all, { nodeType }, b) => {
      const { wakeTimeS = 0 } = types.find(({ name }) => name === nodeType)!;
      const woken = plan.on[b]!.slice(0, Math.max(0, off[b]! - plan.off[b]!));
      return all + woken.reduce((own, { ratePerS }) => own + ratePerS[i]! * wakeTimeS, 0);
    }, 0);
    return sum + rewardPerTask * Math.min(tasks, Math.min(plan.ratePerS[i]!, arrivalRatePerS) * longestS);
  }, 0);
}

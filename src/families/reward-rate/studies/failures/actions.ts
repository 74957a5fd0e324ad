import { type Configuration, isWithoutWork } from '../../../../../models/facility/configuration.js';
import { rewardOfRates } from '../../../../../models/families/reward-rate/averaged-rates.js';
import { runOf } from '../alternatives/placement.js';
import { type KeptWork, nodesBefore } from './kept-work.js';
import type { FallbackAction } from '../../runs/failures.js';

/**
 * Change of `nodes` nodes of one part from their work in the plan to less work. A part is a set of nodes of one zone
 * with equal work. `savedInletK` is the decrease of the critical inlet temperature, K; null if power is critical.
 */
interface Change {
  readonly part: number;
  readonly nodes: number;
  readonly before: Configuration;
  readonly after: Configuration;
  readonly savedW: number;
  readonly savedInletK: number | null;
}

/**
 * Returns the actions that lead from a plan to its fallback plan, in the order in which to take them. Actions that lose
 * no reward come first. The others follow in descending order of effect per reward lost. The effect is the decrease of
 * the critical inlet temperature, or of power if no inlet is critical.
 *
 * @param nodes configurations in the fallback plan: [part][node], where a part is a set of nodes of one zone with equal
 * work
 * @param criticalPart index of the part with the critical inlet; null if power is critical
 */
export function orderedActions(
  kept: KeptWork,
  nodes: readonly (readonly Configuration[])[],
  criticalPart: number | null,
): FallbackAction[] {
  const { model, parts } = kept;
  const perW = criticalPart === null ? null : model.thermal.inletRow(criticalPart);
  let left = changesOf(kept, nodes, perW);
  const ratePerS = new Float64Array(model.taskNames.length);
  for (const configuration of nodesBefore(kept).flat())
    for (const [i, rate] of configuration.ratePerS.entries()) ratePerS[i]! += rate;
  const actions: FallbackAction[] = [];
  while (left.length > 0) {
    const reward = rewardOfRates(model, ratePerS);
    const [next] = left
      .map((change) => ({ change, lost: reward - rewardOfRates(model, changed(ratePerS, change)) }))
      .reduce<{ change: Change; lost: number }[]>(
        (best, one) => (best[0] && !isSooner(one, best[0]) ? best : [one]),
        [],
      );
    const { change } = next!;
    ratePerS.set(changed(ratePerS, change));
    left = left.filter((one) => one !== change);
    const to = kept.doingOf(change.part, change.after);
    actions.push({
      kind: kindOf(change, to),
      zone: model.zones[change.part]!.name,
      nodes: change.nodes,
      from: parts[change.part]!.doing,
      to,
      savedW: change.savedW,
      savedInletK: change.savedInletK,
      rewardAfterPerS: rewardOfRates(model, ratePerS),
    });
  }
  return actions;
}

interface Costly {
  readonly change: Change;
  /** Reward rate lost if this change is made next, reward/s. */
  readonly lost: number;
}

/**
 * Returns true if the first change has more effect per reward lost than the second. If neither loses reward, it returns
 * true if the first has more effect.
 */
function isSooner(one: Costly, other: Costly): boolean {
  const [a, b] = [one, other].map(({ change, lost }) => ({
    relief: change.savedInletK ?? change.savedW,
    lost: Math.max(0, lost),
  })) as [Relief, Relief];
  const left = a.relief * b.lost;
  const right = b.relief * a.lost;
  return left > right || (left === right && a.relief > b.relief);
}

interface Relief {
  readonly relief: number;
  readonly lost: number;
}

function changesOf(
  kept: KeptWork,
  nodes: readonly (readonly Configuration[])[],
  perW: Float64Array | null,
): readonly Change[] {
  return nodes.flatMap((ofPart, part) => {
    const before = kept.before[part]!;
    // Configurations that differ in which of like cores are slow are one change.
    const keyOf = (one: Configuration): string => runOf(kept.doingOf(part, one), 1).key;
    const counts = new Map<string, { after: Configuration; nodes: number }>();
    for (const after of ofPart) {
      const key = keyOf(after);
      if (key === keyOf(before)) continue;
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { after, nodes: 1 });
      else known.nodes++;
    }
    return [...counts.values()].map(({ after, nodes: count }): Change => {
      const savedW = count * (before.coreW - after.coreW);
      const savedInletK = perW === null ? null : savedW * perW[part]!;
      return { part, nodes: count, before, after, savedW, savedInletK };
    });
  });
}

function changed(ratePerS: Float64Array, { before, after, nodes }: Change): Float64Array {
  return ratePerS.map((rate, i) => rate + nodes * (after.ratePerS[i]! - before.ratePerS[i]!));
}

function kindOf({ before, after }: Change, to: FallbackAction['to']): FallbackAction['kind'] {
  if (isWithoutWork(after)) return typeof to === 'string' ? 'standby' : 'idle';
  const cores = ({ counts }: Configuration): number => counts.reduce((sum, count) => sum + count, 0);
  return cores(after) < cores(before) ? 'drop' : 'slow';
}

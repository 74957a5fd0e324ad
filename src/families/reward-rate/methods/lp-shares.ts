import type { NodeAssignment } from '../../../../models/families/reward-rate/plan.js';
import type { CompiledNodeType } from '../../../../models/facility/compiled.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import type { MasterSolution } from './room-program/room-lp.js';
import { coreShares, type Slice, timeSlicedRates } from './nlp/node-layout.js';

type Used = MasterSolution['used'][number];

/**
 * Converts the LP's core times into what each core of each node runs. All nodes of a zone run the same, and each LP
 * column leaves at most one core divided.
 *
 * With literal co-location (Eq. 21 as printed), columns are dropped until every task has a positive time at every
 * moment. `lostPerS` is the reward of the dropped columns, reward/s, without the effect of co-location.
 *
 * @param scale factor on all core times
 */
export function sharesOf(
  model: RewardRateModel,
  solution: MasterSolution,
  scale: number,
): { readonly assignments: NodeAssignment[]; readonly lostPerS: number } {
  let lostPerS = 0;
  const assignments = model.zones.flatMap((zone, b): NodeAssignment[] => {
    const type = model.nodeTypes[zone.type]!;
    const share = scale / zone.nodeCount;
    const used = solution.used[b]!;
    const kept = type.colocation === 'literal' ? withTimes(model, type, used, share) : used;
    for (const one of used) if (!kept.includes(one)) lostPerS += scale * worthOf(model, one);
    const cores = coreShares(
      model,
      type,
      laid(type, kept, share).filter((slices) => slices.length > 0),
    );
    return cores.length === 0 ? [] : [{ zone: zone.name, nodes: zone.nodeCount, cores }];
  });
  return { assignments, lostPerS };
}

/** Returns what one node runs, [core][slice of its time]. LP columns fill the cores one after another. */
function laid(type: CompiledNodeType, columns: Used, share: number): Slice[][] {
  const slicesOfCore: Slice[][] = Array.from({ length: type.cores }, () => []);
  let used = 0;
  for (const { configuration, units } of columns) {
    const task = configuration.counts.indexOf(1);
    if (task < 0) continue;
    let left = units * share;
    // However little time very short tasks need, they get it; what dividing among cores leaves over is round-off.
    for (let least = 0; left > least && used < type.cores; least = 1e-12) {
      const core = Math.floor(used + 1e-12);
      if (core >= type.cores) break;
      const fraction = Math.min(left, core + 1 - used, 1);
      if (fraction > least) slicesOfCore[core]!.push({ task, choice: configuration.choices[task]!, fraction });
      used += fraction;
      left -= fraction;
    }
  }
  return slicesOfCore;
}

/**
 * Returns the columns of a node that leave every task a positive time with literal co-location (Eq. 21 as printed). If
 * removing one column is enough, only that one is removed. Otherwise columns are removed in ascending order of reward.
 */
function withTimes(model: RewardRateModel, type: CompiledNodeType, columns: Used, share: number): Used {
  const hasTimes = (some: Used): boolean => {
    const cores = laid(type, some, share).filter((slices) => slices.length > 0);
    return timeSlicedRates(type, cores, model.taskNames.length) !== null;
  };
  let kept: Used = [...columns].sort((one, other) => worthOf(model, one) - worthOf(model, other));
  if (hasTimes(columns)) return columns;
  while (kept.length > 0) {
    const without = kept.map((_, n) => kept.filter((__, other) => other !== n));
    const enough = without.find(hasTimes);
    if (enough !== undefined) return columns.filter((one) => enough.includes(one));
    kept = without[0]!;
  }
  return kept;
}

/** Returns the reward of a column if co-location has no effect, reward/s. */
function worthOf({ rewardPerTask }: RewardRateModel, { configuration, units }: Used[number]): number {
  return configuration.ratePerS.reduce((sum, ratePerS, i) => sum + rewardPerTask[i]! * ratePerS * units, 0);
}

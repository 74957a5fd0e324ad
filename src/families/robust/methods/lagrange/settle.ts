import { cloneMapping, createMapping, type Mapping } from '../../../../../models/families/robust/mapping.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';
import { Schedule } from '../../../../../models/families/robust/schedule.js';
import { BagProbes } from './bag-probes.js';
import type { RandomStream } from '../../../../random/stream.js';
import type { RobustMethodRequest } from '../outcome.js';

/** Maximum number of changes that one pass over a plan may try. If a pass would need more, the plan is not searched. */
const MAX_TRIALS = 20_000;
/** Maximum number of passes of the exact local search. Each pass makes one change. */
const MAX_PASSES = 100;
/**
 * Relative difference of quantiles up to which they are treated as equal, because the difference may be a rounding
 * error.
 */
const ROUNDING = 1e-11;

/** Returns true if there are few enough tasks to try all changes of a plan. */
export function isSmall({ taskCount, coreCount, nodes }: RobustModel): boolean {
  const choices = taskCount * Math.max(...nodes.map(({ pStateCount }) => pStateCount));
  return choices * (coreCount + choices) <= MAX_TRIALS;
}

/**
 * Returns a plan of few tasks, improved by exact local search. Each pass tries all moves and swaps of tasks in all
 * P-states, and makes the best one. The search ends when none is better. Plans are compared by the limit, then by the
 * objective, then by the limited measure.
 */
export function settle(input: Pick<RobustMethodRequest, 'model' | 'goal' | 'objective'>, mapping: Mapping): Mapping {
  const schedule = new Schedule(input.model, mapping);
  for (let pass = 0; pass < MAX_PASSES; pass++) if (!stepUp(schedule, input)) break;
  return cloneMapping(schedule);
}

/** Makes the best of all changes of one or two tasks. Returns false if no change improves the plan. */
function stepUp(schedule: Schedule, { goal, objective }: Pick<RobustMethodRequest, 'goal' | 'objective'>): boolean {
  const { model, probed } = schedule;
  const { nodes, nodeOfCore, coreCount, taskCount } = model;
  const limit = goal === 'mo-ec' ? model.energyZ : model.makespanZ;
  const best = { limited: 0, value: 0 };
  const note = (inTime: number, energyZ: number): void => {
    best.limited = goal === 'mo-ec' ? energyZ : inTime;
    best.value = goal === 'mo-ec' ? inTime : energyZ;
  };
  const bag = goal === 'mo-ec' && objective === 'whole-bag' ? new BagProbes(schedule) : null;
  note(bag?.log10 ?? schedule.makespanZ, schedule.energyZ);
  const changes: (() => void)[] = [];
  /**
   * Stores a change as the best so far if it is better than the stored one.
   *
   * @param inTime makespan measure after the change: least quantile of a core, or log10 of the probability that all
   * cores are in time
   */
  const offer = (inTime: number, change: () => void): void => {
    const limited = goal === 'mo-ec' ? probed.energyZ : inTime;
    const value = goal === 'mo-ec' ? inTime : probed.energyZ;
    if (!better(limited, value, best.limited, best.value, limit)) return;
    note(inTime, probed.energyZ);
    changes.push(change);
  };
  const runs = (task: number, core: number): boolean =>
    model.meanS[task * model.columnCount + nodes[nodeOfCore[core]!]!.column]! < Infinity;
  for (let a = 0; a < taskCount; a++) {
    for (let core = 0; core < coreCount; core++) {
      if (!runs(a, core)) continue;
      for (let pState = 0; pState < nodes[nodeOfCore[core]!]!.pStateCount; pState++) {
        if (core === schedule.core[a] && pState === schedule.pState[a]) continue;
        schedule.probeMove(a, core, pState);
        offer(bag?.afterMove(a, core, pState) ?? probed.makespanZ, () => {
          schedule.move(a, core, pState);
        });
      }
    }
    const coreA = schedule.core[a]!;
    for (let b = a + 1; b < taskCount; b++) {
      const coreB = schedule.core[b]!;
      if (coreA === coreB || !runs(a, coreB) || !runs(b, coreA)) continue;
      for (let pA = 0; pA < nodes[nodeOfCore[coreB]!]!.pStateCount; pA++) {
        for (let pB = 0; pB < nodes[nodeOfCore[coreA]!]!.pStateCount; pB++) {
          schedule.probeSwap(a, pA, b, pB);
          offer(bag?.afterSwap(a, pA, b, pB) ?? probed.makespanZ, () => {
            schedule.swap(a, pA, b, pB);
          });
        }
      }
    }
  }
  changes.at(-1)?.();
  return changes.length > 0;
}

/** Returns a random mapping: every task is on a random core that can run it, in a random P-state. */
export function randomMapping(model: RobustModel, random: RandomStream): Mapping {
  const { taskCount, coreCount, nodes, nodeOfCore } = model;
  const mapping = createMapping(taskCount);
  for (let task = 0; task < taskCount; task++) {
    let core: number;
    do core = random.integer(0, coreCount - 1);
    while (model.meanS[task * model.columnCount + nodes[nodeOfCore[core]!]!.column] === Infinity);
    mapping.core[task] = core;
    mapping.pState[task] = random.integer(0, nodes[nodeOfCore[core]!]!.pStateCount - 1);
  }
  return mapping;
}

function better(limited: number, value: number, bestLimited: number, bestValue: number, limit: number): boolean {
  if (limited >= limit !== bestLimited >= limit) return limited >= limit;
  if (!(limited >= limit)) return above(limited, bestLimited);
  return above(value, bestValue) || (value >= bestValue && above(limited, bestLimited));
}

/** Returns true if a exceeds b by more than rounding errors. */
function above(a: number, b: number): boolean {
  return a > b + (Number.isFinite(b) ? ROUNDING * Math.max(1, Math.abs(b)) : 0);
}

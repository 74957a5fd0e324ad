import { colocatedTimeS } from '../../../../../models/physics/colocation/interference.js';
import type { CompiledNodeType } from '../../../../../models/facility/compiled.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { NodeClass } from './power-rows.js';
import type { Relaxation } from './relaxation.js';

/**
 * Part of what each node of a class (equal nodes of one zone) runs: on time average, `cores` cores run one task type in
 * one P-state.
 */
export interface Share {
  readonly task: number;
  /** Index of the P-state in CompiledTask.pStates. */
  readonly choice: number;
  readonly cores: number;
}

/**
 * Plan with discrete P-states: for each class of equal nodes its shares (cores by task type and P-state), and the
 * set-points of the working CRACs, C.
 */
export interface DiscretePlan {
  readonly classes: readonly NodeClass[];
  readonly shares: readonly (readonly Share[])[];
  readonly setPointsC: readonly number[];
}

/** A share (cores on one task type and P-state) with more cores than this is always kept. */
const NEGLIGIBLE_CORES = 1e-6;
/**
 * A share that earns more than this fraction of what a class of nodes can earn is always kept. Very short tasks may
 * earn much even on few cores.
 */
const NEGLIGIBLE_WORTH = 1e-6;

/**
 * Returns true if a share (cores on one task type and P-state) is left out of a plan, because it has few cores and
 * earns little.
 *
 * @param rewardUnit reward/s with which the share's reward is compared (RelaxationUnits.reward)
 */
export function isNegligible(model: RewardRateModel, of: NodeClass, share: Share, rewardUnit: number): boolean {
  if (share.cores > NEGLIGIBLE_CORES) return false;
  const { task, timeS } = model.nodeTypes[model.zones[of.zone]!.type]!.tasks[share.task]!;
  const worthPerS = (model.rewardPerTask[task]! * of.nodes * share.cores) / timeS[share.choice]!;
  return !(worthPerS > NEGLIGIBLE_WORTH * rewardUnit);
}

/**
 * Rule for rounding continuous P-states to discrete ones.
 *
 * 'carried': shares (cores on one task type and P-state) are rounded in zone order. A share gets the faster neighbour
 * if earlier shares have saved enough power, otherwise the slower one. So hardly any part of the facility draws more
 * than in the relaxation. 'faster': always the faster neighbour, for models whose power limits do not bind.
 */
export type RoundingRule = 'carried' | 'faster';

/**
 * Returns the relaxation's answer x with every continuous P-state rounded to one of its two discrete neighbours (step 2
 * of method `nlp`), without negligible shares.
 */
export function roundPStates(
  compiled: RewardRateModel,
  program: Relaxation,
  x: Float64Array,
  rule: RoundingRule,
): DiscretePlan {
  const jet = new Float64Array(3);
  let leftW = 0;
  const shares = program.classes.map((of, c): Share[] => {
    const { zone, nodes } = of;
    const type = compiled.zones[zone]!.type;
    const model = program.models[type]!;
    const first = program.classStart[c]!;
    return model.tasks.flatMap((task, k): Share[] => {
      const cores = x[first + k]!;
      const phi = model.phiAt[k]! < 0 ? 0 : x[first + model.phiAt[k]!]!;
      const { powerW } = compiled.nodeTypes[type]!.tasks[task.local]!;
      const [slower, faster] = besidePhi(task.phiOfChoice, phi);
      if (isNegligible(compiled, of, { task: task.local, choice: faster, cores }, program.unit.reward)) return [];
      task.powerW(phi, jet);
      const extra = (choice: number): number => cores * nodes * (powerW[choice]! - jet[0]!);
      const choice = rule === 'faster' || extra(faster) <= leftW + 1e-9 ? faster : slower;
      leftW -= extra(choice);
      return [{ task: task.local, choice, cores }];
    });
  });
  return { classes: program.classes, shares, setPointsC: [...x.subarray(0, program.cracs)] };
}

/**
 * A continuous P-state counts as equal to a discrete one if their relative frequencies phi (0 to 1) differ by at most
 * this. An exact test would fail, because interior points never quite reach their bounds.
 */
const AT_P_STATE = 1e-3;

/**
 * Returns the indices of the next slower and the next faster P-state at relative frequency phi. Both are the same if
 * phi is the frequency of a P-state.
 */
export function besidePhi(phiOfChoice: Float64Array, phi: number): readonly [slower: number, faster: number] {
  const bySpeed = [...phiOfChoice.keys()].sort((p, q) => phiOfChoice[p]! - phiOfChoice[q]!);
  const there = bySpeed.find((p) => Math.abs(phiOfChoice[p]! - phi) <= AT_P_STATE);
  if (there !== undefined) return [there, there];
  const above = bySpeed.findIndex((p) => phiOfChoice[p]! > phi);
  if (above < 0) return [bySpeed.at(-1)!, bySpeed.at(-1)!];
  return [bySpeed[Math.max(0, above - 1)]!, bySpeed[above]!];
}

/**
 * Time averages over a node (Table 3.1): number of busy cores N, and the features of Eq. 21, A (busy neighbours of a
 * core) and D (average memory intensity).
 */
export interface Features {
  readonly busy: number;
  readonly neighbours: number;
  readonly averageIntensity: number;
}

export function featuresOf(type: CompiledNodeType, shares: readonly Share[]): Features {
  let busy = 0;
  let intensity = 0;
  for (const { task, cores } of shares) {
    busy += cores;
    intensity += cores * type.tasks[task]!.memoryIntensity;
  }
  return { busy, neighbours: Math.max(0, busy - 1), averageIntensity: busy > 0 ? intensity / busy : 0 };
}

/** Returns the co-located execution time CET of a task, s (Eq. 21), for given time averages of the features. */
export function shareTimeS(
  type: CompiledNodeType,
  task: number,
  choice: number,
  features: Omit<Features, 'busy'>,
): number {
  const onType = type.tasks[task]!;
  return colocatedTimeS(type.colocation, onType.coefficients, {
    neighbours: features.neighbours,
    baseTimeS: onType.timeS[choice]!,
    frequencyGHz: onType.frequencyGHz[choice]!,
    averageIntensity: features.averageIntensity,
    ownIntensity: onType.memoryIntensity,
  });
}

/** Returns the power of each zone at the wall, idle power included, W. */
export function zonePowersW(model: RewardRateModel, { classes, shares }: DiscretePlan): Float64Array {
  const powerW = Float64Array.from(model.zones, (zone) => zone.idleW);
  for (const [c, { zone, nodes }] of classes.entries()) {
    const { tasks } = model.nodeTypes[model.zones[zone]!.type]!;
    for (const { task, choice, cores } of shares[c]!) powerW[zone]! += nodes * cores * tasks[task]!.powerW[choice]!;
  }
  return powerW;
}

export function scaled(plan: DiscretePlan, factor: number): DiscretePlan {
  if (factor === 1) return plan;
  return {
    ...plan,
    shares: plan.shares.map((list) => list.map((share) => ({ ...share, cores: share.cores * factor }))),
  };
}

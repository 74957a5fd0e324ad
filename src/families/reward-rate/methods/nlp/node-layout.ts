import type { CoreShare, TimeSlice } from '../../../../../models/facility/core-share.js';
import type { NodeAssignment } from '../../../../../models/families/reward-rate/plan.js';
import type { CompiledNodeType } from '../../../../../models/facility/compiled.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { type DiscretePlan, type Share, shareTimeS } from './discrete-plan.js';
import { splitShares, withoutSmallest } from './whole-cores.js';

/** Fraction of a core's time that is spent on one task type in one P-state. */
export interface Slice {
  readonly task: number;
  readonly choice: number;
  readonly fraction: number;
}

/** Time on a task type is dropped as rounding error if it is less than this fraction of a core. */
const NEGLIGIBLE = 1e-9;
/**
 * Maximum number of joint states of a node's divided cores. A joint state says which slice each of these cores runs at
 * a moment. Ours: nine cores with three states each (two halves or idle).
 */
const MAX_STATES = 3 ** 9;

/**
 * Distributes the busy time of a node over its cores. The largest shares (cores by task type and P-state) come first,
 * so that at most one core per share is divided.
 *
 * If this gives too many joint states, whole cores come first and the remaining parts are packed after them. As a last
 * resort the smallest parts are dropped.
 */
export function layOverCores(type: CompiledNodeType, shares: readonly Share[]): Slice[][] {
  const inOrder = [...shares].sort((a, b) => b.cores - a.cores || a.task - b.task || a.choice - b.choice);
  let laid = laidInOrder(type.cores, inOrder);
  if (jointStates(laid) <= MAX_STATES) return laid;
  const spare = { cores: 0, powerW: 0 };
  for (let split = splitShares(inOrder); ; split = withoutSmallest(type, split, spare)) {
    laid = laidInOrder(type.cores, [...split.wholes, ...split.remainders]);
    if (jointStates(laid) <= MAX_STATES || split.remainders.length === 0) return laid;
  }
}

function laidInOrder(cores: number, inOrder: readonly Share[]): Slice[][] {
  const slices: Slice[][] = Array.from({ length: cores }, () => []);
  let core = 0;
  let free = 1;
  for (const share of inOrder) {
    let left = share.cores;
    while (left > NEGLIGIBLE && core < cores) {
      const fraction = left > free - NEGLIGIBLE ? free : left;
      slices[core]!.push({ task: share.task, choice: share.choice, fraction });
      left -= fraction;
      free -= fraction;
      if (free <= NEGLIGIBLE) {
        core++;
        free = 1;
      }
    }
  }
  return slices.filter((list) => list.length > 0);
}

/** Returns the number of joint states of divided cores: the product of their numbers of slices (idling is one). */
function jointStates(cores: readonly (readonly Slice[])[]): number {
  return cores.filter(isDivided).reduce((states, slices) => states * (slices.length + 1), 1);
}

function isDivided(slices: readonly Slice[]): boolean {
  return slices.length > 1 || slices[0]!.fraction < 1 - NEGLIGIBLE;
}

export function assignmentsOfPlan(model: RewardRateModel, plan: DiscretePlan): NodeAssignment[] {
  return plan.classes.flatMap(({ zone, nodes }, c): NodeAssignment[] => {
    const { name, type } = model.zones[zone]!;
    const nodeType = model.nodeTypes[type]!;
    const cores = coreShares(model, nodeType, layOverCores(nodeType, plan.shares[c]!));
    return cores.length === 0 ? [] : [{ zone: name, nodes, cores }];
  });
}

/**
 * Returns what the cores of a node run as plan files state it. Neighbouring equal cores become one entry.
 *
 * @param laid [core][slice of its time]
 */
export function coreShares(
  model: RewardRateModel,
  nodeType: CompiledNodeType,
  laid: readonly (readonly Slice[])[],
): CoreShare[] {
  const cores: (CoreShare & { count: number })[] = [];
  let last = '';
  for (const slices of laid) {
    const written = slices.map(({ task, choice, fraction }): TimeSlice => {
      const onType = nodeType.tasks[task]!;
      return { taskType: model.taskNames[onType.task]!, pState: onType.pStates[choice]!, fraction };
    });
    const key = JSON.stringify(written);
    if (key === last) cores.at(-1)!.count++;
    else cores.push({ count: 1, slices: written });
    last = key;
  }
  return cores;
}

/**
 * Returns the completion rate of one node for each task type, tasks/s. Null if literal co-location (Eq. 21 as printed)
 * gives some task no positive time at some moment.
 *
 * Cores divide their time independently. So a task's speed is the mean of 1 / CET (CET: co-located execution time) over
 * the joint states of the other cores.
 */
export function timeSlicedRates(
  type: CompiledNodeType,
  cores: readonly (readonly Slice[])[],
  tasks: number,
): Float64Array | null {
  const ratePerS = new Float64Array(tasks);
  const divided = cores.filter(isDivided);
  let wholeIntensity = 0;
  for (const slices of cores) {
    if (!divided.includes(slices)) wholeIntensity += type.tasks[slices[0]!.task]!.memoryIntensity;
  }
  const wholes = cores.length - divided.length;
  const everyone = companyOf(type, divided, null);
  const alike = new Map<string, Slice & { count: number }>();
  for (const slices of cores) {
    if (divided.includes(slices)) continue;
    const key = `${slices[0]!.task}/${slices[0]!.choice}`;
    alike.set(key, { ...slices[0]!, count: (alike.get(key)?.count ?? 0) + 1 });
  }
  for (const { task, choice, count } of alike.values()) {
    const speed = meanSpeed(
      type,
      task,
      choice,
      everyone,
      wholes - 1,
      wholeIntensity - type.tasks[task]!.memoryIntensity,
    );
    if (speed === null) return null;
    ratePerS[type.tasks[task]!.task]! += count * speed;
  }
  for (const slices of divided) {
    const others = companyOf(type, divided, slices);
    for (const { task, choice, fraction } of slices) {
      const speed = meanSpeed(type, task, choice, others, wholes, wholeIntensity);
      if (speed === null) return null;
      ratePerS[type.tasks[task]!.task]! += fraction * speed;
    }
  }
  return ratePerS;
}

/**
 * Joint states of the divided cores of a node, sometimes with one of these cores left out. Each state has its
 * probability, the number of these cores that are busy, and the sum of their memory intensities.
 */
type Company = readonly (readonly [probability: number, active: number, intensity: number])[];

function companyOf(
  type: CompiledNodeType,
  divided: readonly (readonly Slice[])[],
  without: readonly Slice[] | null,
): Company {
  let states: [number, number, number][] = [[1, 0, 0]];
  for (const slices of divided) {
    if (slices === without) continue;
    const idle = 1 - slices.reduce((sum, { fraction }) => sum + fraction, 0);
    const next = new Map<string, [number, number, number]>();
    for (const [probability, active, intensity] of states) {
      const add = (p: number, a: number, e: number): void => {
        if (p <= 0) return;
        // States that differ by rounding of the sum are one.
        const key = `${a}/${e.toPrecision(13)}`;
        const known = next.get(key);
        if (known === undefined) next.set(key, [p, a, e]);
        else known[0] += p;
      };
      add(probability * idle, active, intensity);
      for (const { task, fraction } of slices) {
        add(probability * fraction, active + 1, intensity + type.tasks[task]!.memoryIntensity);
      }
    }
    states = [...next.values()];
  }
  return states;
}

function meanSpeed(
  type: CompiledNodeType,
  task: number,
  choice: number,
  company: Company,
  moreCores: number,
  moreIntensity: number,
): number | null {
  const own = type.tasks[task]!.memoryIntensity;
  let speed = 0;
  for (const [probability, active, intensity] of company) {
    const neighbours = active + moreCores;
    const averageIntensity = (intensity + moreIntensity + own) / (neighbours + 1);
    const timeS = shareTimeS(type, task, choice, { neighbours, averageIntensity });
    if (!(timeS > 0)) return null;
    speed += probability / timeS;
  }
  return speed;
}

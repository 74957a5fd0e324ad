import { colocatedTimeS } from '../../../../models/physics/colocation/interference.js';
import type { CoreShare, TimeSlice } from '../../../../models/facility/core-share.js';
import type { CompiledNodeType } from '../../../../models/facility/compiled.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';

/** Part of what a node or a core runs: on time average, `cores` cores run one task type in one P-state. */
export interface Share {
  /** Index of the task type in CompiledNodeType.tasks. */
  readonly task: number;
  /** Index of the P-state in CompiledTask.pStates. */
  readonly choice: number;
  readonly cores: number;
}

/**
 * Returns time averages over a node (Table 3.1): its number of busy cores N, and the features of Eq. 21, A (busy
 * neighbours of a core) and D (average memory intensity).
 */
export function featuresOf(type: CompiledNodeType, shares: readonly Share[]) {
  let busy = 0;
  let intensity = 0;
  for (const { task, cores } of shares) {
    busy += cores;
    intensity += cores * type.tasks[task]!.memoryIntensity;
  }
  return { busy, neighbours: Math.max(0, busy - 1), averageIntensity: busy > 0 ? intensity / busy : 0 };
}

/** Returns the co-located execution time CET of a task, s (Eq. 21), for given features of its company. */
export function shareTimeS(
  type: CompiledNodeType,
  { task, choice }: Omit<Share, 'cores'>,
  company: { readonly neighbours: number; readonly averageIntensity: number },
): number {
  const { coefficients, timeS, frequencyGHz, memoryIntensity } = type.tasks[task]!;
  return colocatedTimeS(type.colocation, coefficients, {
    neighbours: company.neighbours,
    baseTimeS: timeS[choice]!,
    frequencyGHz: frequencyGHz[choice]!,
    averageIntensity: company.averageIntensity,
    ownIntensity: memoryIntensity,
  });
}

/** Time on a task type is dropped as rounding error if it is less than this fraction of a core. */
const NEGLIGIBLE = 1e-9;
/**
 * Maximum number of joint states of a node's divided cores. A joint state says which share each of these cores runs at
 * a moment. Ours: nine cores with three states each (two halves or idle).
 */
const MAX_STATES = 3 ** 9;

/**
 * Distributes the busy time of a node over its cores and returns the shares of each busy core. The largest shares come
 * first, so that at most one core per share is divided.
 *
 * If this gives too many joint states, whole cores come first and the remaining parts are packed after them. As a last
 * resort the smallest parts are dropped, one after another. Then the largest part becomes a whole core if the dropped
 * ones leave enough time and power. So a node never draws more than before.
 */
export function layOverCores(type: CompiledNodeType, shares: readonly Share[]): Share[][] {
  const inOrder = [...shares].sort(largerFirst);
  const atOnce = laidInOrder(type.cores, inOrder);
  if (jointStates(atOnce) <= MAX_STATES) return atOnce;
  const parts: Share[] = [];
  const wholes = inOrder.flatMap((share): Share[] => {
    const cores = Math.floor(share.cores + NEGLIGIBLE);
    if (share.cores - cores > NEGLIGIBLE) parts.push({ ...share, cores: share.cores - cores });
    return cores > 0 ? [{ ...share, cores }] : [];
  });
  parts.sort(largerFirst);
  const powerW = ({ task, choice }: Share): number => type.tasks[task]!.powerW[choice]!;
  const spare = { cores: 0, powerW: 0 };
  for (;;) {
    const laid = laidInOrder(type.cores, [...wholes, ...parts]);
    const smallest = jointStates(laid) <= MAX_STATES ? undefined : parts.pop();
    if (smallest === undefined) return laid;
    spare.cores += smallest.cores;
    spare.powerW += smallest.cores * powerW(smallest);
    const [largest] = parts;
    if (largest === undefined) continue;
    const missing = 1 - largest.cores;
    if (missing > spare.cores || missing * powerW(largest) > spare.powerW) continue;
    spare.cores -= missing;
    spare.powerW -= missing * powerW(largest);
    wholes.push({ ...largest, cores: 1 });
    parts.shift();
  }
}

function largerFirst(a: Share, b: Share): number {
  return b.cores - a.cores || a.task - b.task || a.choice - b.choice;
}

function laidInOrder(cores: number, inOrder: readonly Share[]): Share[][] {
  const laid: Share[][] = Array.from({ length: cores }, () => []);
  let core = 0;
  let free = 1;
  for (const share of inOrder) {
    let left = share.cores;
    while (left > NEGLIGIBLE && core < cores) {
      const part = left > free - NEGLIGIBLE ? free : left;
      laid[core]!.push({ ...share, cores: part });
      left -= part;
      free -= part;
      if (free <= NEGLIGIBLE) {
        core++;
        free = 1;
      }
    }
  }
  return laid.filter((list) => list.length > 0);
}

/** Returns the number of joint states of divided cores: the product of their numbers of shares (idling is one). */
function jointStates(laid: readonly (readonly Share[])[]): number {
  return laid.filter(isDivided).reduce((states, shares) => states * (shares.length + 1), 1);
}

function isDivided(core: readonly Share[]): boolean {
  return core.length > 1 || core[0]!.cores < 1 - NEGLIGIBLE;
}

/**
 * Returns what the cores of a node run as plan files state it. Neighbouring equal cores become one entry.
 *
 * @param laid [core][share of its time]
 */
export function coreShares(
  { taskNames }: RewardRateModel,
  { tasks }: CompiledNodeType,
  laid: readonly (readonly Share[])[],
): CoreShare[] {
  const cores: (CoreShare & { count: number })[] = [];
  let last = '';
  for (const shares of laid) {
    const slices = shares.map(({ task, choice, cores: fraction }): TimeSlice => {
      return { taskType: taskNames[tasks[task]!.task]!, pState: tasks[task]!.pStates[choice]!, fraction };
    });
    const key = JSON.stringify(slices);
    if (key === last) cores.at(-1)!.count++;
    else cores.push({ count: 1, slices });
    last = key;
  }
  return cores;
}

/** Returns the shares of a node whose cores run what a plan file states; the reverse of `coreShares`. */
export function sharesOfCores(
  { taskNames }: RewardRateModel,
  { tasks }: CompiledNodeType,
  cores: readonly CoreShare[],
): Share[] {
  const busy = new Map<string, Share>();
  for (const { count, slices } of cores) {
    for (const { taskType, pState, fraction } of slices) {
      const task = tasks.findIndex((candidate) => taskNames[candidate.task] === taskType);
      const choice = tasks[task]!.pStates.indexOf(pState);
      const key = `${task}/${choice}`;
      busy.set(key, { task, choice, cores: (busy.get(key)?.cores ?? 0) + count * fraction });
    }
  }
  return [...busy.values()];
}

/**
 * Returns the completion rate of one node for each of the `tasks` task types of the instance, tasks/s. Null if literal
 * co-location (Eq. 21 as printed) gives some task no positive time at some moment.
 *
 * Cores divide their time independently. So a task's speed is the mean of 1 / CET (CET: co-located execution time) over
 * the joint states of the other cores.
 *
 * @param laid [core][share of its time]
 */
export function timeSlicedRates(
  type: CompiledNodeType,
  laid: readonly (readonly Share[])[],
  tasks: number,
): Float64Array | null {
  const intensityOf = (task: number): number => type.tasks[task]!.memoryIntensity;
  const divided = laid.filter(isDivided);
  const wholes = laid.filter((core) => !isDivided(core)).map(([share]) => share!);
  const wholeIntensity = wholes.reduce((sum, { task }) => sum + intensityOf(task), 0);
  const alike = new Map<string, Share>();
  for (const share of wholes) {
    const key = `${share.task}/${share.choice}`;
    alike.set(key, { ...share, cores: 1 + (alike.get(key)?.cores ?? 0) });
  }
  const ratePerS = new Float64Array(tasks);
  /** Adds the rate of a share beside divided cores and `more` whole ones. Returns false if it has no positive time. */
  const add = ({ task, choice, cores }: Share, company: Company, more: number, moreIntensity: number): boolean => {
    let speed = 0;
    for (const [probability, active, intensity] of company) {
      const neighbours = active + more;
      const averageIntensity = (intensity + moreIntensity + intensityOf(task)) / (neighbours + 1);
      const timeS = shareTimeS(type, { task, choice }, { neighbours, averageIntensity });
      if (!(timeS > 0)) return false;
      speed += probability / timeS;
    }
    ratePerS[type.tasks[task]!.task]! += cores * speed;
    return true;
  };
  const everyone = companyOf(type, divided);
  const isPossible =
    [...alike.values()].every((share) =>
      add(share, everyone, wholes.length - 1, wholeIntensity - intensityOf(share.task)),
    ) &&
    divided.every((core) => {
      const others = companyOf(
        type,
        divided.filter((other) => other !== core),
      );
      return core.every((share) => add(share, others, wholes.length, wholeIntensity));
    });
  return isPossible ? ratePerS : null;
}

/**
 * Joint states of divided cores. Each state has its probability, the number of these cores that are busy, and the sum
 * of their memory intensities.
 */
type Company = readonly (readonly [probability: number, active: number, intensity: number])[];

function companyOf(type: CompiledNodeType, divided: readonly (readonly Share[])[]): Company {
  let states: [number, number, number][] = [[1, 0, 0]];
  for (const core of divided) {
    const next = new Map<string, [number, number, number]>();
    const add = (p: number, active: number, intensity: number): void => {
      if (p <= 0) return;
      // States that differ by rounding of the sum are one.
      const key = `${active}/${intensity.toPrecision(13)}`;
      const known = next.get(key);
      if (known === undefined) next.set(key, [p, active, intensity]);
      else known[0] += p;
    };
    const idle = 1 - core.reduce((sum, { cores }) => sum + cores, 0);
    for (const [probability, active, intensity] of states) {
      add(probability * idle, active, intensity);
      for (const { task, cores } of core) {
        add(probability * cores, active + 1, intensity + type.tasks[task]!.memoryIntensity);
      }
    }
    states = [...next.values()];
  }
  return states;
}

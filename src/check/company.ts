import { CheckerLimitError } from './limit-error.js';
import type { ResolvedShare } from './resolved-plan.js';

/** Greatest number of joint states (vectors of counts per task type) of one node that are enumerated. */
export const STATE_LIMIT = 5e6;

/**
 * What the other cores of a node do at a random moment: for each joint state its probability, the number of active
 * cores and the sum of their memory intensities. Nothing else about the company enters Eq. 21.
 */
export interface Company {
  readonly probability: readonly number[];
  readonly active: readonly number[];
  readonly intensitySum: readonly number[];
}

/** How one core divides its time over the distinct task types of its node; the rest is idle. */
interface CoreLaw {
  readonly cores: number;
  /** [task type's place in the node's list, probability > 0] */
  readonly runs: readonly (readonly [number, number])[];
  readonly idle: number;
}

/**
 * Joint law of the cores in `shares` when one core of share `without` is left out, the cores being independent.
 * Exact: dynamic programming over cores on vectors of counts, written as mixed-radix numbers.
 * Throws CheckerLimitError beyond `stateLimit` states.
 */
export function companyOf(
  shares: readonly ResolvedShare[],
  without: number,
  where: string,
  stateLimit = STATE_LIMIT,
): Company {
  const intensity = new Map<number, number>();
  for (const share of shares) {
    for (const { task } of share.slices) intensity.set(task.taskType, task.memoryIntensity);
  }
  const taskTypes = [...intensity.keys()];
  const laws = shares.map((share, s) => coreLaw(share, share.count - (s === without ? 1 : 0), taskTypes));

  const strides: number[] = [];
  const radices: number[] = [];
  let stride = 1;
  for (let t = 0; t < taskTypes.length; t += 1) {
    let radix = 1;
    for (const law of laws) if (law.runs.some(([type]) => type === t)) radix += law.cores;
    strides.push(stride);
    radices.push(radix);
    stride *= radix;
  }
  if (stride > Number.MAX_SAFE_INTEGER) throw tooManyStates(where, stateLimit);

  let law = new Map<number, number>([[0, 1]]);
  for (const { cores, runs, idle } of laws) {
    for (let core = 0; core < cores; core += 1) {
      const next = new Map<number, number>();
      for (const [state, probability] of law) {
        if (idle > 0) next.set(state, (next.get(state) ?? 0) + probability * idle);
        for (const [type, share] of runs) {
          const after = state + strides[type]!;
          next.set(after, (next.get(after) ?? 0) + probability * share);
        }
        if (next.size > stateLimit) throw tooManyStates(where, stateLimit);
      }
      law = next;
    }
  }
  return decode(law, strides, radices, [...intensity.values()]);
}

function coreLaw(share: ResolvedShare, cores: number, taskTypes: readonly number[]): CoreLaw {
  const byType = new Map<number, number>();
  let busy = 0;
  for (const { task, fraction } of share.slices) {
    const type = taskTypes.indexOf(task.taskType);
    byType.set(type, (byType.get(type) ?? 0) + fraction);
    busy += fraction;
  }
  // Fractions may pass 1 by the tolerance; the law stays a law.
  const scale = busy > 1 ? 1 / busy : 1;
  return { cores, runs: [...byType].map(([type, p]) => [type, p * scale] as const), idle: Math.max(0, 1 - busy) };
}

function decode(
  law: ReadonlyMap<number, number>,
  strides: readonly number[],
  radices: readonly number[],
  intensity: readonly number[],
): Company {
  const company = { probability: [] as number[], active: [] as number[], intensitySum: [] as number[] };
  for (const [state, probability] of law) {
    let active = 0;
    let intensitySum = 0;
    for (let t = 0; t < strides.length; t += 1) {
      const count = Math.floor(state / strides[t]!) % radices[t]!;
      active += count;
      intensitySum += count * intensity[t]!;
    }
    company.probability.push(probability);
    company.active.push(active);
    company.intensitySum.push(intensitySum);
  }
  return company;
}

function tooManyStates(where: string, stateLimit: number): CheckerLimitError {
  return new CheckerLimitError(
    `${where}: rating this node exactly needs more than ${stateLimit} joint states of its cores.\n` +
      'Maybe give its cores fewer task types each, or whole cores to one type.',
  );
}

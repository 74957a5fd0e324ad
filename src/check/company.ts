import { CheckerLimitError } from './limit-error.js';
import type { ResolvedShare } from './resolved-plan.js';

/** Greatest number of joint states (vectors of counts per task type) of one node that are enumerated. */
export const STATE_LIMIT = 5e6;

/** Of sums of fractions. */
const ROUNDING = 1e-12;

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

  if (laws.some((law) => statesOf(law) > stateLimit)) throw tooManyStates(where, stateLimit);
  const radices = taskTypes.map((_, t) =>
    laws.reduce((radix, law) => radix + (law.runs.some(([type]) => type === t) ? law.cores : 0), 1),
  );
  const values = [...intensity.values()];
  const numbers = radices.reduce((product, radix) => product * radix, 1);
  if (numbers <= Number.MAX_SAFE_INTEGER) {
    const strides = stridesOf(radices, 1, (stride, radix) => stride * radix);
    const joint = jointLaw(laws, 0, strides, (state, stride) => state + stride, stateLimit, where);
    return decode(joint, values, (state, t) => Math.floor(state / strides[t]!) % radices[t]!);
  }
  // Few states may still need great numbers: many task types on few cores.
  const strides = stridesOf(radices, 1n, (stride, radix) => stride * BigInt(radix));
  const joint = jointLaw(laws, 0n, strides, (state, stride) => state + stride, stateLimit, where);
  return decode(joint, values, (state, t) => Number((state / strides[t]!) % BigInt(radices[t]!)));
}

function stridesOf<K>(radices: readonly number[], one: K, times: (stride: K, radix: number) => K): K[] {
  let stride = one;
  return radices.map((radix) => {
    const own = stride;
    stride = times(stride, radix);
    return own;
  });
}

/** Vectors of counts the cores of one law may be in: multisets of that many of what a core may do. */
function statesOf({ cores, runs, idle }: CoreLaw): number {
  const choices = runs.length + (idle > 0 ? 1 : 0);
  let states = 1;
  for (let n = 1; n < choices; n += 1) states *= (cores + n) / n;
  return Math.round(states);
}

/** Probability by state, core after core. */
function jointLaw<K>(
  laws: readonly CoreLaw[],
  empty: K,
  strides: readonly K[],
  plus: (state: K, stride: K) => K,
  stateLimit: number,
  where: string,
): Map<K, number> {
  let law = new Map<K, number>([[empty, 1]]);
  for (const { cores, runs, idle } of laws) {
    for (let core = 0; core < cores; core += 1) {
      const next = new Map<K, number>();
      for (const [state, probability] of law) {
        if (idle > 0) next.set(state, (next.get(state) ?? 0) + probability * idle);
        for (const [type, share] of runs) {
          const after = plus(state, strides[type]!);
          next.set(after, (next.get(after) ?? 0) + probability * share);
        }
        if (next.size > stateLimit) throw tooManyStates(where, stateLimit);
      }
      law = next;
    }
  }
  return law;
}

function coreLaw(share: ResolvedShare, cores: number, taskTypes: readonly number[]): CoreLaw {
  const byType = new Map<number, number>();
  let busy = 0;
  for (const { task, fraction } of share.slices) {
    const type = taskTypes.indexOf(task.taskType);
    byType.set(type, (byType.get(type) ?? 0) + fraction);
    busy += fraction;
  }
  // Fractions may pass 1 by the tolerance, or miss it by rounding: the law stays a law, and nothing is idle then.
  const isFull = busy > 1 - ROUNDING;
  const scale = isFull ? 1 / busy : 1;
  return { cores, runs: [...byType].map(([type, p]) => [type, p * scale] as const), idle: isFull ? 0 : 1 - busy };
}

function decode<K>(
  law: ReadonlyMap<K, number>,
  intensity: readonly number[],
  countOf: (state: K, t: number) => number,
): Company {
  const company = { probability: [] as number[], active: [] as number[], intensitySum: [] as number[] };
  for (const [state, probability] of law) {
    let active = 0;
    let intensitySum = 0;
    for (let t = 0; t < intensity.length; t += 1) {
      const count = countOf(state, t);
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

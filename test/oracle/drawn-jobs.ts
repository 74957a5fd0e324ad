import type { JobsInstance } from '../../models/families/jobs/instance.js';
import { drawsFrom } from './random-numbers.js';

// Job types and jobs of a generated jobs instance by docs/jobs/draws.md alone.

export interface DrawnJobType {
  readonly name: string;
  readonly timeS: readonly number[];
  /** From, to, bytes; tasks by name. */
  readonly edges: readonly (readonly [from: string, to: string, bytes: number])[];
}

export interface DrawnJob {
  readonly name: string;
  readonly type: string;
  readonly arrivalS: number;
  readonly pace: number;
  readonly softDeadlineOverLeastTime: number;
  readonly fallOverLeastTime: number;
  readonly worthPerCoreHour: number;
}

export function drawnJobTypes({ jobTypes: of, platform, seed }: JobsInstance): readonly DrawnJobType[] {
  if (of.source !== 'layered') throw new RangeError('types that are listed');
  return Array.from({ length: of.count }, (_, index) => {
    const draws = drawsFrom(seed, `job type ${index + 1}`);
    const n = draws.whole(of.tasks.least, of.tasks.most);
    const layers = Math.min(n, draws.whole(of.layers.least, of.layers.most));
    const sizes = Array.from({ length: layers }, () => 1);
    for (let further = n - layers; further > 0; further--) sizes[draws.whole(0, layers - 1)]!++;
    const m = of.meanTimeS * draws.between(of.typeFactor.least, of.typeFactor.most);
    const timeS = Array.from({ length: n }, () => m * draws.between(of.taskFactor.least, of.taskFactor.most));
    const edges: (readonly [string, string, number])[] = [];
    let [first, task] = [0, sizes[0]!];
    for (let layer = 1; layer < layers; layer++) {
      const before = sizes[layer - 1]!;
      for (let own = 0; own < sizes[layer]!; own++, task++) {
        const k = Math.min(before, draws.whole(of.predecessors.least, of.predecessors.most));
        const row = Array.from({ length: before }, (_one, i) => first + i);
        for (let i = 0; i < k; i++) {
          const other = draws.whole(i, before - 1);
          const kept = row[i]!;
          row[i] = row[other]!;
          row[other] = kept;
        }
        for (const from of row.slice(0, k).sort((a, b) => a - b)) {
          const bytes = Math.floor(2 * of.transferShare * m * draws.u() * platform.bytesPerS + 0.5);
          edges.push([`t${from + 1}`, `t${task + 1}`, bytes]);
        }
      }
      first += before;
    }
    return { name: `type-${index + 1}`, timeS, edges };
  });
}

export function drawnJobs(instance: JobsInstance, types: readonly { readonly name: string }[]): readonly DrawnJob[] {
  const { arrivals, period, seed, pace, value } = instance;
  if (arrivals.source !== 'generated') throw new RangeError('jobs that are listed');
  const hours = Math.ceil(period.durationS / 3600);
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const startsOn = days.indexOf(period.startsOn ?? 'monday');
  const rates = Array.from({ length: hours }, (_, h) => {
    const day = (startsOn + Math.floor(h / 24)) % 7;
    const rate = (day < 5 ? arrivals.rates.weekday : arrivals.rates.weekend)[h % 24]!;
    return rate * Math.min(1, period.durationS / 3600 - h);
  });
  const L: number[] = [];
  for (const rate of rates) L.push((L.at(-1) ?? 0) + rate);
  const draws = drawsFrom(seed, 'arrivals');
  const momentsS = Array.from({ length: arrivals.jobs }, () => {
    const at = draws.u() * L.at(-1)!;
    let h = 0;
    while (h < hours - 1 && L[h]! <= at) h++;
    const before = h === 0 ? 0 : L[h - 1]!;
    const endS = Math.min((h + 1) * 3600, period.durationS);
    const atS = h * 3600 + ((endS - h * 3600) * (at - before)) / (L[h]! - before);
    return Math.min(atS, (1 - 2 ** -52) * period.durationS);
  }).sort((a, b) => a - b);
  const shares = types.map(() => 1);
  const ofTypes = drawsFrom(seed, 'types of jobs');
  const uniform = (purpose: string, { least, most }: { least: number; most: number }) => {
    const stream = drawsFrom(seed, purpose);
    return () => stream.between(least, most);
  };
  const one = { least: 1, most: 1 };
  const paces = uniform('paces', pace ?? one);
  const soft = uniform('soft deadlines', value?.softDeadlineOverLeastTime ?? one);
  const fall = uniform('ends', value?.fallOverLeastTime ?? one);
  const worth = uniform('worths', value?.worthPerCoreHour ?? one);
  return momentsS.map((arrivalS, n) => ({
    name: `j${n + 1}`,
    type: types[ofTypes.index(shares)]!.name,
    arrivalS,
    pace: paces(),
    softDeadlineOverLeastTime: soft(),
    fallOverLeastTime: fall(),
    worthPerCoreHour: worth(),
  }));
}

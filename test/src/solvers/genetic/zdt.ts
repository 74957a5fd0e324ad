import type { RandomStream } from '../../../../src/random/stream.js';
import { superiorityOfFeasible } from '../../../../src/solvers/genetic/penalty.js';
import type { Individual, Variation } from '../../../../src/solvers/genetic/problem.js';
import { tournament } from '../../../../src/solvers/genetic/selection.js';
import type { GeneticSetup } from '../../../../src/solvers/genetic/setup.js';

/** Test problem of Zitzler, Deb and Thiele (2000), both objectives minimised: x in [0, 1]^30, front at g = 1. */
export interface ZdtProblem {
  readonly name: string;
  /** f2 / g as a function of f1 and g. */
  readonly shape: (f1: number, g: number) => number;
  /** Stretches of f1 that are on the front. */
  readonly stretches: readonly (readonly [number, number])[];
}

export const ZDT: readonly ZdtProblem[] = [
  { name: 'ZDT1', shape: (f1, g) => 1 - Math.sqrt(f1 / g), stretches: [[0, 1]] },
  { name: 'ZDT2', shape: (f1, g) => 1 - (f1 / g) ** 2, stretches: [[0, 1]] },
  {
    name: 'ZDT3',
    shape: (f1, g) => 1 - Math.sqrt(f1 / g) - (f1 / g) * Math.sin(10 * Math.PI * f1),
    // Zitzler, Deb and Thiele 2000; ends from where the curve stops falling below all to its left.
    stretches: [
      [0, 0.0830015349],
      [0.182228728, 0.2577623634],
      [0.4093136748, 0.4538821041],
      [0.6183967944, 0.6525117038],
      [0.8233317983, 0.8518328654],
    ],
  },
];

const VARIABLES = 30;

/** NSGA-II with the settings of Deb et al. (2002), IV-B: population 100, SBX 0.9 with eta 20, polynomial mutation 1/n with eta 20. */
export function zdtSetup({ shape }: ZdtProblem, random: RandomStream): GeneticSetup<Float64Array, undefined> {
  return {
    problem: {
      violationCount: 0,
      objectiveCount: 2,
      createGenome: () => new Float64Array(VARIABLES),
      createChange: () => undefined,
      clearChange: () => undefined,
      copyGenome: (target, source) => {
        target.set(source);
      },
      evaluate: (x, score) => {
        let sum = 0;
        for (let i = 1; i < VARIABLES; i++) sum += x[i]!;
        const g = 1 + (9 * sum) / (VARIABLES - 1);
        score.objective = -x[0]!;
        score.further[0] = -g * shape(x[0]!, g);
      },
    },
    founders: {
      seeds: [],
      randomise: (x) => {
        for (const i of x.keys()) x[i] = random.uniform();
      },
    },
    variations: [realCoded],
    populationSize: 100,
    selection: tournament(2),
    penalty: superiorityOfFeasible(),
    survival: 'nonDominated',
    duplicates: 'keep',
    random,
  };
}

const ETA = 20;

/** Simulated binary crossover and polynomial mutation within [0, 1] (Deb and Agrawal 1995; Deb 2001). */
const realCoded: Variation<Float64Array, undefined> = {
  cross: ([mother, father], [one, other], _, random) => {
    one.set(mother);
    other.set(father);
    if (random.uniform() > 0.9) return;
    for (let i = 0; i < VARIABLES; i++) {
      if (random.uniform() > 0.5 || Math.abs(mother[i]! - father[i]!) < 1e-14) continue;
      const [low, high] = [Math.min(mother[i]!, father[i]!), Math.max(mother[i]!, father[i]!)];
      const u = random.uniform();
      const below = 0.5 * (low + high - spread(u, 1 + (2 * low) / (high - low)) * (high - low));
      const above = 0.5 * (low + high + spread(u, 1 + (2 * (1 - high)) / (high - low)) * (high - low));
      const swap = random.uniform() < 0.5;
      one[i] = clamp(swap ? above : below);
      other[i] = clamp(swap ? below : above);
    }
  },
  mutate: (x, _, random) => {
    for (let i = 0; i < VARIABLES; i++) {
      if (random.uniform() > 1 / VARIABLES) continue;
      const u = random.uniform();
      const value = x[i]!;
      x[i] = clamp(
        u < 0.5
          ? value + (2 * u + (1 - 2 * u) * (1 - value) ** (ETA + 1)) ** (1 / (ETA + 1)) - 1
          : value + 1 - (2 * (1 - u) + (2 * u - 1) * value ** (ETA + 1)) ** (1 / (ETA + 1)),
      );
    }
  },
};

/** Spread factor of SBX where `room` is its value at the bound. */
function spread(u: number, room: number): number {
  const alpha = 2 - room ** -(ETA + 1);
  return u <= 1 / alpha ? (u * alpha) ** (1 / (ETA + 1)) : (1 / (2 - u * alpha)) ** (1 / (ETA + 1));
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

export type Point = readonly [number, number];

/** Points of a front, both objectives minimised, sorted by the first; those that another dominates or equals left out. */
export function frontOf(ranked: readonly Individual<unknown>[]): Point[] {
  const points = ranked.map(({ score }): Point => [-score.objective, -score.further[0]!]);
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  let least = Infinity;
  return points.filter((point) => {
    const kept = point[1] < least;
    least = Math.min(least, point[1]);
    return kept;
  });
}

/** Points on the true front, evenly spaced in f1 over the stretches. */
export function trueFront({ shape, stretches }: ZdtProblem, count: number): Point[] {
  const length = stretches.reduce((sum, [from, to]) => sum + to - from, 0);
  return stretches.flatMap(([from, to]) => {
    const share = Math.round((count * (to - from)) / length);
    return Array.from({ length: share }, (_, n): Point => {
      const f1 = from + ((to - from) * n) / (share - 1);
      return [f1, shape(f1, 1)];
    });
  });
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Convergence metric gamma of Deb et al. (2002): mean distance to the nearest of 500 points of the true front. */
export function convergence(front: readonly Point[], problem: ZdtProblem): number {
  const truth = trueFront(problem, 500);
  return (
    front.reduce((sum, point) => sum + Math.min(...truth.map((other) => distance(point, other))), 0) / front.length
  );
}

/** Diversity metric delta of Deb et al. (2002): unevenness of the steps along the front, its missing ends included. */
export function diversity(front: readonly Point[], problem: ZdtProblem): number {
  const truth = trueFront(problem, 500);
  const ends = distance(front[0]!, truth[0]!) + distance(front.at(-1)!, truth.at(-1)!);
  const steps = front.slice(1).map((point, n) => distance(front[n]!, point));
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  const unevenness = steps.reduce((sum, step) => sum + Math.abs(step - mean), 0);
  return (ends + unevenness) / (ends + steps.length * mean);
}

/** Area dominated within a reference point, both objectives minimised; the front sorted by the first. */
export function hypervolume(front: readonly Point[], [right, top]: Point): number {
  let [area, height] = [0, top];
  for (const [f1, f2] of front) {
    if (f1 >= right || f2 >= height) continue;
    area += (right - f1) * (height - f2);
    height = f2;
  }
  return area;
}

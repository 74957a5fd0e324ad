import type { GeneticSetup } from '../../../../src/solvers/genetic/setup.js';
import { orderedCut, visitEach } from '../../../../src/solvers/genetic/operators.js';
import { superiorityOfFeasible } from '../../../../src/solvers/genetic/penalty.js';
import type { GeneticProblem, Pair, Variation } from '../../../../src/solvers/genetic/problem.js';
import { linearBias } from '../../../../src/solvers/genetic/selection.js';
import { randomStream, type RandomStream } from '../../../../src/random/stream.js';

/** Tasks on machines, as a bag-of-tasks family would have it: a genome with a cache of the machines' loads. */
export interface Placement {
  readonly machine: Uint8Array;
  readonly load: Float64Array;
}

/** Tasks whose machine's load is out of date are not known one by one here: the stale machines are. */
export interface StaleMachines {
  readonly stale: Uint8Array;
}

export const TASK_SIZES = [7, 3, 9, 4, 6, 2, 8, 5, 1, 10, 12, 11];
const MACHINES = 3;

/** Least makespan over three machines of which the first may carry at most `mostOnFirst`; the best makespan is 26. */
export function makespan(mostOnFirst = Infinity, broken = false): GeneticProblem<Placement, StaleMachines> {
  const loadOf = ({ machine, load }: Placement, m: number): void => {
    load[m] = 0;
    for (const [t, size] of TASK_SIZES.entries()) if (machine[t] === m) load[m] += size;
  };
  const scored: GeneticProblem<Placement, StaleMachines>['evaluateChange'] = ({ load }, _, score) => {
    score.objective = -Math.max(...load);
    score.violations[0] = Math.max(0, load[0]! - mostOnFirst);
  };
  return {
    violationCount: 1,
    createGenome: () => ({ machine: new Uint8Array(TASK_SIZES.length), load: new Float64Array(MACHINES) }),
    createChange: () => ({ stale: new Uint8Array(MACHINES) }),
    clearChange: ({ stale }) => {
      stale.fill(0);
    },
    copyGenome: (target, source) => {
      target.machine.set(source.machine);
      target.load.set(source.load);
    },
    evaluate: (genome, score) => {
      for (let m = 0; m < MACHINES; m++) loadOf(genome, m);
      scored(genome, { stale: new Uint8Array(MACHINES) }, score);
    },
    evaluateChange: (genome, change, score) => {
      for (let m = 0; m < MACHINES; m++) if (change.stale[m] === 1 && !(broken && m === 2)) loadOf(genome, m);
      scored(genome, change, score);
    },
  };
}

export const placementVariation: Variation<Placement, StaleMachines> = {
  cross: (parents, children, changes, random) => {
    const { from, to } = orderedCut(TASK_SIZES.length, random);
    for (const c of [0, 1] as const) {
      const other = parents[1 - c]!;
      children[c].machine.set(parents[c].machine);
      children[c].load.set(parents[c].load);
      for (let t = from; t <= to; t++) {
        changes[c].stale[children[c].machine[t]!] = 1;
        changes[c].stale[other.machine[t]!] = 1;
        children[c].machine[t] = other.machine[t]!;
      }
    }
  },
  mutate: ({ machine }, { stale }, random) => {
    visitEach(TASK_SIZES.length, 0.1, random, (t) => {
      stale[machine[t]!] = 1;
      machine[t] = random.integer(0, MACHINES - 1);
      stale[machine[t]] = 1;
    });
  },
};

export const randomPlacement = ({ machine }: Placement, random: RandomStream): void => {
  for (const t of machine.keys()) machine[t] = random.integer(0, MACHINES - 1);
};

export function placementSetup(
  changes: Partial<GeneticSetup<Placement, StaleMachines>> = {},
  seed = 1,
): GeneticSetup<Placement, StaleMachines> {
  return {
    problem: makespan(),
    founders: { seeds: [], randomise: randomPlacement },
    variations: [placementVariation],
    populationSize: 30,
    selection: linearBias(1.5),
    penalty: superiorityOfFeasible(),
    survival: 'steadyState',
    duplicates: 'keep',
    random: randomStream(seed, 'placement'),
    ...changes,
  };
}

/** Shares of a load among sites, as a geographic family would have it: no cache, no incremental evaluation. */
export const SITE_COST = [3, 1, 2, 5];

/** Least sum of cost x share^2: shares in proportion to 1/cost, value -1 / sum(1/cost). */
export const sharing: GeneticProblem<Float64Array, undefined> = {
  violationCount: 0,
  createGenome: () => new Float64Array(SITE_COST.length),
  createChange: () => undefined,
  clearChange: () => undefined,
  copyGenome: (target, source) => {
    target.set(source);
  },
  evaluate: (shares, score) => {
    score.objective = -SITE_COST.reduce((sum, cost, s) => sum + cost * shares[s]! ** 2, 0);
  },
};

export const sharingVariation: Variation<Float64Array, undefined> = {
  cross: (parents: Pair<Float64Array>, children: Pair<Float64Array>, _, random) => {
    const weight = random.uniform();
    for (const s of SITE_COST.keys()) {
      children[0][s] = weight * parents[0][s]! + (1 - weight) * parents[1][s]!;
      children[1][s] = weight * parents[1][s]! + (1 - weight) * parents[0][s]!;
    }
  },
  mutate: (shares, _, random) => {
    const s = random.integer(0, SITE_COST.length - 1);
    shares[s] = Math.max(0, shares[s]! + 0.05 * random.normal());
    normalise(shares);
  },
};

export function normalise(shares: Float64Array): void {
  const sum = shares.reduce((total, share) => total + share, 0);
  for (const s of shares.keys()) shares[s] = sum > 0 ? shares[s]! / sum : 1 / shares.length;
}

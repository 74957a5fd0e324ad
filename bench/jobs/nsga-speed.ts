import { US_PER_S } from '../../models/units.js';
import { join } from 'node:path';
import type { Cost } from '../../models/families/jobs/hypervolume.js';
import { NSGA, nsgaFront, type NsgaOptions } from '../../src/families/jobs/methods/profiles/nsga/search.js';
import { randomStream } from '../../src/random/stream.js';
import { layeredGraph, MOBILE_CORE } from './layered-graphs.js';

export interface NsgaSpeed {
  readonly cpuS: number;
  readonly evaluations: number;
  /** Pareto fronts of time and energy, in the order of CASES. */
  readonly fronts: readonly (readonly Cost[])[];
}

/** Cases of the comparison: task graphs of 5 to 10 tasks, each on several numbers of cores. */
export const CASES = [5, 6, 7, 8, 9, 10].flatMap((tasks) =>
  [2, Math.ceil(tasks / 2), tasks].map((cores) => ({ tasks, cores, seed: 1 })),
);

/** Computes the Pareto fronts of CASES by NSGA-II and measures the CPU time. */
export function nsgaSpeed(options: NsgaOptions): NsgaSpeed {
  const run = (stream: string): Omit<NsgaSpeed, 'cpuS'> => {
    let evaluations = 0;
    const fronts = CASES.map(({ tasks, cores, seed }, n) => {
      const outcome = nsgaFront(layeredGraph(tasks, seed), MOBILE_CORE, cores, options, {
        random: randomStream(n, stream),
      });
      evaluations += outcome.evaluations;
      return outcome.found.points;
    });
    return { evaluations, fronts };
  };
  run('warm-up');
  const before = process.cpuUsage();
  const found = run('measured');
  const { user, system } = process.cpuUsage(before);
  return { ...found, cpuS: (user + system) / US_PER_S };
}

/**
 * Prints the number of evaluations per CPU second.
 * - node dist/bench/jobs/nsga-speed.js [--polish none|levels|all]
 */
if (process.argv[1]?.endsWith(join('jobs', 'nsga-speed.js')) === true) {
  const at = process.argv.indexOf('--polish');
  const polish = at < 0 ? NSGA.polish : (process.argv[at + 1] as NsgaOptions['polish']);
  const { cpuS, evaluations } = nsgaSpeed({ ...NSGA, polish });
  const words = `${CASES.length} fronts, ${evaluations} evaluations, ${cpuS.toFixed(2)} CPU s, ${(evaluations / cpuS).toFixed(0)} per s`;
  process.stdout.write(`${words}\n`);
}

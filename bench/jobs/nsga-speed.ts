import { join } from 'node:path';
import type { Cost } from '../../models/families/jobs/hypervolume.js';
import { NSGA, nsgaFront, type NsgaOptions } from '../../src/families/jobs/methods/profiles/nsga/search.js';
import { randomStream } from '../../src/random/stream.js';
import { layeredGraph, MOBILE_CORE } from './layered-graphs.js';

export interface NsgaSpeed {
  readonly cpuS: number;
  readonly evaluations: number;
  /** By case. */
  readonly fronts: readonly (readonly Cost[])[];
}

/** Cases of a comparison: graphs of 5-10 tasks and numbers of cores. */
export const CASES = [5, 6, 7, 8, 9, 10].flatMap((tasks) =>
  [2, Math.ceil(tasks / 2), tasks].map((cores) => ({ tasks, cores, seed: 1 })),
);

/** Fronts of the cases, and the CPU time they took. */
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
  return { ...found, cpuS: (user + system) / 1e6 };
}

/** node dist/bench/jobs/nsga-speed.js [--polish none|levels|all]: evaluations per CPU second, printed. */
if (process.argv[1]?.endsWith(join('jobs', 'nsga-speed.js')) === true) {
  const at = process.argv.indexOf('--polish');
  const polish = at < 0 ? NSGA.polish : (process.argv[at + 1] as NsgaOptions['polish']);
  const { cpuS, evaluations } = nsgaSpeed({ ...NSGA, polish });
  const words = `${CASES.length} fronts, ${evaluations} evaluations, ${cpuS.toFixed(2)} CPU s, ${(evaluations / cpuS).toFixed(0)} per s`;
  process.stdout.write(`${words}\n`);
}

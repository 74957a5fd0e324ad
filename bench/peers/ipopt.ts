import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RewardRateModel } from '../../models/families/reward-rate/model.js';
import { ipoptData } from './ipopt-data.js';

/** One iteration of Ipopt. */
interface Iterate {
  readonly seconds: number;
  readonly rewardPerS: number;
  readonly infeasible: number;
}

export interface IpoptRun {
  readonly iterates: readonly Iterate[];
  readonly ended: string;
  /** Best iterate whose constraint violation is at most 1e-4 (scaled). */
  readonly best: Iterate;
}

const FEASIBLE = 1e-4;

export function compileIpopt(source: string, scratch: string): string {
  const program = join(scratch, 'ipopt_nlp');
  const words = ['-O3', '-DHAVE_CSTDDEF', source, '-I/usr/include/coin', '-lipopt', '-o', program];
  execFileSync('g++', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  return program;
}

export function runIpopt(
  program: string,
  model: RewardRateModel,
  classes: number,
  seconds: number,
  scratch: string,
): IpoptRun {
  const data = join(scratch, 'problem.txt');
  writeFileSync(data, ipoptData(model, classes));
  const { stdout } = spawnSync(program, [data, String(seconds)], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const lines = stdout.trim().split('\n');
  const iterates = lines.flatMap((line): Iterate[] => {
    if (line.startsWith('end')) return [];
    const [at, rewardPerS, infeasible] = line.split(' ').map(Number);
    return [{ seconds: at!, rewardPerS: rewardPerS!, infeasible: infeasible! }];
  });
  const kept = iterates.filter(({ infeasible }) => infeasible <= FEASIBLE);
  const best = kept.reduce((most, one) => (one.rewardPerS > most.rewardPerS ? one : most), kept[0] ?? iterates[0]!);
  return { iterates, ended: lines.find((line) => line.startsWith('end')) ?? '', best };
}

/**
 * Returns the time at which an iterate with a constraint violation of at most 1e-4 first earned at least `rewardPerS`,
 * s; null if there is none.
 */
export function reached({ iterates }: IpoptRun, rewardPerS: number): number | null {
  const first = iterates.find((one) => one.infeasible <= FEASIBLE && one.rewardPerS >= rewardPerS);
  return first?.seconds ?? null;
}

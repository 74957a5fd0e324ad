import { execFileSync, spawnSync } from 'node:child_process';

/** What the machine has of the programs compared with, and how to get what it lacks (Debian's package names). */
export interface Tool {
  readonly name: string;
  readonly install: string;
  readonly present: boolean;
}

function runs(command: string, words: readonly string[]): boolean {
  return spawnSync(command, words, { stdio: 'ignore' }).status === 0;
}

/** The interpreter that sees the distribution's packages. */
export const PYTHON = '/usr/bin/python3';

export function tools(): Readonly<Record<'scipy' | 'deap' | 'glpsol' | 'ipopt', Tool>> {
  return {
    scipy: tool('SciPy', 'python3-scipy', runs(PYTHON, ['-c', 'import scipy'])),
    deap: tool('DEAP', 'python3-deap python3-numpy', runs(PYTHON, ['-c', 'import deap, numpy'])),
    glpsol: tool('glpsol', 'glpk-utils', runs('glpsol', ['--version'])),
    ipopt: tool('Ipopt', 'g++ coinor-libipopt-dev', runs('g++', ['--version']) && hasIpopt()),
  };
}

function tool(name: string, install: string, present: boolean): Tool {
  return { name, install, present };
}

function hasIpopt(): boolean {
  const source = '#include <coin/IpTNLP.hpp>\nint main() {}';
  const compiled = spawnSync('g++', ['-DHAVE_CSTDDEF', '-I/usr/include/coin', '-x', 'c++', '-fsyntax-only', '-'], {
    input: source,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return compiled.status === 0;
}

/** The one JSON object a program prints. */
export function jsonOf(command: string, words: readonly string[]): Record<string, number | null> {
  const text = execFileSync(command, words, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(text.trim().split('\n').at(-1)!) as Record<string, number | null>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

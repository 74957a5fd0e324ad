import { execFileSync, spawnSync } from 'node:child_process';

/** A program that Plenum is compared with: whether it is installed, and the Debian packages that install it. */
export interface Tool {
  readonly name: string;
  readonly install: string;
  readonly present: boolean;
}

function runs(command: string, words: readonly string[]): boolean {
  return spawnSync(command, words, { stdio: 'ignore' }).status === 0;
}

/** Python interpreter that finds the packages of the Linux distribution. */
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

/** Runs a program and returns the JSON object that it prints in its last line. */
export function jsonOf(command: string, words: readonly string[]): Record<string, number | null> {
  const text = execFileSync(command, words, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(text.trim().split('\n').at(-1)!) as Record<string, number | null>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

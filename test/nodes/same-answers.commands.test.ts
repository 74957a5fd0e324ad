import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plenumScript } from '../support/build-dist.js';
import { temporaryDirectory } from '../support/small-instance.js';
import { differencesOf } from './differences.js';

/** Programs of two Node.js versions, separated by a colon: .ci/run names the oldest supported and the newest with long support. */
const NODES = (process.env['PLENUM_NODES'] ?? '').split(':').filter((node) => node !== '');
/** Exponentials and the like may end in another digit from one version to the next. */
const LAST_DIGITS = 1e-9;
/** Bounds along the frontier of jobs are what a few passes of a search for prices reach, which multiply a last digit: each is proven by itself. */
const AFTER_FEW_PASSES = {
  paths: ['$.details.frontier.', '$.details.valueBoundAtEnergy', '$.details.energyBoundForValueJ'],
  tolerance: 1e-3,
};

interface Case {
  readonly family: string;
  readonly words: readonly string[];
  /** Files that are alike byte for byte. */
  readonly files: readonly string[];
  /** 0 where no transcendental function enters. */
  readonly tolerance: number;
}

const CASES: readonly Case[] = [
  { family: 'reward-rate', words: ['solve', 'room-1080-hybrid'], files: ['plan.json', 'plan.csv'], tolerance: 0 },
  // Probabilities: erf, exp and log.
  { family: 'robust', words: ['solve', 'tiny-more-cores-than-tasks'], files: [], tolerance: LAST_DIGITS },
  // Its prices and arrivals are lists: neither sun nor wind is computed.
  { family: 'geo', words: ['solve', 'tiny-arbitrage'], files: ['plan.json', 'ledger.csv'], tolerance: 0 },
  // Exponentials of time-utility functions and of the times of jobs.
  { family: 'utility', words: ['solve', 'preemptive-64'], files: [], tolerance: LAST_DIGITS },
  { family: 'jobs', words: ['solve', 'tiny-node-types'], files: [], tolerance: LAST_DIGITS },
  { family: 'templates', words: ['templates', 'build', 'tiny-two-quadrants'], files: ['out'], tolerance: 0 },
];

describe('answers on two Node.js versions', () => {
  it.skipIf(NODES.length === 0)('are asked of two versions', () => {
    const versions = NODES.map((node) => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim());
    console.log(`Answers of Node.js ${versions.join(' and ')} compared.`);
    expect(new Set(versions).size).toBe(2);
  });

  it.skipIf(NODES.length === 0).each(CASES)('of $family are the same', ({ words, files, tolerance }) => {
    const answers = NODES.map((node) => {
      const directory = temporaryDirectory();
      mkdirSync(directory, { recursive: true });
      // From the same place by the same name: the paths in the answers are alike.
      const asked = [plenumScript, ...words, '--out', 'out', '--json'];
      const json = execFileSync(node, asked, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
      const written = files.map((name) =>
        readFileSync(name === 'out' ? join(directory, name) : join(directory, 'out', name)),
      );
      return { json: JSON.parse(json) as unknown, written };
    });
    const [one, other] = answers as [(typeof answers)[0], (typeof answers)[0]];
    const isFrontier = (path: string): boolean => AFTER_FEW_PASSES.paths.some((own) => path.startsWith(own));
    const strict = differencesOf(one.json, other.json, tolerance).filter(({ path }) => !isFrontier(path));
    const loose = differencesOf(one.json, other.json, AFTER_FEW_PASSES.tolerance).filter(({ path }) =>
      isFrontier(path),
    );
    expect([...strict, ...loose]).toEqual([]);
    files.forEach((name, n) => {
      expect([name, one.written[n]!.equals(other.written[n]!)]).toEqual([name, true]);
    });
  });
});

describe('differencesOf', () => {
  it('finds another number, another word, and what only one side has', () => {
    const one = { objective: 100, ended: 'solved', timeS: { total: 1 }, binding: [{ amount: 1 }] };
    expect(differencesOf(one, { ...one, timeS: { total: 2 } }, 0)).toEqual([]);
    const near = { ...one, objective: 100 + 1e-8 };
    expect(differencesOf(one, near, LAST_DIGITS)).toEqual([]);
    expect(differencesOf(one, near, 0)).toEqual([{ path: '$.objective', one: 100, other: near.objective }]);
    expect(differencesOf(one, { ...one, objective: 100.000001 }, LAST_DIGITS)).toHaveLength(1);
    expect(differencesOf(one, { ...one, ended: 'stopped', binding: [{ amount: 1 }, 2] }, LAST_DIGITS)).toEqual([
      { path: '$.ended', one: 'solved', other: 'stopped' },
      { path: '$.binding.1', one: undefined, other: 2 },
    ]);
    expect(differencesOf(one, { ...one, objective: null }, LAST_DIGITS)).toHaveLength(1);
  });
});

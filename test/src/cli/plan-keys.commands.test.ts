import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../../support/repository.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

describe('a key that stands twice in a plan', () => {
  test.each([
    ['reward-rate/tiny-deadline', '"nodes": 1', 'assignments[0].nodes', ['check']],
    ['robust/tiny-fits-one-node', '"core": 0', 'cores[0].core', ['check']],
    ['geo/tiny-arbitrage', '"method": "gld-lp"', 'method', ['check']],
    ['robust/tiny-fits-one-node', '"core": 0', 'cores[0].core', ['solve', '--method', 'tabu', '--start']],
  ] as const)('%s: %s again is refused at %s, whatever its value, by %j', async (name, entry, path, words) => {
    const file = join(repository, `instances/${name}.json`);
    const out = join(temporaryDirectory(), 'out');
    expect((await plenum('solve', file, '--out', out)).code).toBe(0);
    const text = JSON.stringify(JSON.parse(readFileSync(join(out, 'plan.json'), 'utf8')), null, 1);
    expect(text).toContain(entry);
    const planFile = join(temporaryDirectory(), 'plan.json');
    const [command, ...options] = words;
    const run = () => plenumJson(command, file, ...options, planFile);
    // Even the same value again: readers differ in which one they take.
    for (const again of [entry, entry.replace(/: .*/, ': 2')]) {
      writeFileSync(planFile, text.replace(entry, `${entry}, ${again}`));
      const { code, json } = await run();
      expect([again, code, json['error']]).toEqual([again, 2, 'badInput']);
      expect((json['faults'] as { path: string }[]).map((fault) => fault.path)).toContain(path);
    }
    writeFileSync(planFile, text);
    expect((await run()).code).toBe(0);
  });
});

test('templates coverage takes 100,000 samples and no more, and says so before it reads anything', async () => {
  const words = ['templates', 'coverage', 'nowhere.sqlite', '--json', '--samples'];
  const most = await plenum(...words, '100000');
  expect(most.code).toBe(2);
  expect(most.stdout + most.stderr).not.toContain('--samples');
  for (const samples of ['100001', '1e9', '-1', '2.5']) {
    const more = await plenum(...words, samples);
    expect(more.code).toBe(2);
    expect(more.stdout + more.stderr).toMatch(/--samples[\s\S]*100000/);
  }
});

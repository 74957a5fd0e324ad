import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SolveOptions, solve } from '../../../src/library/index.js';
import { accepted } from '../../../src/reproduction/library-calls.js';
import { temporaryDirectory } from '../../support/small-instance.js';

const INSTANCE = 'tiny-arbitrage';
const search = async (options: SolveOptions) =>
  accepted(await solve(INSTANCE, { method: 'gald-cl', bound: false, ...options }));

describe('the search of gald-cl as the library offers it', () => {
  it('has the generations that are asked for in every epoch, also where they gain nothing', async () => {
    const { record } = await search({ generations: 700 });
    expect(record.work['generations']).toBe(700 * record.work['searchedEpochs']!);
    expect((await search({ generations: 40, efficiency: 'cores' })).record.work['generations']).toBe(
      40 * record.work['searchedEpochs']!,
    );
  });

  it('goes on from a file of the same search, begins that of another anew, and refuses any other file', async () => {
    const resume = join(temporaryDirectory(), 'search.jsonl');
    const { plan, record } = await search({ generations: 30, resume });
    const lines = readFileSync(resume, 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(1 + record.work['searchedEpochs']!);
    writeFileSync(resume, `${lines.slice(0, 2).join('\n')}\n`);
    const again = await search({ generations: 30, resume });
    // Steps are those of the run that goes on.
    expect([again.plan, { ...again.record.work, steps: null }]).toEqual([plan, { ...record.work, steps: null }]);
    expect(again.record.work['steps']).toBeLessThan(record.work['steps']!);
    expect(readFileSync(resume, 'utf8').trimEnd().split('\n')).toEqual(lines);
    await search({ generations: 31, resume });
    expect(readFileSync(resume, 'utf8').split('\n')[0]).not.toBe(lines[0]);
    writeFileSync(resume, 'my notes\n');
    const refused = await solve(INSTANCE, { method: 'gald-cl', generations: 30, resume });
    expect(refused).toMatchObject({ ok: false, faults: [{ file: 'call', path: 'resume', value: resume }] });
    expect(readFileSync(resume, 'utf8')).toBe('my notes\n');
  });

  it('is refused to methods that search otherwise', async () => {
    const resume = join(temporaryDirectory(), 'search.jsonl');
    for (const option of [{ generations: 5 }, { efficiency: 'cores' as const }, { resume }]) {
      const refused = await solve(INSTANCE, { method: 'gld-lp', ...option });
      expect(refused).toMatchObject({ ok: false, faults: [{ file: 'call', path: Object.keys(option)[0] }] });
    }
    expect(existsSync(resume)).toBe(false);
  });
});

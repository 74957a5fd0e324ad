import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectOneObject, plenum, plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

let place: string;
let study: string;
beforeEach(() => {
  place = temporaryDirectory();
  study = path.join(place, 'study.json');
});

function written(more: object): void {
  const own = { format: 'plenum.study', formatVersion: 1, name: 'tiny', budgets: [{ work: 20 }] };
  writeFileSync(study, JSON.stringify({ ...own, instances: ['reward-rate/tiny-deadline'], ...more }));
}

describe('plenum study check', () => {
  it('tells the axes and the number of runs of a good study, and writes nothing', async () => {
    written({ methods: ['greedy-power', 'greedy'], seeds: '1..3' });
    const out = path.join(place, 'folder');
    const { code, stdout } = await plenum('study', 'check', study, '--out', out, '--json');
    const details = expectOneObject(stdout)['details'];
    expect([code, details]).toMatchObject([0, { runs: 6, done: 0, axes: { seed: [1, 2, 3] } }]);
    expect(existsSync(out)).toBe(false);
  });

  it('names every fault of a malformed study, with its place, in one refusal', async () => {
    written({ methods: ['greedy-power'], seeds: '3..1', budgets: [{ time: '2 kW' }] });
    const { code, json } = await plenumJson('study', 'check', study);
    const faults = json['faults'] as readonly { readonly file: string; readonly path: string }[];
    expect([code, faults.map((fault) => fault.path).sort()]).toEqual([2, ['budgets[0].time', 'seeds']]);
    expect(new Set(faults.map(({ file }) => file))).toEqual(new Set([study]));
  });

  it('asks for --yes above 10,000 runs, and only then', async () => {
    written({ methods: ['greedy-power'], seeds: '1..10001' });
    const asked = await plenumJson('study', 'check', study);
    expect(asked.code).toBe(2);
    expect(asked.json['faults']).toMatchObject([{ value: 'a product of 10001 runs' }]);
    const meant = await plenumJson('study', 'check', study, '--yes');
    expect([meant.code, meant.json['details']]).toMatchObject([0, { runs: 10001 }]);
  });

  it('counts seeds of a generator call as instances', async () => {
    const generate = { centres: 4 };
    written({ instances: [{ generate, seeds: '1..2' }], methods: undefined });
    const { code, json } = await plenumJson('study', 'check', study);
    expect([code, json['details']]).toMatchObject([0, { runs: 2 }]);
  });

  it('lets instances name files outside their folders only with --allow-outside', async () => {
    written({ instances: [path.join(place, 'room.json')] });
    const matrix = path.join(temporaryDirectory(), 'matrix.json');
    writeFileSync(path.join(place, 'room.json'), JSON.stringify({ facility: { file: matrix } }));
    const refused = await plenumJson('study', 'check', study);
    expect([refused.code, JSON.stringify(refused.json['faults'])]).toEqual([
      2,
      expect.stringContaining('--allow-outside'),
    ]);
    const allowed = await plenumJson('study', 'check', study, '--allow-outside');
    expect(JSON.stringify(allowed.json['faults'])).not.toContain('--allow-outside');
  });
});

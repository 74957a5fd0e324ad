import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkStudy } from '../../../src/library/index.js';
import { accepted, faultsOf } from '../../support/accepted.js';
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

describe('the check of a study', () => {
  it('tells the axes and the number of runs of a good study, and writes nothing', async () => {
    written({ methods: ['greedy-power', 'greedy'], seeds: '1..3' });
    const out = path.join(place, 'folder');
    const { record } = accepted(await checkStudy(study, { out }));
    expect(record.details).toMatchObject({ runs: 6, done: 0, axes: { seed: [1, 2, 3] } });
    expect(existsSync(out)).toBe(false);
  });

  it('names every fault of a malformed study, with its place, in one refusal', async () => {
    written({ methods: ['greedy-power'], seeds: '3..1', budgets: [{ time: '2 kW' }] });
    const faults = faultsOf(await checkStudy(study));
    expect(faults.map((fault) => fault.path).sort()).toEqual(['budgets[0].time', 'seeds']);
    expect(new Set(faults.map(({ file }) => file))).toEqual(new Set([study]));
  });

  it('asks for a yes above 10,000 runs, and only then', async () => {
    written({ methods: ['greedy-power'], seeds: '1..10001' });
    expect(faultsOf(await checkStudy(study))).toMatchObject([{ value: 'a product of 10001 runs' }]);
    expect(accepted(await checkStudy(study, { yes: true })).record.details).toMatchObject({ runs: 10001 });
  });

  it('counts seeds of a generator call as instances', async () => {
    const generate = { racks: 60 };
    written({ instances: [{ generate, seeds: '1..2' }], methods: undefined });
    expect(accepted(await checkStudy(study)).record.details).toMatchObject({ runs: 2 });
  });

  it('lets instances name files outside their folders only where that is allowed', async () => {
    written({ instances: [path.join(place, 'room.json')] });
    const matrix = path.join(temporaryDirectory(), 'matrix.json');
    writeFileSync(path.join(place, 'room.json'), JSON.stringify({ facility: { file: matrix } }));
    const said = async (allowOutside: boolean): Promise<string> =>
      JSON.stringify(faultsOf(await checkStudy(study, { allowOutside })));
    expect(await said(false)).toContain('allowOutside');
    expect(await said(true)).not.toContain('allowOutside');
  });
});

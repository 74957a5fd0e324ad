import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { executeRun } from '../../../../src/workbench/study/execute.js';
import { type OpenedStudy, openStudy } from '../../../../src/workbench/study/open.js';
import type { Refused } from '../../../../src/instances/fault.js';
import { temporaryDirectory } from '../../../support/small-instance.js';

let folder = '';
beforeEach(() => {
  folder = temporaryDirectory();
});

const HEAD = { format: 'plenum.study', formatVersion: 1, name: 'tried' };

async function opened(study: object | string, out: string | null = null): Promise<OpenedStudy | Refused> {
  const isText = typeof study === 'string';
  const file = join(folder, isText ? 'tried.yaml' : 'tried.json');
  writeFileSync(file, isText ? study : JSON.stringify({ ...HEAD, ...study }));
  const request = { study: file, out, yes: false, allowOutside: false };
  return openStudy({ ...request, packageDirectory: resolve('.'), plenumVersion: '1.0.0' });
}

async function whole(study: object | string, out: string | null = null): Promise<OpenedStudy> {
  const answer = await opened(study, out);
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults, null, 1));
  return answer;
}

describe('a study of bundled instances', () => {
  it('has a run for each instance, change, method, budget and seed, the seed turning fastest', async () => {
    const { runs } = await whole({
      instances: ['reward-rate/tiny-deadline'],
      changes: { powerCapW: '300 W..400 W step 100 W' },
      methods: ['greedy-power', 'nlp'],
      seeds: '1..2',
      budgets: [{ work: 100 }],
    });
    const told = runs.map(({ cell }) => [cell['powerCapW'], cell['method'], cell['budget'], cell['seed']]);
    const expected = [300, 400].flatMap((cap) =>
      ['greedy-power', 'nlp'].flatMap((method) => [1, 2].map((seed) => [cap, method, '100 steps', seed])),
    );
    expect(told).toEqual(expected);
    expect(new Set(runs.map(({ key }) => key)).size).toBe(8);
    expect(runs[0]!.identity.instance.changes).toEqual([{ field: 'limits.powerCapW', value: 300, factor: false }]);
  });

  it('has the same keys in another folder, and none but its changed instances in the folder', async () => {
    const study = { instances: ['reward-rate/tiny-deadline'], changes: { powerCapW: ['300 W', '400 W'] } };
    const first = await whole(study, join(folder, 'one'));
    const second = await whole(study, join(folder, 'other'));
    expect(second.runs.map(({ key }) => key)).toEqual(first.runs.map(({ key }) => key));
    expect(readdirSync(join(folder, 'one')).sort()).toEqual(['instances', 'place.json', 'study.json']);
    expect(readdirSync(join(folder, 'one', 'instances')).filter((name) => name.endsWith('.json'))).toHaveLength(2);
  });

  it('is the same where its folder is named instead of the file', async () => {
    const out = join(folder, 'one');
    const first = await whole({ instances: ['robust/tiny-one-task'], seeds: [3, 4] }, out);
    const again = await openStudy({
      study: out,
      out: null,
      yes: false,
      allowOutside: false,
      packageDirectory: resolve('.'),
      plenumVersion: '1.0.0',
    });
    expect(again).toMatchObject({ ok: true, runs: first.runs, folder: out, changed: null });
  });
});

describe('the name of a bundled study', () => {
  const named = (study: string): Promise<OpenedStudy | Refused> =>
    openStudy({
      study,
      out: null,
      yes: false,
      allowOutside: false,
      packageDirectory: resolve('.'),
      plenumVersion: '1.0.0',
    });

  it('is found with and without its folder and its ending', async () => {
    const keys = await Promise.all(
      ['instances/studies/reproduction/fig-3.4-reduced.json', 'reproduction/fig-3.4-reduced', 'fig-3.4-reduced'].map(
        async (word) => {
          const answer = await named(word);
          return answer.ok ? answer.runs.map(({ key }) => key) : answer.faults;
        },
      ),
    );
    expect(keys[0]!.length).toBeGreaterThan(1);
    expect(keys.slice(1)).toEqual([keys[0], keys[0]]);
  });

  it('is suggested where a name is nearly that of one, in its folder, too', async () => {
    for (const [word, meant] of [
      ['tiny-method', 'tiny-methods'],
      ['fig-3.4-reducd', 'fig-3.4-reduced'],
      ['reproduction/fig-3.4-reducd', 'reproduction/fig-3.4-reduced'],
    ]) {
      const remedy = expect.stringContaining(`Did you mean "${meant!}"`) as string;
      expect(await named(word!)).toMatchObject({ ok: false, faults: [{ path: '<study>', remedy }] });
    }
  });
});

describe('a change', () => {
  const instances = ['reward-rate/tiny-deadline', 'robust/tiny-one-task'];

  it('is left out where an instance has no such field, with a note', async () => {
    const { runs, notes } = await whole({ instances, changes: { 'limits.powerCapW': [44, 45] } });
    expect(runs.map(({ cell }) => cell['limits.powerCapW'])).toEqual([44, 45, null]);
    expect(notes.join()).toContain('tiny-one-task: no limits.powerCapW; it is run without this change.');
  });

  it('is refused where no instance has the field, with the nearest name', async () => {
    const answer = await opened({ instances, changes: { 'limits.deadlinS': [1, 2] } });
    const faults = answer.ok ? [] : answer.faults;
    expect(faults).toMatchObject([{ path: 'changes["limits.deadlinS"]' }]);
    expect(faults[0]!.remedy).toContain('the instance has no limits.deadlinS');
  });

  it('goes through [*] over maps, whose members are alike, and over no others', async () => {
    const [own] = instances.slice(1);
    const means = { 'workload.tasks.tasks[*].meanS[*]': [90, 100] };
    expect((await whole({ instances: [own], changes: means })).runs).toHaveLength(2);
    const limits = await opened({ instances, changes: { 'limits[*]': ['x0.9', 'x1'] } });
    expect(limits).toMatchObject({ ok: false, faults: [{ path: 'changes["limits[*]"]' }] });
    expect(limits.ok ? '' : limits.faults[0]!.remedy).toContain('limits is no number');
  });
});

describe('a run', () => {
  it('is recorded with the value of its plan, and the same twice but for the machine', async () => {
    const { runs, place } = await whole({
      instances: ['reward-rate/tiny-deadline'],
      methods: ['greedy-power'],
      budgets: [{ work: 100 }],
    });
    const [first, second] = [
      await executeRun({ run: runs[0]!, place, plan: true }),
      await executeRun({ run: runs[0]!, place, plan: false }),
    ];
    expect(first.record).toMatchObject({
      key: runs[0]!.key,
      outcome: { failure: null, feasible: true, better: 'more' },
    });
    expect(JSON.parse(first.plan!)).toHaveProperty('format', 'plenum.reward-rate-plan');
    expect(second.plan).toBeNull();
    expect({ ...second.record, machine: null }).toEqual({ ...first.record, machine: null });
  });
});

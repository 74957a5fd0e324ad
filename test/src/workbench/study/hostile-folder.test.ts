import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, test } from 'vitest';
import type { Fault } from '../../../../src/instances/fault.js';
import { openStudy } from '../../../../src/workbench/study/open.js';
import { placeIn, studyIn } from '../../../../src/workbench/study/source.js';
import { lastingDirectory } from '../../../support/small-instance.js';

const root = lastingDirectory();
const STUDY = {
  format: 'plenum.study',
  formatVersion: 1,
  name: 't',
  instances: ['reward-rate/tiny-two-node-types'],
  methods: ['greedy'],
  budgets: [{ work: 5 }],
};

async function faultsOf(study: string): Promise<readonly Fault[]> {
  const opened = await openStudy({
    study,
    out: null,
    yes: false,
    allowOutside: false,
    packageDirectory: resolve('.'),
    plenumVersion: '1.0.0',
  });
  return opened.ok ? [] : opened.faults;
}

function written(name: string, keys: object): string {
  const file = join(root, name);
  writeFileSync(file, JSON.stringify({ ...STUDY, ...keys }));
  return file;
}

test.each([
  ['the length of a list', { 'workload.taskTypes.length': 1 }, ['changes["workload.taskTypes.length"]']],
  ['a value that another change has, by its short name', { 'limits.powerCapW': 900, powerCapW: 800 }, ['powerCapW']],
  [
    'a value that another change has, through [*]',
    { 'workload.taskTypes[*].deadlineS': 10, 'workload.taskTypes[0].deadlineS': 8 },
    ['workload.taskTypes[0].deadlineS'],
  ],
])('a change of %s is refused', async (_, changes, paths) => {
  const found = await faultsOf(written('changes.json', { changes }));
  expect(found.map(({ path }) => path)).toEqual(
    paths.map((path) => (path.startsWith('changes') ? path : `changes["${path}"]`)),
  );
});

it('a call of generate that is refused is told once, at its place in the study', async () => {
  const file = written('generate.json', { instances: [{ generate: { racks: 1 }, seeds: '1..1000' }] });
  const found = await faultsOf(file);
  expect(found.map(({ file: where, path }) => [where, path])).toEqual([[file, 'instances[0].generate.racks']]);
});

it('a study that cannot be looked at is refused: a link to itself, a name that is too long', async () => {
  symlinkSync('loop.json', join(root, 'loop.json'));
  for (const word of [join(root, 'loop.json'), 'x'.repeat(5000)]) {
    expect((await faultsOf(word)).map(({ path }) => path)).toEqual(['<study>']);
  }
});

it('a study.json of which a part is no such part is none', () => {
  const folder = join(root, 'folder');
  mkdirSync(folder);
  const kept = {
    format: 'plenum.study',
    formatVersion: 1,
    name: 't',
    title: null,
    verb: 'solve',
    changes: [],
    methods: null,
    instances: [{ from: 'bundled', name: 'x' }],
    options: {},
    seeds: [1],
    zip: [],
    only: [],
    without: [],
    budgets: [{ timeLimitS: null, workLimit: 5 }],
    limits: { timeS: null, memoryMiB: null },
    keep: [],
    bounds: true,
    stop: null,
    figures: [],
    words: {},
  };
  const isStudy = (value: unknown): boolean => {
    writeFileSync(join(folder, 'study.json'), JSON.stringify(value));
    return studyIn(folder) !== null;
  };
  expect(isStudy(kept)).toBe(true);
  expect(isStudy({ ...kept, instances: [5] })).toBe(false);
  expect(isStudy({ ...kept, methods: 5 })).toBe(false);
  expect(isStudy({ ...kept, budgets: [1] })).toBe(false);
  expect(isStudy({ ...kept, seeds: ['x'] })).toBe(false);
});

it('a place.json that says nothing stands for the folder itself', () => {
  writeFileSync(join(root, 'place.json'), 'null');
  expect(placeIn(root)).toEqual({ place: root, judged: [] });
});

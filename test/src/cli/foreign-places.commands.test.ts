import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeStudy, tinyStudyText } from '../../support/made-study.js';
import { type Obstacle, OBSTACLES, placeObstacle } from '../../support/obstacles.js';
import { repository } from '../../support/repository.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { mixedMatrix, smallInstance } from '../../support/small-instance.js';
import { treeOf } from '../../support/tree.js';

const root = mkdtempSync(join(tmpdir(), 'plenum-places-'));
/** Inputs of all commands: none of them is in the folder that is written to. */
const given = { small: '', study: '', made: '', database: '' };
const TEMPLATES = join(repository, 'instances/templates/tiny-two-quadrants.json');
const GREEDY = ['--method', 'greedy', '--no-bound'];

beforeAll(async () => {
  mkdirSync(join(root, 'inputs'));
  given.small = join(root, 'inputs', 'instance.json');
  const small = smallInstance();
  writeFileSync(given.small, JSON.stringify(small));
  writeFileSync(
    join(root, 'inputs', 'mixed.csv'),
    mixedMatrix(small)
      .map((row) => row.join(','))
      .join('\n'),
  );
  given.study = join(root, 'inputs', 'tiny.json');
  writeFileSync(given.study, tinyStudyText({ keep: ['plan'] }));
  mkdirSync(join(root, 'made'));
  given.made = await madeStudy(join(root, 'made'));
  given.database = join(root, 'inputs', 'templates.sqlite');
  expect((await plenum('templates', 'build', TEMPLATES, '--out', given.database, '--workers', '1')).code).toBe(0);
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

/** Writer: words of its command that write to the folder `at`, and the names that it writes there. */
interface Writer {
  readonly words: (at: string) => readonly string[];
  readonly names: readonly string[];
  /** Flag, true if --force lets it overwrite a file of somebody else. */
  readonly forced?: boolean;
}

const KEPT = ['records', 'set-aside', 'parts'];
const STUDY = [
  'study.json',
  'place.json',
  ...KEPT,
  'plans',
  'instances',
  'submissions',
  'comparisons',
  'sweeps',
  'days',
  'tables',
];
const sweepOf = (file: string): string[] => ['sweep', file, ...GREEDY, '--over', 'powerCapW=100,160'];
const dayOf = (file: string): string[] => ['day', file, ...GREEDY, '--profile', 'flat'];
const compareOf = (file: string): string[] => ['compare', file, '--methods', 'greedy', '--trials', '1'];

/** A study with a verb, written where the folder is not. */
function studyOf(verb: string, more: object): string {
  const file = join(root, 'inputs', `${verb}.json`);
  const head = { format: 'plenum.study', formatVersion: 1, name: verb, verb, budgets: [{ work: 5 }] };
  writeFileSync(file, JSON.stringify({ ...head, instances: ['tiny-two-node-types'], methods: ['greedy'], ...more }));
  return file;
}
const run = (file: string, at: string): string[] => ['study', 'run', file, '--out', at, '--workers', '1'];

const WRITERS: Readonly<Record<string, Writer>> = {
  solve: {
    words: (at) => ['solve', given.small, ...GREEDY, '--out', at],
    names: ['plan.json', 'plan.csv', 'report.html', 'result.json', 'plenum.sha256'],
    forced: true,
  },
  compare: {
    words: (at) => [...compareOf(given.small), '--out', at],
    names: ['compare.json', 'compare.csv', 'compare.html', 'compare.records.jsonl', 'plenum.sha256', ...KEPT],
    forced: true,
  },
  sweep: {
    words: (at) => [...sweepOf(given.small), '--out', at],
    names: ['sweep.json', 'sweep.csv', 'plenum.sha256', ...KEPT],
    forced: true,
  },
  day: {
    words: (at) => [...dayOf(given.small), '--out', at],
    names: ['day.json', 'plans.csv', 'plenum.sha256', ...KEPT],
    forced: true,
  },
  reproduce: {
    words: (at) => ['reproduce', 'fig-3.4', '--trials', '1', '--workers', '1', '--out', at],
    names: ['fig-3.4-reduced.records.jsonl', 'fig-3.4-reduced.html', 'plenum.sha256', ...KEPT],
    forced: true,
  },
  arena: {
    words: (at) => ['arena', given.small, '--budgets', '5', '--variants', '2', '--out', at],
    names: ['arena.study.json', 'report.html', 'plenum.sha256', ...STUDY],
  },
  generate: {
    words: (at) => ['generate', given.small, '--out', at],
    names: ['small-v1.json', 'mixed.csv'],
    forced: true,
  },
  'export of a part': {
    words: (at) => ['export', 'matrix', given.small, '--out', join(at, 'w.csv')],
    names: ['w.csv', 'plenum.sha256'],
    forced: true,
  },
  'bound --write-model': {
    words: (at) => ['bound', given.small, '--write-model', join(at, 'model.lp')],
    names: ['model.lp', 'plenum.sha256'],
    forced: true,
  },
  'compare --write-study': {
    words: (at) => [...compareOf(given.small), '--write-study', join(at, 'compare.json')],
    names: ['compare.json'],
    forced: true,
  },
  'study run': { words: (at) => run(given.study, at), names: STUDY },
  'study run of a comparison': {
    words: (at) => run(studyOf('compare', { seeds: 1 }), at),
    names: ['compare.json', 'compare.csv', 'plenum.sha256', ...STUDY],
  },
  'study run of a sweep': {
    words: (at) => run(studyOf('sweep', { words: { over: 'powerCapW=100,160' } }), at),
    names: ['sweep.json', 'sweep.csv', 'plenum.sha256', ...STUDY],
  },
  'study submit': {
    words: (at) => ['study', 'submit', given.study, '--out', at, '--engine', 'command', '--template', 'true {command}'],
    names: STUDY,
  },
  'study report': {
    words: (at) => ['study', 'report', given.made, '--out', join(at, 'page.html')],
    names: ['page.html', 'plenum.sha256'],
    forced: true,
  },
  'study export': {
    words: (at) => ['study', 'export', given.made, '--format', 'sqlite', '--out', join(at, 'runs.sqlite')],
    names: ['runs.sqlite', 'plenum.sha256'],
    forced: true,
  },
  'templates build': {
    words: (at) => ['templates', 'build', TEMPLATES, '--out', join(at, 'db.sqlite'), '--workers', '1'],
    names: ['db.sqlite', 'db.sqlite.journal.jsonl'],
    forced: true,
  },
  'templates export': {
    words: (at) => ['templates', 'export', given.database, '--format', 'csv', '--out', join(at, 'all.csv')],
    names: ['all.csv'],
    forced: true,
  },
  'templates atlas': {
    words: (at) => ['templates', 'atlas', given.database, '--out', join(at, 'atlas.html')],
    names: ['atlas.html', 'plenum.sha256'],
    forced: true,
  },
};

/** The command refused, an obstacle in one of its names, with nothing changed in the folder and in what links lead to. */
async function expectRefused(words: Writer['words'], name: string, what: Obstacle, ...more: string[]): Promise<void> {
  const place = mkdtempSync(join(root, 'place-'));
  const [at, outside] = [join(place, 'at'), join(place, 'outside')];
  for (const folder of name === '' ? [outside] : [at, outside]) mkdirSync(folder);
  placeObstacle(what, join(at, name), outside);
  const before = treeOf(place);
  const { code, json, stderr } = await plenumJson(...words(at), ...more);
  const said = JSON.stringify(json['faults']);
  expect({ name, what, code, names: said.includes(join(at, name)), said, stderr }).toMatchObject({
    code: 2,
    names: true,
  });
  expect({ name, what, tree: treeOf(place) }).toEqual({ name, what, tree: before });
}

describe('a name that Plenum writes', () => {
  test.each(Object.entries(WRITERS))(
    '%s refuses where something else has it, a link or a folder even with --force, and changes nothing',
    async (_, { words, names, forced = false }) => {
      for (const name of names) {
        for (const what of OBSTACLES) {
          await expectRefused(words, name, what);
          const isLost = what === 'a file' && !KEPT.includes(name) && name !== 'plenum.sha256';
          if (forced && !isLost) await expectRefused(words, name, what, '--force');
        }
      }
    },
  );

  test.each(Object.entries(WRITERS))('%s refuses a folder that is none', async (_, { words }) => {
    for (const what of ['a file', 'a link to a file', 'a link to nothing'] as const)
      await expectRefused(words, '', what);
  });

  test.each(Object.entries(WRITERS))('%s refuses a folder behind a file', async (_, { words }) => {
    await expectRefused((at) => words(join(at, 'below')), '', 'a file');
  });

  test('collect refuses tables of somebody else, and a link in their place', async () => {
    for (const what of OBSTACLES) {
      const place = mkdtempSync(join(root, 'collect-'));
      mkdirSync(join(place, 'outside'));
      cpSync(given.made, join(place, 'study'), { recursive: true });
      placeObstacle(what, join(place, 'study', 'tables'), join(place, 'outside'));
      const before = treeOf(place);
      const { code, json } = await plenumJson('study', 'collect', join(place, 'study'));
      expect([code, JSON.stringify(json['faults'])]).toEqual([
        2,
        expect.stringContaining(join(place, 'study', 'tables')),
      ]);
      expect(treeOf(place)).toEqual(before);
    }
  });

  test('a study folder that is run again refuses one that was put in the place of its own', async () => {
    for (const name of ['records', 'study.json', 'place.json']) {
      for (const what of OBSTACLES) {
        const place = mkdtempSync(join(root, 'again-'));
        mkdirSync(join(place, 'outside'));
        cpSync(given.made, join(place, 'study'), { recursive: true });
        rmSync(join(place, 'study', name), { recursive: true });
        placeObstacle(what, join(place, 'study', name), join(place, 'outside'));
        const before = treeOf(place);
        const { code } = await plenumJson(...run(`${given.made}.json`, join(place, 'study')));
        expect([name, what, code]).toEqual([name, what, 2]);
        expect(treeOf(place)).toEqual(before);
      }
    }
  });
});

describe('a folder given to --out', () => {
  test('may itself be a link to a folder, and is written through', async () => {
    const place = mkdtempSync(join(root, 'linked-'));
    mkdirSync(join(place, 'scratch'));
    symlinkSync('scratch', join(place, 'out'));
    const words = [...sweepOf(given.small), '--out', join(place, 'out')];
    expect((await plenum(...words)).code).toBe(0);
    expect((await plenum(...words)).code).toBe(0);
    expect(Object.keys(treeOf(join(place, 'scratch')))).toEqual(expect.arrayContaining(['sweep.json', 'records']));
    expect(treeOf(place)['out']).toBe('link to scratch');
  });

  test.each(['records', 'parts'])('may hold an empty %s, which nobody has made anything of yet', async (name) => {
    const at = mkdtempSync(join(root, 'empty-'));
    mkdirSync(join(at, name));
    expect((await plenum(...sweepOf(given.small), '--out', at)).code).toBe(0);
    expect(treeOf(at)[`${name}/plenum.folder`]).toBeDefined();
  });

  test('keeps what others put beside the records and the parts, also where a record is damaged', async () => {
    const at = mkdtempSync(join(root, 'beside-'));
    const words = [...sweepOf(given.small), '--out', at];
    expect((await plenum(...words)).code).toBe(0);
    const own = ['records/photo.jpg', 'records/ab/photo.json', 'parts/notes', 'parts/ab/x.json'];
    for (const name of ['records/ab', 'parts/ab']) mkdirSync(join(at, name), { recursive: true });
    for (const name of own) writeFileSync(join(at, name), 'mine');
    const [record] = Object.keys(treeOf(at)).filter((name) => /^records\/..\/[0-9a-f]{64}\.json$/.test(name));
    writeFileSync(join(at, record!), 'damaged');
    const before = treeOf(at);
    const again = await plenum(...words);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('photo.jpg')]);
    const after = treeOf(at);
    for (const name of own) expect(after[name]).toBe(before[name]);
    expect(Object.keys(after).filter((name) => name.startsWith('set-aside/') && name.endsWith('.json'))).toEqual([
      record!.replace('records/', 'set-aside/'),
    ]);
  });
});

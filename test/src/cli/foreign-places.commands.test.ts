import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { sweep } from '../../../src/library/index.js';
import { accepted } from '../../support/accepted.js';
import { triesAll } from '../../support/fuzz.js';
import { madeStudy, tinyStudyText } from '../../support/made-study.js';
import { type Obstacle, OBSTACLES, placeObstacle } from '../../support/obstacles.js';
import { repository } from '../../support/repository.js';
import { plenumJson } from '../../support/run-cli.js';
import { lastingDirectory, mixedMatrix, smallInstance } from '../../support/small-instance.js';
import { tinyDatabase } from '../../support/tiny-database.js';
import { treeOf } from '../../support/tree.js';

const root = lastingDirectory();
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
  writeFileSync(given.database, await tinyDatabase());
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
    names: ['arena.study.json', 'report.html', 'plenum.sha256'],
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
    names: ['compare.json', 'compare.csv', 'plenum.sha256'],
  },
  'study run of a sweep': {
    words: (at) => run(studyOf('sweep', { words: { over: 'powerCapW=100,160' } }), at),
    names: ['sweep.json', 'sweep.csv', 'plenum.sha256'],
  },
  'study submit': {
    words: (at) => ['study', 'submit', given.study, '--out', at, '--engine', 'command', '--template', 'true {command}'],
    names: ['study.json', 'place.json', 'submissions'],
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

/** An obstacle in the way of a writer: its name, '' for the folder itself, and whether the writer is to overwrite. */
interface Case {
  readonly name: string;
  readonly what: Obstacle;
  readonly isForced: boolean;
}

/** Cases of a writer: all of them with PLENUM_FUZZ=all, else each name once, with the obstacles and --force in turn. */
function casesOf(names: readonly string[], forced: boolean): readonly Case[] {
  const all = names.map((name) =>
    OBSTACLES.flatMap((what): Case[] => {
      const isLost = what === 'a file' && !KEPT.includes(name) && name !== 'plenum.sha256';
      const plain = { name, what, isForced: false };
      return forced && !isLost ? [plain, { ...plain, isForced: true }] : [plain];
    }),
  );
  return triesAll() ? all.flat() : all.map((cases, n) => cases[(3 * n + names.length) % cases.length]!);
}

/** Obstacles in the place of a folder itself. */
const NO_FOLDER = ['a file', 'a link to a file', 'a link to nothing'] as const;

describe('a name that Plenum writes', () => {
  test.each(Object.entries(WRITERS))(
    '%s refuses where something else has it, a link or a folder even with --force, and changes nothing',
    async (_, { words, names, forced = false }) => {
      for (const { name, what, isForced } of casesOf(names, forced))
        await expectRefused(words, name, what, ...(isForced ? ['--force'] : []));
    },
  );

  test.each(Object.entries(WRITERS).map(([name, writer], n) => ({ name, n, ...writer })))(
    '$name refuses a folder that is none',
    async ({ n, words }) => {
      for (const what of triesAll() ? NO_FOLDER : [NO_FOLDER[n % NO_FOLDER.length]!])
        await expectRefused(words, '', what);
      // Behind a file no command writes: json-failures.commands.test.ts.
      if (triesAll()) await expectRefused((at) => words(join(at, 'below')), '', 'a file');
    },
  );

  test.each([
    ['tables', (study: string) => ['study', 'collect', study], (study: string) => join(study, 'tables')],
    ...['records', 'study.json', 'place.json'].map(
      (name) => [name, (study: string) => run(`${given.made}.json`, study), null] as const,
    ),
  ] as const)('%s of a study folder is not that of somebody else, and no link', async (name, words, said) => {
    for (const [n, what] of OBSTACLES.entries()) {
      if (!triesAll() && (n + name.length) % 3 > 0) continue;
      const place = mkdtempSync(join(root, 'again-'));
      const study = join(place, 'study');
      mkdirSync(join(place, 'outside'));
      cpSync(given.made, study, { recursive: true });
      rmSync(join(study, name), { recursive: true, force: true });
      placeObstacle(what, join(study, name), join(place, 'outside'));
      const before = treeOf(place);
      const { code, json } = await plenumJson(...words(study));
      expect([name, what, code]).toEqual([name, what, 2]);
      if (said !== null) expect(JSON.stringify(json['faults'])).toContain(said(study));
      expect(treeOf(place)).toEqual(before);
    }
  });
});

describe('a folder given to write to', () => {
  /** Sweep of the small instance into a folder, and what was said of what lay there. */
  async function swept(out: string): Promise<string> {
    const notes: string[] = [];
    const asked = { method: 'greedy', bound: false, out, onNote: (text: string) => notes.push(text) };
    expect(accepted(await sweep(given.small, ['powerCapW=100,160'], asked)).ended).toBe('solved');
    return notes.join('\n');
  }

  test('may itself be a link to a folder, and is written through', async () => {
    const place = mkdtempSync(join(root, 'linked-'));
    mkdirSync(join(place, 'scratch'));
    symlinkSync('scratch', join(place, 'out'));
    await swept(join(place, 'out'));
    await swept(join(place, 'out'));
    expect(Object.keys(treeOf(join(place, 'scratch')))).toEqual(expect.arrayContaining(['sweep.json', 'records']));
    expect(treeOf(place)['out']).toBe('link to scratch');
  });

  test.each(['records', 'parts'])('may hold an empty %s, which nobody has made anything of yet', async (name) => {
    const at = mkdtempSync(join(root, 'empty-'));
    mkdirSync(join(at, name));
    await swept(at);
    expect(treeOf(at)[`${name}/plenum.folder`]).toBeDefined();
  });

  test('keeps what others put beside the records and the parts, also where a record is damaged', async () => {
    const at = mkdtempSync(join(root, 'beside-'));
    await swept(at);
    const own = ['records/photo.jpg', 'records/ab/photo.json', 'parts/notes', 'parts/ab/x.json'];
    for (const name of ['records/ab', 'parts/ab']) mkdirSync(join(at, name), { recursive: true });
    for (const name of own) writeFileSync(join(at, name), 'mine');
    const [record] = Object.keys(treeOf(at)).filter((name) => /^records\/..\/[0-9a-f]{64}\.json$/.test(name));
    writeFileSync(join(at, record!), 'damaged');
    const before = treeOf(at);
    expect(await swept(at)).toContain('photo.jpg');
    const after = treeOf(at);
    for (const name of own) expect(after[name]).toBe(before[name]);
    expect(Object.keys(after).filter((name) => name.startsWith('set-aside/') && name.endsWith('.json'))).toEqual([
      record!.replace('records/', 'set-aside/'),
    ]);
  });
});

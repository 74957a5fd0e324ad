import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plenumProgram } from '../../../src/cli/program.js';
import { outsideReferences } from '../../../src/instances/outside.js';
import type { JsonSchemaNode } from '../../../src/instances/schema-text.js';
import { repository } from '../../support/repository.js';
import { bound, check, day, formatFaults, open, simulate, solve } from '../../../src/library/index.js';
import { faultsOf } from '../../support/accepted.js';
import { plenumJson } from '../../support/run-cli.js';
import { mixedMatrix, smallInstance, temporaryDirectory } from '../../support/small-instance.js';

const SECRET = 'root:x:0:hushhush\ntopsecret;1\t2,topsecret\n';
const MALFORMED = join(repository, 'instances/malformed');

/** An instance of the corpus that names a file, by family and source. */
const REFERENCES = {
  'geo-csv-semicolons': 'geo-semicolons.csv',
  'geo-epw-negative-irradiance': 'geo-negative.epw',
  'robust-csv-is-an-instance': 'robust-csv-is-an-instance.json',
  'templates-vents-not-a-number': 'templates-vents-not-a-number.csv',
} as const;

/** An instance in a folder of its own that names a file under another name. */
function renamed(name: string, from: string, to: string, secret: string = SECRET): string {
  const directory = temporaryDirectory();
  const folder = join(directory, 'instances');
  mkdirSync(folder);
  writeFileSync(join(directory, 'secret.csv'), secret);
  symlinkSync(join(directory, 'secret.csv'), join(folder, 'link.csv'));
  const text = readFileSync(join(MALFORMED, `${name}.json`), 'utf8');
  expect(text).toContain(JSON.stringify(from));
  const file = join(folder, 'instance.json');
  writeFileSync(file, text.replace(JSON.stringify(from), JSON.stringify(to)));
  return file;
}

function matrixInstance(reference: string, text: string = SECRET): string {
  const directory = temporaryDirectory();
  const folder = join(directory, 'instances');
  mkdirSync(join(folder, 'below'), { recursive: true });
  for (const at of [directory, join(folder, 'below')]) writeFileSync(join(at, 'secret.csv'), text);
  symlinkSync(join(directory, 'secret.csv'), join(folder, 'link.csv'));
  symlinkSync(directory, join(folder, 'up'));
  const { airflow, ...facility } = smallInstance().facility;
  const instance = { ...smallInstance(), facility: { ...facility, airflow: { ...airflow, file: reference } } };
  const file = join(folder, 'instance.json');
  writeFileSync(file, JSON.stringify(instance));
  return file;
}

describe('a file that an instance names outside its own folder', () => {
  test.each([
    ['by its way', '../secret.csv'],
    ['by an absolute name', '/etc/passwd'],
    ['behind a link', 'link.csv'],
    ['behind a linked folder', 'up/secret.csv'],
    ['though it is not there', '../not-there.csv'],
  ])('%s is refused by every command, unread', async (_, reference) => {
    const file = matrixInstance(reference);
    for (const refused of [
      await solve(file),
      await bound(file),
      await check(file, 'plan.json'),
      await day(file),
      await simulate(file, ['p.json']),
    ]) {
      expect(faultsOf(refused)).toMatchObject([{ file, path: 'facility.airflow.file', value: reference }]);
      expect(JSON.stringify(refused)).toContain('allowOutside');
      expect(JSON.stringify(refused)).not.toMatch(/hush|topsecret|root/);
    }
    const { code, json, stderr } = await plenumJson('validate', file);
    expect([code, json['faults']]).toMatchObject([2, [{ file, path: 'facility.airflow.file', value: reference }]]);
    expect(stderr).toContain('--allow-outside');
    expect(stderr).not.toMatch(/hush|topsecret|root/);
  });

  test.each(Object.entries(REFERENCES))('is refused in %s too', async (name, reference) => {
    for (const outside of ['../secret.csv', 'link.csv']) {
      const faults = faultsOf(await open(renamed(name, reference, outside)));
      expect(faults.length).toBeGreaterThan(0);
      for (const { value, remedy } of faults) {
        expect(value).toBe(outside);
        expect(remedy).toContain('allowOutside');
      }
    }
  });

  test.each(Object.entries(REFERENCES))(
    'is never quoted, not even where it is allowed: %s',
    async (name, reference) => {
      for (const secret of [SECRET, SECRET.replace(';', ','), '# 1\nhushhush\ntopsecret\n']) {
        const file = renamed(name, reference, '../secret.csv', secret);
        const said = formatFaults(faultsOf(await open(file, { allowOutside: true })));
        expect(said).toContain('secret.csv');
        expect(said).not.toMatch(/hush|topsecret|root:/);
      }
    },
  );

  test('is never quoted where it holds a matrix, whether of words or of numbers', async () => {
    for (const text of [SECRET, '0.123456,0.5,0.5\n0.5,0.2,0.3\n0.5,0.2,0.3\n', '1,2\n3,4\n']) {
      const refused = await solve(matrixInstance('../secret.csv', text), { allowOutside: true });
      const said = formatFaults(faultsOf(refused));
      expect(said).toContain('secret.csv');
      expect(said).not.toMatch(/hush|topsecret|root:|1\.123|0\.123/);
    }
  });

  test('is used with --allow-outside, and one below the folder without', async () => {
    const rows = mixedMatrix(smallInstance())
      .map((row) => row.join(','))
      .join('\n');
    expect((await open(matrixInstance('../secret.csv', rows), { allowOutside: true })).ok).toBe(true);
    expect((await open(matrixInstance('below/secret.csv', rows))).ok).toBe(true);
  });
});

describe('a list of files', () => {
  test('is judged one by one, before any of them is looked at', () => {
    const raw = {
      a: { file: ['in.csv', '../out.csv', ['/etc/passwd']] },
      b: [{ file: '../out.csv' }],
      names: ['../no'],
    };
    expect(outsideReferences(raw, '/nowhere/folder', 'i.json').map(({ path, value }) => [path, value])).toEqual([
      ['a.file[1]', '../out.csv'],
      ['a.file[2][0]', '/etc/passwd'],
      ['b[0].file', '../out.csv'],
    ]);
  });

  test('of a geo instance is refused by solve, validate and export', async () => {
    const folder = temporaryDirectory();
    const file = join(folder, 'inner', 'instance.json');
    mkdirSync(dirname(file));
    const hours = Array.from({ length: 24 }, (_, h) => `2018-01-01T${String(h).padStart(2, '0')}:00Z,0.01\n`);
    writeFileSync(join(folder, 'outside.csv'), `time,price\n${hours.join('')}`);
    const text = readFileSync(join(repository, 'instances/geo/tiny-carbon.json'), 'utf8');
    const instance = JSON.parse(text) as { dataCentres: { price: unknown }[] };
    const columns = { timeColumn: 'time', valueColumn: 'price', timeConvention: 'utc-beginning', intervalMinutes: 60 };
    instance.dataCentres[0]!.price = { source: 'csv', file: ['../outside.csv'], ...columns, scale: 1, gaps: 'refuse' };
    writeFileSync(file, JSON.stringify(instance));
    const out = join(folder, 'x.csv');
    const exported = (await plenumJson('export', 'series', file, '--out', out)).json['faults'];
    for (const faults of [exported, faultsOf(await solve(file)), faultsOf(await open(file))]) {
      expect(faults).toMatchObject([{ path: 'dataCentres[0].price.file[0]', value: '../outside.csv' }]);
    }
  });
});

describe('the commands', () => {
  test('that open instances all take --allow-outside', () => {
    const openers = [
      'solve',
      'check',
      'validate',
      'bound',
      'explain',
      'sweep',
      'day',
      'generate',
      'compare',
      'simulate',
    ];
    const nested = ['atlas', 'build', 'check', 'coverage', 'day', 'robustness'];
    const exported = ['edges', 'jobs', 'matrix', 'series', 'tasks', 'times', 'types'];
    const program = plenumProgram(repository, () => undefined);
    const taking = (commands: typeof program.commands): string[] =>
      commands.filter(({ options }) => options.some(({ long }) => long === '--allow-outside')).map((one) => one.name());
    expect(taking(program.commands).sort()).toEqual([...openers, 'arena'].sort());
    const templates = program.commands.find((one) => one.name() === 'templates');
    expect(taking(templates!.commands).sort()).toEqual([...nested].sort());
    expect(taking(program.commands.find((one) => one.name() === 'export')!.commands).sort()).toEqual(exported);
  });

  test('that take an instance take --allow-outside, and docs/options.md says so of each', () => {
    type Commands = ReturnType<typeof plenumProgram>['commands'];
    const withInstance = (commands: Commands, above = ''): readonly (readonly [string, boolean])[] =>
      commands.flatMap((one) => {
        const name = `${above}${one.name()}`;
        const takes =
          one.registeredArguments.some((argument) => argument.name() === 'instance') ||
          one.options.some((option) => option.long === '--instance');
        const allows = one.options.some(({ long }) => long === '--allow-outside');
        return [...(takes ? [[name, allows] as const] : []), ...withInstance(one.commands, `${name} `)];
      });
    const found = withInstance(plenumProgram(repository, () => undefined).commands);
    expect(found.filter(([, allows]) => !allows)).toEqual([]);
    const rows = readFileSync(join(repository, 'docs/options.md'), 'utf8').match(/^\| `--allow-outside` \|[^|]*/gm)!;
    const said = rows.flatMap((row) =>
      row
        .split('|')[2]!
        .split(',')
        .map((name) => name.trim()),
    );
    const named = found.map(([name]) => name.replace(/^export .*/, 'export'));
    expect(named.filter((name) => !said.includes(name))).toEqual([]);
    expect(named).toEqual(expect.arrayContaining(['arena', 'generate', 'profiles build', 'import wfcommons']));
  });

  test('know every reference there can be: every format calls it "file"', () => {
    const names = new Set<string>();
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { properties } = node as JsonSchemaNode;
      for (const [name, field] of Object.entries(properties ?? {})) {
        const { description } = field as JsonSchemaNode;
        if (/relative to the instance file/.test(String(description))) names.add(name);
      }
      Object.values(node).forEach(visit);
    };
    for (const schema of readdirSync(join(repository, 'instances')).filter((name) => name.endsWith('.schema.json'))) {
      visit(JSON.parse(readFileSync(join(repository, 'instances', schema), 'utf8')));
    }
    expect([...names]).toEqual(['file']);
  });
});

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAMILIES } from '../../../src/families/registry.js';
import { fieldsByFamily } from '../../../src/workbench/bundled.js';
import { schemaFiles } from '../../../src/workbench/schema.js';
import { schemaFaults } from '../../support/committed-schema.js';
import { repository } from '../../support/repository.js';
import { type Json, plenumJson } from '../../support/run-cli.js';

function tinyInstances(family: string): readonly string[] {
  const directory = join(repository, 'instances', family);
  const names = readdirSync(directory).filter((name) => name.startsWith('tiny-') && name.endsWith('.json'));
  return names.slice(0, 4).map((name) => join(directory, name));
}

interface Answer {
  readonly family: string;
  readonly verb: string;
  readonly json: Json;
}

/** Verbs about one instance, which print an envelope for every family that has them. */
const ENVELOPED = ['solve', 'check', 'bound', 'explain', 'compare', 'sweep', 'day', 'simulate'];
/** Commands that print the same keys, about whatever they are asked. */
const COMMANDS = ['generate', 'export', 'reproduce', 'own-command'];

/** Arguments and options with which each command of a family's own is run here, of its instance and what it built. */
const OWN_COMMANDS: Readonly<
  Record<string, (at: { instance: string; folder: string }) => readonly (readonly string[])[]>
> = {
  'templates build': ({ instance, folder }) => [
    [instance, '--out', join(folder, 'room.sqlite'), '--workers', '1'],
    [instance, '--out', join(folder, 'room.sqlite')],
  ],
  'templates query': ({ folder }) => [
    [join(folder, 'room.sqlite'), '--arriving', '2', '--running', '12,0', '--power', '2.5kW'],
    [join(folder, 'room.sqlite'), '--arriving', '1', '--running', '20,10', '--power', '2kW'],
  ],
  'templates info': ({ folder }) => [[join(folder, 'room.sqlite')]],
  'templates export': ({ folder }) => [
    [join(folder, 'room.sqlite'), '--out', join(folder, 'room.json')],
    [join(folder, 'room.sqlite'), '--out', join(folder, 'room.csv'), '--format', 'csv'],
  ],
  'templates atlas': ({ folder }) => [[join(folder, 'room.sqlite'), '--out', join(folder, 'atlas.html')]],
  'templates check': ({ folder }) => [
    [join(folder, 'room.sqlite')],
    [join(folder, 'room.sqlite'), '--sample', '3', '--seed', '5'],
  ],
  'templates coverage': ({ folder }) => [
    [join(folder, 'room.sqlite'), '--samples', '0'],
    [join(folder, 'room.sqlite'), '--samples', '5', '--out', join(folder, 'coverage')],
  ],
  'templates day': ({ instance, folder }) => [
    [
      instance,
      '--database',
      join(folder, 'room.sqlite'),
      '--duration-s',
      '900',
      '--throttling-c',
      '24',
      '--overcooling-c',
      '20',
      '--out',
      join(folder, 'day'),
    ],
  ],
  'import wfcommons': ({ folder }) => [
    [join(repository, 'docs/examples/workflow.json'), '--out', join(folder, 'workflows.json')],
  ],
  'profiles build': ({ folder }) => [
    ['tiny-fork-join', '--out', join(folder, 'profiles.sqlite'), '--workers', '1'],
    ['tiny-fork-join', '--out', join(folder, 'profiles.sqlite')],
  ],
  'profiles query': ({ folder }) => [
    [join(folder, 'profiles.sqlite'), '--type', 'fork-join'],
    [join(folder, 'profiles.sqlite'), '--type', 'fork-join', '--within', '1'],
  ],
  'profiles info': ({ folder }) => [[join(folder, 'profiles.sqlite')]],
  'profiles export': ({ folder }) => [
    [join(folder, 'profiles.sqlite'), '--out', join(folder, 'profiles.json')],
    [join(folder, 'profiles.sqlite'), '--out', join(folder, 'profiles.csv'), '--format', 'csv'],
  ],
  'profiles check': ({ folder }) => [
    [join(folder, 'profiles.sqlite')],
    [join(folder, 'profiles.sqlite'), '--instance', join(repository, 'instances/jobs/tiny-fork-join.json')],
  ],
  'templates robustness': ({ instance, folder }) => [
    [instance, '--database', join(folder, 'room.sqlite'), '--duration-s', '900', '--rooms', '1'],
  ],
};

/** What is swept of families whose instances have no power cap. */
const SWEPT: Readonly<Record<string, readonly string[]>> = {
  utility: ['leniency=1,2', '--method', 'upt', '--filter', 'per-resource', '--trials', '2'],
  jobs: ['nodes=1,2', '--method', 'val-opt', '--no-bound'],
};

const answers: Answer[] = [];
const workplace = mkdtempSync(join(tmpdir(), 'plenum-schema-'));

afterAll(() => {
  rmSync(workplace, { recursive: true, force: true });
});

beforeAll(async () => {
  for (const { name: family, verbs, methods } of FAMILIES) {
    const tiny = tinyInstances(family);
    const add = async (verb: string, ...words: readonly string[]): Promise<void> => {
      const { json } = await plenumJson(verb, ...words);
      // A limit of time that ends before the air is computed leaves no answer.
      answers.push({ family, verb: 'faults' in json ? 'refused' : verb, json });
    };
    await add('validate', ...tiny);
    for (const file of tiny) {
      if (!verbs.includes('solve')) continue;
      const out = mkdtempSync(join(workplace, family));
      await add('solve', file, '--no-bound', '--out', out);
      if (readdirSync(out).includes('plan.json')) await add('check', file, join(out, 'plan.json'));
      await add('solve', file, '--work-limit', '1');
      const plan = join(out, 'plan.json');
      if (verbs.includes('simulate') && existsSync(plan)) await add('simulate', file, plan, '--samples', '20');
    }
    const [first] = tiny;
    if (verbs.includes('sweep')) {
      const over = SWEPT[family] ?? ['powerCapW=x0.5,x1'];
      await add('sweep', first!, '--over', ...over, '--out', mkdtempSync(join(workplace, family)));
    }
    if (verbs.includes('day')) await add('day', first!, '--profile', 'flat');
    for (const file of tiny) {
      const [method] = methods;
      if (verbs.includes('compare')) {
        await add('compare', file, '--methods', method!.name, '--trials', '1', '--work-limit', '1');
      }
      if (verbs.includes('bound')) {
        await add('bound', file);
        await add('bound', file, '--time-limit', '0');
      }
      if (verbs.includes('explain')) await add('explain', file);
    }
  }
  for (const { name: family, commands = [], verbs, makes, exports = [] } of FAMILIES) {
    const [instance] = tinyInstances(family);
    const folder = mkdtempSync(join(workplace, family));
    const add = async (verb: string, ...words: readonly string[]): Promise<void> => {
      const { code, json } = await plenumJson(...words);
      // 3: what was asked about is infeasible.
      expect([words, [0, 3].includes(code)]).toEqual([words, true]);
      answers.push({ family, verb, json });
    };
    // Of these only instances in which something is drawn have seeds to vary.
    const varied = { robust: 'spec25-thesis', utility: 'preemptive-64', jobs: 'month-3x10' }[family] ?? instance!;
    if (verbs.includes('generate')) await add('generate', 'generate', varied, '--out', folder);
    if (makes?.asks === 'centres') await add('generate', 'generate', '--centres', '4', '--out', folder);
    for (const { name } of exports)
      await add('export', 'export', name, instance!, '--out', join(folder, `${name}.csv`));
    for (const group of commands) {
      for (const { name } of group.commands) {
        const asked = OWN_COMMANDS[`${group.name} ${name}`]!({ instance: 'tiny-two-quadrants', folder });
        for (const words of asked) await add('own-command', group.name, name, ...words);
      }
    }
  }
  const estimate = await plenumJson('reproduce', 'all', '--estimate');
  expect(estimate.code).toBe(0);
  answers.push({ family: '', verb: 'reproduce', json: estimate.json });
  answers.push({ family: '', verb: 'list', json: (await plenumJson('list')).json });
});

describe('JSON Schemas of what the verbs print', () => {
  it('are what the code writes (else run write-schemas)', async () => {
    for (const { file, text } of schemaFiles(await fieldsByFamily(FAMILIES))) {
      expect(JSON.parse(readFileSync(join(repository, file), 'utf8')), file).toEqual(JSON.parse(text));
    }
  });

  it('hold for every answer of every family that has the verb', () => {
    const found = answers.flatMap(({ family, verb, json }) =>
      schemaFaults(verb, json).map((fault) => [family, verb, fault]),
    );
    expect(found).toEqual([]);
    for (const verb of ENVELOPED) {
      const having = FAMILIES.filter(({ verbs }) => verbs.includes(verb)).map(({ name }) => name);
      expect([...new Set(answers.filter((one) => one.verb === verb).map(({ family }) => family))]).toEqual(having);
    }
  });

  it("hold for every command of a family's own", () => {
    const groups = FAMILIES.flatMap(({ commands = [] }) => commands);
    const own = groups.flatMap((group) => group.commands.map(({ name }) => `${group.name} ${name}`));
    expect(Object.keys(OWN_COMMANDS).sort()).toEqual([...own].sort());
    const printed = answers.filter(({ verb }) => verb === 'own-command');
    const about = new Set(printed.map(({ json }) => [json['family'], json['instance']].join(' ')));
    expect([...about]).toEqual(['templates tiny-two-quadrants', 'jobs workflows', 'jobs tiny-fork-join']);
  });

  it('the keys of a verb and their order are the same for every family', () => {
    for (const verb of [...ENVELOPED, ...COMMANDS]) {
      const keys = answers.filter((one) => one.verb === verb).map(({ json }) => Object.keys(json).join(' '));
      expect(new Set(keys).size).toBe(1);
    }
    const [solve, ...others] = [...ENVELOPED, ...COMMANDS].map((name) => {
      return Object.keys(answers.find(({ verb }) => verb === name)!.json);
    });
    expect(others).toEqual(others.map(() => solve));
  });

  it('refuse a key too many, a key too few and a value of another kind', () => {
    const { json } = answers.find(({ verb }) => verb === 'check')!;
    expect(schemaFaults('check', { ...json, averagedRewardPerS: 1 })).toHaveLength(1);
    expect(
      schemaFaults('check', Object.fromEntries(Object.entries(json).filter(([key]) => key !== 'gap'))),
    ).toHaveLength(1);
    expect(schemaFaults('check', { ...json, objective: 'much' })).toHaveLength(1);
    expect(schemaFaults('check', { ...json, envelopeVersion: 2 })).toHaveLength(1);
  });

  it.each([
    ['check', 'no-such.json', 'no-such-plan.json'],
    ['bound', 'no-such.json'],
    ['explain', 'tiny-arbitrage'],
    ['bound', 'tiny-power-cap', '--problem', 'mo-ec'],
    ['bound', 'tiny-one-task', '--problem', 'neither'],
    ['validate', 'no-such.json'],
    ['list', 'too', 'many'],
    ['solve', 'tiny-power-cap', '--work-limit', 'x'],
  ])('hold for what is refused: %s %s %s', async (...words) => {
    const { code, json } = await plenumJson(...words);
    expect(code).toBe(2);
    expect(schemaFaults('refused', json)).toEqual([]);
  });
});

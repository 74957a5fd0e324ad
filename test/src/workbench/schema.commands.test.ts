import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  bound,
  check,
  compare,
  day,
  explain,
  generate,
  type Refused,
  simulate,
  solve,
  sweep,
  type SweepOptions,
} from '../../../src/library/index.js';
import { exportPart } from '../../../src/workbench/export.js';
import { accepted, jsonOf } from '../../support/accepted.js';
import { ownCommand } from '../../support/own-command.js';
import { lastingDirectory } from '../../support/small-instance.js';
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

/** Answer of a verb that was not refused. */
interface Told {
  readonly ok: true;
  readonly record: object;
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

/** Files and options with which each command of a family's own is asked here, of its instance and what it built. */
const OWN_COMMANDS: Readonly<
  Record<string, (at: { instance: string; folder: string }) => readonly Parameters<typeof asked>[]>
> = {
  'templates build': ({ instance, folder }) => [
    [[instance], { out: join(folder, 'room.sqlite'), workers: 1 }],
    [[instance], { out: join(folder, 'room.sqlite') }],
  ],
  'templates query': ({ folder }) => [
    [[join(folder, 'room.sqlite')], { arriving: 2, running: '12,0', power: '2.5kW' }],
    [[join(folder, 'room.sqlite')], { arriving: 1, running: '20,10', power: '2kW' }],
  ],
  'templates info': ({ folder }) => [[[join(folder, 'room.sqlite')]]],
  'templates export': ({ folder }) => [
    [[join(folder, 'room.sqlite')], { out: join(folder, 'room.json') }],
    [[join(folder, 'room.sqlite')], { out: join(folder, 'room.csv'), format: 'csv' }],
  ],
  'templates atlas': ({ folder }) => [[[join(folder, 'room.sqlite')], { out: join(folder, 'atlas.html') }]],
  'templates check': ({ folder }) => [
    [[join(folder, 'room.sqlite')]],
    [[join(folder, 'room.sqlite')], { sample: 3, seed: 5 }],
  ],
  'templates coverage': ({ folder }) => [
    [[join(folder, 'room.sqlite')], { samples: 0 }],
    [[join(folder, 'room.sqlite')], { samples: 5, out: join(folder, 'coverage') }],
  ],
  'templates day': ({ instance, folder }) => [
    [
      [instance],
      {
        database: join(folder, 'room.sqlite'),
        durationS: 900,
        throttlingC: 24,
        overcoolingC: 20,
        out: join(folder, 'day'),
      },
    ],
  ],
  'import wfcommons': ({ folder }) => [
    [[join(repository, 'docs/examples/workflow.json')], { out: join(folder, 'workflows.json') }],
  ],
  'profiles build': ({ folder }) => [
    [['tiny-fork-join'], { out: join(folder, 'profiles.sqlite'), workers: 1 }],
    [['tiny-fork-join'], { out: join(folder, 'profiles.sqlite') }],
  ],
  'profiles query': ({ folder }) => [
    [[join(folder, 'profiles.sqlite')], { type: 'fork-join' }],
    [[join(folder, 'profiles.sqlite')], { type: 'fork-join', within: 1 }],
  ],
  'profiles info': ({ folder }) => [[[join(folder, 'profiles.sqlite')]]],
  'profiles export': ({ folder }) => [
    [[join(folder, 'profiles.sqlite')], { out: join(folder, 'profiles.json') }],
    [[join(folder, 'profiles.sqlite')], { out: join(folder, 'profiles.csv'), format: 'csv' }],
  ],
  'profiles check': ({ folder }) => [
    [[join(folder, 'profiles.sqlite')]],
    [[join(folder, 'profiles.sqlite')], { instance: join(repository, 'instances/jobs/tiny-fork-join.json') }],
  ],
  'templates robustness': ({ instance, folder }) => [
    [[instance], { database: join(folder, 'room.sqlite'), durationS: 900, rooms: 1 }],
  ],
};

/** Files and options of a command of a family's own. */
function asked(files: readonly string[], words: Parameters<typeof ownCommand>[2] = {}) {
  return { files, words };
}

/** What is swept of families whose instances have no power cap. */
const SWEPT: Readonly<Record<string, readonly [over: string, options: SweepOptions]>> = {
  utility: ['leniency=1,2', { method: 'upt', filter: 'per-resource', trials: 2 }],
  jobs: ['nodes=1,2', { method: 'val-opt', bound: false }],
};

const answers: Answer[] = [];
const workplace = lastingDirectory();

beforeAll(async () => {
  for (const { name: family, verbs, methods } of FAMILIES) {
    const tiny = tinyInstances(family);
    const add = async (verb: string, answer: Promise<Told | Refused>): Promise<void> => {
      const told = await answer;
      // A limit of time that ends before the air is computed leaves no answer.
      if (told.ok) answers.push({ family, verb, json: jsonOf(told.record) });
      else expect(told).toHaveProperty('stopped', true);
    };
    for (const file of tiny) {
      if (!verbs.includes('solve')) continue;
      const out = mkdtempSync(join(workplace, family));
      await add('solve', solve(file, { bound: false, out }));
      await add('solve', solve(file, { workLimit: 1 }));
      const plan = join(out, 'plan.json');
      if (!existsSync(plan)) continue;
      await add('check', check(file, plan));
      if (verbs.includes('simulate')) await add('simulate', simulate(file, [plan], { samples: 20 }));
    }
    const [first] = tiny;
    if (verbs.includes('sweep')) {
      const [over, options] = SWEPT[family] ?? ['powerCapW=x0.5,x1', {}];
      await add('sweep', sweep(first!, [over], { ...options, out: mkdtempSync(join(workplace, family)) }));
    }
    if (verbs.includes('day')) await add('day', day(first!, { profile: 'flat' }));
    for (const file of tiny) {
      if (verbs.includes('compare'))
        await add('compare', compare(file, [methods[0]!.name], { trials: 1, workLimit: 1 }));
      if (verbs.includes('bound')) {
        await add('bound', bound(file));
        await add('bound', bound(file, { timeLimitS: 0 }));
      }
      if (verbs.includes('explain')) await add('explain', explain(file));
    }
  }
  for (const { name: family, commands = [], verbs, makes, exports = [] } of FAMILIES) {
    const [instance] = tinyInstances(family);
    const out = mkdtempSync(join(workplace, family));
    const add = (verb: string, record: object): void => {
      answers.push({ family, verb, json: jsonOf(record) });
    };
    // Of these only instances in which something is drawn have seeds to vary.
    const varied = { robust: 'spec25-thesis', utility: 'preemptive-64', jobs: 'month-3x10' }[family] ?? instance!;
    if (verbs.includes('generate')) add('generate', accepted(await generate(varied, { out })).record);
    if (makes?.asks === 'centres') add('generate', accepted(await generate(null, { centres: 4, out })).record);
    for (const { name } of exports) {
      const request = { what: name, file: instance!, out: join(out, `${name}.csv`), force: false };
      add('export', accepted(await exportPart(request)).record);
    }
    for (const group of commands) {
      for (const command of group.commands.map(({ name }) => `${group.name} ${name}`)) {
        const requests = OWN_COMMANDS[command]!({ instance: 'tiny-two-quadrants', folder: out });
        for (const [files, words] of requests)
          add('own-command', accepted(await ownCommand(command, files, words)).record);
      }
    }
  }
  for (const [verb, ...words] of [
    ['reproduce', 'all', '--estimate'],
    ['list'],
    ['validate', ...FAMILIES.flatMap(({ name }) => tinyInstances(name))],
  ]) {
    const { code, json } = await plenumJson(verb!, ...words);
    expect([verb, code]).toEqual([verb, 0]);
    answers.push({ family: '', verb: verb!, json });
  }
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

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/random/stream.js';
import { openTemplateDatabase } from '../../../src/families/templates/runs/open-database.js';
import { crafted, crafts } from '../../support/crafted-databases.js';
import { faultsOf } from '../../support/accepted.js';
import { ownAnswer, ownCommand } from '../../support/own-command.js';
import { plenum } from '../../support/run-cli.js';
import { built, newDirectory, openedFrom, tinyTemplates, writeInstance } from '../../support/templates-database.js';
import { fuzzCount } from '../../support/fuzz.js';

const instance = tinyTemplates('tiny-two-quadrants');
const opened = openedFrom(instance);
const bytes = await reference();

async function reference(): Promise<Buffer> {
  const out = join(newDirectory(), 'reference.sqlite');
  await built(opened, out);
  return readFileSync(out);
}

const commandsOn = (file: string, room: string, out: string) =>
  [
    ['query', file, { arriving: 2, running: '12,0', power: '2.5kW' }],
    ['info', file, {}],
    ['export', file, { out: join(out, 'e.json'), force: true }],
    ['export', file, { format: 'csv', out: join(out, 'e.csv'), force: true }],
    ['atlas', file, { out: join(out, 'a.html') }],
    ['check', file, {}],
    ['coverage', file, { samples: 3 }],
    ['day', room, { database: file, durationS: 600, methods: 'greedy+templates' }],
  ] as const;

/** Values that could be right: only the checker can tell. */
const COULD_BE =
  /^(meta\.plenum_version is|a fraction in templates|a huge (whole )?number in templates|(a fraction|a huge (whole )?number|a negative number) in prices\.work_j|an empty list in prices\.blocks|no bytes in prices\.heat|a negative number in templates\.cores_hottest|a negative number in templates\.hottest)/;

describe('a database with wrong contents under a right digest', () => {
  it('is refused with a message wherever it cannot be what was built, and never an accident', async () => {
    const directory = newDirectory();
    const file = join(directory, 'crafted.sqlite');
    const accepted: string[] = [];
    const untold: string[] = [];
    for (const craft of crafts(fuzzCount(500), randomStream(3, 'crafted databases'))) {
      writeFileSync(file, await crafted(bytes, craft));
      for (const contents of ['readable', 'of the instance'] as const) {
        const answer = await openTemplateDatabase(file, undefined, contents);
        if (answer.ok) {
          if (contents === 'of the instance') accepted.push(craft.name);
          continue;
        }
        const { faults } = answer;
        const told = faults.every(
          ({ path, allowed, remedy }) => `${path}${allowed}`.length < 500 && allowed !== '' && remedy !== '',
        );
        if (faults.length > 5 || !told) untold.push(craft.name);
      }
    }
    expect(untold).toEqual([]);
    expect(accepted.filter((name) => !COULD_BE.test(name))).toEqual([]);
  });

  it('is refused by every command that reads one, or judged by check', async () => {
    const directory = newDirectory();
    const room = writeInstance(directory, instance);
    const file = join(directory, 'crafted.sqlite');
    const all = crafts(330, randomStream(4, 'crafted databases'));
    const wrong: string[] = [];
    for (const craft of all.filter((_, n) => n % 15 === 0)) {
      writeFileSync(file, await crafted(bytes, craft));
      for (const [name, input, words] of commandsOn(file, room, directory)) {
        const answer = await ownCommand(`templates ${name}`, [input], words);
        const ended = answer.ok ? answer.ended : 'refused';
        const usual = name === 'check' ? ['refused', 'notFeasible'] : ['refused'];
        const allowed = COULD_BE.test(craft.name) ? ['done', 'refused', 'notFeasible'] : usual;
        if (!allowed.includes(ended)) wrong.push(`${craft.name}: ${name} ends with ${ended}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('with another instance inside is refused, with its digest or without', async () => {
    const directory = newDirectory();
    const file = join(directory, 'crafted.sqlite');
    const text = JSON.stringify(instance);
    const hot = text.replace('"outletLimitC":30', '"outletLimitC":31');
    const wide = JSON.stringify({ ...instance, ventOpenings: [0.25, 0.5, 1], knownOptimum: undefined });
    for (const [other, path] of [
      [hot, 'meta.outlet_limit_c'],
      [wide, 'vents'],
    ] as const) {
      expect(other).not.toBe(text);
      const set = (key: string, value: string): string =>
        `UPDATE meta SET value = '${value.replaceAll("'", "''")}' WHERE key = '${key}'`;
      const sha256 = createHash('sha256').update(other).digest('hex');
      const statements = [set('instance_json', other), set('instance_sha256', sha256)];
      writeFileSync(file, await crafted(bytes, { name: path, statements }));
      const answer = await openTemplateDatabase(file);
      expect(answer.ok ? [] : answer.faults.map((fault) => fault.path)).toContain(path);
      writeFileSync(file, await crafted(bytes, { name: path, statements: statements.slice(0, 1) }));
      expect((await plenum('templates', 'info', file)).code).toBe(2);
    }
  });

  it('that states another power limit, work or cores than the grid fails the check', async () => {
    const file = join(newDirectory(), 'crafted.sqlite');
    const change = async (column: string, value: string): Promise<string[]> => {
      const statements = [`UPDATE templates SET ${column} = ${value} WHERE state = 7`];
      writeFileSync(file, await crafted(bytes, { name: column, statements }));
      const { ended, record } = await ownAnswer('templates check', [file]);
      expect([ended, record['broken']]).toEqual(['notFeasible', 1]);
      const faults = record['violations'] as { state: number; constraint: string; where: string; amount: number }[];
      return faults.map(({ state, constraint, where, amount }) => `${state} ${constraint} ${where} ${amount}`);
    };
    expect(await change('power_limit_w', 'power_limit_w + 1')).toEqual(['7 state power limit 1']);
    expect(await change('arriving_work_per_s', '2 * arriving_work_per_s')).toEqual(['7 state arriving work 1']);
    expect(await change('running_cores', "'[20,3]'")).toEqual(['7 state running cores of Q2 3']);
    const words = { arriving: 2, running: '12,0', power: '2500' };
    const refused = faultsOf(await ownCommand('templates query', [file], words));
    expect(JSON.stringify(refused)).toContain('templates, state 7, running_cores');
  });
});

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandSpec } from '../../src/families/commands.js';
import type { Family, Words } from '../../src/families/family.js';
import { FAMILIES } from '../../src/families/registry.js';
import { program } from '../support/program.js';
import { expectOneObject } from '../support/run-cli.js';
import { SMALL_REQUESTS, tiniestInstance } from '../support/small-requests.js';
import { lastingDirectory } from '../support/small-instance.js';

const folder = lastingDirectory();

/** Returns the words as options of the command line. */
function flagsOf(words: Words): readonly string[] {
  return Object.entries(words).flatMap(([name, value]) => [
    `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    String(value),
  ]);
}

/** Returns what a verb is asked about a family's smallest instance; a verb that is not listed here needs the instance alone. */
function askedOf(verb: string, family: Family): readonly string[] {
  const { name, methods } = family;
  const { over = [], words = {}, instances = {} } = SMALL_REQUESTS[name] ?? {};
  const suited = instances[verb];
  const file = suited === undefined ? tiniestInstance(name) : `${name}/${suited}`;
  const plan = join(folder, name, 'plan.json');
  const more: Readonly<Record<string, readonly string[]>> = {
    solve: ['--out', join(folder, name)],
    check: [plan],
    simulate: [plan, '--samples', '20'],
    compare: flagsOf({ trials: 1, methods: methods.slice(0, 2).map((one) => one.name) }),
    sweep: over.flatMap((axis) => ['--over', axis]),
    generate: ['--out', join(folder, name)],
  };
  return [verb, file, ...(more[verb] ?? []), ...flagsOf(words[verb] ?? {})];
}

/** Returns what a command of a family's own is asked: the instance, or what the first command of its group wrote; null where it asks for more. */
function askedOfCommand(group: string, command: CommandSpec, family: Family): readonly string[] | null {
  const { arguments: given, options } = command;
  const database = join(folder, `${group}.sqlite`);
  const files = given.map(({ name }) => (name === 'instance' ? tiniestInstance(family.name) : database));
  const required = Object.keys(options).filter((name) => options[name]!.isRequired === true);
  if (given.some(({ isList }) => isList === true) || required.some((name) => name !== 'out')) return null;
  const out = command.name === 'build' ? database : join(folder, `${group}-${command.name}`);
  const words = SMALL_REQUESTS[family.name]?.words?.[`${group} ${command.name}`] ?? {};
  return [group, command.name, ...files, ...(required.length > 0 ? ['--out', out] : []), ...flagsOf(words)];
}

/** Expects that the program ends well and prints one record of the family. */
async function expectRecord(words: readonly string[], family?: string): Promise<void> {
  const { code, stdout, stderr } = await program([...words, '--json']);
  expect([words, code, stderr]).toEqual([words, 0, expect.any(String)]);
  expect(expectOneObject(stdout)).toMatchObject(family === undefined ? {} : { family });
}

describe('the program', () => {
  it('lists what there is', () => expectRecord(['list']));

  it('finds the smallest instance of every family valid', () =>
    expectRecord(['validate', ...FAMILIES.map(({ name }) => tiniestInstance(name))]));

  describe.each(FAMILIES)('of a $name instance', (family) => {
    // In the order of the declaration: a plan is checked and simulated after it was found.
    it.each([...family.verbs])('answers %s', (verb) => expectRecord(askedOf(verb, family), family.name));

    it.each((family.exports ?? []).map(({ name }) => name))('exports its %s', (part) =>
      expectRecord(['export', part, tiniestInstance(family.name), '--out', join(folder, `${family.name}-${part}.csv`)]),
    );

    const own = (family.commands ?? []).flatMap(({ name, commands }) =>
      commands.map((command) => askedOfCommand(name, command, family)).filter((words) => words !== null),
    );
    it.each(own.map((words) => [words.slice(0, 2).join(' '), words] as const))('answers %s', (_name, words) =>
      expectRecord(words),
    );
  });
});

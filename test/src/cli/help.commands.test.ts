import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { plenumProgram } from '../../../src/cli/program.js';
import type { Family } from '../../../src/families/family.js';
import { OPTION_GROUPS, optionsOf } from '../../../src/families/options.js';
import { FAMILIES } from '../../../src/families/registry.js';
import * as RULES from '../../../src/library/rules.js';
import { answering } from '../../../src/workbench/find-family.js';
import { optionsPage } from '../../../src/workbench/options-page.js';
import { TOY } from '../../conformance/toy-family.js';
import { repository } from '../../support/repository.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { plenum, plenumJson, plenumOf } from '../../support/run-cli.js';

/** Lines that a help may have. */
const MAX_LINES = 59;
/** Columns of a terminal. */
const COLUMNS = 80;

const program = plenumProgram(repository, () => undefined);

/** Help of a verb, of a family's options if one is named. */
function helpOfVerb(verb: string, family?: string): string {
  const command = program.commands.find((one) => one.name() === verb)!;
  command.args = family === undefined ? [] : [family];
  return command.helpInformation();
}

/** What the program prints for words that ask for help. */
async function helpOf(...words: readonly string[]): Promise<string> {
  const { code, stdout } = await plenum(...words);
  expect(code).toBe(0);
  return stdout;
}

/** Verbs whose options families declare. */
const VERBS = ['solve', 'check', 'bound', 'explain', 'compare', 'sweep', 'day', 'simulate'];

/** Every pair of a verb and a family that answers it. */
const PAIRS = VERBS.flatMap((verb) => answering(verb).map((family) => [verb, family.name] as const));

function linesOf(text: string): readonly string[] {
  return text.trimEnd().split('\n');
}

/** Long names of the options that a help shows. */
function shownIn(text: string): readonly string[] {
  return [...text.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag!).toSorted();
}

/** Long names of the options that a command accepts for an instance of a family. */
function acceptedBy(verb: string, family: Family): readonly string[] {
  const command = program.commands.find((one) => one.name() === verb)!;
  const foreign = answering(verb)
    .flatMap((one) => optionsOf(one, verb).map(({ name }) => name))
    .filter((name) => !optionsOf(family, verb).some((own) => own.name === name));
  return command.options.flatMap((one) => (foreign.includes(one.attributeName()) ? [] : [one.long!])).toSorted();
}

describe('help of a verb', () => {
  it.each(PAIRS)('%s of %s: the options that are accepted, all and no other, on less than a page', (verb, name) => {
    const stdout = helpOfVerb(verb, name);
    const lines = linesOf(stdout);
    expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
    expect(lines.filter((line) => line.length > COLUMNS)).toEqual([]);
    expect(shownIn(stdout)).toEqual(
      acceptedBy(
        verb,
        FAMILIES.find((one) => one.name === name)!,
      ),
    );
  });

  it.each(VERBS)('%s without a family: its families, and the options of all', (verb) => {
    const stdout = helpOfVerb(verb);
    expect(linesOf(stdout).length).toBeLessThanOrEqual(MAX_LINES);
    const known = new Set(answering(verb).flatMap((family) => optionsOf(family, verb).map(({ flags }) => flags)));
    const shown = shownIn(stdout);
    expect(shown.length).toBeGreaterThan(1);
    for (const flags of known) expect(stdout).not.toContain(`\n  ${flags} `);
    const said = stdout.replace(/\s+/g, ' ');
    for (const { name } of answering(verb)) expect(said).toContain(name);
  });

  it('is grouped: what is asked, limits, effort, files', () => {
    const stdout = helpOfVerb('solve', 'reward-rate');
    expect(linesOf(stdout).filter((line) => /^[A-Z].*:$/.test(line))).toEqual(Object.values(OPTION_GROUPS));
  });

  it('is that of the family of an instance, bundled or a file', async () => {
    const ofFamily = await helpOf('help', 'solve', 'jobs');
    expect(ofFamily).toBe(helpOfVerb('solve', 'jobs'));
    const file = join(repository, 'instances/jobs/tiny-fork-join.json');
    for (const instance of ['tiny-fork-join', file]) expect(await helpOf('solve', instance, '--help')).toBe(ofFamily);
  });

  it('names the methods of the family and its default', () => {
    for (const family of answering('solve')) {
      const said = helpOfVerb('solve', family.name).replace(/\s+/g, ' ');
      expect(said).toContain(family.methods.map(({ name }) => name).join(', '));
      expect(said).toContain(`default: ${family.defaultMethod ?? family.methods[0]!.name})`);
    }
  });

  it('names the files that a family writes for solve alone', () => {
    const own = FAMILIES.filter(({ outputs = [], verbs }) => outputs.length > 0 && verbs.includes('solve'));
    expect(own.length).toBeGreaterThan(0);
    for (const family of own) {
      const folders = family.outputs!.map((file) => file.replace(/\/.*/, '/'));
      for (const verb of family.verbs.filter((one) => VERBS.includes(one))) {
        const said = helpOfVerb(verb, family.name);
        expect(folders.filter((one) => said.includes(one))).toEqual(verb === 'solve' ? folders : []);
      }
    }
  });

  it('names the forms of the family itself for compare', () => {
    const said = (family: string): string => helpOfVerb('compare', family).replace(/\s+/g, ' ');
    expect(said('utility')).toContain('task[@<x>]');
    expect(said('jobs')).toContain('energy@<x>');
    for (const [family, others] of [
      ['utility', /energy@|naive|static/],
      ['jobs', /naive|static|task\[@/],
      ['geo', /energy@|naive|static|task\[@/],
    ] as const) {
      expect(said(family)).not.toMatch(others);
    }
  });

  it('is one object with --json', async () => {
    const { code, json } = await plenumJson('help', 'bound', 'geo');
    expect([code, Object.keys(json)]).toEqual([0, ['help']]);
    expect(json['help']).toContain('--time-limit <s>');
  });
});

/** Every command with the words that call it, from `plenum` itself to those of every group. */
function commandsOf(command: Command, words: string): readonly (readonly [words: string, command: Command])[] {
  const below = command.commands.flatMap((one) => commandsOf(one, `${words} ${one.name()}`));
  return [[words, command], ...below];
}

describe('help of every command', () => {
  it.each(commandsOf(program, 'plenum'))('%s: every option under a heading, on less than a page', (_, command) => {
    command.args = [];
    const stdout = command.helpInformation();
    const lines = linesOf(stdout);
    expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
    expect(lines.filter((line) => line.length > COLUMNS)).toEqual([]);
    const headings = ['Arguments:', ...Object.values(OPTION_GROUPS), 'Commands:'];
    const shown = lines.filter((line) => /^[A-Z].*:$/.test(line));
    expect(headings.filter((heading) => shown.includes(heading))).toEqual(shown);
    // A flag that is not given is not worth a word, nor is a list that nothing was added to.
    expect(stdout).not.toMatch(/default: (?:false|true|\[\]|")/);
    if (VERBS.includes(command.name()) && command.parent === program) return;
    const accepted = command.options.flatMap(({ long }) => (long === '--version' ? [] : [long!]));
    expect(shownIn(stdout)).toEqual(accepted.toSorted());
  });
});

describe('plenum help', () => {
  it('of a command, and of one below another, is what --help says there', async () => {
    for (const words of [[], ['solve'], ['templates', 'build'], ['study', 'run']]) {
      expect(await helpOf('help', ...words)).toBe(await helpOf(...words, '--help'));
    }
  });

  it.each([['solve', 'templates'], ['solve', 'nowhere'], ['nothing'], ['check', 'geo', 'more']])(
    'of %s %s is refused',
    async (...words) => {
      const { code, json } = await plenumJson('help', ...words.filter((word) => typeof word === 'string'));
      expect([code, json]).toMatchObject([2, { faults: [{ path: 'help', value: words.join(' ') }] }]);
    },
  );
});

describe('a new option', () => {
  const paint = {
    flags: '--paint <colour>',
    verbs: ['solve'],
    group: 'what',
    kind: { is: 'choice', of: ['red', 'blue'] },
    help: 'what the van looks like',
    usual: 'red',
    heededBy: { blue: ['exhaustive'] },
    requires: [{ option: 'out', given: true, because: 'it is on the page' }],
  } as const;
  const family: Family = { ...TOY, options: { ...TOY.options, paint } };
  const solve = async (...words: readonly string[]) => {
    const file = join(temporaryDirectory(), 'van.json');
    const parcels = [{ massKg: 1, valueUsd: 1 }];
    writeFileSync(file, JSON.stringify({ format: TOY.format, name: 'van', loadKg: 2, parcels }));
    const { code, stdout } = await plenumOf([family], 'solve', file, ...words, '--json');
    return { code, faults: (JSON.parse(stdout) as { faults?: unknown }).faults };
  };

  it('is one entry: flag, help, page and refusals follow', async () => {
    const { stdout } = await plenumOf([family], 'help', 'solve', TOY.name);
    expect(stdout.replace(/\s+/g, ' ')).toContain('--paint <colour> what the van looks like (red, blue; default: red)');
    expect(optionsPage([family]).text).toContain(
      '| `--paint <colour>` | solve | what the van looks like | red, blue | red | blue: `exhaustive` |',
    );
    expect(await solve('--paint', 'green')).toMatchObject({
      code: 2,
      faults: [{ path: '--paint', value: 'green', allowed: 'red, blue' }],
    });
    expect(await solve('--paint', 'red')).toMatchObject({
      code: 2,
      faults: [{ path: '--paint', allowed: 'only with --out: it is on the page' }],
    });
    expect(await solve('--paint', 'blue', '--method', 'first-fit')).toMatchObject({
      code: 2,
      faults: [{ path: '--paint', value: 'blue, with first-fit' }],
    });
  });
});

it('every option of a verb is one of the library, by the same declaration', () => {
  const rules = Object.entries(RULES.SOLVE_RULES).flatMap(([, { word }]) => (word === undefined ? [] : [word]));
  const declared = answering('solve').flatMap((family) => optionsOf(family, 'solve').map(({ name }) => name));
  expect(rules.toSorted()).toEqual([...new Set([...declared, 'method'])].toSorted());
});

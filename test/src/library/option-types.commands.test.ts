import { Command, type Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { plenumProgram } from '../../../src/cli/program.js';
import { OptionError } from '../../../src/cli/options.js';
import { addOptions } from '../../../src/cli/declared-options.js';
import { isOfKind, type Options, optionsOf, type WordsOf } from '../../../src/families/options.js';
import type { CallOptions } from '../../../src/library/family-options.js';
import { optionsPage } from '../../../src/workbench/options-page.js';
import { FAMILIES } from '../../../src/families/registry.js';
import * as plenum from '../../../src/library/index.js';
import * as RULES from '../../../src/library/rules.js';
import { optionFaults, type Rules } from '../../../src/library/rules.js';
import { answering } from '../../../src/workbench/find-family.js';
import { judgedWords } from '../../../src/workbench/judged-words.js';
import { repository } from '../../support/repository.js';
import { plenumJson } from '../../support/run-cli.js';

/** Functions with options: their rules, and the command that they are. */
const CALLS: readonly (readonly [rules: Rules, command: readonly string[]])[] = [
  [RULES.SOLVE_RULES, ['solve']],
  [RULES.CHECK_RULES, ['check']],
  [RULES.BOUND_RULES, ['bound']],
  [RULES.EXPLAIN_RULES, ['explain']],
  [RULES.COMPARE_RULES, ['compare']],
  [RULES.GENERATE_RULES, ['generate']],
  [RULES.SWEEP_RULES, ['sweep']],
  [RULES.DAY_RULES, ['day']],
  [RULES.SIMULATE_RULES, ['simulate']],
  [RULES.CHECK_STUDY_RULES, ['study', 'check']],
  [RULES.RUN_STUDY_RULES, ['study', 'run']],
  [RULES.REPORT_STUDY_RULES, ['study', 'report']],
  [RULES.EXPORT_STUDY_RULES, ['study', 'export']],
];

/** Options of commands that are another word, or the contrary, in a call. */
const OTHER_WORDS: Readonly<Record<string, string>> = { overwrite: 'force', variants: 'vary', timeLimitS: 'timeLimit' };
/** Options of calls alone: functions, signals, and what commands take as an argument or in lists of their own. */
const OF_CALLS = ['signal', 'onProgress', 'onNote', 'plan', 'keys', 'memory'];
/** Options of commands that a call has as an argument, or that concern a terminal, a file of words or another machine. */
const OF_COMMANDS = new Set([
  'json',
  'methods',
  'over',
  'writeStudy',
  'writeModel',
  'runs',
  'list',
  'line',
  'force',
  'out',
]);

/** Numbers that are tried of every option that takes one: within most ranges, at their ends, and without. */
const NUMBERS = [0, 1, 2, 3, 0.001, 0.5, 0.9, 1.5, 10, 64, 100, 600, 3600, 1e6, -1];

const program = plenumProgram(repository, () => undefined);

function commandOf(words: readonly string[]): Command {
  return words.reduce<Command>((above, word) => above.commands.find((one) => one.name() === word)!, program);
}

const camel = (option: Option): string => option.attributeName();
const wordOf = (name: string, rules: Rules): string => rules[name]?.word ?? OTHER_WORDS[name] ?? name;

/** Word that the command reads of a text behind an option, or what it allows in place of it. */
function read(option: Option, text: string): { readonly word: unknown } | { readonly allowed: string } {
  try {
    const { parseArg } = option;
    const word: unknown =
      parseArg === undefined ? text : (parseArg as (text: string, before: undefined) => unknown)(text, undefined);
    return { word };
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    return { allowed: error.fault.allowed };
  }
}

describe.each(CALLS)('a call of %s', (rules, command) => {
  it('takes every option of its command, but for those of a terminal, and no other but functions and signals', () => {
    const words = commandOf(command).options.map(camel);
    const known = Object.keys(rules).map((name) => wordOf(name, rules));
    expect(words.filter((word) => !known.includes(word) && !OF_COMMANDS.has(word))).toEqual([]);
    expect(known.filter((word) => !words.includes(word) && !OF_CALLS.includes(word))).toEqual([]);
  });
});

describe('a new option', () => {
  /** A table as a command or a family declares it. */
  const LAKE = {
    depth: { flags: '--depth <m>', help: 'of the lake', kind: { is: 'whole', least: 1, most: 99 }, preset: 3 },
    timeLimit: { flags: '--time-limit <s>', help: 'to swim', kind: { is: 'number', least: 0 } },
    boat: { flags: '--boat <kind>', help: 'to be on', kind: { is: 'choice', of: ['ferry', 'raft'] } },
  } as const satisfies Options;

  it('is one entry: flag, range, preset, help, row of the docs, option of a call and its type follow from it', () => {
    const command = addOptions(new Command('swim'), LAKE);
    command.parse(['--depth', '7', '--boat', 'raft'], { from: 'user' });
    const words: WordsOf<typeof LAKE> = command.opts();
    expect(words).toEqual({ depth: 7, boat: 'raft' });
    expect(addOptions(new Command('swim'), LAKE).parse([], { from: 'user' }).opts()).toEqual({ depth: 3 });
    expect(() => command.parse(['--depth', '100'], { from: 'user' })).toThrow('from 1 to 99');
    expect(command.helpInformation()).toMatch(/--boat <kind>\s+to be on \(ferry, raft\)/);
    const page = optionsPage([{ ...FAMILIES[0]!, name: 'lakes', options: LAKE, commands: [] }]).text;
    expect(page).toContain('## lakes');
    expect(page).toMatch(/\| `--depth <m>` \| [^|]+ \| of the lake \| a whole number from 1 to 99 \| 3 \|/);
    const call: CallOptions<typeof LAKE> = { depth: 2, timeLimitS: 0.5, boat: 'ferry' };
    expect(optionFaults(call, RULES.commandRules(LAKE))).toEqual([]);
    // @ts-expect-error a word that is none of the choices
    const wrong: CallOptions<typeof LAKE> = { boat: 'liner' };
    expect(optionFaults(wrong, RULES.commandRules(LAKE))).toMatchObject([{ path: 'boat', allowed: 'ferry, raft' }]);
  });
});

/** Problems that a family has with words for a verb, before it reads any file. */
async function refusalsOf(
  family: (typeof FAMILIES)[number],
  verb: 'solve' | 'sweep' | 'day',
  words: Readonly<Record<string, unknown>>,
): Promise<plenum.Refused['faults']> {
  const { use } = await family.load();
  const told = use((parts) => judgedWords(family, verb, words, parts[verb]));
  return 'faults' in told ? (told as plenum.Refused).faults : [];
}

/** Kinds that an option has in the families that take it for a verb, as JSON. */
function takers(verb: string, name: string): readonly string[] {
  return answering(verb).flatMap((family) =>
    optionsOf(family, verb).flatMap((one) => (one.name === name ? [JSON.stringify(one.kind)] : [])),
  );
}

describe('the values of an option', () => {
  const declared = FAMILIES.flatMap((family) =>
    family.verbs.flatMap((verb) => optionsOf(family, verb).map((spec) => ({ family: family.name, verb, spec }))),
  );

  it('are the same for commands, calls and studies, of every option of every family and verb', () => {
    let tried = 0;
    for (const { family, verb, spec } of declared) {
      const call = CALLS.find(([, command]) => command.length === 1 && command[0] === verb);
      if (call === undefined || spec.name === 'writeModel') continue;
      const [rules, command] = call;
      const name = Object.keys(rules).find((one) => rules[one]!.word === spec.name)!;
      const option = commandOf(command).options.find((one) => camel(one) === spec.name)!;
      const { kind } = spec;
      if (kind.is === 'flag') continue;
      const texts =
        kind.is === 'choice'
          ? [...kind.of, 'none of them']
          : 'least' in kind
            ? [...[...NUMBERS, kind.least, kind.most ?? 7].map(String), ...(kind.words ?? []), 'some words']
            : ['some words'];
      for (const text of texts) {
        const found = read(option, text);
        const value = 'word' in found ? found.word : Number.isNaN(Number(text)) ? text : Number(text);
        const ofCall = optionFaults({ [name]: value }, rules).length === 0;
        const ofStudy = isOfKind(spec.kind, value);
        // A value that another family would take is refused once the instance is read.
        const isLater = kind.is === 'choice' && takers(verb, spec.name).some((one) => one !== JSON.stringify(kind));
        const ofCommand = isLater ? kind.of.some((one) => one === text) : 'word' in found;
        expect([family, verb, name, text, ofCall, ofStudy]).toEqual([family, verb, name, text, ofCommand, ofCommand]);
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(500);
  });

  it('that a declaration lists by name are known to a family that takes the option', async () => {
    let known = 0;
    for (const verb of ['solve', 'sweep', 'day'] as const) {
      const listed = new Map(
        FAMILIES.flatMap((one) => optionsOf(one, verb)).map(({ name, kind }) => [
          name,
          kind.is === 'choice' ? kind.of : [],
        ]),
      );
      for (const [word, values] of listed) {
        for (const value of values) {
          const words = {
            [word]: value,
            ...(word === 'leniency' ? { filter: 'task' } : {}),
            ...(verb === 'day' ? { profile: 'flat' } : {}),
          };
          const answered = answering(verb).filter((family) =>
            optionsOf(family, verb).some((spec) => spec.name === word),
          );
          // A sweep of leniencies needs a filter.
          if (verb === 'sweep' && word === 'filter' && value === 'none') continue;
          // Some values are heeded by some methods alone, and another option may be missing.
          const tries = answered.flatMap((family) =>
            family.methods.map(({ name: method }) => refusalsOf(family, verb, { ...words, method })),
          );
          const refused = await Promise.all(tries);
          const flag = `--${word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
          const isKnown = refused.some((faults) => faults.every(({ path: at }) => at !== flag));
          expect([verb, word, value, isKnown]).toEqual([verb, word, value, true]);
          known++;
        }
      }
    }
    expect(known).toBeGreaterThan(10);
  });

  it('a leniency is a number or a word, with the same answer as of the command, and refused below its range', async () => {
    const name = 'tiny-serial-budget';
    for (const leniency of [2, 0.75, 'online'] as const) {
      const answer = await plenum.solve(name, { filter: 'task', leniency, method: 'upt' });
      if (!answer.ok) throw new Error(plenum.formatFaults(answer.faults));
      const words = ['--filter', 'task', '--leniency', String(leniency), '--method', 'upt'];
      const { json } = await plenumJson('solve', name, ...words);
      expect({ ...JSON.parse(JSON.stringify(answer.record)), timeS: null }).toEqual({ ...json, timeS: null });
      expect((json['details'] as { leniency: unknown }).leniency).toBe(leniency);
    }
    const refused = await plenum.solve(name, { filter: 'task', leniency: 0 });
    expect(refused).toMatchObject({ ok: false, faults: [{ file: 'call', path: 'leniency' }] });
  });
});

import path from 'node:path';
import type { Command, Option } from 'commander';
import ts from 'typescript-5';
import { describe, expect, it } from 'vitest';
import { plenumProgram } from '../../../src/cli/program.js';
import { OptionError } from '../../../src/cli/options.js';
import { makingOptions } from '../../../src/families/generate.js';
import { isOfKind, type OptionKind, optionsOf } from '../../../src/families/options.js';
import { FAMILIES } from '../../../src/families/registry.js';
import * as plenum from '../../../src/library/index.js';
import * as RULES from '../../../src/library/rules.js';
import { optionFaults, type Rules, wordsOf } from '../../../src/library/rules.js';
import { answering } from '../../../src/workbench/find-family.js';
import { judgedWords } from '../../../src/workbench/judged-words.js';
import { repository } from '../../support/repository.js';
import { plenumJson } from '../../support/run-cli.js';

/** Functions with options: the interface of these, their rules, and the command that they are. */
const CALLS: readonly (readonly [type: string, rules: Rules, command: readonly string[]])[] = [
  ['SolveOptions', RULES.SOLVE_RULES, ['solve']],
  ['CheckOptions', RULES.CHECK_RULES, ['check']],
  ['BoundOptions', RULES.BOUND_RULES, ['bound']],
  ['ExplainOptions', RULES.EXPLAIN_RULES, ['explain']],
  ['CompareOptions', RULES.COMPARE_RULES, ['compare']],
  ['GenerateOptions', RULES.GENERATE_RULES, ['generate']],
  ['SweepOptions', RULES.SWEEP_RULES, ['sweep']],
  ['DayOptions', RULES.DAY_RULES, ['day']],
  ['SimulateOptions', RULES.SIMULATE_RULES, ['simulate']],
  ['OpenOptions', RULES.OPEN_RULES, ['validate']],
  ['CheckStudyOptions', RULES.CHECK_STUDY_RULES, ['study', 'check']],
  ['RunStudyOptions', RULES.RUN_STUDY_RULES, ['study', 'run']],
  ['ReportStudyOptions', RULES.REPORT_STUDY_RULES, ['study', 'report']],
  ['ExportStudyOptions', RULES.EXPORT_STUDY_RULES, ['study', 'export']],
];

/** Options of commands that are another word, or the contrary, in a call. */
const OTHER_WORDS: Readonly<Record<string, string>> = { overwrite: 'force', variants: 'vary', timeLimitS: 'timeLimit' };
/** Options of calls alone: functions, signals, and what commands take as an argument or in lists of their own. */
const OF_CALLS = ['signal', 'onProgress', 'onNote', 'plan', 'keys'];
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

const FILES = ['options.ts', 'study-options.ts'].map((file) => path.join(repository, 'src/library', file));

/** Types of all options by interface, as TypeScript reads them: what may stand there beside undefined. */
const typesOf = ((): ReadonlyMap<string, ReadonlyMap<string, readonly ts.Type[]>> => {
  const options = { strict: true, module: ts.ModuleKind.NodeNext, noEmit: true, types: ['node'] };
  const program = ts.createProgram(FILES, options);
  const checker = program.getTypeChecker();
  const found = new Map<string, ReadonlyMap<string, readonly ts.Type[]>>();
  for (const file of FILES) {
    for (const node of program.getSourceFile(file)!.statements) {
      if (!ts.isInterfaceDeclaration(node)) continue;
      const properties = checker.getPropertiesOfType(checker.getTypeAtLocation(node)).map((one) => {
        const type = checker.getNonNullableType(checker.getTypeOfSymbol(one));
        return [one.name, type.isUnion() ? type.types : [type]] as const;
      });
      found.set(node.name.text, new Map(properties));
    }
  }
  return found;
})();

/** Numbers that are tried of every option that takes one: within most ranges, at their ends, and without. */
const NUMBERS = [0, 1, 2, 3, 0.001, 0.5, 0.9, 1.5, 10, 64, 100, 600, 3600, 1e6, -1];

/** Values that a type allows. @param kind how the command declares the option, if a family does */
function valuesOf(type: ts.Type, kind: OptionKind | undefined): readonly unknown[] {
  if (type.isStringLiteral() || type.isNumberLiteral()) return [type.value];
  if ((type.flags & ts.TypeFlags.BooleanLiteral) !== 0) return [true, false];
  if ((type.flags & ts.TypeFlags.Number) !== 0) {
    const ends =
      kind !== undefined && 'least' in kind ? [kind.least, ...(kind.most === undefined ? [] : [kind.most])] : [];
    return [...NUMBERS, ...ends];
  }
  if ((type.flags & ts.TypeFlags.String) !== 0) {
    return kind?.is === 'choice' ? [...kind.of, 'some words'] : ['some words', 'a,b=1', '2', './a file.json'];
  }
  if (type.getCallSignatures().length > 0) return [() => undefined];
  if (type.getProperty('aborted') !== undefined) return [new AbortController().signal, { aborted: false }];
  if (type.getNumberIndexType() !== undefined) return [['abcdef'], ['abcdef', 'a'.repeat(64)]];
  return [{ instance: { name: 'a', sha256: 'b' } }];
}

const program = plenumProgram(repository, () => undefined);

function commandOf(words: readonly string[]): Command {
  return words.reduce<Command>((above, word) => above.commands.find((one) => one.name() === word)!, program);
}

/** Declaration of an option by the families that take it. */
function kindOf(word: string, verb: string): OptionKind | undefined {
  const made = verb === 'generate' ? makingOptions(FAMILIES) : [];
  return [...FAMILIES.flatMap((family) => optionsOf(family, verb)), ...made].find(({ name }) => name === word)?.kind;
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

/** Words for a value that is of the type and still refused: a number out of a range, or a word that is none of a list. */
const isOfRange = (value: unknown, allowed: string, kind: OptionKind | undefined): boolean =>
  typeof value === 'number'
    ? /^a (whole )?number (of at least|from) [\d.e-]+/.test(allowed)
    : kind?.is === 'choice' && value === 'some words' && kind.of.every((one) => allowed.includes(one));

describe.each(CALLS)('%s', (type, rules, command) => {
  const types = typesOf.get(type)!;
  const verb = command[0]!;
  const cases = [...types].flatMap(([name, union]) => {
    const kind = kindOf(rules[name]?.word ?? name, verb);
    return union.flatMap((one) => valuesOf(one, kind)).map((value) => ({ name, kind, value }));
  });

  it('has a rule for every option of its type, and none for another', () => {
    expect(Object.keys(rules).toSorted()).toEqual([...types.keys()].toSorted());
  });

  it('every value that a type promises is accepted, or refused for its range alone', () => {
    const wrong = cases.flatMap(({ name, kind, value }) => {
      const faults = optionFaults({ [name]: value }, rules);
      return faults
        .filter(({ allowed }) => !isOfRange(value, allowed, kind))
        .map(({ allowed }) => [name, value, allowed]);
    });
    expect(wrong).toEqual([]);
    // Of every kind of value that an option may have, one is accepted.
    for (const [name, union] of types) {
      const kind = kindOf(rules[name]?.word ?? name, verb);
      for (const one of union) {
        const accepted = valuesOf(one, kind).some((value) => optionFaults({ [name]: value }, rules).length === 0);
        expect([name, accepted]).toEqual([name, true]);
      }
    }
  });

  it('what the command takes the call takes, as the same word, and what one refuses the other does', () => {
    const options = commandOf(command).options;
    let compared = 0;
    for (const { name, value } of cases) {
      // Runs are made anew where a command is told so, and not where it is told nothing.
      if (OF_CALLS.includes(name) || (name === 'retry' && value === 'none')) continue;
      const word = wordOf(name, rules);
      const option = options.find((one) => camel(one) === word);
      // Where an instance may lie is asked of every command, apart from its own options.
      if (option === undefined && (name === 'allowOutside' || type === 'OpenOptions')) continue;
      expect([name, option === undefined]).toEqual([name, false]);
      const faults = optionFaults({ [name]: value }, rules);
      if (typeof value === 'boolean') {
        expect([name, option!.isBoolean() || option!.negate, faults]).toEqual([name, true, []]);
        continue;
      }
      compared++;
      const found = read(option!, String(value));
      const said = faults[0]?.allowed;
      expect([name, value, 'allowed' in found ? found.allowed : null]).toEqual([name, value, said ?? null]);
      if ('word' in found && rules[name]!.word !== undefined) {
        expect([name, wordsOf({ [name]: value }, rules)[word]]).toEqual([name, found.word]);
      }
    }
    if (!['validate', 'check'].includes(command.at(-1)!) || verb === 'check') expect(compared).toBeGreaterThan(0);
  });

  it('every option of the command is one of the call, but for those of a terminal', () => {
    if (type === 'OpenOptions') return;
    const known = new Set(Object.keys(rules).map((name) => wordOf(name, rules)));
    const more = commandOf(command)
      .options.map(camel)
      .filter((word) => !known.has(word) && !OF_COMMANDS.has(word));
    expect(more).toEqual([]);
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
      const call = CALLS.find(([, , command]) => command.length === 1 && command[0] === verb);
      if (call === undefined || spec.name === 'writeModel') continue;
      const [, rules, command] = call;
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

  it('that a type lists by name are known to a family that takes the option', async () => {
    let known = 0;
    for (const [type, rules, [verb, sub]] of CALLS) {
      if (sub !== undefined || !['solve', 'sweep', 'day'].includes(verb!)) continue;
      for (const [name, union] of typesOf.get(type)!) {
        const word = rules[name]!.word;
        if (word === undefined) continue;
        for (const { value } of union.filter((each) => each.isStringLiteral())) {
          const words = {
            [word]: value,
            ...(word === 'leniency' ? { filter: 'task' } : {}),
            ...(verb === 'day' ? { profile: 'flat' } : {}),
          };
          const answered = answering(verb!).filter((family) =>
            optionsOf(family, verb!).some((spec) => spec.name === word),
          );
          // A sweep of leniencies needs a filter.
          if (verb === 'sweep' && word === 'filter' && value === 'none') continue;
          // Some values are heeded by some methods alone, and another option may be missing.
          const tries = answered.flatMap((family) =>
            family.methods.map(({ name: method }) => refusalsOf(family, verb as 'solve', { ...words, method })),
          );
          const refused = await Promise.all(tries);
          const flag = `--${word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
          const isKnown = refused.some((faults) => faults.every(({ path: at }) => at !== flag));
          expect([type, name, value, isKnown]).toEqual([type, name, value, true]);
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

import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import { OptionError } from '../../../src/cli/options.js';
import { plenumProgram } from '../../../src/cli/program.js';
import { solve } from '../../../src/library/index.js';
import { accepted } from '../../support/accepted.js';
import { triesAll } from '../../support/fuzz.js';
import { schemaFaults } from '../../support/committed-schema.js';
import { madeStudy, tinyStudyText } from '../../support/made-study.js';
import { repository } from '../../support/repository.js';
import { ownAnswer } from '../../support/own-command.js';
import { plenumJson } from '../../support/run-cli.js';
import { lastingDirectory, writeSmall } from '../../support/small-instance.js';
import { tinyDatabase } from '../../support/tiny-database.js';

const folder = lastingDirectory();
const plain = join(folder, 'a-file');
const database = join(folder, 'room.sqlite');
const REWARD_RATE = join(repository, 'instances/reward-rate/tiny-two-node-types.json');
const ROBUST = join(repository, 'instances/robust/tiny-one-task.json');
const PROFILES = join(folder, 'profiles.sqlite');
/** Path of a study folder; named before it is made. */
const STUDY = join(folder, 'study');
const STUDY_FILE = join(folder, 'study.json');
const JOBS = join(repository, 'instances/jobs/tiny-fork-join.json');
const TEMPLATES = join(repository, 'instances/templates/tiny-two-quadrants.json');
const UTILITY = join(repository, 'instances/utility/tiny-serial-budget.json');

beforeAll(async () => {
  writeFileSync(plain, '{ "format": ');
  writeFileSync(database, await tinyDatabase());
  await ownAnswer('profiles build', [JOBS], { out: PROFILES, workers: 1 });
  renameSync(await madeStudy(folder), STUDY);
  writeFileSync(STUDY_FILE, tinyStudyText());
});

interface Asked {
  /** Words behind the command, of an input and a place to write to. */
  readonly words: (file: string, out: string) => readonly string[];
  /** A good input; null where the command reads none. */
  readonly good: string | null;
  /** Option that names the place; null where nothing is written. */
  readonly place: '--out' | '--write-model' | null;
}

const withOut = (good: string, ...more: readonly string[]): Asked => {
  return { good, place: '--out', words: (file, out) => [file, ...more, '--out', out] };
};
const reading = (good: string, ...more: readonly string[]): Asked => {
  return { good, place: null, words: (file) => [file, ...more] };
};

const COMMANDS: Readonly<Record<string, Asked>> = {
  solve: withOut(REWARD_RATE),
  check: { good: REWARD_RATE, place: null, words: (file) => [file, file] },
  validate: reading(REWARD_RATE),
  bound: { good: REWARD_RATE, place: '--write-model', words: (file, out) => [file, '--write-model', out] },
  explain: reading(REWARD_RATE),
  'export edges': withOut(JOBS),
  'export jobs': withOut(JOBS),
  'export tasks': withOut(UTILITY),
  'export types': withOut(UTILITY),
  'export matrix': withOut(REWARD_RATE),
  'export times': withOut(ROBUST),
  'export series': withOut(join(repository, 'instances/geo/tiny-arbitrage.json')),
  sweep: withOut(REWARD_RATE, '--over', 'powerCapW=x1'),
  day: withOut(REWARD_RATE, '--profile', 'flat'),
  generate: withOut(REWARD_RATE),
  reproduce: { good: null, place: '--out', words: (_, out) => ['fig-3.4', '--trials', '1', '--out', out] },
  compare: withOut(REWARD_RATE, '--methods', 'greedy', '--work-limit', '1'),
  simulate: { good: REWARD_RATE, place: '--out', words: (file, out) => [file, file, '--out', out] },
  'templates build': withOut(TEMPLATES),
  'templates query': reading(database, '--arriving', '1', '--running', '0,0', '--power', '4kW'),
  'templates info': reading(database),
  'templates export': withOut(database),
  'templates atlas': withOut(database),
  'templates check': reading(database),
  'templates coverage': withOut(database, '--samples', '0'),
  'templates day': withOut(TEMPLATES, '--thermal', 'overcooling', '--overcooling-c', '20'),
  'templates robustness': withOut(TEMPLATES, '--database', database),
  // The place is judged before the files are read.
  'import slurm-nodes': withOut(plain),
  'import racks': withOut(plain),
  'import redfish': withOut(plain),
  'import specpower': withOut(plain, '--cpu', 'E5-2660'),
  'import sensors': withOut(plain),
  'import raps': withOut(plain),
  'import prices': withOut(plain),
  'import weather': withOut(plain),
  'import slurm-jobs': withOut(plain),
  'import wfcommons': withOut(join(repository, 'docs/examples/workflow.json')),
  'profiles build': withOut(JOBS),
  'profiles query': reading(PROFILES, '--type', 'fork-join'),
  'profiles info': reading(PROFILES),
  'profiles export': withOut(PROFILES),
  'profiles check': reading(PROFILES),
  arena: withOut(REWARD_RATE),
  'study check': reading(STUDY_FILE),
  'study run': withOut(STUDY_FILE),
  'study resume': reading(STUDY),
  'study submit': withOut(STUDY_FILE, '--engine', 'command', '--template', '{command}'),
  'study status': reading(STUDY),
  'study report': withOut(STUDY),
  'study collect': reading(STUDY),
  'study export': withOut(STUDY),
  list: { good: null, place: null, words: () => [] },
  help: { good: null, place: null, words: () => ['solve'] },
};

interface Leaf {
  readonly name: string;
  readonly command: Command;
}

/** Commands without commands below them. */
function leaves(command: Command, before: readonly string[] = []): readonly Leaf[] {
  return command.commands.flatMap((one) => {
    const path = [...before, one.name()];
    return one.commands.length === 0 ? [{ name: path.join(' '), command: one }] : leaves(one, path);
  });
}

const LEAVES = leaves(plenumProgram(repository, () => undefined));

/** The problems of a command line that is refused with one object and exit code 2. */
async function refused(
  name: string,
  ...words: readonly string[]
): Promise<readonly { path: string; value: unknown }[]> {
  const { code, json } = await plenumJson(...name.split(' '), ...words);
  expect([name, words, code, schemaFaults('refused', json)]).toEqual([name, words, 2, []]);
  return json['faults'] as readonly { path: string; value: unknown }[];
}

describe('the parser', () => {
  test('refuses an option that is unknown, of every command', () => {
    for (const { name, command } of LEAVES) {
      command.configureOutput({ writeErr: () => undefined });
      const parsing = () =>
        command.parse([...COMMANDS[name]!.words('x', 'y.lp'), '--no-such-option'], { from: 'user' });
      expect([name, thrownBy(parsing)]).toMatchObject([name, { code: 'commander.unknownOption' }]);
      expect(thrownBy(parsing)).toBeInstanceOf(CommanderError);
    }
  });

  test('takes no option for the value of another one, of any command', () => {
    let count = 0;
    for (const { name, command } of LEAVES) {
      for (const { long, required, parseArg } of command.options) {
        if (!required) continue;
        const refusal = thrownBy(() => parseArg!('--json', undefined as never));
        expect([name, refusal]).toMatchObject([name, { fault: { path: long, value: '--json' } }]);
        expect(refusal).toBeInstanceOf(OptionError);
        count++;
      }
    }
    expect(count).toBeGreaterThan(100);
  });
});

/** Returns what a call throws; null where it throws nothing. */
function thrownBy(call: () => unknown): unknown {
  try {
    call();
    return null;
  } catch (error) {
    return error;
  }
}

describe('--json prints exactly one object, for every command,', () => {
  test('of all that there are', () => {
    expect(Object.keys(COMMANDS).sort()).toEqual(LEAVES.map(({ name }) => name).sort());
  });

  test.each(['solve', 'export matrix', 'templates build', 'study run'])(
    'where an option of %s is unknown',
    async (name) => {
      const faults = await refused(name, ...COMMANDS[name]!.words('x', 'y'), '--no-such-option');
      expect(faults).toHaveLength(1);
    },
  );

  test('where the value of an option is left out', async () => {
    expect(await refused('solve', '--seed')).toMatchObject([{ path: '--seed', value: '--json' }]);
    expect(await refused('study run', '--out')).toMatchObject([{ path: '--out', value: '--json' }]);
  });

  test('where its input is not there, and where it is no instance and no database', async () => {
    const reading = Object.entries(COMMANDS).filter(([, { good }]) => good !== null);
    for (const [n, [name, { words }]] of reading.entries()) {
      const both = [join(folder, 'no-such-file.json'), plain];
      for (const input of triesAll() ? both : [both[n % 2]!]) {
        const faults = await refused(name, ...words(input, join(folder, 'never')));
        expect([name, faults.length]).not.toContain(0);
      }
    }
  });

  test('where it cannot write to the place that was named', async () => {
    for (const [name, { words, good, place }] of Object.entries(COMMANDS)) {
      if (place === null) continue;
      const [fault, ...others] = await refused(name, ...words(good ?? '', join(plain, 'below')));
      expect([name, fault!.path, others]).toEqual([name, place, []]);
    }
  });

  test('where nothing is feasible, with exit code 3', async () => {
    const { file } = writeSmall({ limits: { powerCapW: 80 } });
    // A plan of the facility with more power breaks the cap of this one.
    const out = join(folder, 'solved');
    accepted(await solve(writeSmall().file, { out }));
    const plan = join(out, 'plan.json');
    const asked: readonly (readonly [string, readonly string[]])[] = [
      ['solve', [file]],
      ['bound', [file]],
      ['explain', [file]],
      ['compare', [file, '--methods', 'greedy', '--trials', '1', '--work-limit', '1']],
      ['sweep', [file, '--over', 'powerCapW=80']],
      ['day', [file, '--profile', 'flat']],
      ['check', [file, plan]],
      ['simulate', [file, plan, '--samples', '2']],
      ['profiles query', [PROFILES, '--type', 'fork-join', '--within', '1']],
      ['templates query', [database, '--arriving', '1', '--running', '20,10', '--power', '2kW']],
    ];
    for (const [name, words] of asked) {
      const { code, json } = await plenumJson(...name.split(' '), ...words);
      const schema = name.endsWith(' query') ? 'own-command' : name;
      expect([name, code, schemaFaults(schema, json)]).toEqual([name, 3, []]);
    }
  });
});

test.each([['-5'], ['-.5'], ['x'], ['-x'], ['--out']])(
  'a value that begins as an option does is none, a negative number is one that is judged: --time-limit %s',
  async (value) => {
    const { code, json } = await plenumJson('solve', REWARD_RATE, '--time-limit', value);
    const [fault] = json['faults'] as readonly { path: string; allowed: string }[];
    expect([code, fault!.path]).toEqual([2, '--time-limit']);
    const isMissing = /^-[^\d.]/.test(value);
    expect(fault!.allowed).toBe(isMissing ? 'a value behind --time-limit <s>' : 'a number of at least 0');
  },
);

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { triesAll } from '../support/fuzz.js';
import { type CliRun, plenum } from '../support/run-cli.js';
import { type ShellCommand, shellCommands } from './markdown.js';
import { filesBelow, ROOT, textOf } from './source-files.js';

const documents = filesBelow('.', '.md');
const scripts = (JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }).scripts;

/**
 * Commands that take longer than all others together, with the same words for a quick room, which an everyday run tries in
 * their place.
 */
const IN_QUICK_ROOMS: Readonly<Record<string, string>> = {
  // Twice as large, but drawn on cells that need no stated mixing.
  'generate --racks 30 --power-cap 200000 --out mine': 'generate --racks 60 --power-cap 400000 --out mine',
  'validate mine/room-1080-hybrid.json': 'validate mine/room-2160-hybrid-isolated.json',
  'solve mine/room-1080-hybrid.json --out out': 'solve mine/room-2160-hybrid-isolated.json --out out',
  'check mine/room-1080-hybrid.json out/plan.json': 'check mine/room-2160-hybrid-isolated.json out/plan.json',
  // Its air after each failure takes most of the time; the numbers of the page are those of test/src/families/reward-rate/instances/hall-40.test.ts.
  'solve instances/reward-rate/hall-40.json --method greedy-power --no-bound --failures --out out/hall':
    'solve instances/reward-rate/tiny-survive.json --survive none --method greedy-power --no-bound --failures --out out/hall',
  'check instances/reward-rate/hall-40.json out/hall/plan.json --survive any-crac':
    'check instances/reward-rate/tiny-survive.json out/hall/plan.json --survive any-crac',
  'explain mine/room-1080-hybrid.json --wanted-reward 70':
    'explain instances/reward-rate/tiny-power-cap.json --wanted-reward 70',
};

interface Ran extends CliRun {
  readonly command: ShellCommand;
}

/** The arguments for Plenum, or null for a command this test only looks up. Throws for one that nobody would have tried. */
function plenumArguments({ words }: ShellCommand): readonly string[] | null {
  const [program, first, ...rest] = words;
  if (program === 'plenum') return words.slice(1);
  if (program === 'node' && first === 'dist/src/cli/main.js') return rest;
  if (program === 'npx' && first === 'plenum') return rest;
  if (program === 'npm') {
    // What is packed and installed is tried in test/package.
    if (['ci', 'install', 'link', 'pack'].includes(first!)) return null;
    const script = first === 'run' ? rest[0]! : first!;
    if (!Object.hasOwn(scripts, script)) throw new Error(`package.json has no script "${script}"`);
    const [node, main, ...words] = scripts[script]!.split(' ');
    return first === 'start' && node === 'node' && main === 'dist/src/cli/main.js' ? words : null;
  }
  throw new Error(`the documents show a command that is not tried: ${words.join(' ')}`);
}

/** The command line in this process, run in a directory: what a process adds is what test/src/cli/process.commands.test.ts tries. */
async function runIn(directory: string, words: readonly string[]): Promise<CliRun> {
  const before = process.cwd();
  const cache = process.env['PLENUM_CACHE'];
  process.chdir(directory);
  process.env['PLENUM_CACHE'] = keptAir;
  try {
    return await plenum(...words);
  } finally {
    process.chdir(before);
    process.env['PLENUM_CACHE'] = cache;
  }
}

async function tried(command: ShellCommand, directory: string): Promise<Ran | null> {
  const words = plenumArguments(command);
  if (words === null) return null;
  const quick = triesAll() ? undefined : IN_QUICK_ROOMS[words.join(' ')];
  return { command, ...(await runIn(directory, quick?.split(' ') ?? words)) };
}

const directories: string[] = [];

/** A copy of the bundled instances, for no command of a document to change ours. */
const instances = path.join(newDirectory(), 'instances');
cpSync(path.join(ROOT, 'instances'), instances, { recursive: true });

/** Air of rooms, kept as for a reader: drawn anew by every command, that of the generated room would take minutes. */
const keptAir = newDirectory();

function newDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'plenum-docs-'));
  directories.push(directory);
  return directory;
}

/** A directory with the bundled instances and examples, as a reader of the documents has. */
function workplace(): string {
  const directory = newDirectory();
  symlinkSync(instances, path.join(directory, 'instances'), 'dir');
  cpSync(path.join(ROOT, 'docs/examples'), path.join(directory, 'docs/examples'), { recursive: true });
  return directory;
}

afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true });
});

describe('commands in the documents', () => {
  const withCommands = documents.filter((file) => shellCommands(textOf(file)).length > 0);

  it('for which an everyday run takes a quick room are still shown', () => {
    const shown = withCommands.flatMap((file) => shellCommands(textOf(file)).map(({ words }) => words.join(' ')));
    expect(Object.keys(IN_QUICK_ROOMS).filter((words) => !shown.includes(`plenum ${words}`))).toEqual([]);
  });

  it('are looked for in README.md too', () => {
    expect(withCommands).toContain('README.md');
  });

  it.each(withCommands)('%s: every command that it shows ends with the exit code that it says', async (file) => {
    const directory = workplace();
    const wrong: unknown[] = [];
    for (const command of shellCommands(textOf(file))) {
      const ran = await tried(command, directory);
      if (ran !== null && ran.code !== command.exitCode) wrong.push({ file, ...ran });
      if (ran !== null && command.output !== null) wrong.push(...misquoted(ran));
    }
    expect(wrong).toEqual([]);
  });

  it('README.md shows the output of `npm start`, and a digit or word of it that is not printed is found', () => {
    const shown = shellCommands(textOf('README.md')).find(({ output }) => output !== null)!;
    expect(shown.words).toEqual(['npm', 'start']);
    const { output } = shown;
    expect(output).toMatch(/^upper bound +\d+\.\d{2} reward\/s/m);
    const ran = (text: string, stdout: string): Ran => ({
      command: { ...shown, output: text },
      code: 0,
      stdout,
      stderr: '',
    });
    expect(misquoted(ran(output!, output!))).toEqual([]);
    const stale = output!.replace(/^(upper bound +\d+\.\d)(\d)/m, (_, head: string, last: string) => {
      return head + String((Number(last) + 1) % 10);
    });
    expect(misquoted(ran(stale, output!))).toHaveLength(1);
    expect(misquoted(ran('gap  0.004 %\n...\npower  1 W', 'gap 0.00367 %\npower 1 kW'))).toHaveLength(2);
  });

  it('a wrong "# exits N" or script name is found', async () => {
    const commands = shellCommands('```sh\n# exits 2\nplenum solve no-such-file.json\nplenum list --bogus\n```\n');
    const ran: (Ran | null)[] = [];
    for (const command of commands) ran.push(await tried(command, ROOT));
    expect(ran.map((one) => [one?.code, one?.command.exitCode])).toEqual([
      [2, 2],
      [2, 0],
    ]);
    const [script, stranger] = shellCommands('```sh\nnpm run no-such-script\ncurl example.org\n```\n');
    expect(() => plenumArguments(script!)).toThrow('no-such-script');
    expect(() => plenumArguments(stranger!)).toThrow('curl');
  });
});

/** Lines of a shown output that the real one lacks, figure by figure; spaces count as one. */
function misquoted({ command, stdout }: Ran): string[] {
  const plain = (line: string): string => line.replace(/\s+/g, ' ').trim();
  const real = stdout.split('\n').map(plain);
  return command.output!.split('\n').filter((line) => !['', '...', ...real].includes(plain(line)));
}

/** What all families answer, and what one adds. */
const explainedOf = (family: string): string => textOf('docs/results.md') + textOf(`docs/${family}/results.md`);

describe('what the documents say', () => {
  it('every name in the symbol table of models/README.md is in the code', () => {
    const code = [...filesBelow('models', '.ts'), ...filesBelow('src', '.ts')].map(textOf).join('\n');
    const rows = textOf('models/README.md').matchAll(/^\|[^|]*\|([^|]*)\|/gm);
    const names = [...rows].flatMap(([, cell]) => [...cell!.matchAll(/`(\w+)`/g)].map((match) => match[1]!));
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
    expect(names.length).toBeGreaterThan(30);
  });

  const keysLeftUnexplained = async (
    instance: string,
    answers: readonly string[],
    /** Keys that are names in the instance: of task types, CRACs, data centres. */
    named: readonly string[],
  ): Promise<{ readonly unexplained: readonly string[]; readonly count: number }> => {
    const directory = workplace();
    const keys = new Set<string>();
    for (const answer of answers) {
      const { code, stdout } = await runIn(directory, answer.replace('INSTANCE', instance).split(' '));
      expect([answer, code]).toEqual([answer, 0]);
      collectKeys(JSON.parse(stdout), keys);
    }
    for (const file of ['result.json', 'plan.json']) {
      collectKeys(JSON.parse(readFileSync(path.join(directory, 'out', file), 'utf8')), keys);
    }
    for (const name of named) keys.delete(name);
    const explained = explainedOf(path.basename(path.dirname(instance)));
    return { unexplained: [...keys].filter((key) => !explained.includes(`\`${key}\``)), count: keys.size };
  };

  it('every key of the JSON answers is explained on the pages of results', async () => {
    const answers = [
      'solve INSTANCE --json --out out',
      'check INSTANCE out/plan.json --json',
      'bound INSTANCE --json',
      'sweep INSTANCE --over powerCapW=50,200,400 --json',
      'day INSTANCE --profile flat --json',
      'compare INSTANCE --methods config-lp,greedy,greedy:naive --trials 2 --work-limit 50 --json',
      'simulate INSTANCE out/plan.json out/plan.json --samples 20 --json',
      'validate INSTANCE --json',
      'list --json',
    ];
    const instance = 'instances/reward-rate/tiny-two-node-types.json';
    const { unexplained, count } = await keysLeftUnexplained(instance, answers, ['CRAC1', 'a']);
    expect(unexplained).toEqual([]);
    expect(count).toBeGreaterThan(40);
  });

  it('every key of the JSON answers for robust instances is explained there', async () => {
    const instance = 'instances/robust/tiny-more-cores-than-tasks.json';
    const methods = ['tabu', 'ga', 'gals', 'min-energy', 'min-min-balance'];
    const answers = [
      ...methods.map((method) => `solve INSTANCE --method ${method} --problem eo-mc --work-limit 2 --json`),
      'solve INSTANCE --json --out out --front 2',
      'check INSTANCE out/plan.json --json',
      'bound INSTANCE --json',
      'simulate INSTANCE out/plan.json --law gamma --samples 20 --json',
      'compare INSTANCE --methods lagrange,tabu --trials 2 --work-limit 3 --json',
      'validate INSTANCE --json',
    ];
    const { unexplained, count } = await keysLeftUnexplained(instance, answers, []);
    expect(unexplained).toEqual([]);
    expect(count).toBeGreaterThan(80);
  });

  it('every key of the answers for geo instances is explained there', async () => {
    const instance = 'instances/geo/tiny-arbitrage.json';
    const answers = [
      ...['fdld-so', 'fdld-tao', 'fdld-cl', 'gald-cl'].map((method) => `solve INSTANCE --method ${method} --json`),
      'solve INSTANCE --json --out out',
      'check INSTANCE out/plan.json --json',
      'bound INSTANCE --json',
      'validate INSTANCE --json',
    ];
    const { unexplained, count } = await keysLeftUnexplained(instance, answers, [
      'a',
      'phiC a',
      'west',
      'east',
      'chassis',
    ]);
    expect(unexplained).toEqual([]);
    expect(count).toBeGreaterThan(80);
  });

  it('every key of what is found in a database of templates is explained there', async () => {
    const directory = workplace();
    const build = 'templates build instances/templates/tiny-two-quadrants.json --out tiny.sqlite --workers 1';
    expect((await runIn(directory, build.split(' '))).code).toBe(0);
    const keys = new Set<string>();
    for (const answer of ['templates check tiny.sqlite --json', 'templates coverage tiny.sqlite --samples 9 --json']) {
      const { code, stdout } = await runIn(directory, answer.split(' '));
      expect([answer, code]).toEqual([answer, 0]);
      collectKeys(JSON.parse(stdout), keys);
    }
    const explained = explainedOf('templates');
    expect([...keys].filter((key) => !explained.includes(`\`${key}\``))).toEqual([]);
    expect(keys.size).toBeGreaterThan(60);
  });
});

function collectKeys(value: unknown, keys: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collectKeys(one, keys);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      keys.add(key);
      collectKeys(inner, keys);
    }
  }
}

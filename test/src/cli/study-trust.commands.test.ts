import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkStudy, runStudy } from '../../../src/library/index.js';
import { repository } from '../../support/repository.js';
import { type Hooks, program } from '../../support/program.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

/** A study of somebody else: its file lies in the folder "theirs", beside which other files of this machine lie. */
let place: string;
let theirs: string;
let study: string;
let out: string;
beforeEach(() => {
  place = temporaryDirectory();
  theirs = path.join(place, 'theirs');
  study = path.join(theirs, 'study.json');
  out = path.join(place, 'out');
  mkdirSync(theirs);
  for (const folder of [place, theirs]) {
    copyFileSync(
      path.join(repository, 'instances/reward-rate/tiny-two-node-types.json'),
      path.join(folder, 'room.json'),
    );
    writeFileSync(path.join(folder, 'own.mjs'), `${marked('loaded')}export default [];\n`);
    writeFileSync(path.join(folder, 'arrivals.csv'), 'hush hush\n');
  }
  symlinkSync('../room.json', path.join(theirs, 'link.json'));
});

/** Line of a module that leaves a file behind, so that its being loaded is seen. */
function marked(name: string): string {
  return `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(path.join(place, name))}, '');\n`;
}

function written(more: object): void {
  const own = {
    format: 'plenum.study',
    formatVersion: 1,
    name: 'theirs',
    methods: ['config-ls'],
    budgets: [{ work: 2 }],
  };
  writeFileSync(study, JSON.stringify({ ...own, instances: ['room.json'], ...more }));
}

/** A process that runs the study in its folder with the modules allowed. */
const ran = (hooks: Hooks = {}) => program(['study', 'run', study, '--out', out, '--allow-modules'], hooks);

type Told = readonly { readonly path: string; readonly value: unknown; readonly remedy: string }[];
const told = async (...words: readonly string[]): Promise<readonly [code: number, problems: Told]> => {
  const { code, json } = await plenumJson('study', ...words);
  return [code, (json['faults'] ?? []) as Told];
};

/** Every verb that would run a study, as it is called. */
const RUNNING = [
  ['check', []],
  ['run', []],
  ['submit', ['--dry-run']],
] as const;

describe('a file outside the folder of a study', () => {
  const outside = [
    ['instances[0]', { instances: [{ file: '../room.json' }] }],
    ['instances[0]', { instances: ['../room.json'] }],
    ['instances[0]', { instances: ['link.json'] }],
    ['instances[1]', { instances: ['room.json', { file: '../nothing.json' }] }],
    ['instances[0]', { instances: [{ variants: '../room.json', seeds: '1..2' }] }],
    ['options.constraints', { options: { constraints: ['own.mjs', '../own.mjs'] } }],
  ] as const;
  it.each(outside)('is refused at %s of %j unless that is allowed', async (at, more) => {
    written(more);
    for (const refused of [
      await checkStudy(study, { out, allowModules: true }),
      await runStudy(study, { out, allowModules: true }),
    ]) {
      expect(faultsOf(refused).map((one) => one.path)).toEqual([at]);
      expect(faultsOf(refused)[0]!.remedy).toContain('allowOutside: true if you trust the study');
    }
    expect(existsSync(out)).toBe(false);
    const allowed = faultsOf(await checkStudy(study, { allowOutside: true, allowModules: true }));
    expect(allowed.map(({ remedy }) => remedy).join()).not.toContain('allowOutside');
  });

  it('is refused by every verb that runs it, with the option that allows it', async () => {
    written({ instances: ['../room.json'] });
    for (const [verb, words] of RUNNING) {
      const [code, faults] = await told(verb, study, '--out', out, ...words);
      expect([verb, code, faults.map((one) => one.path)]).toEqual([verb, 2, ['instances[0]']]);
      expect(faults[0]!.remedy).toContain('--allow-outside if you trust the study');
    }
  });

  it('is read where it lies within, also by an absolute path', async () => {
    for (const file of ['./room.json', path.join(theirs, 'room.json'), '../theirs/room.json']) {
      written({ instances: [{ file }] });
      expect((await checkStudy(study)).ok).toBe(true);
    }
  });
});

describe('a module of a study', () => {
  beforeEach(() => {
    written({ options: { constraints: 'own.mjs' } });
  });

  it('is not loaded by any verb unless --allow-modules is given, which the refusal says', async () => {
    for (const [verb, words] of RUNNING) {
      const [code, faults] = await told(verb, study, '--out', out, ...words);
      expect([verb, code, faults]).toMatchObject([verb, 2, [{ path: 'options.constraints', value: 'own.mjs' }]]);
      expect(faults[0]!.remedy).toContain('--allow-modules');
    }
    expect(existsSync(path.join(place, 'loaded'))).toBe(false);
    expect((await told('run', study, '--out', out, '--allow-modules'))[0]).toBe(0);
    expect(existsSync(path.join(place, 'loaded'))).toBe(true);
    // What was allowed once is asked for again: the folder may have gone through other hands.
    expect((await told('resume', out))[0]).toBe(2);
    expect((await told('resume', out, '--allow-modules'))[0]).toBe(0);
    // Nothing is run by these.
    for (const verb of ['status', 'report']) expect((await told(verb, out))[0]).toBe(0);
  });

  it('is not loaded by a check, and allowed to the tasks of a cluster', async () => {
    expect((await told('check', study, '--allow-modules'))[0]).toBe(0);
    expect(existsSync(path.join(place, 'loaded'))).toBe(false);
    const { json } = await plenumJson('study', 'submit', study, '--out', out, '--dry-run', '--allow-modules');
    expect(JSON.stringify(json['details'])).toContain('--allow-modules');
  });

  it('is asked for by the library, too', async () => {
    const refused = await runStudy(study, { out });
    expect(refused.ok ? '' : refused.faults[0]!.remedy).toContain('allowModules: true');
    expect(await runStudy(study, { out, allowModules: true })).toMatchObject({ ok: true, ended: 'complete' });
  });

  it.each([
    ['as it is loaded', 'process.exit(0);\n'],
    ['and catches that', 'try { process.exit(0); } catch {}\nexport default [];\n'],
    ['in a constraint', 'export default [{ name: "a", unit: "W", violation: () => process.exit(0) }];\n'],
  ])('that calls process.exit %s fails its runs by name, and the study ends as it would', async (_, text) => {
    writeFileSync(path.join(theirs, 'own.mjs'), text);
    written({ options: { constraints: 'own.mjs' }, seeds: '1..2' });
    const { ended, record } = accepted(await runStudy(study, { out, allowModules: true }));
    const { done, failures } = record.details as unknown as {
      done: number;
      failures: { reason: string; message: string }[];
    };
    expect([ended, done, failures.map(({ reason }) => reason)]).toEqual(['complete', 2, ['refused', 'refused']]);
    expect(failures[0]!.message).toContain('own.mjs');
    expect(failures[0]!.message).toContain('process.exit(0)');
    const folder = path.join(out, 'records');
    const records = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.json'));
    expect(records).toHaveLength(2);
    expect(readFileSync(path.join(folder, records[0]!), 'utf8')).toContain('"objective":null');
  });

  const one = 'export default [{ name: "a", unit: "W", violation: () => 0 }];\n';
  it.each([
    ['calls process.exit', 'process.exit(0);\n', 'process.exit(0)'],
    ['does not finish loading', `await new Promise(() => {});\n${one}`, 'an await without end'],
    ['throws from a rejection', `Promise.reject(new Error("beside"));\n${one}`, 'beside'],
    ['ends the program from a rejection', `Promise.resolve().then(() => process.exit(0));\n${one}`, 'process.exit(0)'],
  ])('that %s is told in words, with the command that makes its runs anew', async (_, text, found) => {
    const module = path.join(theirs, 'own.mjs');
    writeFileSync(module, text);
    const { code, stdout, stderr } = await ran();
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('    at ')]);
    expect(stdout).toMatch(/^Failed \(refused\): .*own\.mjs: .*found ".*; allowed: a module that/m);
    expect(stdout).toContain(found);
    writeFileSync(module, 'export default [];\n');
    const advised = /^Make them anew with: plenum (.*)$/m.exec(stdout)![1]!;
    const again = await program(advised.split(' '));
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('1 of 1 runs done')]);
    expect(again.stdout).toContain('0 failed');
  });

  it('that fails between two runs of a process fails neither of them', async () => {
    const later = "process.prependListener('message', () => { throw new Error('later'); });\n";
    writeFileSync(path.join(theirs, 'own.mjs'), later + one);
    written({ options: { constraints: 'own.mjs' }, seeds: '1..3' });
    const { code, stdout } = await ran();
    expect([code, stdout]).toEqual([0, expect.stringContaining('3 of 3 runs done (3 made, 0 taken over, 0 failed)')]);
  });

  it.each(['setInterval(() => undefined, 1000);\nawait new Promise(() => {});\n', 'for (;;);\n'])(
    'whose loading goes on and on ends, with its process, at the second request: %j',
    async (text) => {
      const pidFile = path.join(place, 'pid');
      const begin = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));\n`;
      writeFileSync(path.join(theirs, 'own.mjs'), `${begin}process.kill(process.ppid, 'SIGTERM');\n${text}`);
      let requests = 1;
      const { code, stdout } = await ran({
        onStderr: (told, running) => {
          if (requests === 1 && told.includes('Finishing 1 run')) {
            requests++;
            running.kill('SIGTERM');
          }
        },
      });
      expect([code, requests]).toEqual([4, 2]);
      expect(stdout).toMatch(/^Continue with: plenum study resume .* --allow-modules$/m);
      expect(() => process.kill(Number(readFileSync(pidFile, 'utf8')), 0)).toThrow('ESRCH');
    },
  );
});

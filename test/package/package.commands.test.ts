import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesBelow, textOf } from '../architecture/source-files.js';
import { repository } from '../support/repository.js';
import { type Installed, packedAndInstalled } from './installed.js';

const TINY = 'tiny-two-node-types';
/** By hand: 30 W for the cores are best spent on E and F at 1 GHz (18 W, 0.18 tasks/s) and F up to 2 GHz for 12 of its 18 W more. */
const TINY_REWARD_PER_S = 4 * (0.08 + 0.1 + (12 / 18) * 0.1);
const EXAMPLES = ['solve-and-check', 'own-facility', 'compare-methods', 'studies', 'run-a-study', 'room-templates'];

let installed: Installed;
beforeAll(() => {
  installed = packedAndInstalled();
});
afterAll(() => {
  installed.remove();
});

describe('the packed file', () => {
  it('holds the product, valid instances and documents; no sources, tests, benchmarks or maps', () => {
    const kinds = new Set(
      installed.paths.map((path) =>
        path
          .split('/')
          .slice(0, path.startsWith('dist/') ? 2 : 1)
          .join('/'),
      ),
    );
    expect([...kinds].sort()).toEqual(
      [
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'dist/bundle',
        'dist/src',
        'dist/types',
        'docs',
        'instances',
        'package.json',
      ].sort(),
    );
    expect(installed.paths.filter((path) => /\.map$|\.test\.|(?<!\.d)\.ts$|\.tsbuildinfo$/.test(path))).toEqual([]);
    expect(installed.paths).toContain(`instances/reward-rate/${TINY}.json`);
    expect(installed.paths.filter((path) => path.startsWith('instances/malformed/'))).toEqual([]);
  });

  it('holds of the compiled modules those alone that load a joined one, and the declarations that the library names', () => {
    const modules = installed.paths.filter((path) => path.startsWith('dist/src/'));
    const text = (path: string): string => readFileSync(join(installed.folder, 'node_modules/plenum', path), 'utf8');
    for (const path of modules) {
      const [, joined] = /^(?:#!.*\n)?export \* from '(?:\.\.\/)+(bundle\/[\w-]+\.js)';\n$/.exec(text(path)) ?? [];
      expect([path, installed.paths.includes(`dist/${joined!}`)]).toEqual([path, true]);
    }
    expect(modules.length).toBeGreaterThan(5);
    const types = installed.paths.filter((path) => path.startsWith('dist/types/'));
    expect(types).toContain('dist/types/src/library/index.d.ts');
    expect(types.filter((path) => !path.endsWith('.d.ts'))).toEqual([]);
    expect(types.length).toBeLessThan(150);
  });

  it('holds programs joined of few files, with the licences of the packages in them', () => {
    const joined = installed.paths.filter((path) => path.startsWith('dist/bundle/'));
    const main = readFileSync(join(installed.folder, 'node_modules/plenum/dist/src/cli/main.js'), 'utf8');
    expect(main).toBe("#!/usr/bin/env node\nexport * from '../../bundle/cli-main.js';\n");
    expect(joined).toEqual(expect.arrayContaining(['dist/bundle/cli-main.js', 'dist/bundle/cli-worker.js']));
    const parts = joined
      .filter((path) => path.endsWith('.js'))
      .map((path) => join(installed.folder, 'node_modules/plenum', path));
    const named = parts.flatMap((path) => [
      ...readFileSync(path, 'utf8').matchAll(/^\/\/ \S*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm),
    ]);
    const packages = [...new Set(named.map(([, name]) => name!.replace('/', '-')))].sort();
    expect(packages).toContain('zod');
    expect(joined.map((path) => path.replace(/^.*\/licences\//, ''))).toEqual(expect.arrayContaining(packages));
  });

  it('holds every document that a message or an instance cites', () => {
    const told = [...filesBelow('src', '.ts'), ...filesBelow('models', '.ts'), ...filesBelow('instances', '.json')];
    const cited = told.flatMap((file) => [...textOf(file).matchAll(/\bdocs\/[\w/.-]+\.md\b/g)].map(([path]) => path));
    expect(cited.length).toBeGreaterThan(30);
    expect(cited.filter((path) => !installed.paths.includes(path))).toEqual([]);
  });
});

describe('installed into an empty folder elsewhere', () => {
  it('plenum solves a bundled instance by its name', () => {
    const answer = JSON.parse(installed.run('npx', '--offline', 'plenum', 'solve', TINY, '--json')) as object;
    expect(answer).toMatchObject({ instance: TINY, feasible: true, violations: [] });
    expect((answer as { objective: number }).objective).toBeCloseTo(TINY_REWARD_PER_S, 9);
  });

  it('plenum finds bundled instances of every family, and lists those that are there', () => {
    const plenum = join(installed.folder, 'node_modules/.bin/plenum');
    const told = installed.run(plenum, 'validate', TINY, 'tiny-two-nodes', 'tiny-arbitrage', 'tiny-two-quadrants');
    expect(told.match(/\.json: valid/g)).toHaveLength(4);
    const { instances } = JSON.parse(installed.run(plenum, 'list', '--json')) as { instances: { file: string }[] };
    expect(instances.length).toBeGreaterThan(40);
    expect(instances.filter(({ file }) => !existsSync(file))).toEqual([]);
  });

  it('nothing but the library can be imported', () => {
    const inside = "import('plenum/dist/src/workbench/solve.js').catch(({ code }) => console.log(code))";
    expect(installed.run(process.execPath, '-e', inside)).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED\n');
    const names = "import('plenum').then((all) => console.log(Object.keys(all).join(' ')))";
    expect(installed.run(process.execPath, '-e', names)).toMatch(
      /^bound check checkStudy compare day explain .*\bgenerate list memory open profiles .*\bsimulate solve studyStatus sweep templates validate\n$/,
    );
  });
});

describe('the types of the package', () => {
  const compile = (options: object, files: readonly string[]): string => {
    const compilerOptions = { noEmit: true, strict: true, target: 'es2023', ...options };
    writeFileSync(join(installed.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const compiler = join(repository, 'node_modules/typescript/bin/tsc');
    try {
      return installed.run(process.execPath, compiler, '-p', '.');
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  };

  it.each([
    ['node16', 'node16'],
    ['bundler', 'esnext'],
  ])('resolve under moduleResolution %s and need no other types', (moduleResolution, module) => {
    writeFileSync(join(installed.folder, 'user.ts'), USER);
    const alone = { moduleResolution, module, types: [], lib: ['es2023'], exactOptionalPropertyTypes: true };
    expect(compile(alone, ['user.ts'])).toBe('');
  });

  it('fit the examples in the documents', () => {
    for (const name of EXAMPLES) {
      writeFileSync(join(installed.folder, `${name}.mjs`), textOf(`docs/examples/${name}.mjs`));
    }
    const typeRoots = [join(repository, 'node_modules/@types')];
    const options = { checkJs: true, allowJs: true, module: 'node16', skipLibCheck: true, typeRoots, types: ['node'] };
    expect(
      compile(
        options,
        EXAMPLES.map((name) => `${name}.mjs`),
      ),
    ).toBe('');
  });
});

/** A program that says what it expects of the types; a line expected to be wrong that is right fails, too. */
const USER = `
import { bound, check, formatFaults, list, open, solve, validate, type Plan, type Solved } from 'plenum';
const opened = await open('a');
const name: string = opened.ok ? opened.family : formatFaults(opened.faults);
// @ts-expect-error: what was refused has no name
opened.name;
const solved = await solve(name, { method: 'm', seed: 1, timeLimitS: 2, signal: { aborted: false } });
// @ts-expect-error: no such option
await solve(name, { timeLimt: 2 });
// @ts-expect-error: one of another kind
await solve(name, { seed: '1' });
if (solved.ok) {
  const whole: Solved = solved;
  const plan: Plan | null = whole.plan;
  const gap: number | null = whole.record.gap;
  if (plan !== null && gap !== null) await check(name, plan);
}
const bounded = await bound(name);
export const ended: 'proven' | 'infeasible' | 'stopped' | 'empty' | null = bounded.ok ? bounded.ended : null;
export const methods: readonly string[] = (await list()).methods.map((one) => one.name);
export const valid: boolean = (await validate([name])).ok;
`;

describe('the examples in the documents, run', () => {
  const example = (name: string, ...words: readonly string[]): string => {
    const file = join(installed.folder, `${name}.mjs`);
    writeFileSync(file, textOf(`docs/examples/${name}.mjs`));
    return installed.run(process.execPath, file, ...words);
  };

  it('solve-and-check: the checker agrees, and tells by how much the altered plan is too warm', () => {
    const told = example('solve-and-check');
    expect(told).toMatch(/^solved: 0\.98666\d* reward\/s, bound 0\.98666/m);
    expect(told).toMatch(/^the checker says: feasible, 0\.98666/m);
    // The red line binds, so all of the 2 C are too much.
    expect(told).toMatch(/redLine at R1\/L1\/F is passed by (1\.99999\d*|2(\.00000\d*)?) C/);
  });

  it('run-a-study: six runs, the best plan of each power cap, and a row for each run', () => {
    const told = example('run-a-study', join(installed.folder, 'study'));
    expect(told).toMatch(/^run: complete, 6 runs, 0 failed\nbest .*x0\.6[^]*\nexport: 6 rows, \d+ columns\n$/);
    expect(told.match(/ by config-lp, gap 0 %/g)).toHaveLength(3);
  });

  it('own-facility: both slips are listed, and the corrected room is solved and written', () => {
    const out = join(installed.folder, 'own');
    const told = example('own-facility', out);
    expect(told).toMatch(/slips\.json: 2 faults\n {2}limits\.powerCapW\n/);
    expect(told).toContain('facility.nodeGroups[0].rack');
    expect(told).toContain('own-facility: feasible (checked)');
    const result = JSON.parse(readFileSync(join(out, 'solved/result.json'), 'utf8')) as { gap: number };
    expect(result.gap).toBeLessThan(0.01);
  });

  it('studies: the sweep, the day and the simulation are told', () => {
    const told = example('studies', join(installed.folder, 'studies'));
    expect(told).toMatch(/^sweep: 3 points, reward \d/m);
    expect(told).toMatch(/^day: \d[\d.]* reward, gap \d/m);
    expect(told).toMatch(/^simulate: 200 epochs, finished$/m);
  });

  it('room-templates: the database is told, a state is looked up, and both days end', () => {
    const told = example('room-templates', join(installed.folder, 'templates'));
    expect(told).toMatch(/^states +24: 18 can be served \(75\.00 %\), 6 are proven infeasible$/m);
    expect(told).toMatch(/^now: set as follows$/m);
    expect(told.match(/^greedy\+(throttling|templates): done$/gm)).toHaveLength(2);
  });

  it('compare-methods: every method of the family has its row', () => {
    const told = example('compare-methods');
    for (const method of ['config-lp', 'config-ls', 'lp', 'nlp', 'ga', 'greedy']) expect(told).toContain(`'${method}'`);
  });
});

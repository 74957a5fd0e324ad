import { MS_PER_S } from '../../models/units.js';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Case, type Listed, recordedCases } from './cases.js';
import { differences } from './differences.js';

// npm run records -- --out <dir> [--plenum <main.js>] [--only <text>]   runs every case and stores what it printed and wrote
// npm run records -- --compare <before> <after>                        names what differs; exit code 1 where something does
//
// Made before and after a change of structure, that nothing a user sees changes unasked. The program runs on a frozen clock,
// so that records of the same product are equal byte for byte.

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '..', '..', '..');
/** Time after which a case is killed and recorded as such, s. No case needs a fifth of it. */
const MAX_CASE_S = 900;

const compared = process.argv.indexOf('--compare');
if (compared >= 0) {
  const [before = '', after = ''] = process.argv.slice(compared + 1);
  const found = differences(before, after);
  process.stdout.write(`${[...found, `${found.length} records differ`].join('\n')}\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
} else {
  const out = argument('--out');
  if (out === undefined) throw new Error('--out <dir> or --compare <before> <after> is needed');
  recordAll(
    resolve(out),
    resolve(argument('--plenum') ?? join(root, 'dist/src/cli/main.js')),
    argument('--only') ?? '',
  );
}

function recordAll(out: string, program: string, only: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'plenum-records-'));
  try {
    const cases = recordedCases(listed(program)).filter(({ group }) => group.includes(only));
    for (const one of cases) {
      const folder = join(scratch, one.group);
      mkdirSync(folder, { recursive: true });
      const before = new Set(allFiles(folder));
      const code = store(one, program, folder, join(out, one.group, one.name));
      for (const file of allFiles(folder)) {
        if (before.has(file)) continue;
        const to = join(out, one.group, one.name, 'files', file);
        mkdirSync(dirname(to), { recursive: true });
        copyFileSync(join(folder, file), to);
      }
      process.stdout.write(`${one.group}/${one.name}: exit ${code}\n`);
    }
    process.stdout.write(`${cases.length} cases recorded in ${out}\n`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function store(one: Case, program: string, folder: string, to: string): number | string {
  const places = { root: rootOf(program), folder };
  const malformed = join(places.root, 'instances', 'malformed');
  const words = one.words.flatMap((word) =>
    word === '{malformed}'
      ? readdirSync(malformed)
          .sort()
          .map((name) => join(malformed, name))
      : [word],
  );
  const ran = spawnSync(process.execPath, ['--import', join(here, 'frozen-clock.js'), program, ...words], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    timeout: MS_PER_S * MAX_CASE_S,
    env: { ...process.env, NO_COLOR: '1', COLUMNS: '100' },
  });
  const code = ran.status ?? String(ran.signal);
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, 'command'), `plenum ${one.words.join(' ')}\nexit ${code}\n`);
  for (const stream of ['stdout', 'stderr'] as const) {
    writeFileSync(
      join(to, stream),
      ran[stream].replaceAll(places.folder, '<folder>').replaceAll(places.root, '<root>'),
    );
  }
  return code;
}

function listed(program: string): Listed {
  const text = execFileSync(process.execPath, [program, 'list', '--json'], { encoding: 'utf8' });
  const { methods } = JSON.parse(text) as Pick<Listed, 'methods'>;
  const bundled = join(rootOf(program), 'instances');
  const families = readdirSync(bundled, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const instances = families
    .filter(({ name }) => name !== 'malformed')
    .flatMap(({ name: family }) =>
      readdirSync(join(bundled, family))
        .sort()
        .map((file) => ({ family, name: basename(file, '.json') })),
    );
  return { methods, instances };
}

/** Returns the package folder of a compiled program, given its entry point <root>/dist/src/cli/main.js. */
function rootOf(program: string): string {
  return resolve(dirname(program), '..', '..', '..');
}

function allFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

function argument(flag: string): string | undefined {
  const at = process.argv.indexOf(flag);
  return at < 0 ? undefined : process.argv[at + 1];
}

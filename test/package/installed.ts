import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { repository } from '../support/repository.js';

/** What is needed to pack, and no more: nothing that lies about in a developer's folder may get in, least of all an old dist. */
const SOURCES = ['README.md', 'LICENSE', 'CHANGELOG.md', 'docs', 'instances'];

/** The many megabytes of a dependency that nothing loads. */
const UNUSED = /\.map$|\/echarts\/dist\/(?!echarts\.esm\.min\.mjs$)/;

/** A module whose source is gone, in a dist left over from before. */
const GONE = 'dist/src/gone.js';

/** The package, packed and installed into an empty folder elsewhere. */
export interface Installed {
  /** The folder it is installed in. */
  readonly folder: string;
  /** Paths in the packed file. */
  readonly paths: readonly string[];
  /** Runs a program there: what it prints on stdout. @throws where it fails */
  readonly run: (program: string, ...words: readonly string[]) => string;
  readonly remove: () => void;
}

/** Links to the programs of a dependency, as npm makes them: where one is missing it fetches the package anew. */
function linkPrograms(place: string, folder: string): void {
  const { name, bin = {} } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly bin?: string | Readonly<Record<string, string>>;
  };
  const links = join(folder, 'node_modules/.bin');
  for (const [program, file] of Object.entries(typeof bin === 'string' ? { [name]: bin } : bin)) {
    mkdirSync(links, { recursive: true });
    symlinkSync(relative(links, join(place, file)), join(links, program));
  }
}

/**
 * Making of the folder that is packed: with an old dist, and compiled by a copy of what the set-up of these tests has compiled
 * (without what a developer's dist has of sources that are gone), since compiling once more takes as long as all else here.
 */
function staged(stage: string): void {
  for (const name of SOURCES) cpSync(join(repository, name), join(stage, name), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(stage, 'node_modules'), 'dir');
  const compiled = join(repository, 'dist');
  const isCurrent = (path: string): boolean => {
    const [, source, extension] = /^(.*?)(\.d\.ts|\.js)(?:\.map)?$/.exec(relative(compiled, path)) ?? [];
    if (extension === undefined || source!.startsWith('bundle/')) return true;
    return existsSync(join(repository, `${source!.replace(/^types\//, '')}.ts`));
  };
  cpSync(compiled, join(stage, 'compiled'), { recursive: true, filter: isCurrent });
  const own = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const compile = "node -e \"require('node:fs').renameSync('compiled','dist')\"";
  const scripts = { ...own.scripts, compile };
  writeFileSync(join(stage, 'package.json'), JSON.stringify({ ...own, scripts }));
  mkdirSync(dirname(join(stage, GONE)), { recursive: true });
  writeFileSync(join(stage, GONE), '');
}

/**
 * Packs and installs as a user does, without a network: npm finds the dependencies already unpacked in the folder, those alone that the
 * package declares, and holds them to the versions it asks for.
 */
export function packedAndInstalled(): Installed {
  const root = mkdtempSync(join(tmpdir(), 'plenum-package-'));
  const [stage, folder, cache] = ['stage', 'folder', 'cache'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  const npm = (cwd: string, ...words: readonly string[]): string =>
    runIn(cwd, 'npm', ...words, '--cache', cache, '--offline');

  staged(stage);
  npm(stage, 'pack');
  const [packed] = readdirSync(stage).filter((name) => name.endsWith('.tgz')) as [string];
  const listed = runIn(stage, 'tar', '-tzf', packed).trim().split('\n');

  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const [, ...dependencies] = npm(repository, 'ls', '--omit=dev', '--all', '--parseable').trim().split('\n');
  for (const dependency of dependencies) {
    const place = join(folder, relative(repository, dependency));
    mkdirSync(dirname(place), { recursive: true });
    cpSync(dependency, place, { recursive: true, filter: (path) => !UNUSED.test(path) });
    linkPrograms(place, folder);
  }
  npm(folder, 'install', '--no-audit', '--no-fund', join(stage, packed));
  return {
    folder,
    paths: listed.map((path) => path.replace(/^package\//, '')),
    run: (program, ...words) => runIn(folder, program, ...words),
    remove: () => {
      rmSync(root, { recursive: true });
    },
  };
}

function runIn(cwd: string, program: string, ...words: readonly string[]): string {
  return execFileSync(program, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 28 });
}

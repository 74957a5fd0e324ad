// node .ci/nearest-tests.mjs <file>...   prints the unit tests that use the files given over the fewest imports, at most MOST of them;
// with --property first also property tests.
// `vitest related` names every test that a file reaches by any number of imports, which for most files are hundreds.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Test files that end within half a minute together on two cores. */
const MOST = 16;

const files = ['src', 'models', 'test', 'bench'].flatMap((room) =>
  readdirSync(room, { recursive: true })
    .map((name) => path.posix.join(room, name.split(path.sep).join('/')))
    .filter((name) => name.endsWith('.ts')),
);
const importers = new Map();
for (const file of files) {
  // Types are what `npm run types` checks.
  const text = readFileSync(file, 'utf8').replaceAll(/^(?:import|export) type [^;]*;$/gm, '');
  for (const [, target] of text.matchAll(/(?:from|import\() ?'(\.[^']+)\.js'/g)) {
    const imported = `${path.posix.join(path.posix.dirname(file), target)}.ts`;
    importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
}

const withProperty = process.argv[2] === '--property';
const wanted = withProperty
  ? /(?<!\.(?:commands|browser))\.test\.ts$/
  : /(?<!\.(?:property|commands|browser))\.test\.ts$/;
let level = process.argv.slice(withProperty ? 3 : 2);
const seen = new Set(level);
const nearest = [];
while (level.length > 0 && nearest.length < MOST) {
  nearest.push(...level.filter((file) => wanted.test(file) && existsSync(file)).sort());
  level = level.flatMap((file) => importers.get(file) ?? []).filter((file) => !seen.has(file) && seen.add(file));
}
process.stdout.write(nearest.slice(0, MOST).join('\n'));

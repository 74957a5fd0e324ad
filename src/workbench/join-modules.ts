import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

/** Folder of the compiled modules. */
const DIST = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** Folder for the joined modules (bundles). */
const BUNDLE = join(DIST, 'bundle');

/** Folder for the type declarations of the library. */
const TYPES = join(DIST, 'types');

/**
 * Modules below `dist/src/` that users, child processes and threads load first. Each becomes one line that loads a
 * bundle of it and all modules it imports. Loading six hundred small modules takes Node.js longer than solving a small
 * instance.
 */
const ENTRIES = [
  'cli/main',
  'cli/worker',
  'library/index',
  'runs/processes/child',
  'workbench/study/execute',
  'reproduction/run/experiments',
  'families/jobs/runs/database/profile-task',
  'families/templates/runs/chunk-task',
];

/** Pattern of packages that are not bundled: they read files beside their modules, or few commands load them. */
const APART = /^(highs|glpk\.js|sql\.js|echarts|tinypool|hyparquet-writer)(\/|$)/;

/** Returns the file name of the bundle of an entry module. */
const nameOf = (entry: string): string => entry.replaceAll('/', '-');

/**
 * Bundler plugin that keeps each module's original address (import.meta.url), so that it finds its workers and files.
 */
const asCompiled: Plugin = {
  name: 'as-compiled',
  transform(code, id) {
    if (!id.startsWith(DIST) || !code.includes('import.meta.url')) return null;
    const own = JSON.stringify(relative(BUNDLE, id).replaceAll(sep, '/'));
    return code.replaceAll('import.meta.url', `new URL(${own}, import.meta.url).href`);
  },
};

/** Bundler plugin that copies the licences of the bundled packages and makes each entry module one line. */
const besides: Plugin = {
  name: 'besides',
  writeBundle(_, files) {
    const modules = Object.values(files).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const packages = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
    const licences = join(BUNDLE, 'licences');
    mkdirSync(licences);
    for (const folder of new Set(packages)) {
      const name = folder.replace(/^.*\/node_modules\//, '');
      const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
      if (licence === undefined)
        throw new Error(`The package ${name} has no licence that could be kept beside its code`);
      copyFileSync(join(folder, licence), join(licences, name.replace('/', '-')));
    }
    for (const entry of ENTRIES) {
      const line = `export * from '${'../'.repeat(entry.split('/').length)}bundle/${nameOf(entry)}.js';\n`;
      writeFileSync(join(DIST, 'src', `${entry}.js`), entry === 'cli/main' ? `#!/usr/bin/env node\n${line}` : line);
    }
    chmodSync(join(DIST, 'src/cli/main.js'), 0o755);
  },
};

/** Copies a type declaration, and all that it imports, to the folder of the library's types. */
function copyTypes(file: string, copied = new Set<string>()): void {
  if (copied.has(file)) return;
  copied.add(file);
  const text = readFileSync(file, 'utf8');
  const copy = join(TYPES, relative(DIST, file));
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, text.replace(/^\/\/# sourceMappingURL=.*$/m, ''));
  for (const [, named] of text.matchAll(/\b(?:from |import\()['"](\.[^'"]+)\.js['"]/g)) {
    copyTypes(join(dirname(file), `${named!}.d.ts`), copied);
  }
}

rmSync(TYPES, { recursive: true, force: true });
copyTypes(join(DIST, 'src/library/index.d.ts'));
rmSync(BUNDLE, { recursive: true, force: true });

const joined = await rolldown({
  input: Object.fromEntries(ENTRIES.map((entry) => [nameOf(entry), join(DIST, 'src', `${entry}.js`)])),
  platform: 'node',
  external: APART,
  plugins: [asCompiled, besides],
  // Loaded when first needed by one module and at once by another: as it is meant.
  checks: { ineffectiveDynamicImport: false },
});
await joined.write({ dir: BUNDLE, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
await joined.close();

import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './repository.js';

export const plenumScript = join(repository, 'dist/src/cli/main.js');

/** Set-up of the command tests (vitest.config.ts): compilation of the package unless dist is newer than every source. */
export default function setup(): void {
  const built = statSync(plenumScript, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (['src', 'models'].every((folder) => newestMs(join(repository, folder)) < built)) return;
  execFileSync('npm', ['run', 'compile'], { cwd: repository, stdio: 'inherit' });
}

function newestMs(directory: string): number {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .reduce((newest, name) => Math.max(newest, statSync(join(directory, name)).mtimeMs), 0);
}

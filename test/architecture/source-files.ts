import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Folders at the top of the repository that tools write; below it a folder of such a name is ours. */
const GENERATED = new Set(['dist', 'out', 'plenum-out', 'coverage']);

/** Repository paths, with forward slashes, of the files below a directory with an ending; generated directories left out. */
export function filesBelow(directory: string, ending: string): string[] {
  return readdirSync(path.join(ROOT, directory), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) return [];
    if (directory === '.' && GENERATED.has(entry.name)) return [];
    const file = path.posix.join(directory, entry.name);
    if (entry.isDirectory()) return filesBelow(file, ending);
    return file.endsWith(ending) ? [file] : [];
  });
}

export function textOf(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** All that a folder holds, by path: folders, links with where they lead, files with their digest. Links are not followed. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(names.map((name) => [name, contentOf(join(folder, name))]));
}

function contentOf(path: string): string {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
  if (!found.isFile()) return found.isDirectory() ? 'folder' : 'other';
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

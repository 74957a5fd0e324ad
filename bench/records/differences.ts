import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Compares two folders of recorded outputs. Returns a line for each file that exists in only one of them, and for the
 * first differing line of each other file.
 */
export function differences(before: string, after: string): string[] {
  const [old, fresh] = [filesOf(before), filesOf(after)];
  const names = [...new Set([...old, ...fresh])].sort();
  return names.flatMap((name) => {
    if (!old.has(name)) return [`${name}: only after`];
    if (!fresh.has(name)) return [`${name}: only before`];
    const [a, b] = [readFileSync(join(before, name)), readFileSync(join(after, name))];
    return a.equals(b) ? [] : [`${name}: ${firstDifference(a.toString('latin1'), b.toString('latin1'))}`];
  });
}

function filesOf(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)));
}

/** Number of shown characters around the position where two lines differ. */
const SHOWN = 60;

function firstDifference(a: string, b: string): string {
  const [left, right] = [a.split('\n'), b.split('\n')];
  const line = left.findIndex((text, n) => text !== right[n]);
  const at = line < 0 ? left.length : line;
  const [x, y] = [left[at] ?? '(end)', right[at] ?? '(end)'];
  let column = 0;
  while (column < x.length && x[column] === y[column]) column++;
  const shown = (text: string): string => text.slice(Math.max(0, column - SHOWN / 2), column + SHOWN);
  return `line ${at + 1}, column ${column + 1}\n  - ${shown(x)}\n  + ${shown(y)}`;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the version in package.json. */
export function readVersion(packageDirectory: string): string {
  const parsed: unknown = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8'));
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : 'unknown';
}

import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Pattern of the name of a temporary file, with host, process number and random digits. */
const TEMPORARY = /^\.plenum\.([A-Za-z0-9-]{1,63})\.(\d+)\.[0-9a-f]{16}\.tmp$/;
/** Maximum length of the host's name in a file name, characters (as of a DNS label). */
const MAX_HOST = 63;
/** Number of random bytes in the name of a temporary file. Our choice: enough that nobody can guess the name. */
const RANDOM_BYTES = 8;
/**
 * Age from which a temporary file counts as abandoned, ms. Our choice: an hour, because writing takes seconds and the
 * clocks of hosts roughly agree.
 */
const OLD_MS = 3_600_000;

/** Returns this host's name as written in file names. */
function hostInNames(): string {
  return (
    hostname()
      .replaceAll(/[^A-Za-z0-9-]/g, '-')
      .slice(0, MAX_HOST) || 'host'
  );
}

/** Returns a random name for a temporary file. No result of a run depends on the name. */
export function temporaryName(): string {
  return `.plenum.${hostInNames()}.${process.pid}.${randomBytes(RANDOM_BYTES).toString('hex')}.tmp`;
}

export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

/**
 * Removes abandoned temporary files from a folder: those of ended processes of this host, and all older than an hour.
 */
export function removeLeftovers(folder: string): void {
  for (const name of namesIn(folder)) {
    const [, host, pid] = TEMPORARY.exec(name) ?? [];
    if (host === undefined) continue;
    const file = join(folder, name);
    try {
      const found = lstatSync(file);
      const isGone = host === hostInNames() && !isRunning(Number(pid));
      if (found.isFile() && (isGone || Date.now() - found.mtimeMs > OLD_MS)) rmSync(file, { force: true });
    } catch {
      // Renamed or removed by others meanwhile, or not ours to remove: it stands in nobody's way.
    }
  }
}

/** Returns true if a process of this host is running. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the names in a folder; empty if it cannot be read. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

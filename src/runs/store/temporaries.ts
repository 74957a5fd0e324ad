import { rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { isRunning } from '../files.js';

/** Pattern of the name of an unfinished file: key, host, process, number. */
const TEMPORARY = /^\.[0-9a-f]{64}\.([A-Za-z0-9-]{1,63})\.(\d+)\.\d+\.tmp$/;
/** Greatest length of a host's name in a file name, characters (a label of the DNS). */
const MAX_HOST = 63;
/** Age from which an unfinished file is nobody's, ms: an hour, beside which writing takes seconds and hosts' clocks agree. Ours. */
const OLD_MS = 3_600_000;

/** Name of this host as file names have it. */
function hostInNames(): string {
  return (
    hostname()
      .replaceAll(/[^A-Za-z0-9-]/g, '-')
      .slice(0, MAX_HOST) || 'host'
  );
}

/** Names of unfinished files, no two alike on all hosts that share a folder; `n` counts within the process. */
export function temporaryNames(): (key: string, n: number) => string {
  const host = hostInNames();
  return (key, n) => `.${key}.${host}.${process.pid}.${n}.tmp`;
}

/** Removal of an unfinished file whose writer is gone: a process of this host that has ended, or any of an hour ago. */
export function removeIfLeftOver(name: string, file: string): void {
  const [, host, pid] = TEMPORARY.exec(name) ?? [];
  if (host === undefined) return;
  try {
    const isGone = host === hostInNames() && !isRunning(Number(pid));
    if (isGone || Date.now() - statSync(file).mtimeMs > OLD_MS) rmSync(file, { force: true });
  } catch {
    // Renamed or removed by others meanwhile, or not ours to remove: it stands in nobody's way.
  }
}

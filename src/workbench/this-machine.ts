import { existsSync } from 'node:fs';
import { arch, hostname, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MachineFrame } from '../studies/plan/record.js';
import { readVersion } from './version.js';

/** Returns the version of Plenum, from the nearest package.json above this module. */
export function plenumVersion(): string {
  version ??= versionAbove(dirname(fileURLToPath(import.meta.url)));
  return version;
}

/** Version of Plenum, cached after the first reading. */
let version: string | null = null;

function versionAbove(start: string): string {
  for (let directory = start; ; directory = dirname(directory)) {
    if (existsSync(join(directory, 'package.json'))) return readVersion(directory);
    if (directory === dirname(directory)) return 'unknown';
  }
}

/** Returns the facts about this machine for records, except times. */
export function machineFrame(): MachineFrame {
  return {
    plenumVersion: plenumVersion(),
    nodeVersion: process.version,
    host: hostname(),
    platform: `${platform()} ${arch()}`,
    cpuS: null,
    peakMemoryMiB: null,
  };
}

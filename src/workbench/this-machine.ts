import { readFileSync } from 'node:fs';
import { hostname, platform, arch } from 'node:os';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MachineFrame } from '../studies/trials/trial-record.js';

/** Version of Plenum, from the nearest package.json above this module. */
export function plenumVersion(): string {
  version ??= versionAbove(dirname(fileURLToPath(import.meta.url)));
  return version;
}

/** Version once read; it does not change while a program runs. */
let version: string | null = null;

function versionAbove(start: string): string {
  for (let directory = start; ; directory = dirname(directory)) {
    const file = join(directory, 'package.json');
    if (!existsSync(file)) {
      if (directory === dirname(directory)) return 'unknown';
      continue;
    }
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : 'unknown';
  }
}

/** Facts of this machine in a record, but for times. */
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

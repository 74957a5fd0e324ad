import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { KIB_PER_MIB } from '../../../models/units.js';

/** Text that makes Linux reset a process's record of largest resident memory (proc(5), clear_refs). */
const RESET_PEAK = '5';

/**
 * Returns how much memory a process uses now, resident and swapped, MiB. Null if the process has ended or the system
 * does not tell.
 */
export async function memoryMiB(pid: number): Promise<number | null> {
  if (process.platform === 'linux') {
    const status = textOf(`/proc/${pid}/status`);
    const resident = kibibytes(status, 'VmRSS');
    return resident === null ? null : (resident + (kibibytes(status, 'VmSwap') ?? 0)) / KIB_PER_MIB;
  }
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, stdout) => {
      const resident = Number(stdout.trim());
      resolve(error !== null || !(resident > 0) ? null : resident / KIB_PER_MIB);
    });
  });
}

/** Resets this process's record of largest memory, if the system allows it; `peakMemoryMiB` counts from now. */
export function resetPeakMemory(): void {
  try {
    writeFileSync('/proc/self/clear_refs', RESET_PEAK);
  } catch {
    // Elsewhere the peak is that of the process so far.
  }
}

/** Returns the largest resident memory of this process since the last reset, MiB. */
export function peakMemoryMiB(): number {
  const peak = kibibytes(textOf('/proc/self/status'), 'VmHWM') ?? process.resourceUsage().maxRSS;
  return peak / KIB_PER_MIB;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function kibibytes(status: string, field: string): number | null {
  const [, digits] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
  return digits === undefined ? null : Number(digits);
}

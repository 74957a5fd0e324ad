import { BYTES_PER_MB, US_PER_S } from '../../models/units.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMutant, type Verdict } from './mutants.js';
import { fuzzSeeds } from './seeds.js';

// 20,000 damaged files (or as many as the first argument says, from the seed of the second on) through the command line, in this process; with
// the third argument "read" each is only read (validate, check, import), not solved.
// Exit code 1 where one ends in a mistake in the program, takes more than 10 s of the processor or the process more than 1 GB.
const count = Number(process.argv[2] ?? 20_000);
const from = Number(process.argv[3] ?? 0);
const readsOnly = process.argv[4] === 'read';
const MAX_CPU_S = 10;
const MAX_BYTES = 1024 ** 3;

const scratch = mkdtempSync(join(tmpdir(), 'plenum-fuzz-'));
const codes = new Map<string, Map<number, number>>();
const bad: string[] = [];
let slowest = { cpuS: 0, seed: -1, kind: '' };
try {
  const all = await fuzzSeeds('.', scratch);
  const seeds = readsOnly ? all.map((seed) => ({ ...seed, runs: seed.runs.slice(0, 1) })) : all;
  for (let seed = from; seed < from + count; seed++) {
    const before = process.cpuUsage();
    const verdict: Verdict = await runMutant(seeds, seed, join(scratch, 'mutant'));
    const { user, system } = process.cpuUsage(before);
    const cpuS = (user + system) / US_PER_S;
    if (cpuS > slowest.cpuS) slowest = { cpuS, seed, kind: verdict.kind };
    const own = codes.get(verdict.kind) ?? new Map<number, number>();
    codes.set(verdict.kind, own.set(verdict.code, (own.get(verdict.code) ?? 0) + 1));
    if (verdict.fault !== null)
      report(`seed ${seed} (${verdict.kind}): ${verdict.fault}\n${verdict.text.slice(0, 600)}`);
    if (cpuS > MAX_CPU_S) report(`seed ${seed} (${verdict.kind}): ${cpuS.toFixed(1)} s`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const peakBytes = 1024 * process.resourceUsage().maxRSS;
if (peakBytes > MAX_BYTES) report(`the process took ${(peakBytes / BYTES_PER_MB).toFixed(0)} MB`);
for (const [kind, own] of [...codes].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const parts = [...own].sort(([a], [b]) => a - b).map(([code, n]) => `exit ${code}: ${n}`);
  process.stdout.write(`${kind.padEnd(22)} ${parts.join(', ')}\n`);
}
process.stdout.write(
  `${count} mutants from seed ${from}: ${bad.length} bad; slowest ${slowest.cpuS.toFixed(2)} CPU s (seed ${slowest.seed}, ${slowest.kind}); peak ${(peakBytes / BYTES_PER_MB).toFixed(0)} MB\n`,
);
process.exitCode = bad.length === 0 ? 0 : 1;

function report(text: string): void {
  bad.push(text);
  process.stdout.write(`${text}\n`);
}

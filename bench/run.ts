import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jsonText } from '../src/instances/json-text.js';
import { thesisInstance } from '../src/instances/thesis/instance.js';

/**
 * `npm run bench [-- --runs 5] [--small]`: medians of whole solves, each in a fresh process, as multiples of the reference
 * unit r measured in the same run (bench/reference-lp.ts). Writes bench/results.md. Run it alone on the machine.
 */
const runs = Number(argument('--runs') ?? 5);
const small = process.argv.includes('--small');
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const bundled = (name: string): string => join(root, 'instances', 'reward-rate', `${name}.json`);
const scratch = mkdtempSync(join(tmpdir(), 'plenum-bench-'));

interface Measured {
  readonly seconds: number;
  readonly gap?: number | null;
  readonly relaxationGap?: number | null;
  readonly residentMiB?: number;
  readonly feasible?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

try {
  const large = join(scratch, 'room-21600-hybrid.json');
  const options = { racks: 600, workload: 'hybrid', airflow: 'balanced', coldAisles: 'isolated' } as const;
  writeFileSync(large, jsonText(thesisInstance({ ...options, powerCapW: 4_200_000, redLineC: 30, seed: 1 })));

  const reference = median(['reference', bundled('room-1080-hybrid'), '20']);
  const r = reference.seconds;
  const cases: { name: string; method: string; file: string; goal: number }[] = [
    ...['memory', 'hybrid', 'cpu'].map((workload) => ({
      name: `1,080 nodes, ${workload}`,
      method: 'config-lp',
      file: bundled(`room-1080-${workload}`),
      goal: 3,
    })),
    { name: '1,080 nodes, hybrid', method: 'greedy', file: bundled('room-1080-hybrid'), goal: 0.5 },
    { name: '1,080 nodes, hybrid', method: 'greedy-power', file: bundled('room-1080-hybrid'), goal: 0.5 },
    { name: '1,080 nodes, hybrid', method: 'lp', file: bundled('room-1080-hybrid'), goal: 3 },
    ...(small
      ? []
      : [
          { name: '4,320 nodes, hybrid', method: 'config-lp', file: bundled('room-4320-hybrid'), goal: 10 },
          { name: '4,320 nodes, nominal', method: 'config-lp', file: bundled('room-4320-hybrid-nominal'), goal: 10 },
          { name: '21,600 nodes, hybrid', method: 'config-lp', file: large, goal: 40 },
        ]),
  ];
  const lines = [
    '# Speed',
    '',
    `Medians of ${runs} runs, each a fresh process: loading, airflow, search, bound and check together. Node ${process.version}.`,
    `Unit r = ${r.toFixed(2)} s: HiGHS (WebAssembly) interior point, cold, on the 1,080-node LP without co-location ` +
      `(${reference.rows ?? 0} rows, ${reference.columns ?? 0} columns), measured in the same run.`,
    '',
    '| case | method | median | in r | goal | LP gap | gap of the plan | memory |',
    '|-|-|-:|-:|-:|-:|-:|-:|',
  ];
  for (const { name, method, file, goal } of cases) {
    const measured = median([method, file]);
    lines.push(
      `| ${name} | ${method} | ${measured.seconds.toFixed(2)} s | ${(measured.seconds / r).toFixed(2)} | ${goal} | ` +
        `${scientific(measured.relaxationGap)} | ${scientific(measured.gap)} | ${(measured.residentMiB ?? 0).toFixed(0)} MiB |`,
    );
    process.stderr.write(`${lines[lines.length - 1]!}\n`);
  }
  const table = `${lines.join('\n')}\n`;
  writeFileSync(join(root, 'bench', 'results.md'), table);
  process.stdout.write(table);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function median(parameters: readonly string[]): Measured {
  const all = Array.from({ length: runs }, () => {
    const text = execFileSync(process.execPath, [join(here, 'one.js'), ...parameters], { encoding: 'utf8' });
    return JSON.parse(text) as Measured;
  }).sort((a, b) => a.seconds - b.seconds);
  return all[Math.floor(all.length / 2)]!;
}

function scientific(value: number | null | undefined): string {
  return value === null || value === undefined ? '-' : value.toExponential(1);
}

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

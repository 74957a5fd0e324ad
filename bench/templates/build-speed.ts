import { BYTES_PER_MB, MS_PER_S, US_PER_MS, US_PER_S } from '../../models/units.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FoundState, nearestState } from '../../models/families/templates/states.js';
import { openTemplates } from '../../src/families/templates/instances/open.js';
import { randomStream } from '../../src/random/stream.js';
import { buildTemplates } from '../../src/families/templates/runs/build.js';
import { openTemplateDatabase } from '../../src/families/templates/runs/open-database.js';

/**
 * Measures building a whole database of templates with `workers` workers, including its file, then opening and querying
 * it. Prints one JSON object. The peak memory is that of the process with all its workers.
 * - node dist/bench/templates/build-speed.js <instance file> <workers>
 */
const [file = '', workers = '1'] = process.argv.slice(2);
const LOOKUPS = 2_000_000;
const directory = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
try {
  const out = join(directory, 'templates.sqlite');
  const startMs = performance.now();
  const opened = openTemplates(file);
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  const answer = await buildTemplates({
    opened,
    out,
    rounding: 'safe',
    workers: Number(workers),
    force: false,
    plenumVersion: 'bench',
    interrupted: () => false,
    onChunk: () => undefined,
    onWarning: () => undefined,
  });
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  const wallS = (performance.now() - startMs) / MS_PER_S;
  const { user, system } = process.cpuUsage();
  const peakMiB = process.resourceUsage().maxRSS / 1024;
  const database = await openTemplateDatabase(out);
  if (!database.ok) throw new Error(JSON.stringify(database.faults));
  const { book } = database;
  const random = randomStream(1, 'bench');
  const found: FoundState[] = Array.from({ length: 1024 }, () => ({
    arrivingWorkPerS: 25 * random.uniform(),
    runningCores: database.quadrants.map(({ cores }) => cores * random.uniform()),
    powerLimitW: 140_000 + 100_000 * random.uniform(),
  }));
  let sum = 0;
  const beforeMs = performance.now();
  for (let k = 0; k < LOOKUPS; k++) sum += book.template(nearestState(book.grid, found[k & 1023]!)).setPointC;
  const lookupUs = (US_PER_MS * (performance.now() - beforeMs)) / LOOKUPS;
  if (!Number.isFinite(sum)) throw new Error('A set-point is no number');
  console.log(
    JSON.stringify({
      wallS,
      cpuS: (user + system) / US_PER_S,
      peakMiB,
      fileMB: database.bytes / BYTES_PER_MB,
      lookupUs,
    }),
  );
} finally {
  rmSync(directory, { recursive: true, force: true });
}

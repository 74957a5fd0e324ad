import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRecordStore } from '../../src/runs/store/open-record-store.js';
import { runStudy } from '../../src/studies/engine/run-study.js';
import { readVersion } from '../../src/workbench/version.js';
import { executeRun } from '../../src/workbench/study/execute.js';
import { openStudy } from '../../src/workbench/study/open.js';
import { repository } from './repository.js';

/** The text of a study of four quick runs: two methods on a tiny room at two power caps. */
export function tinyStudyText(more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    format: 'plenum.study',
    formatVersion: 1,
    name: 'tiny',
    instances: ['tiny-two-node-types'],
    changes: { 'limits.powerCapW': ['x0.8', 'x1'] },
    methods: ['greedy', 'config-lp'],
    budgets: [{ work: 5 }],
    ...more,
  });
}

/** Path of a study folder below `root` whose first runs, all if no number is given, were made in this process. */
export async function madeStudy(
  root: string,
  more: Readonly<Record<string, unknown>> = {},
  first = Infinity,
): Promise<string> {
  const folder = join(mkdtempSync(join(root, 'study-')), 'folder');
  const file = `${folder}.json`;
  writeFileSync(file, tinyStudyText(more));
  const plenumVersion = readVersion(repository);
  const asked = { study: file, out: folder, yes: false, allowOutside: false };
  const opened = await openStudy({ ...asked, packageDirectory: repository, plenumVersion });
  const records = openRecordStore(folder);
  if (!opened.ok || !records.ok) throw new Error(JSON.stringify([opened, records]));
  await runStudy({
    runs: opened.runs.slice(0, first),
    store: records.store,
    limits: { timeS: null, memoryMiB: null },
    retry: 'none',
    interrupted: () => false,
    interruptedTwice: () => false,
    onRecord: () => undefined,
    executor: {
      workers: 1,
      execute: async (run) => (await executeRun({ run, place: opened.place, plan: false })).record,
      abort: () => undefined,
      close: () => Promise.resolve(),
    },
  });
  await records.store.close();
  return folder;
}

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { jobsFiles, loadJudgedJobs } from '../../../../../src/families/jobs/instances/load.js';

/** Warnings for a month whose one type has so many tasks of 1 s, with more fields. */
function warnings(tasks: number, more: Record<string, unknown> = {}): readonly string[] {
  const tiny = JSON.parse(readFileSync('instances/jobs/tiny-paces.json', 'utf8')) as Record<string, unknown>;
  const row = { name: 'task', tasks: Array.from({ length: tasks }, (_, n) => ({ name: `t${n}`, timeS: 1 })) };
  const judged = jobsFiles.judge({ ...tiny, ...more, jobTypes: { source: 'table', types: [row] } });
  if (!judged.ok) throw new Error(JSON.stringify(judged.faults));
  const loaded = loadJudgedJobs(judged.instance, 'tiny.json', new Uint8Array(0));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  return loaded.warnings;
}

it('a type of more tasks than can be proven is told of, one of as many is not', () => {
  expect(warnings(30)).toEqual([]);
  expect(warnings(31)).toEqual(['jobTypes: "task": more than 30 tasks. Their profiles are searched, not proven.']);
});

it('a change of level that takes longer than the shortest task is told of, one as long is not', () => {
  expect(warnings(1, { overheads: { changeLevelS: 1 } })).toEqual([]);
  expect(warnings(1, { overheads: { changeLevelS: 1.5 } })).toEqual([
    'overheads.changeLevelS: 1.5 s are longer than the shortest task, 1 s in "task". Cores change levels within milliseconds: is it in seconds?',
  ]);
});

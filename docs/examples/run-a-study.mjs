// @ts-check
// A study of one's own: three power caps by two methods, run, looked at, and written as a table.
//
//   node run-a-study.mjs [directory]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportStudy, formatFaults, runStudy, studyStatus } from 'plenum';

const [out = 'out/run-a-study'] = process.argv.slice(2);

/**
 * An answer, or an end of this program with everything that is wrong.
 *
 * @template {{ ok: true }} Answer
 * @param {Answer | import('plenum').Refused} answer
 * @returns {Answer}
 */
function accepted(answer) {
  if (!answer.ok) throw new Error(formatFaults(answer.faults));
  return /** @type {Answer} */ (answer);
}

mkdirSync(out, { recursive: true });
const file = join(out, 'caps.json');
const study = {
  format: 'plenum.study',
  formatVersion: 1,
  name: 'caps',
  instances: ['tiny-two-node-types'],
  changes: { 'limits.powerCapW': ['x0.6', 'x0.8', 'x1'] },
  methods: ['greedy', 'config-lp'],
  budgets: [{ work: 20 }],
};
writeFileSync(file, JSON.stringify(study));

// Run again, it makes nothing: every run has its record.
const folder = join(out, 'caps');
const ran = accepted(await runStudy(file, { out: folder, workers: 2 }));
console.log(`run: ${ran.ended}, ${ran.record.details.runs} runs, ${ran.record.details.failed} failed`);

const status = accepted(await studyStatus(folder));
for (const line of status.lines) if (line.startsWith('best')) console.log(line);

const table = accepted(await exportStudy(folder, join(out, 'caps.csv'), { times: false }));
console.log(`export: ${table.record.work.rows} rows, ${table.record.work.columns} columns`);

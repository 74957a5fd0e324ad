import type { Executed, ExecuteRequest } from '../../src/workbench/study/recorded-run.js';
import { failed } from '../../src/studies/plan/ended.js';
import { RECORD_FORMAT, RECORD_FORMAT_VERSION } from '../../src/studies/plan/record.js';

/** Executes a run that does nothing, to measure what a study costs in addition to its solves. */
export function nothing({ run }: ExecuteRequest): Executed {
  const { outcome } = failed('refused', 'nothing to do');
  const machine = {
    plenumVersion: run.identity.version,
    nodeVersion: process.version,
    host: 'none',
    platform: 'none',
    timeS: { total: 0 },
    cpuS: null,
    peakMemoryMiB: null,
    trajectoryTimeS: [],
  };
  const record: Executed['record'] = {
    format: RECORD_FORMAT,
    formatVersion: RECORD_FORMAT_VERSION,
    key: run.key,
    run: run.identity,
    outcome: { ...outcome, failure: null, termination: 'finished' },
    machine,
  };
  return { record, plan: null, notes: [] };
}

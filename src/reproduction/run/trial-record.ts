import type { TrialRequest } from '../../experiments/design.js';
import type { JournalEntry, TrialOutput, Values } from '../../experiments/record.js';
import { NOTHING } from '../../studies/plan/ended.js';
import { type MachineFrame, RECORD_FORMAT, RECORD_FORMAT_VERSION, type RunRecord } from '../../studies/plan/record.js';
import type { StudyRun } from '../../studies/plan/run.js';

/** Facts about an unknown machine, for experiments whose records stay in memory. */
export const NO_MACHINE: MachineFrame = {
  plenumVersion: '',
  nodeVersion: '',
  host: '',
  platform: '',
  cpuS: null,
  peakMemoryMiB: null,
};

/**
 * Name of the value that lists the names of a trial's values in their original order. It is needed because canonical
 * JSON sorts them.
 */
const ORDER = 'valueOrder';
/** Name under which the times of a record hold the time of the trial itself, without reading its input. */
const OWN_TIME = 'trial';

export function recordOfTrial(
  { key, identity }: Pick<StudyRun, 'key' | 'identity'>,
  output: TrialOutput,
  machine: MachineFrame,
): RunRecord {
  const { values, times } = output;
  const total = times['total'] ?? Object.values(times).reduce((sum, timeS) => sum + timeS, 0);
  return {
    format: RECORD_FORMAT,
    formatVersion: RECORD_FORMAT_VERSION,
    key,
    run: identity,
    outcome: { ...NOTHING, termination: 'finished', values: { ...values, [ORDER]: Object.keys(values) } },
    machine: { ...machine, timeS: { ...times, [OWN_TIME]: total, total }, trajectoryTimeS: [] },
  };
}

/**
 * Returns the journal entry of a trial from its record, with the values in their original order. It is the inverse of
 * `recordOfTrial`.
 *
 * @throws RangeError for other records.
 */
export function entryOfRecord({ cell, trial }: Pick<TrialRequest, 'cell' | 'trial'>, record: RunRecord): JournalEntry {
  const { outcome, machine } = record;
  const names = outcome.values[ORDER];
  if (!Array.isArray(names)) throw new RangeError(`The record ${record.key} is of no trial`);
  const values: Values = Object.fromEntries((names as readonly string[]).map((name) => [name, outcome.values[name]!]));
  const { [OWN_TIME]: total = 0, ...times } = machine.timeS;
  return { cell, trial, values, times: { ...times, total } };
}

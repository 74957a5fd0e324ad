import { describe, expect, it } from 'vitest';
import { isOpen, placeNotes, placesOf } from '../../../../src/runs/clusters/run-places.js';
import { sacctStates, squeueStates, type TaskStates } from '../../../../src/runs/clusters/slurm.js';
import { endOf, stageOf } from '../../../../src/runs/clusters/slurm-states.js';
import type { Submitted } from '../../../../src/runs/clusters/submission-files.js';

/** Ends by slurm.schedmd.com/job_state_codes.html: base states that say "terminated", "cancelled", "completed" or "experienced". */
const FINAL = [
  'BOOT_FAIL',
  'CANCELLED',
  'COMPLETED',
  'DEADLINE',
  'FAILED',
  'NODE_FAIL',
  'OUT_OF_MEMORY',
  'PREEMPTED',
  'TIMEOUT',
];
/** The other base states and the flags of that page, and what no page has. */
const OPEN = [
  'PENDING',
  'RUNNING',
  'SUSPENDED',
  'COMPLETING',
  'CONFIGURING',
  'POWER_UP_NODE',
  'REQUEUED',
  'REQUEUE_FED',
  'REQUEUE_HOLD',
  'RESIZING',
  'RESV_DEL_HOLD',
  'REVOKED',
  'SIGNALING',
  'SPECIAL_EXIT',
  'STAGE_OUT',
  'STOPPED',

  'LAUNCH_FAILED',
  'RECONFIG_FAIL',
  'UPDATE_DB',
  'EXPEDITING',
  'Running',
  'DONE',
  'ENDED_2',
  'constructor',
  '?',
  '',
];

const MADE: Submitted = {
  submission: {
    format: 'plenum.submission',
    formatVersion: 1,
    number: 1,
    name: 'n-1',
    engine: 'slurm',
    words: [],
    runWords: [],
    runs: 1,
    tasks: 1,
    jobs: [{ offset: 0, tasks: 1, id: '7', cluster: null }],
  },
  tasks: [['a']],
};
const placeIn = (states: TaskStates) => placesOf(['a'], [MADE], states)[0]!;

describe('a state of a task', () => {
  it.each(FINAL)('%s is final, and says how the task ended', (state) => {
    expect([stageOf(state), endOf(state)[1] === '']).toEqual(['ended', false]);
    for (const states of [squeueStates(`7|1|${state}|None\n`), sacctStates(`7_1|${state} by 1000|None\n`)]) {
      expect([placeIn(states).stage, isOpen(placeIn(states))]).toEqual(['ended', false]);
    }
  });

  it.each(OPEN)('"%s" is no end: no run of it is handed over again', (state) => {
    for (const states of [squeueStates(`7|1|${state}|None\n`), sacctStates(`7_1|${state}|None\n`)]) {
      expect([placeIn(states).stage === 'ended', isOpen(placeIn(states))]).toEqual([false, true]);
      const { text, remedy } = placeNotes([placeIn(states)])[0]!;
      if (stageOf(state) !== null) continue;
      expect(text).toContain('whose state Plenum does not know');
      expect(remedy).toContain('--yes');
    }
  });

  it.each(['REQUEUE_HOLD', 'SPECIAL_EXIT', 'RESV_DEL_HOLD'])('%s is a hold', (state) => {
    expect(placeNotes([placeIn(squeueStates(`7|1|${state}|None\n`))])).toMatchObject([
      { stage: 'pending', kind: 'held' },
    ]);
  });

  it('of tasks that Slurm lists as a range is that of each', () => {
    const text = '7|[1-3,6%2]|PENDING|Resources\n7|5|RUNNING|None\n7|N/A|RUNNING|None\n';
    expect([...squeueStates(text).keys()]).toEqual(['7_1', '7_2', '7_3', '7_6', '7_5']);
    expect([...sacctStates('7_[2-3]|PENDING|Resources\n7_1.batch|RUNNING|\n').keys()]).toEqual(['7_2', '7_3']);
  });
});

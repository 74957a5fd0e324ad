import { describe, expect, it } from 'vitest';
import { placeNotes, placesOf } from '../../../../src/runs/clusters/run-places.js';
import { sacctStates, squeueStates } from '../../../../src/runs/clusters/slurm.js';
import type { Submitted } from '../../../../src/runs/clusters/submission-files.js';

/** Submission of arrays with the given numbers, each of two tasks of one run. */
function submitted(number: number, ids: readonly (string | null)[], keys: readonly string[]): Submitted {
  return {
    submission: {
      format: 'plenum.submission',
      formatVersion: 1,
      number,
      name: `n-${number}`,
      engine: 'slurm',
      words: [],
      runWords: [],
      runs: keys.length,
      tasks: keys.length,
      jobs: ids.map((id, n) => ({ offset: 2 * n, tasks: 2, id, cluster: null })),
    },
    tasks: keys.map((key) => [key]),
  };
}

describe('places of runs without a record', () => {
  it('each run has the state of its task, across arrays', () => {
    const states = squeueStates('7|1|RUNNING|None\n7|2|PENDING|Resources\n8|1|CANCELLED|None\n8|2|COMPLETING|None\n');
    const places = placesOf(['a', 'b', 'c', 'd', 'e'], [submitted(1, ['7', '8'], ['a', 'b', 'c', 'd'])], states);
    expect(places.map(({ key, stage, task }) => [key, stage, task])).toEqual([
      ['a', 'running', '7_1'],
      ['b', 'pending', '7_2'],
      ['c', 'ended', '8_1'],
      ['d', 'running', '8_2'],
      ['e', 'none', null],
    ]);
  });

  it('a task that still waits counts more than a later one that ended; of those that ended the last', () => {
    const made = [submitted(1, ['7'], ['a', 'b']), submitted(2, ['9'], ['a', 'b'])];
    const states = squeueStates('7|1|PENDING|Priority\n7|2|TIMEOUT|TimeLimit\n9|1|FAILED|None\n9|2|NODE_FAIL|None\n');
    expect(placesOf(['a', 'b'], made, states).map(({ stage, state }) => [stage, state])).toEqual([
      ['pending', 'PENDING'],
      ['ended', 'NODE_FAIL'],
    ]);
  });

  it('a job that was never taken leaves its runs as they were; one that Slurm forgot has ended', () => {
    const made = [submitted(1, ['7', null], ['a', 'b', 'c', 'd'])];
    expect(placesOf(['a', 'c'], made, new Map()).map(({ stage }) => stage)).toEqual(['ended', 'none']);
    expect(placesOf(['a', 'c'], made, null).map(({ stage }) => stage)).toEqual(['unknown', 'none']);
  });

  it.each([
    ['PENDING|Resources', 'wait for their turn (Resources)', null],
    ['PENDING|ReqNodeNotAvail, UnavailableNodes:n1', 'wait for nodes that are down', 'sinfo -R'],
    ['PENDING|BadConstraints', 'never start: no node has what they ask for', 'scontrol show nodes'],
    ['PENDING|PartitionConfig', 'never start: they ask for more than the partition gives', 'scontrol show partition'],
    ['PENDING|JobHeldUser', 'are held', 'scontrol release'],
    ['PENDING|QOSMaxJobsPerUserLimit', 'wait for your other jobs', '--qos'],
    ['PENDING|SomethingNew', 'that Plenum does not know (SomethingNew)', 'squeue(1)'],
    ['RUNNING|None', 'in tasks that run', null],
    [
      'OUT_OF_MEMORY|OutOfMemory',
      'ran out of memory before the record was written (OUT_OF_MEMORY, OutOfMemory)',
      '--mem',
    ],
    ['TIMEOUT|TimeLimit', 'ran out of time', '--time'],
    ['NODE_FAIL|NodeDown', 'lost its node', 'Submit again'],
    ['CANCELLED|None', 'was cancelled', 'Submit again'],
    ['COMPLETED|None', 'completed before the record was written', 'does the node see this folder'],
  ])('%s', (state, text, remedy) => {
    const places = placesOf(['a'], [submitted(1, ['7'], ['a', 'b'])], squeueStates(`7|1|${state}\n`));
    const [note] = placeNotes(places);
    expect(note!.text).toContain(text);
    if (remedy === null) expect(note!.remedy).toBeNull();
    else expect(note!.remedy).toContain(remedy);
  });

  it('runs with one cause share a sentence', () => {
    const states = squeueStates('7|1|PENDING|Resources\n7|2|PENDING|Resources\n');
    const notes = placeNotes(placesOf(['a', 'b', 'x'], [submitted(1, ['7'], ['a', 'b'])], states));
    expect(notes.map(({ runs, stage, tasks }) => [runs, stage, tasks])).toEqual([
      [2, 'pending', ['7_1', '7_2']],
      [1, 'none', []],
    ]);
  });
});

describe("sacct's lines", () => {
  it('say the state without by whom, and nothing of steps', () => {
    const text = '12_1|CANCELLED by 1000|None\n12_1.batch|CANCELLED|\n12_2|OUT_OF_MEMORY|None\n13|COMPLETED|None\n';
    expect([...sacctStates(text)]).toEqual([
      ['12_1', { state: 'CANCELLED', reason: null }],
      ['12_2', { state: 'OUT_OF_MEMORY', reason: null }],
    ]);
  });
});

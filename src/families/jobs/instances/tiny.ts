import {
  type DeadlineValue,
  JOBS_FORMAT,
  JOBS_FORMAT_VERSION,
  type JobRow,
  type JobsInstance,
  type JobTypeRow,
  type NodeTypeRow,
} from '../../../../models/problems/jobs/instance.js';

/** Instances of one or two jobs with optima by hand. */
export function handJobsInstances(): JobsInstance[] {
  return [chains(), forkJoin(), paces(), nodeTypes()];
}

interface Hand {
  readonly name: string;
  readonly description: string;
  readonly nodeTypes: readonly NodeTypeRow[];
  readonly types: readonly JobTypeRow[];
  readonly jobs: readonly JobRow[];
  readonly optimum: number;
  readonly derivation: string;
}

function hand({ name, description, nodeTypes: own, types, jobs, optimum, derivation }: Hand): JobsInstance {
  return {
    ...{ format: JOBS_FORMAT, formatVersion: JOBS_FORMAT_VERSION, name, description },
    seed: 0,
    period: { durationS: 600 },
    platform: { source: 'nodes', bytesPerS: 1e8, nodeTypes: own },
    jobTypes: { source: 'table', types },
    arrivals: { source: 'table', jobs },
    knownOptimum: { value: optimum, derivation },
  };
}

/** One node of cores with one level: 1 GHz, 2 W, and 0.5 W static. */
function oneNode(coresPerNode: number): NodeTypeRow {
  const levels = [{ frequencyGHz: 1, dynamicPowerW: 2 }];
  return { name: 'node', nodes: 1, coresPerNode, staticPowerW: 0.5, levels };
}

function deadlines(worth: number, softDeadlineS: number, endS: number): DeadlineValue {
  return { shape: 'deadlines', worth, softDeadlineS, endS };
}

function chains(): JobsInstance {
  return hand({
    name: 'tiny-chains',
    description: 'Two chains of two tasks on two cores with two levels: each keeps to one core, at the higher level.',
    nodeTypes: [
      {
        ...{ name: 'node', nodes: 1, coresPerNode: 2, staticPowerW: 0.5 },
        levels: [
          { frequencyGHz: 1, dynamicPowerW: 1 },
          { frequencyGHz: 2, dynamicPowerW: 4 },
        ],
      },
    ],
    types: [
      {
        name: 'chain',
        tasks: [
          { name: 'first', timeS: 60 },
          { name: 'second', timeS: 60 },
        ],
        edges: [{ from: 'first', to: 'second', bytes: 1e9 }],
        value: deadlines(10, 130, 250),
      },
    ],
    jobs: [
      { name: 'a', jobType: 'chain', arrivalS: 0 },
      { name: 'b', jobType: 'chain', arrivalS: 0 },
    ],
    optimum: 20,
    derivation:
      'A chain takes 120 s on one core at 2 GHz, before its soft deadline at 130 s, and earns 10. Both run at once, one core each: 20, all that there is. ' +
      'On two cores a chain would take 10 s longer, for its data.',
  });
}

function forkJoin(): JobsInstance {
  return hand({
    name: 'tiny-fork-join',
    description: 'Two jobs that each need both cores to be worth anything: one of them is done.',
    nodeTypes: [oneNode(2)],
    types: [
      {
        name: 'fork-join',
        tasks: [
          { name: 'fork', timeS: 20 },
          { name: 'left', timeS: 60 },
          { name: 'right', timeS: 60 },
          { name: 'join', timeS: 20 },
        ],
        edges: [
          { from: 'fork', to: 'left', bytes: 5e8 },
          { from: 'fork', to: 'right', bytes: 5e8 },
          { from: 'left', to: 'join', bytes: 5e8 },
          { from: 'right', to: 'join', bytes: 5e8 },
        ],
      },
    ],
    jobs: [
      { name: 'a', jobType: 'fork-join', arrivalS: 0, value: deadlines(8, 105, 150) },
      { name: 'b', jobType: 'fork-join', arrivalS: 0, value: deadlines(6, 105, 150) },
    ],
    optimum: 8,
    derivation:
      'On two cores: fork 0 to 20 s and left 20 to 80 s on one; right on the other 25 to 85 s, 5 s later for its data; join beside it from 85 s, when the data of left are there, to 105 s, before the soft deadline. ' +
      'Either job takes 160 s of cores, both 320 s, but before 150 s, when they are worth nothing, two cores have 300 s: only one earns anything, the better one 8.',
  });
}

function paces(): JobsInstance {
  return hand({
    name: 'tiny-paces',
    description: 'One core, and two jobs that take longer and shorter than expected: there is time for one of them.',
    nodeTypes: [oneNode(1)],
    types: [{ name: 'task', tasks: [{ name: 'only', timeS: 100 }] }],
    jobs: [
      { name: 'slow', jobType: 'task', arrivalS: 0, pace: 1.2, value: deadlines(5, 110, 150) },
      { name: 'quick', jobType: 'task', arrivalS: 0, pace: 0.8, value: deadlines(4, 90, 100) },
    ],
    optimum: 4,
    derivation:
      'Slow takes 120 s and is then worth 5 x (150 - 120) / (150 - 110) = 3.75 at most; quick takes 80 s and is worth 4. Together they take 200 s, when slow (150 s) and quick (100 s) are worth nothing: the better one, 4.',
  });
}

function nodeTypes(): JobsInstance {
  const type = (name: string, timeS: number): JobTypeRow => ({ name, tasks: [{ name: 'only', timeS }] });
  return hand({
    name: 'tiny-node-types',
    description: 'A fast core and a slow one for a long job and a short one.',
    nodeTypes: [
      { ...oneNode(1), name: 'fast', speed: 2, levels: [{ frequencyGHz: 1, dynamicPowerW: 6 }] },
      { ...oneNode(1), name: 'slow' },
    ],
    types: [type('long', 100), type('short', 60)],
    jobs: [
      { name: 'a', jobType: 'long', arrivalS: 0, value: deadlines(6, 60, 120) },
      { name: 'b', jobType: 'short', arrivalS: 0, value: deadlines(4, 60, 120) },
    ],
    optimum: 10,
    derivation:
      'Long takes 50 s on the fast core, short 60 s on the slow one: both by their soft deadline at 60 s, 6 + 4. The other way round long takes 100 s and earns 2.',
  });
}

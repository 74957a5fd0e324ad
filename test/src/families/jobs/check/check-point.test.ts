import { describe, expect, it } from 'vitest';
import type { JobsInstance } from '../../../../../models/families/jobs/instance.js';
import { checkedTypes } from '../../../../../src/families/jobs/check/checked-types.js';
import type { StoredPoint, StoredTask } from '../../../../../src/families/jobs/check/check-point.js';
import { checkPoint } from '../../../../support/jobs/check-point.js';
import { jobTypesOf } from '../../../../../src/families/jobs/instances/model.js';
import { handJobsInstances } from '../../../../support/bundled.js';

const named = (name: string): JobsInstance => handJobsInstances().find((one) => one.name === name)!;
const found = (instance: JobsInstance, point: StoredPoint): string[] =>
  checkPoint(checkedTypes(instance, { types: jobTypesOf(instance) }), point).map(({ constraint }) => constraint);

const on = (core: number, task: string, startS: number, endS: number, level = 0): StoredTask => ({
  task,
  core,
  level,
  startS,
  endS,
});

/** Fork and join on two cores as the instance derives it: data take 5 s, dynamic power is 2 W, static 0.5 W. */
const FORK_JOIN: StoredPoint = {
  jobType: 'fork-join',
  nodeType: 'node',
  cores: 2,
  timeS: 105,
  energyJ: 160 * 2 + 105 * 0.5 * 2,
  tasks: [on(0, 'fork', 0, 20), on(0, 'left', 20, 80), on(1, 'right', 25, 85), on(1, 'join', 85, 105)],
};

/** Chain of two tasks of 60 s at 2 GHz (4 W), 120 s at 1 GHz (1 W), with 10 s for its data between cores; static 0.5 W. */
const CHAIN: StoredPoint = {
  jobType: 'chain',
  nodeType: 'node',
  cores: 2,
  timeS: 190,
  energyJ: 60 * 4 + 120 * 1 + 190 * 0.5 * 2,
  tasks: [on(0, 'first', 0, 60, 1), on(1, 'second', 70, 190, 0)],
};

/** Facility of one node type: two P-states in use of three, end points of times and powers, a power supply. */
const FACILITY: JobsInstance = {
  format: 'plenum.jobs',
  formatVersion: 1,
  name: 'small',
  seed: 0,
  period: { durationS: 600 },
  platform: {
    source: 'facility',
    bytesPerS: 1e6,
    powerOf: 'load',
    idleShare: 0.5,
    pStates: [0, 2],
    facility: {
      nodeTypes: [
        {
          name: 'server',
          cores: 4,
          idlePowerW: 36,
          airFlowM3PerS: 0.05,
          psuEfficiency: 0.9,
          pStateFrequenciesGHz: [2, 1.5, 1],
          tasks: [
            {
              taskType: 'load',
              memoryIntensity: 0,
              timeS: { atHighestFrequency: 10, atLowestFrequency: 16 },
              corePowerW: { atHighestFrequency: 18, atLowestFrequency: 9 },
            },
          ],
        },
      ],
      nodeGroups: [{ nodeType: 'server', count: 2 }],
    } as unknown as Extract<JobsInstance['platform'], { source: 'facility' }>['facility'],
  },
  jobTypes: {
    source: 'table',
    types: [
      {
        name: 'pair',
        tasks: [
          { name: 'a', taskType: 'load', length: 3 },
          { name: 'b', timeS: 10, cpuShare: 0.5 },
        ],
      },
    ],
  },
  arrivals: { source: 'table', jobs: [{ name: 'j', jobType: 'pair', arrivalS: 0 }] },
};

describe('design points by hand', () => {
  it('are accepted with the times and energies of Eqs. 1 and 2', () => {
    expect(found(named('tiny-fork-join'), FORK_JOIN)).toEqual([]);
    expect(found(named('tiny-chains'), CHAIN)).toEqual([]);
  });

  it('are executed as early as their order allows where they say no moments', () => {
    const bare = (point: StoredPoint): StoredPoint => ({
      ...point,
      tasks: point.tasks.map(({ task, core, level }) => ({ task, core, level })),
    });
    expect(found(named('tiny-fork-join'), bare(FORK_JOIN))).toEqual([]);
    expect(found(named('tiny-chains'), bare(CHAIN))).toEqual([]);
    expect(found(named('tiny-chains'), { ...bare(CHAIN), timeS: 190.001 })).toEqual(['responseTime']);
    expect(found(named('tiny-chains'), { ...bare(CHAIN), tasks: bare(CHAIN).tasks.toReversed() })).toEqual([
      'precedence',
    ]);
  });

  it('have times and powers of a facility at its P-states in use, the slowest first, behind the power supply', () => {
    // Level 0 is P-state 2: 3 x 16 s, and 10 (1 - .5 + .5 x 2 / 1) = 15 s, 9 / .9 W. Level 1 is P-state 0. Static: .5 x 36 / .9 / 4 = 5 W a core.
    const slow = { jobType: 'pair', nodeType: 'server', cores: 1, timeS: 63, energyJ: 63 * 10 + 63 * 5 };
    expect(found(FACILITY, { ...slow, tasks: [on(0, 'a', 0, 48), on(0, 'b', 48, 63)] })).toEqual([]);
    const fast = { jobType: 'pair', nodeType: 'server', cores: 2, timeS: 30, energyJ: 40 * 20 + 30 * 5 * 2 };
    expect(found(FACILITY, { ...fast, tasks: [on(1, 'a', 0, 30, 1), on(0, 'b', 2, 12, 1)] })).toEqual([]);
    expect(found(FACILITY, { ...fast, tasks: [on(1, 'a', 0, 30, 2), on(0, 'b', 2, 12, 1)] })).toEqual(['plan']);
  });

  it('may change levels between tasks only where levels belong to tasks', () => {
    const instance = named('tiny-chains');
    const changing: StoredPoint = {
      ...CHAIN,
      cores: 1,
      timeS: 180,
      energyJ: 60 * 4 + 120 + 180 * 0.5,
      tasks: [on(0, 'first', 0, 60, 1), on(0, 'second', 60, 180, 0)],
    };
    expect(found(instance, changing)).toEqual(['level']);
    expect(found({ ...instance, platform: { ...instance.platform, levelsOf: 'task' } }, changing)).toEqual([]);
  });

  it('may have tasks that take no time at either end of others, but not in the midst of one', () => {
    const free: JobsInstance = {
      ...named('tiny-paces'),
      jobTypes: {
        source: 'table',
        types: [
          {
            name: 'task',
            tasks: [
              { name: 'only', timeS: 100 },
              { name: 'mark', timeS: 0 },
            ],
          },
        ],
      },
    };
    const at = (markS: number): StoredPoint => ({
      jobType: 'task',
      nodeType: 'node',
      cores: 1,
      timeS: 100,
      energyJ: 250,
      tasks: [on(0, 'only', 0, 100), on(0, 'mark', markS, markS)],
    });
    expect([0, 100].map((markS) => found(free, at(markS)))).toEqual([[], []]);
    expect(found(free, at(50))).toEqual(['overlap']);
  });

  it.each<[string, Partial<StoredPoint>, string]>([
    ['of a job type that does not exist', { jobType: '__proto__' }, 'plan'],
    ['on a node type that does not exist', { nodeType: 'constructor' }, 'plan'],
    ['on more cores than a node has', { cores: 3 }, 'plan'],
    ['on no core', { cores: 0 }, 'plan'],
    ['on part of a core', { cores: 1.5 }, 'plan'],
    ['that is not a number of cores', { cores: NaN }, 'plan'],
    ['that ends sooner than its tasks', { timeS: 104.9999 }, 'responseTime'],
    ['that is as long as no number', { timeS: NaN }, 'responseTime'],
    ['of less energy', { energyJ: 424.9999 }, 'energy'],
    ['of endless energy', { energyJ: Infinity }, 'energy'],
    [
      'with a core that it does not use',
      { tasks: FORK_JOIN.tasks.map((task) => ({ ...task, core: 0 })) },
      'coreUnused',
    ],
    ['without tasks', { tasks: [] }, 'taskMissing'],
    ['with a task too many', { tasks: [...FORK_JOIN.tasks, on(0, 'more', 90, 91)] }, 'plan'],
    ['with a task twice', { tasks: [...FORK_JOIN.tasks, on(0, 'fork', 85, 105)] }, 'taskRepeated'],
    [
      'with a moment missing',
      { tasks: FORK_JOIN.tasks.map((t, n) => (n === 1 ? { ...t, endS: undefined } : t)) },
      'order',
    ],
    ['that begins before the job', { tasks: [on(0, 'fork', -20, 0), ...FORK_JOIN.tasks.slice(1)] }, 'order'],
  ])('are refused %s', (_, change, constraint) => {
    expect(found(named('tiny-fork-join'), { ...FORK_JOIN, ...change })).toContain(constraint);
  });

  it.each<[string, StoredTask, string]>([
    ['on a core that is not theirs', on(2, 'join', 85, 105), 'plan'],
    ['on a core below 0', on(-1, 'join', 85, 105), 'plan'],
    ['at a level that does not exist', on(1, 'join', 85, 105, 1), 'plan'],
    ['for less than their time', on(1, 'join', 85, 104), 'duration'],
    ['before what they wait for has ended', on(1, 'join', 80, 100), 'precedence'],
    ['before the data of another core are there', on(0, 'join', 85, 105), 'precedence'],
    ['beside another on their core', on(1, 'join', 84, 104), 'overlap'],
  ])('are refused with tasks %s', (_, join, constraint) => {
    expect(found(named('tiny-fork-join'), { ...FORK_JOIN, tasks: [...FORK_JOIN.tasks.slice(0, 3), join] })).toContain(
      constraint,
    );
  });

  it('have at most twenty faults of a kind listed, and the others counted', () => {
    const tasks = Array.from({ length: 50_000 }, (_, n) => on(0, `task ${n}`, 0, 1));
    const instance = named('tiny-fork-join');
    const faults = checkPoint(checkedTypes(instance, { types: jobTypesOf(instance) }), { ...FORK_JOIN, tasks });
    expect(faults.filter(({ constraint }) => constraint === 'plan')).toHaveLength(21);
    expect(faults[20]).toMatchObject({ where: 'and 49980 more', value: 49_980 });
  });
});

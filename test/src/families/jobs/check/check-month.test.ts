import { describe, expect, it } from 'vitest';
import type { JobsInstance, JobValue } from '../../../../../models/families/jobs/instance.js';
import type { JobsPlan, PlannedJob, PlannedPiece, PlannedPoint } from '../../../../../models/families/jobs/plan.js';
import { checkMonth, type MonthVerdict } from '../../../../../src/families/jobs/check/check-month.js';
import { checkedCurve, worthAbout, worthAt } from '../../../../../src/families/jobs/check/curve.js';
import { checkpointsBetween } from '../../../../../src/families/jobs/check/moments.js';
import { monthOf } from '../../../../support/jobs/month-of.js';
import { handJobsInstances } from '../../../../support/bundled.js';

const named = (name: string): JobsInstance => handJobsInstances().find((one) => one.name === name)!;
const verdictOf = (instance: JobsInstance, plan: JobsPlan): MonthVerdict =>
  checkMonth(instance, monthOf(instance).workload, plan, null);
const constraints = (instance: JobsInstance, plan: JobsPlan): string[] =>
  verdictOf(instance, plan).violations.map(({ constraint }) => constraint);

const piece = (node: number, point: number, startS: number, endS: number, overheadS?: number): PlannedPiece => ({
  node,
  point,
  startS,
  endS,
  ...(overheadS === undefined ? {} : { overheadS }),
});
const ran = (job: string, value: number, ...pieces: PlannedPiece[]): PlannedJob => ({ job, value, pieces });

function planOf(parts: Pick<JobsPlan, 'claimed' | 'points' | 'runs'> & Partial<JobsPlan>): JobsPlan {
  return {
    format: 'plenum.jobs-plan',
    formatVersion: 1,
    instance: { name: 'by hand', sha256: 'a'.repeat(64) },
    method: 'by hand',
    dropped: [],
    ...parts,
  };
}

/** Point of one task on one core at level 0. */
const single = (jobType: string, nodeType: string, timeS: number, powerW: number): PlannedPoint => ({
  jobType,
  nodeType,
  cores: 1,
  timeS,
  energyJ: timeS * powerW,
  tasks: [{ task: 'only', core: 0, level: 0, startS: 0, endS: timeS }],
});

/** A core at work draws 2 W, and 0.5 W static. */
const TASK = single('task', 'node', 100, 2.5);

/** Slow is done after 120 s and worth 5 x 30 / 40, quick is not: 120 s x 2.5 W. */
const SLOW = planOf({
  claimed: { value: 3.75, energyJ: 300 },
  points: [TASK],
  runs: [ran('slow', 3.75, piece(0, 0, 0, 120))],
  dropped: [{ job: 'quick', atS: 100, reason: 'worthless' }],
});

describe('months by hand', () => {
  it('are accepted with value and energy of the bundled tiny instances', () => {
    expect(verdictOf(named('tiny-paces'), SLOW)).toEqual({
      value: 3.75,
      energyJ: 300,
      moves: 0,
      // Of 600 s slow has the core for 120 s, from its arrival on.
      service: {
        ran: 1,
        waitMeanS: 0,
        wait95S: 0,
        slowdownMean: 1,
        slowdown95: 1,
        utilisation: 0.2,
        nodeTypes: [{ name: 'node', utilisation: 0.2 }],
      },
      room: null,
      violations: [],
      outcomes: { inTime: 0, late: 1, worthless: 0, dropped: 1 },
    });
    const chain = { jobType: 'chain', nodeType: 'node', cores: 1, timeS: 120, energyJ: 120 * 4.5 };
    const chains = planOf({
      claimed: { value: 20, energyJ: 1080 },
      points: [
        {
          ...chain,
          tasks: [
            { task: 'first', core: 0, level: 1, startS: 0, endS: 60 },
            { task: 'second', core: 0, level: 1, startS: 60, endS: 120 },
          ],
        },
      ],
      runs: [ran('a', 10, piece(0, 0, 0, 120)), ran('b', 10, piece(0, 0, 0, 120))],
    });
    expect(verdictOf(named('tiny-chains'), chains)).toMatchObject({ value: 20, energyJ: 1080, violations: [] });
    const types = planOf({
      claimed: { value: 10, energyJ: 50 * 6.5 + 60 * 2.5 },
      points: [single('long', 'fast', 50, 6.5), single('short', 'slow', 60, 2.5)],
      runs: [ran('a', 6, piece(0, 0, 0, 50)), ran('b', 4, piece(0, 1, 0, 60))],
    });
    expect(verdictOf(named('tiny-node-types'), types)).toMatchObject({ value: 10, energyJ: 475, violations: [] });
  });

  it('are told how long jobs waited, and of cores held only what lies in the period', () => {
    const instance = { ...named('tiny-paces'), period: { durationS: 160 } };
    const both = planOf({
      claimed: { value: 3.75, energyJ: 500 },
      points: [TASK],
      runs: [ran('slow', 3.75, piece(0, 0, 0, 120)), ran('quick', 0, piece(0, 0, 120, 200))],
    });
    // Quick waits 120 s and runs 80 s, which are two and a half times its run; the core is held all the period.
    expect(verdictOf(instance, both).service).toEqual({
      ran: 2,
      waitMeanS: 60,
      wait95S: 120,
      slowdownMean: 1.75,
      slowdown95: 2.5,
      utilisation: 1,
      nodeTypes: [{ name: 'node', utilisation: 1 }],
    });
    const broken = { ...both, claimed: { value: 3.75, energyJ: 499 } };
    expect(verdictOf(instance, { ...broken, runs: [both.runs[0]!] }).service).toBeNull();
  });

  it('utilisation is that of each node type, and of all cores together', () => {
    const types = planOf({
      claimed: { value: 10, energyJ: 50 * 6.5 + 60 * 2.5 },
      points: [single('long', 'fast', 50, 6.5), single('short', 'slow', 60, 2.5)],
      runs: [ran('a', 6, piece(0, 0, 0, 50)), ran('b', 4, piece(0, 1, 0, 60))],
    });
    const { service } = verdictOf(named('tiny-node-types'), types);
    expect(service!.nodeTypes.map(({ name }) => name)).toEqual(['fast', 'slow']);
    expect(service!.nodeTypes.map(({ utilisation }) => utilisation)).toEqual([50 / 600, 60 / 600]);
    expect(service!.utilisation).toBeCloseTo(110 / 1200, 12);
  });

  it('may start a job as another ends on the same core, and not a moment before', () => {
    const both = (fromS: number): JobsPlan => ({
      ...SLOW,
      claimed: { value: 3.75, energyJ: 500 },
      runs: [...SLOW.runs, ran('quick', 0, piece(0, 0, fromS, fromS + 80))],
      dropped: [],
    });
    expect(verdictOf(named('tiny-paces'), both(120)).violations).toEqual([]);
    expect(verdictOf(named('tiny-paces'), both(119.999)).violations).toEqual([
      {
        constraint: 'capacity',
        where: 'node 0 of "node" at 119.999 s, runs[1], job "quick", pieces[0]',
        unit: 'cores',
        value: 2,
        limit: 1,
        amount: 1,
      },
    ]);
  });

  it('earn nothing at the age of the last point of a value', () => {
    const late = (value: number): JobsPlan => ({
      ...SLOW,
      claimed: { value, energyJ: 300 },
      runs: [ran('slow', value, piece(0, 0, 30, 150))],
    });
    expect(verdictOf(named('tiny-paces'), late(0))).toMatchObject({ value: 0, violations: [] });
    expect(verdictOf(named('tiny-paces'), late(0)).outcomes.worthless).toBe(1);
    expect(constraints(named('tiny-paces'), late(1e-6))).toEqual(['value']);
  });

  it('earn what is behind a drop of the value from that age on, and what is before it until then', () => {
    const instance = named('tiny-paces');
    const { arrivals } = instance as { arrivals: Extract<JobsInstance['arrivals'], { source: 'table' }> };
    const points = [0, 5, 120, 3, 120, 1].flatMap((_, n, all) =>
      n % 2 === 0 ? [{ ageS: all[n]!, value: all[n + 1]! }] : [],
    );
    const value: JobValue = { shape: 'points', points };
    const jobs = arrivals.jobs.map((job) => (job.name === 'slow' ? { ...job, value } : job));
    const dropping: JobsInstance = { ...instance, arrivals: { source: 'table', jobs } };
    const ending = (earned: number, pace: number): [JobsInstance, JobsPlan] => [
      {
        ...dropping,
        arrivals: { source: 'table', jobs: jobs.map((job) => (job.name === 'slow' ? { ...job, pace } : job)) },
      },
      {
        ...SLOW,
        claimed: { value: earned, energyJ: 250 * pace },
        runs: [ran('slow', earned, piece(0, 0, 0, 100 * pace))],
      },
    ];
    expect(constraints(...ending(1, 1.2))).toEqual([]);
    expect(constraints(...ending(3, 1.2))).toEqual(['value']);
    // Halfway to the drop, 5 - 2 x 60 / 120.
    expect(constraints(...ending(4, 0.6))).toEqual([]);
  });

  it('have at most twenty faults of a kind listed, and the others counted', () => {
    const runs = Array.from({ length: 30_000 }, () => ran('__proto__', 1, piece(0, 0, 0, 120)));
    const { violations } = verdictOf(named('tiny-paces'), { ...SLOW, runs: [...SLOW.runs, ...runs] });
    expect(violations).toHaveLength(21);
    expect(violations[20]).toMatchObject({ constraint: 'plan', where: 'and 29980 more', amount: 29_980 });
  });
});

/** Two tasks of 60 s beside each other on two nodes of two cores; checks of 2 s, moves of 5 and 10 s, changes of level of 3 s; the job takes 1.5 times as long as expected. */
const MOVING: JobsInstance = {
  ...named('tiny-paces'),
  platform: {
    source: 'nodes',
    bytesPerS: 1e8,
    nodeTypes: [
      { name: 'node', nodes: 2, coresPerNode: 2, staticPowerW: 0.5, levels: [{ frequencyGHz: 1, dynamicPowerW: 2 }] },
    ],
  },
  jobTypes: {
    source: 'table',
    types: [
      {
        name: 'pair',
        tasks: [
          { name: 'left', timeS: 60 },
          { name: 'right', timeS: 60 },
        ],
      },
    ],
  },
  arrivals: {
    source: 'table',
    jobs: [
      {
        name: 'j',
        jobType: 'pair',
        arrivalS: 0,
        pace: 1.5,
        value: { shape: 'deadlines', worth: 8, softDeadlineS: 100, endS: 200 },
      },
    ],
  },
  overheads: { checkS: 2, moveInNodeS: 5, moveToNodeS: 10, changeLevelS: 3 },
};

describe('moved jobs by hand', () => {
  const points: PlannedPoint[] = [1, 2].map((cores) => ({
    jobType: 'pair',
    nodeType: 'node',
    cores,
    timeS: 120 / cores,
    energyJ: 240 + 60,
    tasks: [
      { task: 'left', core: 0, level: 0, startS: 0, endS: 60 },
      { task: 'right', core: cores - 1, level: 0, startS: cores === 1 ? 60 : 0, endS: cores === 1 ? 120 : 60 },
    ],
  }));
  const moving = (checkpointIntervalS: number, endS: number, energyJ: number, ...pieces: PlannedPiece[]): JobsPlan => {
    const value = (8 * (200 - endS)) / 100;
    return planOf({ points, checkpointIntervalS, claimed: { value, energyJ }, runs: [ran('j', value, ...pieces)] });
  };

  it('pay for the checkpoint at which they move, for the move and for checkpoints on the way, at the power of their points', () => {
    // 50 of 180 s are done, (1 - 50 / 180) x 1.5 x 60 = 65 s are left. Check and move 2 + 5, and the check at 100 s: 74 s. Powers 2.5 and 5 W.
    expect(verdictOf(MOVING, moving(50, 124, 125 + 370, piece(0, 0, 0, 50), piece(0, 1, 50, 124, 9)))).toMatchObject({
      energyJ: 495,
      moves: 1,
      violations: [],
    });
    expect(constraints(MOVING, moving(50, 123, 490, piece(0, 0, 0, 50), piece(0, 1, 50, 123, 8)))).toEqual([
      'overhead',
    ]);
    // To the other node: 2 + 10 + 2.
    expect(constraints(MOVING, moving(50, 129, 520, piece(0, 0, 0, 50), piece(1, 1, 50, 129, 14)))).toEqual([]);
    expect(constraints(MOVING, moving(50, 124, 495, piece(0, 0, 0, 50), piece(1, 1, 50, 124, 9)))).toEqual([
      'overhead',
    ]);
  });

  it('pay for a change of level where a task runs at another level after the move', () => {
    const levels = [
      { frequencyGHz: 1, dynamicPowerW: 2 },
      { frequencyGHz: 1.5, dynamicPowerW: 4 },
    ];
    const node = { name: 'node', nodes: 2, coresPerNode: 2, staticPowerW: 0.5, levels };
    const tasks = ['left', 'right'].map((name) => ({ name, timeS: 60, cpuShare: 0 }));
    const instance: JobsInstance = {
      ...MOVING,
      platform: { source: 'nodes', bytesPerS: 1e8, nodeTypes: [node] },
      jobTypes: { source: 'table', types: [{ name: 'pair', tasks }] },
    };
    // 60 s at 2 W, 60 s at 4 W, and two cores at .5 W: 7 W.
    const [one, two] = points as [PlannedPoint, PlannedPoint];
    const faster = { ...two, energyJ: 420, tasks: [two.tasks[0]!, { ...two.tasks[1]!, level: 1 }] };
    const plan = (endS: number, overheadS: number): JobsPlan => ({
      ...moving(50, endS, 125 + 7 * (endS - 50), piece(0, 0, 0, 50), piece(0, 1, 50, endS, overheadS)),
      points: [one, faster],
    });
    // 65 s are left as above; check, move and levels 2 + 5 + 3, and the check at 100 s.
    expect(verdictOf(instance, plan(127, 12))).toMatchObject({ energyJ: 664, violations: [] });
    expect(constraints(instance, plan(124, 9))).toEqual(['overhead']);
  });

  it('take what is left of overheads along', () => {
    // Checkpoints every 4 s. The move at 4 s takes 2 + 10 s, of which 4 s are over at 8 s. There it moves again: 8 + 2 + 5 = 15 s to go, and 2 s at each
    // checkpoint to come. Left of its work are (1 - 4 / 180) x 1.5 x 60 = 88 s, so that it ends at 8 + 15 + 88 + 2 n, n checkpoints later: 50 of them.
    const pieces = [piece(0, 0, 0, 4), piece(1, 1, 4, 8, 4)];
    const leftS = 88;
    const count = 50;
    const endS = 8 + 15 + leftS + 2 * count;
    expect(Math.ceil(endS / 4) - 1 - 2).toBe(count);
    const plan = (overheadS: number): JobsPlan => {
      const [value, energyJ] = [0, 4 * 2.5 + 4 * 5 + (endS - 8) * 5];
      const runs = [ran('j', value, ...pieces, piece(1, 1, 8, endS, overheadS))];
      return planOf({ points, checkpointIntervalS: 4, claimed: { value, energyJ }, runs });
    };
    expect(constraints(MOVING, plan(15 + 2 * count))).toEqual([]);
    expect(constraints(MOVING, plan(15 + 2 * count - 1))).toEqual(['overhead', 'work']);
  });

  it('count checkpoints strictly inside a piece, whatever rounding does to its ends', () => {
    expect(checkpointsBetween(0, 300, 100).count).toBe(2);
    expect(checkpointsBetween(100, 300.001, 100)).toEqual({ count: 2, firstS: 200, lastS: 300 });
    expect(checkpointsBetween(99.999, 300, 100).count).toBe(2);
    expect(checkpointsBetween(0.1 + 0.2, 0.9, 0.3).count).toBe(1);
    expect(checkpointsBetween(10, 20, 100).count).toBe(0);
  });
});

describe('value curves', () => {
  const type = { name: 't', taskOf: new Map(), needs: [], timeS: [], leastTimeS: 100, workCoreH: 2 };
  const at = (value: Parameters<typeof checkedCurve>[0], ...ages: number[]): number[] =>
    ages.map((ageS) => worthAt(checkedCurve(value, type), ageS));

  it('fall from the soft deadline to the end, and drop where the two are one', () => {
    const own = {
      shape: 'deadlines',
      worth: 8,
      softDeadlineS: 10,
      softDeadlineOverLeastTime: 1,
      endOverLeastTime: 3.1,
    } as const;
    expect(at(own, 0, 110, 210, 310, 400)).toEqual([8, 8, 4, 0, 0]);
    expect(at({ shape: 'deadlines', worth: 8, softDeadlineS: 50, endS: 50 }, 49.999, 50)).toEqual([8, 0]);
    expect(at({ shape: 'deadlines', worth: 8, softDeadlineS: 0, endS: 80 }, 0, 20)).toEqual([8, 6]);
  });

  it('are drawn in multiples of the least response time and of core-hours', () => {
    const multiples = { softDeadlineOverLeastTime: 1.5, fallOverLeastTime: 2, worthPerCoreHour: 3 };
    expect(at({ shape: 'drawn', ...multiples }, 150, 250, 350)).toEqual([6, 3, 0]);
  });

  it('run straight between points and stay at the last', () => {
    const points = [
      { ageS: 0, value: 9 },
      { ageOverLeastTime: 1, value: 5 },
      { ageS: 50, ageOverLeastTime: 1, value: 5 },
      { ageS: 150, value: 2 },
      { ageS: 250, value: 1 },
    ];
    expect(at({ shape: 'points', points }, 0, 25, 120, 149, 150, 200, 1e9)).toEqual([9, 8, 5, 5, 2, 1.5, 1]);
  });

  it('may be rounded only in ages that are multiples of a time', () => {
    const about = (value: JobValue): unknown => worthAbout(checkedCurve(value, type), 100);
    expect(about({ shape: 'deadlines', worth: 1, softDeadlineS: 100, endS: 100 })).toEqual({ least: 0, most: 0 });
    expect(about({ shape: 'deadlines', worth: 1, softDeadlineOverLeastTime: 1, endOverLeastTime: 1 })).toEqual({
      least: 0,
      most: 1,
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { JobsInstance } from '../../../../../models/families/jobs/instance.js';
import type { JobsPlan, PlannedJob, PlannedPiece } from '../../../../../models/families/jobs/plan.js';
import { checkMonth, type MonthVerdict } from '../../../../../src/families/jobs/check/check-month.js';
import { monthOf } from '../../../../support/jobs/month-of.js';
import type { MonthPolicy } from '../../../../../src/families/jobs/methods/month/policy.js';
import { simulateMonth } from '../../../../../src/families/jobs/methods/month/simulate-month.js';
import { type RandomStream, randomStream } from '../../../../../src/random/stream.js';
import { type CompiledJobs, plannedMonth, randomJobsInstance, randomTables } from '../../../../support/jobs-plans.js';
import { fuzzCount } from '../../../../support/fuzz.js';

interface Drawn {
  readonly instance: JobsInstance;
  readonly compiled: CompiledJobs;
  readonly plan: JobsPlan;
  readonly random: RandomStream;
}

function randomPolicy(random: RandomStream): MonthPolicy {
  const pick = <T>(...of: readonly T[]): T => of[random.integer(0, of.length - 1)]!;
  const order = pick('value', 'valueThenEnergy', 'valuePerEnergy', 'net');
  return {
    order,
    cores: pick('atMostBest', 'best', 'fewest', 'maxBid'),
    valueAt: order === 'net' ? 'completion' : pick('allocation', 'completion'),
    adaptation:
      random.uniform() < 0.2
        ? null
        : {
            intervalS: random.uniform(5, 60),
            times: pick('once', 'repeated'),
            remaining: pick('literal', 'repaired'),
            directions: pick('deviation', 'both'),
            choice: pick('best', 'gaining'),
          },
    prices: order === 'net' ? { perJ: random.uniform(0, 1e-4), cores: 'none', horizonS: 1e7 } : null,
  };
}

const DRAWN = Array.from({ length: fuzzCount(120, 30) }, (_, n): Drawn => {
  const random = randomStream(n, 'months to check');
  const instance = {
    ...randomJobsInstance(random, n % 4 === 0 ? 'task' : 'core'),
    period: { durationS: random.uniform(100, 1200) },
  };
  const compiled = monthOf(instance);
  const policy = randomPolicy(random);
  const schedule = simulateMonth(compiled.month, randomTables(random, compiled), policy);
  return { instance, compiled, plan: plannedMonth('drawn', compiled, schedule, policy.adaptation?.intervalS), random };
});

const verdictOf = ({ instance, compiled }: Drawn, plan: JobsPlan): MonthVerdict =>
  checkMonth(instance, compiled.workload, plan, null);

/** Change of a run that it can be made to; the first of a random order. Null where there is none. */
function withRun(
  { plan, random }: Drawn,
  fits: (run: PlannedJob) => boolean,
  change: (run: PlannedJob) => PlannedJob,
): JobsPlan | null {
  const able = plan.runs.flatMap((run, r) => (fits(run) ? [r] : []));
  if (able.length === 0) return null;
  const at = able[random.integer(0, able.length - 1)]!;
  return { ...plan, runs: plan.runs.map((run, r) => (r === at ? change(run) : run)) };
}

const anyRun = (): boolean => true;
const moved = ({ pieces }: PlannedJob): boolean => pieces.length > 1;

/** Run with its first or last piece changed. */
const first = (run: PlannedJob, change: (piece: PlannedPiece) => Partial<PlannedPiece>): PlannedJob => ({
  ...run,
  pieces: run.pieces.map((piece, p) => (p === 0 ? { ...piece, ...change(piece) } : piece)),
});
const last = (run: PlannedJob, change: (piece: PlannedPiece) => Partial<PlannedPiece>): PlannedJob => ({
  ...run,
  pieces: run.pieces.map((piece, p) => (p === run.pieces.length - 1 ? { ...piece, ...change(piece) } : piece)),
});

const arrivalOf = ({ compiled: { workload } }: Drawn, name: string): number => {
  for (let job = 0; job < workload.jobs; job++) if (workload.name(job) === name) return workload.arrivalS[job]!;
  return NaN;
};

/** Plan with its first dropped job changed; null without one. */
function withDropped(
  { plan }: Drawn,
  change: (job: JobsPlan['dropped'][number]) => JobsPlan['dropped'],
): JobsPlan | null {
  const [one, ...others] = plan.dropped;
  return one === undefined ? null : { ...plan, dropped: [...change(one), ...others] };
}

const withPoint = ({ plan }: Drawn, change: (point: JobsPlan['points'][number]) => object): JobsPlan | null =>
  plan.points.length === 0
    ? null
    : { ...plan, points: plan.points.map((point, n) => (n === 0 ? { ...point, ...change(point) } : point)) };

const claim = ({ plan }: Drawn, change: object): JobsPlan => ({ ...plan, claimed: { ...plan.claimed, ...change } });

/** Ways to falsify a month, each with the rules one of which it breaks; null where a month has nothing to falsify. */
const TAMPERED: readonly (readonly [string, string, (one: Drawn) => JobsPlan | null])[] = [
  ['a job that runs twice', 'jobRepeated', ({ plan }) => ({ ...plan, runs: [...plan.runs, ...plan.runs.slice(0, 1)] })],
  [
    'a job that runs and is dropped',
    'jobRepeated',
    ({ plan }) => ({ ...plan, dropped: [...plan.dropped, { job: plan.runs[0]!.job, atS: 5000, reason: 'hopeless' }] }),
  ],
  ['a job dropped twice', 'jobRepeated', (one) => withDropped(one, (job) => [job, job])],
  ['a run left out', 'jobMissing', ({ plan }) => ({ ...plan, runs: plan.runs.slice(1) })],
  ['a dropped job left out', 'jobMissing', (one) => withDropped(one, () => [])],
  ['an unknown job', 'plan', (one) => withRun(one, anyRun, (run) => ({ ...run, job: '__proto__' }))],
  ['an unknown job dropped', 'plan', (one) => withDropped(one, (job) => [{ ...job, job: 'nobody' }])],
  ['a point that is not there', 'plan', (one) => withRun(one, anyRun, (run) => first(run, () => ({ point: 1e6 })))],
  ['half a point', 'plan', (one) => withRun(one, anyRun, (run) => first(run, ({ point }) => ({ point: point + 0.5 })))],
  ['a node that is not there', 'plan', (one) => withRun(one, anyRun, (run) => first(run, () => ({ node: 3 })))],
  [
    'a point of another job type',
    'plan',
    (one) => {
      const typeOf = ({ point }: PlannedPiece): string => one.plan.points[point]!.jobType;
      const other = (run: PlannedJob): number =>
        one.plan.points.findIndex((point) => point.jobType !== typeOf(run.pieces[0]!));
      return withRun(
        one,
        (run) => other(run) !== -1,
        (run) => first(run, () => ({ point: other(run), node: 0 })),
      );
    },
  ],
  [
    'a start before the arrival',
    'order',
    (one) =>
      withRun(
        one,
        (run) => arrivalOf(one, run.job) > 1,
        (run) => first(run, () => ({ startS: arrivalOf(one, run.job) - 1e-6 })),
      ),
  ],
  ['a moment that is no number', 'order', (one) => withRun(one, anyRun, (run) => last(run, () => ({ endS: NaN })))],
  ['an end that never comes', 'order', (one) => withRun(one, anyRun, (run) => last(run, () => ({ endS: Infinity })))],
  [
    'an end before the start',
    'order',
    (one) => withRun(one, anyRun, (run) => last(run, ({ startS }) => ({ endS: startS - 1 }))),
  ],
  [
    'a gap between two pieces',
    'order',
    (one) => withRun(one, moved, (run) => first(run, ({ endS }) => ({ endS: endS - 0.01 }))),
  ],
  [
    'two pieces at once',
    'order',
    (one) => withRun(one, moved, (run) => first(run, ({ endS }) => ({ endS: endS + 0.01 }))),
  ],
  [
    'a later start',
    'work',
    (one) => withRun(one, anyRun, (run) => first(run, ({ startS }) => ({ startS: startS + 1e-4 }))),
  ],
  ['an earlier end', 'work', (one) => withRun(one, anyRun, (run) => last(run, ({ endS }) => ({ endS: endS - 1e-4 })))],
  ['a later end', 'work', (one) => withRun(one, anyRun, (run) => last(run, ({ endS }) => ({ endS: endS + 1e-4 })))],
  [
    'more overhead and less work',
    'work',
    (one) => withRun(one, anyRun, (run) => last(run, ({ overheadS = 0 }) => ({ overheadS: overheadS + 1e-4 }))),
  ],
  [
    'less overhead than checks and moves take',
    'overhead',
    (one) =>
      withRun(
        one,
        (run) => (run.pieces.at(-1)!.overheadS ?? 0) > 0,
        (run) => last(run, ({ overheadS }) => ({ overheadS: overheadS! - 1e-4 })),
      ),
  ],
  ['negative overhead', 'overhead', (one) => withRun(one, anyRun, (run) => first(run, () => ({ overheadS: -1e-3 })))],
  [
    'more overhead than time',
    'overhead',
    (one) => withRun(one, anyRun, (run) => first(run, ({ startS, endS }) => ({ overheadS: endS - startS + 1e-3 }))),
  ],
  [
    'an overhead that is no number',
    'overhead',
    (one) => withRun(one, anyRun, (run) => first(run, () => ({ overheadS: NaN }))),
  ],
  [
    'a move between checkpoints',
    'checkpoint',
    (one) =>
      withRun(one, moved, (run) => ({
        ...run,
        pieces: run.pieces.map((piece, p) => ({
          ...piece,
          ...(p === 0 ? { endS: piece.endS + 1e-3 } : {}),
          ...(p === 1 ? { startS: piece.startS + 1e-3 } : {}),
        })),
      })),
  ],
  [
    'moves without checkpoints',
    'checkpoint',
    ({ plan: { checkpointIntervalS, ...plan } }) =>
      checkpointIntervalS !== undefined && plan.runs.some(moved) ? plan : null,
  ],
  [
    'checkpoints twice as often',
    'overhead',
    ({ plan, instance }) =>
      plan.checkpointIntervalS !== undefined &&
      instance.overheads!.checkS! > 0.01 &&
      plan.runs.some(({ pieces }) => pieces.some(({ startS, endS }) => endS - startS > plan.checkpointIntervalS!))
        ? { ...plan, checkpointIntervalS: plan.checkpointIntervalS / 2 }
        : null,
  ],
  ['more value', 'value', (one) => withRun(one, anyRun, (run) => ({ ...run, value: run.value + 1e-6 }))],
  [
    'less value',
    'value',
    (one) =>
      withRun(
        one,
        ({ value }) => value > 1e-3,
        (run) => ({ ...run, value: run.value - 1e-6 }),
      ),
  ],
  ['a value that is no number', 'value', (one) => withRun(one, anyRun, (run) => ({ ...run, value: NaN }))],
  ['more value claimed', 'claim', (one) => claim(one, { value: one.plan.claimed.value * (1 + 1e-7) })],
  ['less energy claimed', 'claim', (one) => claim(one, { energyJ: one.plan.claimed.energyJ * (1 - 1e-7) })],
  ['no energy claimed', 'claim', (one) => claim(one, { energyJ: NaN })],
  [
    'a drop before the arrival',
    'order',
    (one) => withDropped(one, (job) => [{ ...job, atS: arrivalOf(one, job.job) - 1e-6 }]),
  ],
  [
    'a job dropped as worthless that is worth something',
    'dropReason',
    (one) => withDropped(one, (job) => [{ ...job, atS: arrivalOf(one, job.job), reason: 'worthless' }]),
  ],
  ['a point of less energy', 'energy', (one) => withPoint(one, ({ energyJ }) => ({ energyJ: energyJ * 0.999 }))],
  ['a point of less time', 'responseTime', (one) => withPoint(one, ({ timeS }) => ({ timeS: timeS * 0.999 }))],
  ['a point on no core', 'plan', (one) => withPoint(one, () => ({ cores: 0 }))],
  ['a point on a node type that is not there', 'plan', (one) => withPoint(one, () => ({ nodeType: 'n7' }))],
  [
    'a point without its last task',
    'taskMissing',
    (one) => withPoint(one, ({ tasks }) => ({ tasks: tasks.slice(0, -1) })),
  ],
];

describe('random months', () => {
  it('are accepted as the simulator runs them, with its value and energy', () => {
    let [moves, dropped, late] = [0, 0, 0];
    for (const one of DRAWN) {
      const verdict = verdictOf(one, one.plan);
      expect(verdict.violations).toEqual([]);
      expect(verdict.value).toBeCloseTo(one.plan.claimed.value, 9);
      expect(verdict.energyJ! / one.plan.claimed.energyJ).toBeCloseTo(1, 9);
      moves += verdict.moves;
      dropped += verdict.outcomes.dropped;
      late += verdict.outcomes.late;
    }
    expect(Math.min(moves, dropped, late)).toBeGreaterThan((100 / 120) * DRAWN.length);
  });

  it.each(TAMPERED)('are refused with %s: %s', (_, constraint, tamper) => {
    let tampered = 0;
    for (const one of DRAWN.slice(0, 30)) {
      const plan = tamper(one);
      if (plan === null) continue;
      tampered++;
      const { violations, value } = verdictOf(one, plan);
      expect(violations.map((violation) => violation.constraint)).toContain(constraint);
      expect(violations.every(({ amount }) => amount > 0)).toBe(true);
      if (constraint !== 'claim') expect(value).toBeNull();
    }
    expect(tampered).toBeGreaterThan(5);
  });

  it('with all pieces on the first node are refused exactly if cores are lacking there at the start of some piece', () => {
    let full = 0;
    for (const one of DRAWN) {
      const { plan, compiled } = one;
      const runs = plan.runs.map((run) => ({ ...run, pieces: run.pieces.map((piece) => ({ ...piece, node: 0 })) }));
      const pieces = runs.flatMap((run) => run.pieces.map((piece) => ({ ...piece, ...plan.points[piece.point]! })));
      const isFull = compiled.month.nodeTypes.some(({ name, coresPerNode }) => {
        const here = pieces.filter(({ nodeType }) => nodeType === name);
        return here.some(({ startS: atS }) => {
          const busy = here.filter(({ startS, endS }) => startS <= atS && atS < endS);
          return busy.reduce((sum, { cores }) => sum + cores, 0) > coresPerNode;
        });
      });
      const told = verdictOf(one, { ...plan, runs }).violations.some(({ constraint }) => constraint === 'capacity');
      expect(told).toBe(isFull);
      full += isFull ? 1 : 0;
    }
    expect(full).toBeGreaterThan((30 / 120) * DRAWN.length);
    expect(full).toBeLessThan((110 / 120) * DRAWN.length);
  });
});

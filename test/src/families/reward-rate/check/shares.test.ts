import { describe, expect, it } from 'vitest';
import type { RewardRatePlan, TimeShare } from '../../../../../models/families/reward-rate/plan.js';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { checkPlan } from '../../../../../src/families/reward-rate/check/check-plan.js';
import { parsePlan } from '../../../../../src/families/reward-rate/check/parse-plan.js';
import { factsOf } from '../../../../../src/families/reward-rate/report/facts.js';
import { planCsv } from '../../../../../src/families/reward-rate/report/plan-csv.js';
import { sharingOf } from '../../../../../src/families/reward-rate/runs/momentary.js';
import { sliceClasses } from '../../../../../src/families/reward-rate/studies/uncertainty/slice-classes.js';
import { check, expectViolation, expectVoid } from './changed-case.js';
import { planOf, twoZones, whole } from './two-zones.js';

/** The node of R2 has "a" on both cores for a quarter of the time, then "b" on one for half, then nothing. */
const QUARTER_AND_HALF: readonly TimeShare[] = [
  { share: 0.25, cores: [whole(2, 'a')] },
  { share: 0.5, cores: [whole(1, 'b')] },
];

function sharing(shares: readonly TimeShare[], nodes = 1): RewardRatePlan {
  return { ...planOf({}), assignments: [{ zone: 'R2/L1', nodes, shares }] };
}

describe('nodes that share time', () => {
  it('have the average power and rates of their works', () => {
    const evaluation = check({ plan: sharing(QUARTER_AND_HALF) });
    expect(evaluation.violations).toEqual([]);
    // Two of "a" take 10 s and 3 s for the neighbour; "b" alone takes 5 s.
    expect(evaluation.ratePerS[0]).toBeCloseTo((0.25 * 2) / 13, 12);
    expect(evaluation.ratePerS[1]).toBeCloseTo(0.5 / 5, 12);
    expect(evaluation.naiveRatePerS[0]).toBeCloseTo((0.25 * 2) / 10, 12);
    expect(evaluation.zoneNodePowerW[0]).toBeCloseTo(1000, 9);
    expect(evaluation.zoneNodePowerW[1]).toBeCloseTo(1000 + 0.25 * 1000 + 0.5 * 100, 9);
    expect(evaluation.power.totalW).toBeCloseTo((2300 * 4) / 3, 6);
  });

  it('with one work all the time are rated as without shares', () => {
    const { instance, matrix, plan } = twoZones();
    const shared = sharing([{ share: 1, cores: [whole(2, 'a')] }]);
    expect(checkPlan(instance, matrix, shared)).toEqual(checkPlan(instance, matrix, plan));
  });

  it.each([0, -0.1, NaN, Infinity, 1.1])('whose share is %s cannot be rated', (share) => {
    const evaluation = check({ plan: sharing([{ share, cores: [whole(1, 'a')] }]) });
    expectViolation(evaluation, 'plan', /shares\[0\]: share is not in \(0, 1\]/, 1);
    expectVoid(evaluation);
  });

  it('have a fraction above 1 of one core as too much of its time, and a share above 1 beside it apart', () => {
    const over = { count: 1, slices: [{ taskType: 'a', pState: 0, fraction: 1.5 }] };
    const ofCore = check({ plan: { ...planOf({}), assignments: [{ zone: 'R2/L1', nodes: 1, cores: [over] }] } });
    expectViolation(ofCore, 'coreTime', 'assignments[0] (R2/L1).cores[0]', 0.5);
    // The share of 1.5 is not counted in the sum: what is left of it is within the time.
    const ofNode = check({
      plan: sharing([
        { share: 1.5, cores: [whole(1, 'a')] },
        { share: 0.9, cores: [whole(2, 'a')] },
      ]),
    });
    expect(ofNode.violations.map(({ constraint }) => constraint)).toEqual(['plan']);
  });

  it('that are busy for more than all the time cannot be rated', () => {
    const evaluation = check({ plan: sharing([...QUARTER_AND_HALF, { share: 0.5, cores: [whole(1, 'a')] }]) });
    expectViolation(evaluation, 'coreTime', 'assignments[0] (R2/L1)', 0.25);
    expectVoid(evaluation);
  });

  it('with more cores in one work than they have cannot be rated', () => {
    const evaluation = check({ plan: sharing([{ share: 0.1, cores: [whole(2, 'a'), whole(1, 'b')] }]) });
    expectViolation(evaluation, 'coreTime', 'assignments[0] (R2/L1).shares[0]', 1);
    expectVoid(evaluation);
  });

  it('may not divide cores within a work, run unknown tasks or miss deadlines', () => {
    const half = { count: 1, slices: [{ taskType: 'a', pState: 0, fraction: 0.5 }] };
    const divided = check({ plan: sharing([{ share: 0.5, cores: [half] }]) });
    expectViolation(divided, 'plan', /a core divides its time within a share/, 1);
    expectVoid(divided);
    expectVoid(check({ plan: sharing([{ share: 0.5, cores: [whole(1, 'zzz')] }]) }));
    const late = check({ taskType: { deadlineS: 18 }, plan: sharing([{ share: 0.5, cores: [whole(1, 'a', 1)] }]) });
    expectViolation(late, 'deadline', /a on N in P-state 1/, 2);
  });

  it('count as nodes of their zone', () => {
    expectViolation(check({ plan: sharing(QUARTER_AND_HALF, 2) }), 'coreTime', /R2/, 1);
  });

  it('pass limits for moments by what their dearest work draws and heats', () => {
    const { instance, matrix } = twoZones();
    const strict = { ...instance, limits: { ...instance.limits, powerCapW: 3500, redLineC: 20.5 } };
    const plan = sharing(QUARTER_AND_HALF);
    const evaluation = checkPlan(strict, matrix, plan);
    const found = sharingOf(rewardRateModel(strict, matrix), plan, evaluation.zoneNodePowerW)!;
    expect([found.nodes, found.periodS]).toEqual([1, 900]);
    // With "a" on both cores the room is that of the hand case: 4,000 W, 20 + 56/87 C.
    const byKind = new Map(found.excess.map((one) => [one.constraint, one]));
    expect([...byKind.keys()].sort()).toEqual(['powerCap', 'redLine']);
    expect(byKind.get('powerCap')!.amount).toBeCloseTo(500, 6);
    expect(byKind.get('redLine')!.where).toBe('R2/L1');
    expect(byKind.get('redLine')!.amount).toBeCloseTo(56 / 87 - 0.5, 9);
  });

  it('start one after the other, so that two never have the first half of the period together', () => {
    const { instance, matrix } = twoZones();
    const shares = [{ share: 0.5, cores: [whole(2, 'a')] }];
    const assignments = ['R1/L1', 'R2/L1'].map((zone) => ({ zone, nodes: 1, shares }));
    const plan = { ...planOf({}), assignments };
    const cap = (powerCapW: number): number[] => {
      const strict = { ...instance, limits: { ...instance.limits, powerCapW } };
      const { zoneNodePowerW } = checkPlan(strict, matrix, plan);
      return sharingOf(rewardRateModel(strict, matrix), plan, zoneNodePowerW)!.excess.map(({ amount }) => amount);
    };
    // One of them at a time: 3,000 W of nodes at every moment, 4,000 W at the meter.
    expect(cap(4000)).toEqual([]);
    expect(cap(3900)[0]).toBeCloseTo(100, 6);
  });

  it('are simulated as cores that spend each share of their time in the company of that work', () => {
    const { instance, matrix } = twoZones();
    const classes = sliceClasses({ instance, matrix }, sharing(QUARTER_AND_HALF));
    expect(classes.map(({ taskType, groups }) => [taskType, groups])).toEqual([
      [0, [{ cores: 2, fraction: 0.25, meanTimeS: 13 }]],
      [1, [{ cores: 1, fraction: 0.5, meanTimeS: 5 }]],
    ]);
  });

  it('are shown: as sharing nodes, and work by work in the CSV', () => {
    const { instance, matrix } = twoZones();
    const plan = sharing(QUARTER_AND_HALF);
    const record = { result: {}, evaluation: null, trajectory: [] } as never;
    const facts = factsOf({ instance, matrix, plan, record });
    expect([facts.sharingNodes, facts.busyNodes, facts.busyCores]).toEqual([1, 1, 2]);
    const rows = planCsv(instance, matrix.zones, plan)
      .split('\r\n')
      .filter((row) => row.startsWith('shared'));
    const head = 'shared,,,R2,R2/L1,1,1,1,N';
    expect(rows).toEqual([
      `${head},1,2,a,0,2,0.25`,
      `${head},2,1,b,0,2,0.5`,
      `${head},2,1,,,,0.5`,
      `${head},3,2,,,,0.25`,
    ]);
  });
});

describe('parsePlan of shares', () => {
  const read = (assignment: object): unknown =>
    parsePlan(JSON.stringify({ ...planOf({}), assignments: [assignment] }), 'plan.json');

  it('returns what was written', () => {
    const plan = sharing(QUARTER_AND_HALF);
    expect(parsePlan(JSON.stringify(plan), 'plan.json')).toEqual({ plan });
  });

  it.each([
    [{ zone: 'R2/L1', nodes: 1 }, 'assignments[0].cores'],
    [{ zone: 'R2/L1', nodes: 1, cores: [], shares: [] }, 'assignments[0].shares'],
    [{ zone: 'R2/L1', nodes: 1, shares: [{ share: 'half', cores: [] }] }, 'assignments[0].shares[0].share'],
    [{ zone: 'R2/L1', nodes: 1, shares: [{ share: 1 }] }, 'assignments[0].shares[0].cores'],
    [{ zone: 'R2/L1', nodes: 1, shares: [{ share: 1, cores: [], state: 'sleep' }] }, 'assignments[0].shares[0].state'],
  ])('names the place of what is wrong in %j', (assignment, path) => {
    expect(read(assignment)).toMatchObject({ faults: [{ path }] });
  });
});

import { describe, expect, it } from 'vitest';
import type { Reserve, RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../../../models/families/reward-rate/plan.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import { analyseFailures } from '../../../../../../src/families/reward-rate/studies/failures/analysis.js';
import { failureCases } from '../../../../../../src/families/reward-rate/studies/failures/cases.js';
import type { FailureCase } from '../../../../../../src/families/reward-rate/runs/failures.js';
import { sharedAir } from '../../../../../oracle/shared-air.js';

/** Idle power of the room, W: two nodes of 20 W and one of 30 W. */
const IDLE_W = 70;
/** Heat that the air of both CRACs takes up per kelvin, W/K: 0.08 m3/s of air of 1.204 kg/m3 and 1,006 J/(kg K). */
const BOTH_W_PER_K = 1.204 * 1006 * 0.08;
const PLAN: RewardRatePlan = {
  format: 'plenum.reward-rate-plan',
  formatVersion: 1,
  instance: { name: 'shared-air-2', sha256: '0'.repeat(64) },
  method: 'by hand',
  claimedRewardPerS: 0,
  setPointsC: { C0: 20, C1: 20 },
  assignments: [],
};
const { instance: shared, matrix } = sharedAir(2);

const engine = await loadLpEngine('highs');

async function casesOf(
  redLineC: number,
  setPointMinC = 10,
  gone: readonly string[] = ['C0'],
  reserve?: Reserve,
): Promise<FailureCase> {
  const cracs = shared.facility.cracs.map((crac) => ({ ...crac, setPointMinC }));
  const instance: RewardRateInstance = {
    ...shared,
    facility: { ...shared.facility, cracs },
    limits: { ...shared.limits, redLineC, reserve },
  };
  const evaluation = checkPlan(instance, matrix, PLAN);
  expect(evaluation.violations).toEqual([]);
  const inertia = { nodeThermalMassJPerK: 10_000, plenumTimeConstantS: 20 };
  const search = { engine, control: UNLIMITED };
  const { record } = await analyseFailures({ instance, matrix, plan: PLAN, evaluation, inertia }, [{ gone }], search);
  return record.cases[0]!;
}

describe('analyseFailures, in a well mixed room of two CRACs', () => {
  it('with one gone all air is warmer by twice as much, and a red line above that is kept without new set-points', async () => {
    const one = await casesOf(22);
    expect(one).toMatchObject({ verdict: 'holds', reset: null, redLine: 'kept', timeToRedLineS: null });
    expect(one.atPlan?.hottestInletC).toBeCloseTo(20 + (2 * IDLE_W) / BOTH_W_PER_K, 6);
  });

  it('with a red line below that, a colder set-point keeps it, and without that it is passed after some time', async () => {
    const one = await casesOf(21);
    expect([one.verdict, one.redLine]).toEqual(['holdsReset', 'passed']);
    expect(one.atPlan?.violations.map(({ constraint }) => constraint)).toContain('redLine');
    expect(one.reset?.setPointsC['C1']).toBeLessThanOrEqual(21 - (2 * IDLE_W) / BOTH_W_PER_K + 1e-6);
    expect(one.timeToRedLineS).toBeGreaterThan(0);
  });

  it('where the range ends above that, limits are broken at the coldest set-point', async () => {
    const one = await casesOf(21, 20);
    expect(one.verdict).toBe('broken');
    expect(one.reset?.setPointsC['C1']).toBe(20);
    const amount = 20 + (2 * IDLE_W) / BOTH_W_PER_K - 21;
    expect(one.reset?.violations.find(({ constraint }) => constraint === 'redLine')?.amount).toBeCloseTo(amount, 6);
  });

  it('a reserve below the red line is there to be used, and what is used of it is said', async () => {
    const riseK = (2 * IDLE_W) / BOTH_W_PER_K;
    const one = await casesOf(20 + riseK + 0.25, 10, ['C0'], { inletK: 0.5 });
    expect(one).toMatchObject({ verdict: 'holds', reset: null, redLine: 'kept', atPlan: { violations: [] } });
    expect(one.atPlan?.reservesUsed[0]).toMatchObject({ constraint: 'inletReserve', unit: 'C' });
    expect(one.atPlan?.reservesUsed[0]?.amount).toBeCloseTo(0.25, 6);
    const other = await casesOf(20 + riseK - 0.15, 10, ['C0'], { inletK: 0.5 });
    expect(other).toMatchObject({ verdict: 'holdsReset', reset: { violations: [] } });
    // The cheapest set-point is the warmest that keeps the red line itself, not the reserve below it.
    expect(other.reset?.setPointsC['C1']).toBeCloseTo(20 - 0.15, 6);
  });

  it('a group takes the nodes of its racks with its CRACs: the rest of the heat is shared by the CRACs left, and what these racks earned is lost', async () => {
    const instance: RewardRateInstance = { ...shared, limits: { ...shared.limits, redLineC: 21 } };
    const work = (zone: string, count: number): RewardRatePlan['assignments'][number] => ({
      zone,
      nodes: 1,
      cores: [{ count, slices: [{ taskType: 'a', pState: 0, fraction: 1 }] }],
    });
    const [first, second] = matrix.zones.map(({ name }) => name);
    const plan = { ...PLAN, setPointsC: { C0: 12, C1: 12 }, assignments: [work(first!, 1), work(second!, 1)] };
    const evaluation = checkPlan(instance, matrix, plan);
    const inertia = { nodeThermalMassJPerK: 10_000, plenumTimeConstantS: 20 };
    const parts = { gone: ['C0'], group: 'feed A', racks: ['S'] };
    const room = { instance, matrix, plan, evaluation, inertia };
    const search = { engine, control: UNLIMITED };
    const [whole] = (await analyseFailures(room, [{ gone: ['C0'] }], search)).record.cases;
    const [one] = (await analyseFailures(room, [parts], search)).record.cases;
    // Rack S has the node of 30 W, which draws 24 W more at work; rack R two of 20 W, of which one draws 16 W more.
    expect(whole?.atPlan?.hottestInletC).toBeCloseTo(12 + (2 * (70 + 24 + 16)) / BOTH_W_PER_K, 6);
    expect(one).toMatchObject({ ...parts, verdict: 'holds' });
    // One core of the node that is gone completes a task every 4 s.
    expect(one?.lostWithRacksPerS).toBeCloseTo(shared.workload.taskTypes[0]!.rewardPerTask / 4, 9);
    expect(one?.atPlan?.hottestInletC).toBeCloseTo(12 + (2 * (40 + 16)) / BOTH_W_PER_K, 6);
    // Where the group breaks the red line, its fallback counts what its racks earned as given up.
    const tight = { ...room, instance: { ...instance, limits: { ...instance.limits, redLineC: 13 } } };
    const [hot] = (await analyseFailures(tight, [parts], search)).record.cases;
    const ofRack =
      evaluation.rewardPerS - checkPlan(instance, matrix, { ...plan, assignments: [work(first!, 1)] }).rewardPerS;
    expect(hot?.verdict).toBe('holdsReset');
    expect(hot?.fallback?.lostRewardPerS).toBeCloseTo(ofRack, 9);
  });

  it('without any CRAC there is no steady state, and the red line is passed sooner', async () => {
    const both = await casesOf(21, 10, ['C0', 'C1']);
    expect(both).toMatchObject({ verdict: 'noSteadyState', atPlan: null, reset: null, redLine: 'passed' });
    expect(both.timeToRedLineS).toBeLessThan((await casesOf(21)).timeToRedLineS!);
  });
});

describe('failureCases', () => {
  const casesFor = (each: boolean, gone?: string): unknown => failureCases(shared, each, gone);

  it('are each CRAC at work, those named together, or both, none twice', () => {
    const [one, other, both] = [['C0'], ['C1'], ['C0', 'C1']].map((gone) => ({ gone }));
    expect(casesFor(true)).toEqual({ ok: true, cases: [one, other] });
    expect(casesFor(false, 'C1, C0')).toEqual({ ok: true, cases: [both] });
    expect(casesFor(true, 'C0,C1')).toEqual({ ok: true, cases: [one, other, both] });
    expect(casesFor(true, 'C1')).toEqual({ ok: true, cases: [one, other] });
  });

  it('groups are cases of their own, and several names together are one', () => {
    const failureGroups = [
      { name: 'feed A', cracs: ['C0'], racks: ['R'] },
      { name: 'both', cracs: ['C0', 'C1'] },
    ];
    const of = (each: boolean, gone?: string): unknown => failureCases({ ...shared, failureGroups }, each, gone);
    const feed = { gone: ['C0'], group: 'feed A', racks: ['R'] };
    const both = { gone: ['C0', 'C1'], group: 'both' };
    expect(of(true)).toEqual({ ok: true, cases: [{ gone: ['C0'] }, { gone: ['C1'] }, feed, both] });
    expect(of(false, 'feed A')).toEqual({ ok: true, cases: [feed] });
    expect(of(false, 'feed A, C1')).toEqual({ ok: true, cases: [{ gone: ['C0', 'C1'], racks: ['R'] }] });
    expect(of(false, 'feed B')).toMatchObject({
      faults: [{ value: 'feed B', allowed: expect.stringContaining('feed A') as string }],
    });
  });

  it('unknown, repeated and already failed CRACs are refused, as is a room without one at work', () => {
    expect(casesFor(false, 'C7')).toMatchObject({ ok: false, faults: [{ path: '--gone', value: 'C7' }] });
    expect(casesFor(false, 'C1,C1')).toMatchObject({ ok: false, faults: [{ allowed: 'each name once' }] });
    const cracs = shared.facility.cracs.map((crac) => ({ ...crac, coolingCapacityW: 0 }));
    const [one, other] = [
      { ...shared.facility, cracs: [cracs[0]!, shared.facility.cracs[1]!] },
      { ...shared.facility, cracs },
    ];
    expect(failureCases({ facility: one }, true, undefined)).toEqual({ ok: true, cases: [{ gone: ['C1'] }] });
    expect(failureCases({ facility: one }, false, 'C0')).toMatchObject({ ok: false, faults: [{ value: 'C0' }] });
    expect(failureCases({ facility: other }, true, undefined)).toMatchObject({ ok: false });
  });
});

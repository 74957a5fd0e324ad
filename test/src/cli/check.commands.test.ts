import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Violation } from '../../../models/families/violation.js';
import type { RewardRatePlan } from '../../../models/families/reward-rate/plan.js';
import { check as judge, type Plan, solve } from '../../../src/library/index.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { plenum } from '../../support/run-cli.js';
import { replaceAt, temporaryDirectory, writeSmall } from '../../support/small-instance.js';

const ROOM = 'room-1080-hybrid';

/** The greedy plan of the 1,080-node room: made once, corrupted many times. */
let room: RewardRatePlan;

beforeAll(async () => {
  const { plan } = accepted(await solve(ROOM, { method: 'greedy-power', bound: false }));
  room = JSON.parse(JSON.stringify(plan)) as RewardRatePlan;
});

interface Checked {
  readonly feasible: boolean;
  readonly objective: number;
  readonly violations: readonly Violation[];
}

/** Constraints without which a plan is no plan: it cannot be run, so nothing but power is said of what it does. */
const VOIDING: readonly string[] = ['plan', 'coreTime'];

async function check(file: string, plan: unknown): Promise<Checked> {
  const { record } = accepted(await judge(file, plan as Plan));
  const checked = record as unknown as Checked;
  const details = record.details as Record<string, unknown>;
  const isRun = !checked.violations.some(({ constraint }) => VOIDING.includes(constraint));
  expect(Object.keys(details).filter((name) => name !== 'air')).toEqual([
    'averagedRewardPerS',
    'naiveRewardPerS',
    'power',
    ...(isRun ? ['setPointsC', 'hottestInletC', 'hottestInletAt', 'completionsPerS'] : []),
  ]);
  if (isRun) expect(details['setPointsC']).toEqual((plan as RewardRatePlan).setPointsC);
  expect(checked.feasible).toBe(checked.violations.length === 0);
  return checked;
}

function violation({ violations }: Checked, constraint: string): Violation {
  const found = violations.find((candidate) => candidate.constraint === constraint);
  expect(found, `violations: ${JSON.stringify(violations)}`).toBeDefined();
  return found!;
}

function copy(): RewardRatePlan {
  return JSON.parse(JSON.stringify(room)) as RewardRatePlan;
}

describe('a plan of the 1,080-node room', () => {
  test('as it was made is feasible', async () => {
    expect(await check(ROOM, room)).toMatchObject({ feasible: true, violations: [] });
  });

  test('with every core at full speed passes the power cap by what the meter says', async () => {
    const fast = copy();
    for (const { cores = [] } of fast.assignments)
      for (const { slices } of cores) for (const slice of slices) replaceAt(slice, 'pState', 0);
    const found = violation(await check(ROOM, fast), 'powerCap');
    expect(found.unit).toBe('W');
    expect(found.limit).toBe(190_000);
    expect(found.amount).toBeCloseTo(found.value - found.limit, 6);
    expect(found.amount).toBeGreaterThan(1000);
  });

  test('with the set-point raised passes the red line and the range of the CRACs', async () => {
    const warm = copy();
    for (const crac of Object.keys(warm.setPointsC)) replaceAt(warm.setPointsC, crac, 60);
    const checked = await check(ROOM, warm);
    expect(violation(checked, 'redLine')).toMatchObject({ unit: 'C', limit: 30 });
    expect(violation(checked, 'redLine').amount).toBeGreaterThan(29);
    expect(violation(checked, 'setPointRange').amount).toBeGreaterThan(0);
  });

  test('with an assignment twice needs more nodes than the zone has', async () => {
    const twice = { ...room, assignments: [...room.assignments, room.assignments[0]!] };
    const checked = await check(ROOM, twice);
    expect(violation(checked, 'coreTime').amount).toBeGreaterThan(0);
    expect(checked.objective).toBe(0);
  });

  test('with a fraction of time above 1 is refused by that much', async () => {
    const full = copy();
    replaceAt(full, 'assignments[0].cores[0].slices[0].fraction', 1.25);
    const found = violation(await check(ROOM, full), 'coreTime');
    expect(found).toMatchObject({ unit: 'fraction', value: 1.25, limit: 1, amount: 0.25 });
  });

  test.each([
    ['an unknown zone', 'assignments[0].zone', 'R999/L1', /unknown zone/],
    ['an unknown task type', 'assignments[0].cores[0].slices[0].taskType', 'linpack', /linpack/],
    ['a P-state that does not exist', 'assignments[0].cores[0].slices[0].pState', 99, /99/],
    ['a negative fraction', 'assignments[0].cores[0].slices[0].fraction', -0.5, /negative/],
    ['a set-point for an unknown CRAC', 'setPointsC.CRAC99', 20, /CRAC99/],
  ])('with %s earns nothing', async (_, path, value, said) => {
    const broken = copy();
    replaceAt(broken, path, value);
    const checked = await check(ROOM, broken);
    expect(violation(checked, 'plan').where).toMatch(said);
    expect(checked.objective).toBe(0);
  });

  test('that claims more than it earns is judged by what it earns', async () => {
    const boast = { ...room, claimedRewardPerS: 1e6 };
    const { objective } = await check(ROOM, room);
    expect((await check(ROOM, boast)).objective).toBe(objective);
  });
});

describe('plenum check refuses', () => {
  test.each([
    ['no JSON', '{"format": "plenum', 'line 1, column 19'],
    ['another kind of file', '{"format": "plenum.reward-rate"}', 'format'],
    ['a newer plan format', '{"format": "plenum.reward-rate-plan", "formatVersion": 9}', 'formatVersion'],
  ])('a plan that is %s', async (_, text, path) => {
    const planFile = join(temporaryDirectory(), 'plan.json');
    writeFileSync(planFile, text);
    expect(faultsOf(await judge(writeSmall().file, planFile))).toMatchObject([{ file: planFile, path }]);
  });

  test('every fault in the form of a plan at once', async () => {
    const bad = copy() as unknown as Record<string, unknown>;
    replaceAt(bad, 'method', 7);
    replaceAt(bad, 'assignments[0].nodes', 'six');
    replaceAt(bad, 'extra', true);
    const paths = faultsOf(await judge(ROOM, bad as Plan)).map((fault) => fault.path);
    expect(paths.sort()).toEqual(['assignments[0].nodes', 'extra', 'method']);
  });

  test('the faults of instance and plan together', async () => {
    const nowhere = temporaryDirectory();
    const [file, unread, faulty] = ['i.json', 'p.json', 'q.json'].map((name) => join(nowhere, name));
    expect(faultsOf(await judge(file!, unread!))).toMatchObject([{ file }, { file: unread }]);
    // What format the plan has says who can read it.
    writeFileSync(faulty!, JSON.stringify({ ...room, method: 7 }));
    expect(faultsOf(await judge(file!, faulty!))).toMatchObject([{ file }, { file: faulty, path: 'method' }]);
    writeFileSync(faulty!, JSON.stringify({ format: 'plenum.geo-plan' }));
    expect(faultsOf(await judge(file!, faulty!)).map(({ path }) => path)).toContain('formatVersion');
  });

  test('a plan for another instance, even where its SHA-256 is that of this one', async () => {
    const { file } = writeSmall();
    const other = { ...room } as unknown as Plan;
    expect(faultsOf(await judge(file, other))).toMatchObject([{ path: 'instance.name', value: 'room-1080-hybrid' }]);
    const { plan } = accepted(await solve(file));
    const renamed = { ...plan!, instance: { ...plan!.instance, name: 'another' } };
    expect(faultsOf(await judge(file, renamed))).toMatchObject([{ path: 'instance.name', value: 'another' }]);
  });
});

test('a plan for an earlier version of the instance is judged, with a note', async () => {
  const { plan } = accepted(await solve(writeSmall().file));
  const planFile = join(temporaryDirectory(), 'plan.json');
  writeFileSync(planFile, JSON.stringify(plan));
  const { code, stdout, stderr } = await plenum('check', writeSmall({ limits: { powerCapW: 100 } }).file, planFile);
  expect(code).toBe(3);
  expect(stdout).toContain('power cap');
  expect(stderr).toContain('another version of the instance');
});

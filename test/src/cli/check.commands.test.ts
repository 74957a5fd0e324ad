import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Violation } from '../../../models/families/violation.js';
import type { RewardRatePlan } from '../../../models/families/reward-rate/plan.js';
import { repository } from '../../support/repository.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { replaceAt, temporaryDirectory, writeSmall } from '../../support/small-instance.js';

const ROOM = join(repository, 'instances/reward-rate/room-1080-hybrid.json');

/** The greedy plan of the 1,080-node room: made once, corrupted many times. */
let room: RewardRatePlan;

beforeAll(async () => {
  const out = mkdtempSync(join(tmpdir(), 'plenum-test-'));
  try {
    await plenum('solve', ROOM, '--method', 'greedy-power', '--no-bound', '--out', out);
    room = JSON.parse(readFileSync(join(out, 'plan.json'), 'utf8')) as RewardRatePlan;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});

interface Checked {
  readonly code: number;
  readonly feasible: boolean;
  readonly objective: number;
  readonly violations: readonly Violation[];
}

/** Constraints without which a plan is no plan: it cannot be run, so nothing but power is said of what it does. */
const VOIDING: readonly string[] = ['plan', 'coreTime'];

async function check(file: string, plan: unknown): Promise<Checked> {
  const planFile = join(temporaryDirectory(), 'plan.json');
  writeFileSync(planFile, JSON.stringify(plan));
  const { code, json } = await plenumJson('check', file, planFile);
  const checked = { code, ...(json as unknown as Omit<Checked, 'code'>) };
  const details = json['details'] as Record<string, unknown>;
  const isRun = !checked.violations.some(({ constraint }) => VOIDING.includes(constraint));
  expect(Object.keys(details).filter((name) => name !== 'air')).toEqual([
    'averagedRewardPerS',
    'naiveRewardPerS',
    'power',
    ...(isRun ? ['setPointsC', 'hottestInletC', 'hottestInletAt', 'completionsPerS'] : []),
  ]);
  if (isRun) expect(details['setPointsC']).toEqual((plan as RewardRatePlan).setPointsC);
  expect(code).toBe(checked.feasible ? 0 : 3);
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
    expect(await check(ROOM, room)).toMatchObject({ code: 0, feasible: true, violations: [] });
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

describe('plenum check refuses with exit code 2', () => {
  test.each([
    ['no JSON', '{"format": "plenum', 'line 1, column 19'],
    ['another kind of file', '{"format": "plenum.reward-rate"}', 'format'],
    ['a newer plan format', '{"format": "plenum.reward-rate-plan", "formatVersion": 9}', 'formatVersion'],
  ])('a plan that is %s', async (_, text, path) => {
    const planFile = join(temporaryDirectory(), 'plan.json');
    writeFileSync(planFile, text);
    const { code, json } = await plenumJson('check', writeSmall().file, planFile);
    expect(code).toBe(2);
    expect(json).toMatchObject({ error: 'badInput', faults: [{ file: planFile, path }] });
  });

  test('every fault in the form of a plan at once', async () => {
    const planFile = join(temporaryDirectory(), 'plan.json');
    const bad = copy() as unknown as Record<string, unknown>;
    replaceAt(bad, 'method', 7);
    replaceAt(bad, 'assignments[0].nodes', 'six');
    replaceAt(bad, 'extra', true);
    writeFileSync(planFile, JSON.stringify(bad));
    const { code, json } = await plenumJson('check', ROOM, planFile);
    expect(code).toBe(2);
    const paths = (json['faults'] as { path: string }[]).map((fault) => fault.path);
    expect(paths.sort()).toEqual(['assignments[0].nodes', 'extra', 'method']);
  });

  test('the faults of instance and plan together', async () => {
    const nowhere = temporaryDirectory();
    const [file, unread, faulty] = ['i.json', 'p.json', 'q.json'].map((name) => join(nowhere, name));
    const { code, json } = await plenumJson('check', file!, unread!);
    expect(code).toBe(2);
    expect(json).toMatchObject({ faults: [{ file }, { file: unread }] });
    // What format the plan has says who can read it.
    writeFileSync(faulty!, JSON.stringify({ ...room, method: 7 }));
    const { json: both } = await plenumJson('check', file!, faulty!);
    expect(both).toMatchObject({ faults: [{ file }, { file: faulty, path: 'method' }] });
    writeFileSync(faulty!, JSON.stringify({ format: 'plenum.geo-plan' }));
    const { json: ofGeo } = await plenumJson('check', file!, faulty!);
    expect((ofGeo['faults'] as { path: string }[]).map(({ path }) => path)).toContain('formatVersion');
  });

  test('a plan for another instance', async () => {
    const { file } = writeSmall();
    const planFile = join(temporaryDirectory(), 'plan.json');
    writeFileSync(planFile, JSON.stringify(room));
    const { code, json } = await plenumJson('check', file, planFile);
    expect(code).toBe(2);
    expect(json).toMatchObject({ faults: [{ file: planFile, path: 'instance.name', value: 'room-1080-hybrid' }] });
  });

  test('a plan that names another instance, though its SHA-256 is that of this one', async () => {
    const { file, out } = writeSmall();
    await plenum('solve', file, '--out', out);
    const planFile = join(out, 'plan.json');
    const plan = JSON.parse(readFileSync(planFile, 'utf8')) as RewardRatePlan;
    writeFileSync(planFile, JSON.stringify({ ...plan, instance: { ...plan.instance, name: 'another' } }));
    const { code, json } = await plenumJson('check', file, planFile);
    expect([code, json]).toMatchObject([2, { faults: [{ path: 'instance.name', value: 'another' }] }]);
  });
});

test('a plan for an earlier version of the instance is judged, with a note', async () => {
  const { file, out } = writeSmall();
  await plenum('solve', file, '--out', out);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"powerCapW":160', '"powerCapW":100'));
  const { code, stdout, stderr } = await plenum('check', file, join(out, 'plan.json'));
  expect(code).toBe(3);
  expect(stdout).toContain('power cap');
  expect(stderr).toContain('another version of the instance');
});

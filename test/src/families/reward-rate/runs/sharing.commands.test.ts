import { describe, expect, it } from 'vitest';
import { methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import type { RunRequest } from '../../../../../src/families/reward-rate/runs/request.js';
import type { SharingRule } from '../../../../../src/families/reward-rate/runs/sharing-rules.js';
import { type Solved, solveInstance, solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { judgedSolve } from '../../../../support/reward-rate/judged-words.js';
import { summaryText } from '../../../../../src/families/reward-rate/report/summary.js';
import { checked } from '../../../../oracle/checked.js';
import { tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

function request(sharing: SharingRule | undefined, workLimit: number | null = null): RunRequest {
  return {
    method: methodNamed('config-lp')!,
    naive: false,
    seed: 1,
    limits: { timeLimitS: null, workLimit },
    engine: 'highs',
    withBound: true,
    ...(sharing === undefined ? {} : { sharing }),
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
  };
}

/** Fractions of time of cores, and of works of nodes that change as a whole. */
const fractions = ({ plan }: Solved): number[] =>
  plan!.assignments.flatMap(({ cores = [], shares = [] }) => [
    ...shares.map(({ share }) => share),
    ...cores.flatMap(({ slices }) => slices.map(({ fraction }) => fraction)),
  ]);

async function tinyDeadline(sharing?: SharingRule): Promise<Solved> {
  const answer = await solveInstance({ ...request(sharing), file: 'instances/reward-rate/tiny-deadline.json' });
  if (!answer.ok) throw new Error('tiny-deadline was refused');
  return answer.solved;
}

describe('rule on nodes that share time', () => {
  it('tiny-deadline earns .8 with sharing and .5 without, and both are said', async () => {
    const auto = await tinyDeadline();
    expect(auto.record.result.objective).toBeCloseTo(0.8, 9);
    expect(auto.record.result.withoutSharing?.objective).toBeCloseTo(0.5, 9);
    expect(auto.record.result.withoutSharing?.gap).toBeCloseTo(3 / 8, 6);
    expect(summaryText({ ...auto })).toMatch(/^not sharing +0\.5/m);

    const never = await tinyDeadline('never');
    expect(never.record.result.objective).toBeCloseTo(0.5, 9);
    expect(never.record.result.planFrom).not.toBe('lp');
    expect(never.record.result.withoutSharing).toBeUndefined();
    expect(never.record.result.bound).toBeCloseTo(0.5, 9);
    expect(never.record.result.gap).toBeLessThan(1e-9);
    expect(never.record.result.boundWithSharing).toBeCloseTo(0.8, 9);
    expect(never.record.result.boundScope).toMatch(/for good, one configuration each/);
    expect(auto.record.result.boundWithSharing).toBeUndefined();
    expect(summaryText({ ...never })).toMatch(/^if sharing +.*0\.8/m);
    expect(summaryText({ ...never })).not.toMatch(/shared time|not sharing/);
  });

  it('stopped or not, a plan under never has whole cores only, and earns no less than the one that auto names beside its own', async () => {
    let shared = 0;
    for (let seed = 1; seed <= fuzzCount(10); seed++) {
      const facility = tinyRandom(seed, { colocation: 'none' });
      const opened = modelInMemory(facility.instance, facility.matrix);
      for (const workLimit of [1, null]) {
        const where = [seed, workLimit];
        const never = await solveOpened(request('never', workLimit), opened);
        if (never.record.result.termination === 'infeasible') continue;
        const auto = await solveOpened(request('auto', workLimit), opened);
        expect([...where, fractions(never).filter((fraction) => fraction !== 1)]).toEqual([...where, []]);
        const setPointsC = facility.matrix.cracNames.map((name) => never.plan!.setPointsC[name]!);
        const { rewardPerS, violations } = checked(facility, setPointsC, never.plan!.assignments);
        expect([...where, violations, rewardPerS]).toEqual([...where, [], never.record.result.objective]);
        const { withoutSharing, objective } = auto.record.result;
        if (fractions(auto).some((fraction) => fraction < 1)) {
          shared++;
          expect([...where, withoutSharing!.objective <= rewardPerS * (1 + 1e-9)]).toEqual([...where, true]);
          expect([...where, objective! > rewardPerS]).toEqual([...where, true]);
        } else {
          expect([...where, withoutSharing]).toEqual([...where, undefined]);
        }
      }
    }
    expect(shared).toBeGreaterThan(0);
  });

  it.each(['lp', 'nlp', 'ga'])('%s under never is refused: its cores divide their time', (method) => {
    expect(judgedSolve({ method, sharing: 'never' })).toMatchObject({
      ok: false,
      faults: [
        { path: '--sharing', value: `never, with ${method}`, remedy: expect.stringContaining('--sharing') as string },
      ],
    });
    expect(judgedSolve({ method, sharing: 'auto' })).not.toHaveProperty('ok');
  });

  it.each([
    [{ method: 'lp' }, 'always, with lp'],
    [{ method: 'config-ls' }, 'always, with config-ls'],
    [{ method: 'config-lp', naive: true }, 'always, with --naive'],
  ])('always with %j is refused: it has no plans whose nodes share time as a whole', (words, value) => {
    expect(judgedSolve({ ...words, sharing: 'always' })).toMatchObject({
      ok: false,
      faults: [{ path: '--sharing', value }],
    });
    expect(judgedSolve({ method: 'config-lp', sharing: 'always' })).not.toHaveProperty('ok');
  });

  it('tiny-two-node-types has a node that shares time under always, and says so', async () => {
    const answer = await solveInstance({
      ...request('always'),
      file: 'instances/reward-rate/tiny-two-node-types.json',
    });
    if (!answer.ok) throw new Error('tiny-two-node-types was refused');
    const { record } = answer.solved;
    // By hand (docs/reward-rate/instances.md): .9 with one configuration per node; the bound is .98667.
    expect(record.result.objective).toBeCloseTo(0.98667, 5);
    expect(record.result.withoutSharing?.objective).toBeCloseTo(0.9, 9);
    expect(record.result.sharing).toMatchObject({ nodes: 1, periodS: 900 });
    expect(summaryText(answer.solved)).toMatch(/^shared time +1 node changes as a whole .* over 15 min/m);
  });
});

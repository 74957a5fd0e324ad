import { describe, expect, it } from 'vitest';
import { runsWanted, stoppingOf, stoppingText, confidenceOf } from '../../../../src/studies/analysis/stopping.js';
import type { RunRecord } from '../../../../src/studies/plan/record.js';
import type { StudyRun } from '../../../../src/studies/plan/run.js';
import type { StopRule } from '../../../../src/studies/plan/study.js';
import { randomStream } from '../../../../src/random/stream.js';
import { type Said, saidRecord } from '../../../support/analysis-records.js';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const RULE: StopRule = { of: 'objective', halfWidth: 3, relative: false, least: 4, step: 4 };

/** Records of all seeds, and the runs they are of. */
function madeOf(said: (seed: number) => readonly Said[]): { records: RunRecord[]; runs: StudyRun[] } {
  const records = SEEDS.flatMap((seed) => said(seed).map((one) => saidRecord({ ...one, seed })));
  const runs = records.map(({ key, run }, position) => ({ key, identity: run, position, cell: {}, file: null }));
  return { records, runs };
}

/** Objectives whose spread over the first n seeds is that of 1 ... n. */
const { records, runs } = madeOf((seed) => [{ method: 'a', objective: seed, bound: 100 }]);
const upTo = (n: number): RunRecord[] => records.filter(({ run }) => run.seed <= n);

describe('sequential stopping', () => {
  it('wants the seeds of the first look, then of the next while an interval is wide, and ends where it is narrow', () => {
    // t intervals at 1 - 0.05 / 3 of 1 ... 4 and 1 ... 8: half-widths 3.14 (t = 4.857) and 2.68 (t = 3.128).
    expect(stoppingOf(RULE, SEEDS, runs, [])).toMatchObject({ seeds: [1, 2, 3, 4], ended: false, looks: [] });
    expect(stoppingOf(RULE, SEEDS, runs, upTo(3))).toMatchObject({ seeds: [1, 2, 3, 4], ended: false, looks: [] });
    const second = stoppingOf(RULE, SEEDS, runs, upTo(4));
    expect(second).toMatchObject({ seeds: SEEDS.slice(0, 8), ended: false, declaredLooks: 3 });
    const { mean, interval } = second.looks[0]!.wide[0]!.mean!;
    expect(mean).toBe(2.5);
    expect((interval!.high - interval!.low) / 2).toBeCloseTo((4.857 * 1.29099) / 2, 2);
    expect(stoppingOf(RULE, SEEDS, runs, upTo(8))).toMatchObject({ seeds: SEEDS.slice(0, 8), ended: true });
  });

  it('is not narrow at 95 % where the looks are not paid for: 1 ... 4 has a half-width of 2.05 then, and 3.14 with three looks', () => {
    const once = { ...RULE, halfWidth: 2.1 };
    expect(stoppingOf({ ...once, least: 4 }, [1, 2, 3, 4], runs, records).looks[0]!.wide).toEqual([]);
    expect(stoppingOf(once, SEEDS, runs, upTo(4)).looks[0]!.wide).toHaveLength(1);
  });

  it('decides by the records of the seeds looked at alone, in whatever order and beside whatever others they come', () => {
    const { uniform } = randomStream(3, 'order');
    const shuffled = [...records].sort(() => uniform() - 0.5);
    expect(stoppingOf(RULE, SEEDS, runs, shuffled)).toEqual(stoppingOf(RULE, SEEDS, runs, upTo(8)));
    expect(runsWanted({ stop: RULE, seeds: SEEDS }, runs, shuffled).map(({ identity }) => identity.seed)).toEqual(
      SEEDS.slice(0, 8),
    );
  });

  it('waits for the widest of all methods, budgets and instances', () => {
    const two = madeOf((seed) => [
      { method: 'a', objective: 5 },
      { method: 'b', objective: 20 * (seed % 2) },
      { method: 'a', objective: 5, instance: 'hall' },
    ]);
    const found = stoppingOf(RULE, SEEDS, two.runs, two.records);
    expect(found).toMatchObject({ seeds: SEEDS, ended: true });
    expect(found.looks.map(({ watched, wide }) => [watched, wide.map(({ method }) => method)])).toEqual(
      [1, 2, 3].map(() => [3, ['b']]),
    );
    expect(stoppingText(found, 12)).toContain('All 12 seeds are run, and 1 of 3 means are known less well');
  });

  it('does not end on a mean over the runs that happen to have a plan', () => {
    const partly = madeOf((seed) => [{ method: 'a', objective: seed === 2 ? null : 5 }]);
    expect(stoppingOf(RULE, SEEDS, partly.runs, partly.records)).toMatchObject({ seeds: SEEDS, ended: true });
  });

  it('watches the gap, and takes the half-width as a share of the mean', () => {
    const rule: StopRule = { of: 'gap', halfWidth: 0.02, relative: true, least: 4, step: 4 };
    // Gaps 0.99, 0.98, ...: half-width 0.0314 of a mean of 0.975, then 0.0268 of 0.955, then 0.0299 of 0.935.
    const found = stoppingOf({ ...rule, halfWidth: 0.03 }, SEEDS, runs, records);
    expect(found.seeds).toHaveLength(8);
    expect(stoppingOf(rule, SEEDS, runs, records).looks).toHaveLength(3);
  });

  it('needs every run without a rule, and reports at the level of its looks with one', () => {
    expect(runsWanted({ stop: null, seeds: SEEDS }, runs, [])).toBe(runs);
    expect(confidenceOf({ stop: null, seeds: SEEDS })).toBe(0.95);
    // 1 - 0.05 / 3 = 0.98333..., and 0.9875 for four looks.
    expect(confidenceOf({ stop: RULE, seeds: SEEDS })).toBe(0.9834);
    expect(confidenceOf({ stop: RULE, seeds: [...SEEDS, 13] })).toBe(0.9875);
    expect(stoppingText(stoppingOf(RULE, SEEDS, runs, records), 12)).toMatch(
      /^8 of 12 seeds were enough: .* 98.333 % each/,
    );
  });
});

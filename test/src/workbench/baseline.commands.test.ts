import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Baseline } from '../../../src/runs/baseline.js';
import { solve, type SolveAnswer } from '../../../src/workbench/solve.js';
import { ROOT } from '../../architecture/source-files.js';
import { temporaryDirectory } from '../../support/small-instance.js';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

const TWO_TYPES = 'reward-rate/tiny-two-node-types';
/** Plans in which every node runs one configuration, of which the instance's known optimum is the best. */
const ONE_CONFIGURATION = { words: { sharing: 'never' } };

async function asked(
  instance: string,
  more: {
    readonly words?: Readonly<Record<string, string>>;
    readonly baseline?: string;
    readonly out?: string | null;
  } = {},
) {
  const { words = {}, baseline = null, out = path.join(directory, 'out') } = more;
  return solve({
    file: path.join(ROOT, 'instances', `${instance}.json`),
    words,
    seed: 1,
    limits: { timeLimitS: null, workLimit: null },
    withBound: false,
    out,
    baseline,
    nowS: () => 0,
    interrupted: () => false,
    interruptedTwice: () => false,
    onProgress: () => undefined,
  });
}

async function solved(...words: Parameters<typeof asked>): Promise<SolveAnswer> {
  const answer = await asked(...words);
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

const baselineOf = ({ record }: SolveAnswer): Baseline | undefined =>
  record.details['baseline'] as Baseline | undefined;

describe('what a plan is compared with', () => {
  it('is first come, first served in a room: one core of the fast node, 0.8 of 0.9 reward/s', async () => {
    const answer = await solved(TWO_TYPES, ONE_CONFIGURATION);
    const baseline = baselineOf(answer)!;
    expect(baseline).toMatchObject({ method: 'fcfs', feasible: true, objectiveUnit: 'reward/s', violations: [] });
    expect(baseline.objective).toBeCloseTo(0.8, 9);
    expect(baseline.gain).toBeCloseTo(0.1, 9);
    expect(baseline.gainShare).toBeCloseTo(0.125, 9);
    expect(answer.text).toMatch(
      /first served \(fcfs\): 0\.80* reward\/s; the plan is better by 0\.10* reward\/s \(12\.50* %\)/,
    );
    const page = readFileSync(path.join(directory, 'out', 'report.html'), 'utf8');
    expect(page).toMatch(/data-field="baseline\.objective" value="0\.8\d*"/);
    expect(page).toMatch(/data-field="baseline\.gain" value="0\.(1|09999)\d*"/);
  });

  it('is the even split of data centres, and a gain is money that is saved', async () => {
    const answer = await solved('geo/tiny-arbitrage');
    const baseline = baselineOf(answer)!;
    expect(baseline.method).toBe('even-split');
    expect(baseline.gain).toBeGreaterThan(0);
    expect(baseline.gain).toBeCloseTo(baseline.objective! - answer.record.objective!, 12);
  });

  it.each(['robust/tiny-two-nodes', 'utility/tiny-serial-budget', 'jobs/tiny-chains'])(
    'is the simple method of its family: %s',
    async (instance) => {
      const answer = await solved(instance);
      const { gain, objective, feasible } = baselineOf(answer)!;
      expect(answer.record.feasible).toBe(true);
      if (feasible) expect(gain).toBeCloseTo(answer.record.objective! - objective!, 12);
      else expect(gain).toBeNull();
    },
  );

  it('is a plan that is named, as the checker judges it', async () => {
    const out = path.join(directory, 'greedy');
    await solved(TWO_TYPES, { words: { method: 'greedy' }, out });
    const file = path.join(out, 'plan.json');
    const baseline = baselineOf(await solved(TWO_TYPES, { ...ONE_CONFIGURATION, baseline: file, out: null }))!;
    expect(baseline).toMatchObject({ name: file, method: 'greedy', feasible: true });
    // Both cores at the slow P-states: 0.18 tasks/s worth 4 each.
    expect(baseline.objective).toBeCloseTo(0.72, 9);
    expect(baseline.gain).toBeCloseTo(0.18, 9);
  });

  it('that breaks a limit is told and compared with nothing', async () => {
    const out = path.join(directory, 'greedy');
    await solved(TWO_TYPES, { words: { method: 'greedy' }, out });
    const file = path.join(out, 'plan.json');
    const plan = JSON.parse(readFileSync(file, 'utf8')) as { readonly setPointsC: object };
    writeFileSync(file, JSON.stringify({ ...plan, setPointsC: { CRAC1: 34 } }));
    const answer = await solved(TWO_TYPES, { baseline: file, out: null });
    expect(baselineOf(answer)).toMatchObject({ feasible: false, gain: null, gainShare: null });
    // Air of 34 °C passes the red line of 30 °C at both nodes' inlets.
    expect(answer.text).toContain(': 0.7200 reward/s, with 2 limits broken: not compared.');
  });

  it('is refused where it is a plan for another instance', async () => {
    const out = path.join(directory, 'other');
    await solved('reward-rate/tiny-deadline', { words: { method: 'greedy' }, out });
    const answer = await asked(TWO_TYPES, { baseline: path.join(out, 'plan.json'), out: null });
    expect(answer).toMatchObject({ ok: false });
    const missing = await asked(TWO_TYPES, { baseline: path.join(directory, 'none.json') });
    expect(missing).toMatchObject({ ok: false, faults: [{ value: 'no such file' }] });
    // Nothing was searched or written before.
    expect(existsSync(path.join(directory, 'out'))).toBe(false);
  });

  it('is none unless files are written or a plan is named, and none of the baseline itself', async () => {
    expect(baselineOf(await solved(TWO_TYPES, { out: null }))).toBeUndefined();
    expect(baselineOf(await solved(TWO_TYPES, { words: { method: 'fcfs' } }))).toBeUndefined();
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { solveUtilityInstance, type UtilityRunRequest } from '../../../../../src/families/utility/runs/solve.js';
import type { UtilityRunResult } from '../../../../../src/families/utility/runs/result.js';
import { solvedAs } from '../../../../support/accepted.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

/** Instances of each environment with their number of mapping events: simulated seconds over seconds between events. */
const INSTANCES = [
  ['tiny-serial-budget', 600 / 60],
  ['tiny-parallel-wide', 600 / 50],
  ['tiny-preemptive-burst', 600 / 30],
] as const;

const fileOf = (name: string): string => `instances/utility/${name}.json`;

function request(own: Partial<UtilityRunRequest>): UtilityRunRequest {
  return {
    asked: {},
    seed: 1,
    withBound: true,
    limits: { timeLimitS: null, workLimit: null },
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
    ...own,
  };
}

async function solved(name: string, own: Partial<UtilityRunRequest>) {
  const answer = await solveUtilityInstance({ ...request(own), file: fileOf(name) });
  if (!answer.ok) throw new Error('refused');
  return answer.solved;
}

describe('a simulation that is stopped', () => {
  it.each(INSTANCES)('%s: between any two of its mapping events ends without a schedule', async (name, events) => {
    for (const steps of [1, 2, events - 1]) {
      const { plan, schedule, record } = await solved(name, { limits: { timeLimitS: null, workLimit: steps } });
      expect([plan, schedule, record.bound, record.series]).toEqual([null, null, null, null]);
      expect(record.result).toMatchObject({
        termination: 'workLimit',
        feasible: false,
        objective: null,
        bound: null,
        gap: null,
        energyJ: null,
        completed: null,
        dropped: null,
        violations: [],
        work: { steps },
        gapReason: `the simulation was stopped after ${steps} of ${events} mapping events: there is no schedule`,
      });
    }
  });

  it.each(INSTANCES)(
    '%s: after its last event has ended: nothing is cut, and the bound follows',
    async (name, events) => {
      const whole = await solved(name, {});
      const repeated = await solved(name, { limits: { timeLimitS: null, workLimit: events } });
      expect(whole.record.result.work).toMatchObject({ steps: events });
      expect(repeated.plan).toEqual(whole.plan);
      expect(repeated.record.result).toEqual(whole.record.result);
      expect(whole.plan).not.toBe(null);
    },
  );

  it('by time stops at the first event after the limit; the bound that follows a whole simulation has the limit again', async () => {
    let now = 0;
    // A clock that goes on by a second whenever it is looked at.
    const nowS = (): number => now++;
    const early = await solved('tiny-serial-budget', { limits: { timeLimitS: 12, workLimit: null }, nowS });
    expect(early.record.result).toMatchObject({ termination: 'timeLimit', objective: null, work: {} });
    expect(early.record.result.work['steps']).toBeLessThan(10);
    now = 0;
    const late = await solved('tiny-serial-budget', { limits: { timeLimitS: 60, workLimit: null }, nowS });
    expect(late.record.result).toMatchObject({ termination: 'timeLimit', feasible: true, objective: 4 });
    const { boundPasses } = late.record.result.work;
    expect(boundPasses).toBeGreaterThan(20);
    expect(boundPasses).toBeLessThan(60);
  });

  it('by the user ends at once; in its last event it keeps the schedule and leaves the bound out', async () => {
    const stopped = await solved('tiny-parallel-wide', { interrupted: () => true });
    expect(stopped.record.result).toMatchObject({ termination: 'interrupted', objective: null, work: { steps: 1 } });
    let asked = 0;
    const done = await solved('tiny-parallel-wide', { interrupted: () => ++asked === 12 });
    expect(done.plan).not.toBe(null);
    expect(done.record.result).toMatchObject({ termination: 'interrupted', feasible: true, bound: null });
  });

  it('has a result, a page and no plan among the files, and says so', async () => {
    const out = join(temporaryDirectory(), 'out');
    const { ended, record, text } = await solvedAs<UtilityRunResult>(fileOf('tiny-serial-budget'), {
      workLimit: 3,
      out,
    });
    expect([ended, record.termination, record.objective, record.feasible]).toEqual([
      'stopped',
      'workLimit',
      null,
      false,
    ]);
    expect(existsSync(join(out, 'plan.json'))).toBe(false);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('✗ No feasible schedule');
    expect(text).toContain('tiny-serial-budget, serial: no schedule, work limit reached');
    expect(text).toContain('stopped after 3 of 10 mapping events');
    expect(text).not.toContain('0 completed');
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { METHODS } from '../../../../../src/families/reward-rate/methods/registry.js';
import type { Method } from '../../../../../src/families/reward-rate/methods/registry.js';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { type Limits, runDriver } from '../../../../../src/runs/control.js';
import type { LpEngine } from '../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { checked } from '../../../../oracle/checked.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { UNSEEDED } from '../../../../support/unseeded.js';

/** Facilities with a plan, among them some whose runs take many steps. */
const FACILITIES = Array.from({ length: fuzzCount(26) }, (_, n) => tinyRandom(n + 1)).filter(
  ({ instance, matrix }) => idleConflict(rewardRateModel(instance, matrix)) === null,
);

describe('runs that are cut short', () => {
  let engine: LpEngine;

  beforeAll(async () => {
    engine = await loadHighs();
  });

  /** Runs with a clock that advances by one second with every look at it. */
  async function run(method: Method, { instance, matrix }: TinyFacility, limits: Partial<Limits>) {
    let seconds = 0;
    const control = runDriver({
      limits: { timeLimitS: null, workLimit: null, ...limits },
      nowS: () => seconds++,
      interrupted: () => false,
      onProgress: () => undefined,
    });
    const outcome = await method.solve({ model: rewardRateModel(instance, matrix), engine, control, ...UNSEEDED });
    return { outcome, steps: control.steps, stopReason: control.stopReason };
  }

  it.each(METHODS.map(({ name }) => name))(
    '%s: stopping at any step leaves a feasible plan or none, and no wrong bound',
    async (name) => {
      const method = METHODS.find((candidate) => candidate.name === name)!;
      let stopped = 0;
      // Searches go on for long, and one facility says as much of stopping them as another.
      const search = ['ga', 'config-ls', 'nlp'].includes(name);
      for (const facility of search ? FACILITIES.slice(0, 5) : FACILITIES) {
        const whole = await run(method, facility, search ? { workLimit: 30 } : {});
        for (let workLimit = 1; workLimit < Math.min(8, whole.steps); workLimit++) {
          const { outcome, stopReason } = await run(method, facility, { workLimit });
          expect(stopReason).toBe('workLimit');
          stopped++;
          if (name === 'config-lp') expect(outcome.plan).not.toBeNull();
          if (outcome.plan !== null) {
            const { rewardPerS, violations } = checked(facility, outcome.plan.setPointsC, outcome.plan.assignments);
            expect([facility.instance.name, workLimit, violations]).toEqual([facility.instance.name, workLimit, []]);
            if (name === 'config-lp') expect(rewardPerS).toBeCloseTo(outcome.claimedRewardPerS!, 9);
          }
          if (outcome.certificate === null || whole.outcome.certificate === null) continue;
          // An early bound is weaker, never below the final one or the final plan.
          const final = whole.outcome.certificate.boundRewardPerS;
          expect(outcome.certificate.boundRewardPerS).toBeGreaterThanOrEqual(final * (1 - 1e-9));
        }
      }
      if (!name.startsWith('greedy') && name !== 'fcfs') expect(stopped).toBeGreaterThan(FACILITIES.length / 2);
      else expect(stopped).toBe(0);
    },
  );

  it('config-lp: the same work limit gives the same outcome to the last byte, with an engine of its own or not', async () => {
    const method = METHODS.find(({ name }) => name === 'config-lp')!;
    for (const facility of FACILITIES.slice(0, 15)) {
      for (const workLimit of [2, 3, null]) {
        const first = JSON.stringify((await run(method, facility, { workLimit })).outcome);
        const second = JSON.stringify((await run(method, facility, { workLimit })).outcome);
        expect(second).toBe(first);
      }
    }
  });

  it('config-lp: a run stopped by the clock is repeated by its steps as work limit', async () => {
    const method = METHODS.find(({ name }) => name === 'config-lp')!;
    let timed = 0;
    for (const facility of FACILITIES.slice(0, 15)) {
      for (const timeLimitS of [2, 5, 8, 11]) {
        const { outcome, steps, stopReason } = await run(method, facility, { timeLimitS });
        if (stopReason !== 'timeLimit') continue;
        timed++;
        const repeated = await run(method, facility, { workLimit: steps });
        expect(JSON.stringify(repeated.outcome)).toBe(JSON.stringify(outcome));
      }
    }
    expect(timed).toBeGreaterThan(FACILITIES.length);
  });
});

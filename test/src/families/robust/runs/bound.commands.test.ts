import { describe, expect, test } from 'vitest';
import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import { robustMethodNamed } from '../../../../../src/families/robust/methods/registry.js';
import { PRINTED } from '../../../../../src/families/robust/methods/outcome.js';
import { conflictBefore } from '../../../../../src/families/robust/runs/bound.js';
import { type RobustRunRequest, solveOpenedRobust } from '../../../../../src/families/robust/runs/solve.js';
import type { RobustRunResult } from '../../../../../src/families/robust/runs/result.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';
import { bruteForce, randomRobustModel, type RobustCase } from '../../../../support/robust.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const GOALS: readonly RobustGoal[] = ['mo-ec', 'eo-mc'];

async function solve(one: RobustCase, change: Partial<RobustRunRequest>): Promise<RobustRunResult> {
  const request: RobustRunRequest = {
    method: robustMethodNamed('tabu')!,
    goal: 'mo-ec',
    handling: 'dynamic',
    improvements: PRINTED,
    seed: 1,
    limits: { timeLimitS: null, workLimit: null },
    withBound: true,
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
    ...change,
  };
  const opened = { ok: true as const, ...one, sha256: '0'.repeat(64), warnings: [] };
  return (await solveOpenedRobust(request, opened)).record.result;
}

describe('the question before a search', () => {
  test('calls infeasible only what has no plan, and finds many of those', () => {
    const found = { 'mo-ec': 0, 'eo-mc': 0 };
    for (let seed = 1; seed <= fuzzCount(150, 75); seed++) {
      const { model } = randomRobustModel(seed, {
        mostPlans: 5000,
        budgetFactor: seed % 3 === 0 ? 0.7 : 1.3,
        deadlineFactor: seed % 2 === 0 ? 0.4 : 1.2,
      });
      for (const goal of GOALS) {
        const conflict = conflictBefore(model, goal, UNLIMITED);
        if (conflict === null) continue;
        found[goal]++;
        expect(conflict.infeasibility!.amount).toBeGreaterThanOrEqual(0);
        expect([seed, goal, bruteForce(model, goal).feasiblePlans]).toEqual([seed, goal, 0]);
      }
    }
    expect(found['mo-ec']).toBeGreaterThan(20);
    expect(found['eo-mc']).toBeGreaterThan(20);
  });

  test.each(['tabu', 'ga', 'gals'])('%s ends at its first step where nothing is feasible', async (name) => {
    const method = robustMethodNamed(name)!;
    const short = randomRobustModel(2, { deadlineFactor: 0.3, budgetFactor: 0.5 });
    for (const [goal, constraint] of [
      ['mo-ec', 'energyBudget'],
      ['eo-mc', 'deadline'],
    ] as const) {
      const result = await solve(short, { method, goal });
      expect(result).toMatchObject({ termination: 'infeasible', feasible: false, infeasibility: { constraint } });
      expect(result.infeasibility!.amount).toBeGreaterThan(0);
      expect(result.work['steps']).toBe(1);
      expect(result.psi).not.toBeNull();
      expect(result.bound).toBeNull();
      const own = await solve(short, { method: robustMethodNamed('lagrange')!, goal });
      expect(result.infeasibility).toEqual(own.infeasibility);
    }
  });
});

describe('the bound after a search', () => {
  const method = robustMethodNamed('min-min-pmin')!;
  const stopped = (result: RobustRunResult): boolean => result.warnings.some((text) => text.includes('was stopped'));

  test('ends with the time of a search that was cut short, and keeps what it has proven', async () => {
    let tighter = 0;
    for (let seed = 1; seed <= fuzzCount(30); seed++) {
      const one = randomRobustModel(seed, { tasks: 7, budgetFactor: 1.6, deadlineFactor: 1.2, mostPlans: Infinity });
      const inTime = { timeLimitS: 0, workLimit: null };
      const short = await solve(one, { method, limits: inTime });
      const same = await solve(one, { method, boundTimeLimitS: 0 });
      const whole = await solve(one, { method, limits: inTime, boundTimeLimitS: null });
      if (whole.infeasibility !== undefined) continue;
      expect([seed, stopped(short), stopped(same), stopped(whole)]).toEqual([seed, true, true, false]);
      expect(short.boundZ).toBe(same.boundZ);
      expect(short.boundZ!).toBeGreaterThanOrEqual(whole.boundZ! - 1e-5);
      if (short.boundZ! > whole.boundZ! + 1e-5) tighter++;
      if (whole.boundZ! < 1e307) expect(short.bound!).toBeLessThanOrEqual(1);
    }
    expect(tighter).toBeGreaterThan(0);
  });

  test('is not cut by the work limit of the search, so that it repeats', async () => {
    const one = randomRobustModel(4, { budgetFactor: 1.6, deadlineFactor: 1.2 });
    const limited = await solve(one, { method, limits: { timeLimitS: null, workLimit: 1 } });
    const free = await solve(one, { method });
    expect([limited.boundZ, stopped(limited)]).toEqual([free.boundZ, false]);
  });

  test('is not begun after Ctrl-C in the search', async () => {
    const result = await solve(randomRobustModel(4), { interrupted: () => true });
    expect(result).toMatchObject({ termination: 'interrupted', bound: null, boundZ: null });
  });
});

test.each(['tabu', 'gals', 'ga'])(
  '%s is at least as good as the plan of --method min-min-balance for its seed',
  async (name) => {
    let compared = 0;
    for (let seed = 1; seed <= fuzzCount(20, 20); seed++) {
      const one = randomRobustModel(seed, { budgetFactor: 1.3, deadlineFactor: 1.2 });
      const greedy = await solve(one, { method: robustMethodNamed('min-min-balance')!, seed, withBound: false });
      if (!greedy.feasible) continue;
      compared++;
      const limits = { timeLimitS: null, workLimit: name === 'tabu' ? 1 : 30 };
      const search = await solve(one, { method: robustMethodNamed(name)!, seed, limits, withBound: false });
      expect([seed, search.psi!.z >= greedy.psi!.z]).toEqual([seed, true]);
    }
    expect(compared).toBeGreaterThan(10);
  },
);

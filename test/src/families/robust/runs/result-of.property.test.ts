import { describe, expect, test } from 'vitest';
import { normalCdf } from '../../../../../models/families/robust/normal.js';
import type { RobustEvaluation, Robustness } from '../../../../../models/families/robust/outcome.js';
import {
  PRINTED,
  type RobustCertificate,
  type RobustMethodOutcome,
} from '../../../../../src/families/robust/methods/outcome.js';
import { runDriver } from '../../../../../src/runs/control.js';
import { checkRobustPlan } from '../../../../../src/families/robust/check/check-robust-plan.js';
import { chance, promiseCaution } from '../../../../../src/families/robust/runs/caution.js';
import { type RobustResultParts, robustResultOf } from '../../../../../src/families/robust/runs/result-of.js';
import { tinyRobust } from '../../../../support/robust.js';
import { planOf } from '../check/random-plan.js';

const { model } = tinyRobust({ limits: { deadlineS: 200, energyRobustness: 0.9, makespanRobustness: 0.9 } });

function robustness(z: number): Robustness {
  return { z, probability: normalCdf(z), complement: normalCdf(-z) };
}

/** Two cores: one ends at 150 s with deviation 20 s, one never begins. */
function evaluation(change: Partial<RobustEvaluation> = {}): RobustEvaluation {
  const node = {
    node: 'fast',
    nodeType: 'F',
    dynamicJ: 1,
    staticJ: 1,
    overheadJ: 1,
    tasksInPState: [1],
    secondsInPState: [150],
    finishMeanS: [150, 0],
    finishSdS: [20, 0],
    z: [2.5, 1e308],
    tasks: [1, 0],
  };
  return {
    goal: 'mo-ec',
    psi: robustness(2.5),
    phi: robustness(1.29),
    jointPsiLog10: Math.log10(normalCdf(2.5)),
    energyMeanJ: 1100,
    energySdJ: 20,
    energyByPart: { dynamicJ: 1, staticJ: 1, overheadJ: 1 },
    energyUntilLastCore: {
      energyRobustness: robustness(-2),
      energyMeanJ: 1150,
      energySdJ: 25,
      overheadJ: 51,
      excessJ: 50,
    },
    promise: null,
    nodes: [node],
    violations: [],
    ...change,
  };
}

function certificate(boundZ: number, change: Partial<RobustCertificate> = {}): RobustCertificate {
  return { goal: 'mo-ec', boundZ, energyBoundJ: 1000, scope: 'all', prices: null, work: { bounds: 3 }, ...change };
}

const outcome: RobustMethodOutcome = {
  mapping: null,
  certificate: null,
  stoppedEarly: false,
  warnings: ['of the method'],
  work: { moves: 5 },
};

function result(change: Partial<RobustResultParts> = {}): ReturnType<typeof robustResultOf> {
  const driver = runDriver({
    limits: { timeLimitS: null, workLimit: null },
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
  });
  const method = { name: 'tabu', heeds: ['handling', 'improvements'] as const };
  const request = { method, goal: 'mo-ec' as const, handling: 'static', improvements: PRINTED, seed: 1 };
  return robustResultOf({
    request,
    model,
    outcome,
    certificate: certificate(3),
    evaluation: evaluation(),
    driver,
    ...change,
  });
}

describe('the result of a robust run', () => {
  test('gap, psiGap and deadline slack follow their formulas', () => {
    const found = result();
    expect(found).toMatchObject({ feasible: true, termination: 'finished', bound: normalCdf(3), boundZ: 3 });
    expect(found.gap).toBeCloseTo((normalCdf(3) - normalCdf(2.5)) / normalCdf(3), 15);
    expect(found.psiGap).toBeCloseTo(normalCdf(3) - normalCdf(2.5), 15);
    // 150 s + 3 x 20 s instead of 200 s.
    expect(found.deadlineSlackPercent).toBeCloseTo(5, 12);
    expect(found.work).toEqual({ steps: 0, bounds: 3, moves: 5 });
    expect(found.energyGap).toBeNull();
  });

  test('a bound that is certain has no finite slack, a reached bound a slack of 0', () => {
    expect(result({ certificate: certificate(Infinity) }).deadlineSlackPercent).toBeNull();
    expect(result({ certificate: certificate(2.5) })).toMatchObject({
      deadlineSlackPercent: 0,
      termination: 'optimal',
    });
    expect(result({ certificate: certificate(Infinity) })).toMatchObject({ bound: 1, boundZ: 1e308 });
  });

  test('a plan that hardly varies has no slack to an infinite bound', () => {
    const [node] = evaluation().nodes;
    const steady = evaluation({ nodes: [{ ...node!, finishSdS: [1e-3, 0] }] });
    expect(result({ evaluation: steady, certificate: certificate(Infinity) }).deadlineSlackPercent).toBeNull();
    const still = evaluation({ nodes: [{ ...node!, finishSdS: [0, 0] }] });
    expect(result({ evaluation: still, certificate: certificate(Infinity) }).deadlineSlackPercent).toBe(0);
  });

  describe('for the whole bag', () => {
    const method = { name: 'lagrange', heeds: ['start', 'objective'] as const };
    const request = {
      method,
      goal: 'mo-ec' as const,
      objective: 'whole-bag' as const,
      handling: 'static',
      improvements: PRINTED,
      seed: 1,
    };

    test('objective, bound and gap are of the probability that all cores are in time', () => {
      const found = result({ request });
      expect(found).toMatchObject({ boundOn: 'whole-bag', psiGap: null, boundZ: 3 });
      expect(found.objective).toBeCloseTo(normalCdf(2.5), 15);
      expect(found.gap).toBeCloseTo((normalCdf(3) - normalCdf(2.5)) / normalCdf(3), 12);
      expect(found.decadesToBound).toBeCloseTo(Math.log10(normalCdf(3) / normalCdf(2.5)), 12);
      // One core decides, so 150 s + 3 x 20 s again instead of 200 s.
      expect(found.deadlineSlackPercent).toBeCloseTo(5, 9);
      expect(found.warnings.join(' ')).not.toContain('searches by Psi');
    });

    test('probabilities below every double have no gap, are not optimal, and still have their decades', () => {
      // log10 Phi(-40) = -349.4370 by the asymptotic series.
      const found = result({ request, evaluation: evaluation({ jointPsiLog10: -500 }), certificate: certificate(-40) });
      expect(found).toMatchObject({ objective: 0, bound: 0, gap: null, termination: 'finished' });
      expect(found.gapReason).toContain('too small for a ratio');
      expect(found.decadesToBound).toBeCloseTo(500 - 349.437, 2);
    });

    test('a plan above its bound is warned about, and a method that searches by Psi says so', () => {
      const above = result({ request, certificate: certificate(2.4) });
      expect(above.warnings.join(' ')).toContain('one of them is wrong');
      expect(above.termination).toBe('failed');
      const byPsi = { ...request, method: { name: 'tabu', heeds: ['handling', 'improvements'] as const } };
      expect(result({ request: byPsi }).warnings.join(' ')).toContain('tabu searches by Psi');
    });
  });

  test('a plan above its bound is warned about', () => {
    const above = result({ certificate: certificate(2.4) });
    expect(above.warnings.join(' ')).toContain('one of them is wrong');
    expect(result().warnings.join(' ')).not.toContain('one of them is wrong');
    const infeasibility = { constraint: 'energyBudget', amount: 5, unit: 'J', message: 'short' } as const;
    const refuted = result({ certificate: certificate(-Infinity, { infeasibility }) });
    expect(refuted.warnings.join(' ')).toContain('a proof that no plan is feasible: one of them is wrong');
  });

  test('a plan that breaks the limit has no gap, and does not bind', () => {
    const violations = [
      { constraint: 'energyRobustness' as const, where: '', unit: 'z', value: 1, limit: 1.28, amount: 0.28 },
    ];
    const broken = result({ evaluation: evaluation({ violations, phi: robustness(1) }) });
    expect(broken).toMatchObject({ feasible: false, gap: null, psiGap: null, deadlineSlackPercent: null, binding: [] });
    expect(broken.gapReason).toBe('the plan does not pass the checker');
    expect(broken.objective).toBe(normalCdf(2.5));
    expect(broken.warnings.join(' ')).toContain('must not be applied');
  });

  test('the limit binds without room left, and only then', () => {
    expect(result({ evaluation: evaluation({ phi: robustness(1.3) }) }).binding).toEqual([]);
    expect(result({ evaluation: evaluation({ phi: robustness(1.282) }) }).binding).toMatchObject([
      { constraint: 'energyRobustness', unit: 'z', value: 1.282, limit: model.energyZ },
    ]);
  });

  test('EO-MC is judged by phi, and has an energy gap', () => {
    const method = { name: 'tabu', heeds: [] };
    const request = { method, goal: 'eo-mc' as const, handling: 'static', improvements: PRINTED, seed: 1 };
    const found = result({
      request,
      evaluation: evaluation({ goal: 'eo-mc' }),
      certificate: certificate(4, { goal: 'eo-mc' }),
    });
    expect(found).toMatchObject({ objective: normalCdf(1.29), psiGap: null, deadlineSlackPercent: null });
    expect(found.energyGap).toBeCloseTo(0.1, 12);
    expect(found.constraintHandling).toBe('none');
  });

  test('what a method does not heed is not claimed of it', () => {
    const improvements = { zSpace: true, ties: false, keepFeasible: true };
    const request = { goal: 'mo-ec' as const, handling: 'limit', improvements, seed: 1 };
    const heeding = result({ request: { ...request, method: { name: 'tabu', heeds: ['handling', 'improvements'] } } });
    expect(heeding).toMatchObject({ constraintHandling: 'limit', improvements: ['z', 'keep'] });
    const deaf = result({ request: { ...request, method: { name: 'lagrange', heeds: ['start'] } } });
    expect(deaf).toMatchObject({ constraintHandling: 'none', improvements: [] });
  });

  test('an infeasibility is kept where the run was stopped', async () => {
    const driver = runDriver({
      limits: { timeLimitS: null, workLimit: 1 },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    });
    await driver.step({ phase: 'test', bound: null, incumbent: null });
    const infeasibility = { constraint: 'deadline', amount: 5, unit: 's', message: 'short' } as const;
    const violations = [
      { constraint: 'energyRobustness' as const, where: '', unit: 'z', value: 1, limit: 1.28, amount: 0.28 },
    ];
    const found = result({
      driver,
      outcome: { ...outcome, stoppedEarly: true },
      evaluation: evaluation({ violations }),
      certificate: certificate(-Infinity, { infeasibility }),
    });
    expect(found).toMatchObject({
      termination: 'infeasible',
      bound: null,
      boundZ: null,
      gapReason: 'there is no feasible plan',
    });
    expect(found.infeasibility).toEqual({ ...infeasibility, where: '', proven: true });
  });
});

describe('the caution', () => {
  test('does not round a small chance to 0 or a large one to 1', () => {
    expect([-1e308, 0, -7.66, -0.3, -1e-9].map(chance)).toEqual(['0', '1', '10^-7.7', '0.5012', '1 - 2.3e-9']);
    const { energyUntilLastCore } = evaluation();
    expect(promiseCaution({ jointPsiLog10: -13_608, energyUntilLastCore })).toContain('10^-13608.0');
  });

  test('quotes the budget’s chance until the last core is done, without rounding it away', () => {
    const quoted = (z: number, excessJ: number): string =>
      promiseCaution(
        evaluation({
          energyUntilLastCore: { ...evaluation().energyUntilLastCore, energyRobustness: robustness(z), excessJ },
        }),
      );
    expect(quoted(-2, 50)).toContain(
      '50.00 J more are to be expected, and the budget is kept with probability 0.0228,',
    );
    expect(quoted(-60, 1_147_350)).toContain('1.15 MJ more are to be expected');
    expect(quoted(-60, 0)).toContain('0 J more are to be expected, and the budget is kept with probability 10^-783.9,');
    expect(quoted(8, 1500)).toContain(
      '1.50 kJ more are to be expected, and the budget is kept with probability 1 - 6.2e-16,',
    );
    const certain = {
      ...evaluation().energyUntilLastCore,
      energyRobustness: { z: 1e308, probability: 1, complement: 0 },
    };
    expect(promiseCaution(evaluation({ energyUntilLastCore: certain }))).toContain('with probability 1,');
    const never = { ...certain, energyRobustness: { z: -1e308, probability: 0, complement: 1 } };
    expect(promiseCaution(evaluation({ energyUntilLastCore: never }))).toContain('kept with probability 0,');
  });

  test('warns where model and checker differ about it, and only there', () => {
    const { instance, times, model: tiny } = tinyRobust();
    const mapping = { core: Int32Array.of(0, 1, 0, 1), pState: new Uint8Array(4) };
    const judged = checkRobustPlan(instance, times, planOf(tiny, mapping));
    const own = judged.energyUntilLastCore;
    const warned = (change: Partial<RobustEvaluation['energyUntilLastCore']>): string =>
      result({
        model: tiny,
        outcome: { ...outcome, mapping },
        evaluation: { ...judged, energyUntilLastCore: { ...own, ...change } },
      }).warnings.join(' ');
    expect(warned({})).not.toContain('one of them is wrong');
    expect(warned({ energyMeanJ: own.energyMeanJ * (1 + 1e-8) })).toContain('one of them is wrong');
    expect(warned({ energySdJ: own.energySdJ * (1 - 1e-5) })).toContain('one of them is wrong');
    expect(warned({ energySdJ: NaN })).toContain('one of them is wrong');
  });
});

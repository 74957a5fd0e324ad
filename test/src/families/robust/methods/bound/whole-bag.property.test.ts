import { describe, expect, it } from 'vitest';
import type { RobustModel } from '../../../../../../models/families/robust/model.js';
import { meanTimeS, timeVarianceS2 } from '../../../../../../models/families/robust/model.js';
import { normalCdf } from '../../../../../../models/families/robust/normal.js';
import { evaluateMapping } from '../../../../../../models/families/robust/evaluate.js';
import { createMapping } from '../../../../../../models/families/robust/mapping.js';
import { robustBound } from '../../../../../../src/families/robust/methods/bound/robust-bound.js';
import {
  leastRate,
  lnCdf,
  mostOfLateCore,
  quickRate,
} from '../../../../../../src/families/robust/methods/bound/whole-core.js';
import { chargeAt, PROOF_PIECES, rateTable } from '../../../../../../src/families/robust/methods/bound/whole-dual.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomRobustModel, type RandomRobustOptions } from '../../../../../support/robust.js';
import { draws } from './support.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Greatest probability of all cores in time among all plans within the energy limit; null without one. */
function bestOfAll(model: RobustModel): { readonly probability: number; readonly plans: number } | null {
  const { taskCount, coreCount, nodes, nodeOfCore } = model;
  const mapping = createMapping(taskCount);
  const found: number[] = [];
  let plans = 0;
  const judge = (): void => {
    plans++;
    if (!(evaluateMapping(model, mapping).energyZ >= model.energyZ)) return;
    const mean = new Float64Array(coreCount);
    const variance = new Float64Array(coreCount);
    for (let task = 0; task < taskCount; task++) {
      const core = mapping.core[task]!;
      mean[core]! += meanTimeS(model, nodes[nodeOfCore[core]!]!, task, mapping.pState[task]!);
      variance[core]! += timeVarianceS2(model, nodes[nodeOfCore[core]!]!, task, mapping.pState[task]!);
    }
    let probability = 1;
    for (const [core, meanS] of mean.entries()) {
      const late = model.deadlineS - meanS;
      probability *= variance[core]! > 0 ? normalCdf(late / Math.sqrt(variance[core]!)) : late >= 0 ? 1 : 0;
    }
    found.push(probability);
  };
  const place = (task: number): void => {
    if (task === taskCount) {
      judge();
      return;
    }
    for (let core = 0; core < coreCount; core++) {
      const node = nodes[nodeOfCore[core]!]!;
      if (meanTimeS(model, node, task, 0) === Infinity) continue;
      for (let p = 0; p < node.pStateCount; p++) {
        mapping.core[task] = core;
        mapping.pState[task] = p;
        place(task + 1);
      }
    }
  };
  place(0);
  return found.length === 0 ? null : { probability: Math.max(...found), plans };
}

const KINDS: readonly RandomRobustOptions[] = [
  {},
  { zeroVariance: false, deadlineFactor: 1.1, budgetFactor: 1.3 },
  { zeroVariance: false, deadlineFactor: 0.8, budgetFactor: 1.6, energyRobustness: 0.2 },
  { zeroVariance: false, energyVariance: 'printed', budgetFactor: 1.2, energyRobustness: 0.99 },
  { alike: true, zeroVariance: false, deadlineFactor: 1.2, budgetFactor: 1.3 },
  { nodes: 2, cores: 2, tasks: 4, zeroVariance: false, deadlineFactor: 1, budgetFactor: 1.15 },
  { zeroVariance: true },
];

describe('the bound on all cores in time', () => {
  it('is above every plan of 210 tiny instances, mostly below Psi’s own', async () => {
    const seen = { plans: 0, tighter: 0, feasible: 0 };
    for (let seed = 0; seed < fuzzCount(210, 105); seed++) {
      const { model } = randomRobustModel(seed, { mostPlans: 300, ...KINDS[seed % KINDS.length] });
      const input = { model, goal: 'mo-ec' as const, control: UNLIMITED, start: null };
      const ofBag = await robustBound({ ...input, objective: 'whole-bag' });
      const best = bestOfAll(model);
      if (best === null) continue;
      seen.plans += best.plans;
      seen.feasible++;
      expect(ofBag.infeasibility, `seed ${seed}`).toBeUndefined();
      expect(normalCdf(ofBag.boundZ) * (1 + 1e-12), `seed ${seed}`).toBeGreaterThanOrEqual(best.probability);
      const ofPsi = await robustBound(input);
      expect(ofBag.boundZ).toBeLessThanOrEqual(ofPsi.boundZ);
      if (normalCdf(ofBag.boundZ) < normalCdf(ofPsi.boundZ) - 1e-3) seen.tighter++;
    }
    expect(seen.plans).toBeGreaterThan(5_000);
    expect(seen.tighter / seen.feasible).toBeGreaterThan(0.05);
  });

  it('rests on charges that no core of any tasks passes: ln Phi and its tasks’ charges are no more than it is worth', () => {
    const draw = draws(7);
    const seen = { late: 0, close: 0 };
    for (let trial = 0; trial < fuzzCount(120, 60); trial++) {
      const deadlineS = 100;
      const leastS = draw() < 0.2 ? 0 : 10 ** (2 * draw() - 2);
      const mostS = leastS + 10 ** (4 * draw() - 2);
      const worth = 10 ** (3 * draw() - 1.5);
      const table = rateTable(deadlineS, [leastS, mostS], worth, { pieces: PROOF_PIECES, certified: true });
      expect(table.most).toBeGreaterThanOrEqual(worth);
      for (let core = 0; core < 40; core++) {
        // Cores of one ratio, of two extremes, and of anything.
        const only = leastS + (mostS - leastS) * draw();
        const kind = core % 3;
        const tasks = Array.from({ length: 1 + Math.floor(6 * draw()) }, () => {
          const ratioS =
            kind === 0 ? only : kind === 1 ? (draw() < 0.5 ? leastS : mostS) : leastS + (mostS - leastS) * draw();
          return { meanS: (150 * draw() + 0.01) / 3, ratioS };
        });
        const sum = (of: (task: (typeof tasks)[number]) => number): number => tasks.reduce((all, t) => all + of(t), 0);
        const [meanS, varianceS2] = [sum((t) => t.meanS), sum((t) => t.meanS * t.ratioS)];
        if (varianceS2 === 0) continue;
        const z = (deadlineS - meanS) / Math.sqrt(varianceS2);
        if (z < -100) continue;
        if (z < 0) seen.late++;
        const total = lnCdf(z) + sum((t) => t.meanS * chargeAt(table, t.ratioS));
        if (total > table.most * (1 + 1e-12) + 1e-12)
          expect.fail(`worth ${worth}: ${total} above ${table.most} at z = ${z}`);
        if (total > 0.999 * worth) seen.close++;
      }
    }
    expect(seen.late).toBeGreaterThan(500);
    expect(seen.close).toBeGreaterThan(3);
  });

  it('charges the least that a grid of quantiles allows, and hardly less', () => {
    const draw = draws(11);
    for (let trial = 0; trial < fuzzCount(60); trial++) {
      const root = draw() < 0.1 ? 0 : 10 ** (3 * draw() - 3);
      const worth = 10 ** (4 * draw() - 2);
      let least = Infinity;
      for (let z = 0; z <= 42; z += 0.005) {
        least = Math.min(least, (worth - lnCdf(z)) * (z * root + Math.sqrt(1 + (z * root) ** 2)) ** 2);
      }
      const found = leastRate(worth, root);
      expect(found).toBeLessThanOrEqual(least * (1 + 1e-12));
      expect(found).toBeGreaterThanOrEqual(least * (1 - 1e-3));
      expect(quickRate(worth, root).rate).toBeGreaterThanOrEqual(found);
      let most = -Infinity;
      for (let z = -100; z <= 0; z += 0.005) {
        // ln Phi by its asymptotic series far below 0, where Phi is no double.
        const ln =
          z < -30 ? -(z * z) / 2 - Math.log(-z * Math.sqrt(2 * Math.PI)) - 1 / (z * z) : Math.log(normalCdf(z));
        most = Math.max(most, ln + worth / (z * root + Math.sqrt(1 + (z * root) ** 2)) ** 2);
      }
      const late = mostOfLateCore(worth, root);
      expect(late).toBeGreaterThanOrEqual(most - 1e-9 * Math.abs(most));
      expect(late).toBeLessThanOrEqual(most + 1e-3 * Math.max(1, Math.abs(most)));
    }
  });
});

import { describe, expect, it } from 'vitest';
import { coreSums } from '../../../../../../models/families/robust/core-sums.js';
import { evaluateMapping } from '../../../../../../models/families/robust/evaluate.js';
import type { Mapping } from '../../../../../../models/families/robust/mapping.js';
import { normalCdf } from '../../../../../../models/families/robust/normal.js';
import type { RobustModel } from '../../../../../../models/families/robust/model.js';
import { quantileOfLog10, wholeBagLog10 } from '../../../../../../models/families/robust/promise.js';
import { Schedule } from '../../../../../../models/families/robust/schedule.js';
import { BagProbes } from '../../../../../../src/families/robust/methods/lagrange/bag-probes.js';
import { lagrange } from '../../../../../../src/families/robust/methods/lagrange/lagrange.js';
import { lnInTime } from '../../../../../../src/families/robust/methods/lagrange/ln-in-time.js';
import type { RobustMethodRequest } from '../../../../../../src/families/robust/methods/outcome.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomMapping, randomPlace } from '../../../../../models/families/robust/random-mapping.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { randomRobustModel } from '../../../../../support/robust.js';
import { IMPROVED } from '../../../../../support/robust-improvements.js';
import { stopAfter } from '../../../../../support/stop-after.js';

function input(model: RobustModel, others: Partial<RobustMethodRequest> = {}): RobustMethodRequest {
  return {
    model,
    goal: 'mo-ec',
    objective: 'whole-bag',
    handling: 'dynamic',
    improvements: IMPROVED,
    control: UNLIMITED,
    random: randomStream(1, 'whole bag test'),
    start: null,
    ...others,
  };
}

/** log10 of the probability that all cores are in time, from the tasks. */
function log10Of(model: RobustModel, mapping: Mapping): number {
  return wholeBagLog10(
    coreSums(model, mapping, () => 0),
    model.deadlineS,
  );
}

/** The most of all plans within the energy limit, every one of them rated from its tasks; null without one. */
function bestOfAll(model: RobustModel): number | null {
  const { taskCount, coreCount, nodes, nodeOfCore } = model;
  const mapping = { core: new Int32Array(taskCount), pState: new Uint8Array(taskCount) };
  let best: number | null = null;
  const place = (task: number): void => {
    if (task === taskCount) {
      if (!(evaluateMapping(model, mapping).energyZ >= model.energyZ)) return;
      const log10 = log10Of(model, mapping);
      if (best === null || log10 > best) best = log10;
      return;
    }
    for (let core = 0; core < coreCount; core++) {
      const node = nodes[nodeOfCore[core]!]!;
      if (model.meanS[task * model.columnCount + node.column] === Infinity) continue;
      for (let p = 0; p < node.pStateCount; p++) {
        mapping.core[task] = core;
        mapping.pState[task] = p;
        place(task + 1);
      }
    }
  };
  place(0);
  return best;
}

describe('lagrange for the whole bag', () => {
  it('mostly finds the best of all plans of tiny bags, never passes it or its bound, and is feasible where any plan is', async () => {
    const count = fuzzCount(24);
    let [feasible, found] = [0, 0];
    for (let seed = 0; seed < count; seed++) {
      const options = seed % 2 === 0 ? {} : { zeroVariance: false, deadlineFactor: 1.1, budgetFactor: 1.3 };
      const { model } = randomRobustModel(seed, { mostPlans: 600, ...options });
      const best = bestOfAll(model);
      const { mapping, certificate } = await lagrange(input(model));
      const { energyZ } = evaluateMapping(model, mapping!);
      if (best === null) {
        expect(energyZ, `seed ${seed}`).toBeLessThan(model.energyZ);
        continue;
      }
      feasible++;
      expect(energyZ, `seed ${seed}: no feasible plan`).toBeGreaterThanOrEqual(model.energyZ);
      const own = log10Of(model, mapping!);
      const boundZ = certificate!.boundZ;
      if (own > best + 1e-9) expect.fail(`seed ${seed}: ${own} above the best, ${best}`);
      if (boundZ < quantileOfLog10(best) - 1e-9) expect.fail(`seed ${seed}: bound ${boundZ} below the best, ${best}`);
      if (own === best || own >= best - 1e-9) found++;
    }
    expect(feasible).toBeGreaterThan(count / 3);
    expect(found).toBeGreaterThanOrEqual(Math.floor(0.9 * feasible));
  });

  it('gives the same plan for the same seed, and no worse one with more steps', async () => {
    const size = { nodes: 3, cores: 3, tasks: 60, mostPlans: Infinity, zeroVariance: false };
    const { model } = randomRobustModel(5, { ...size, budgetFactor: 1.3, deadlineFactor: 1.3 });
    let before = -Infinity;
    for (const steps of [1, 20, 60, 150, 300]) {
      const once = await lagrange(input(model, { control: stopAfter(steps) }));
      const again = await lagrange(input(model, { control: stopAfter(steps) }));
      expect(again.mapping).toEqual(once.mapping);
      expect(again.certificate!.boundZ).toBe(once.certificate!.boundZ);
      if (evaluateMapping(model, once.mapping!).energyZ < model.energyZ) {
        expect(before).toBe(-Infinity);
        continue;
      }
      const own = log10Of(model, once.mapping!);
      expect(own).toBeGreaterThanOrEqual(before);
      before = own;
    }
    expect(before).toBeGreaterThan(-Infinity);
  });

  it('raises the probability of all cores above that of the plan for the least core', async () => {
    const size = { nodes: 4, cores: 4, tasks: 120, mostPlans: Infinity, zeroVariance: false };
    for (const seed of [1, 2, 4, 5]) {
      const { model } = randomRobustModel(seed, { ...size, budgetFactor: 1.25, deadlineFactor: 1.2 });
      const control = (): RobustMethodRequest['control'] => stopAfter(500);
      const ofBag = await lagrange(input(model, { control: control() }));
      const ofPsi = await lagrange(input(model, { control: control(), objective: 'psi' }));
      expect(log10Of(model, ofBag.mapping!)).toBeGreaterThan(log10Of(model, ofPsi.mapping!));
    }
  });
});

describe('probability of all cores after a change', () => {
  it('is that of the changed plan, rated from its tasks', () => {
    const random = randomStream(3, 'bag probes');
    let impossible = 0;
    for (let trial = 0; trial < fuzzCount(400); trial++) {
      const { model } = randomRobustModel(trial, { mostPlans: Infinity, tasks: 3 + (trial % 6) });
      const schedule = new Schedule(model, randomMapping(model, random));
      const probes = new BagProbes(schedule);
      const expectAlike = (found: number, plan: Mapping): void => {
        const expected = log10Of(model, plan);
        if (expected === -Infinity) impossible++;
        if (found !== expected && !(Math.abs(found - expected) <= 1e-9 * Math.max(1, Math.abs(expected)))) {
          expect.fail(`trial ${trial}: ${found} for ${expected}`);
        }
      };
      expectAlike(probes.log10, schedule);
      const a = random.integer(0, model.taskCount - 1);
      const b = random.integer(0, model.taskCount - 1);
      const { core, pState } = randomPlace(model, a, random);
      const [coreA, coreB] = [schedule.core[a]!, schedule.core[b]!];
      const afterMove = probes.afterMove(a, core, pState);
      const runs = (task: number, at: number): boolean =>
        model.meanS[task * model.columnCount + model.nodes[model.nodeOfCore[at]!]!.column] !== Infinity;
      if (coreA !== coreB && runs(a, coreB) && runs(b, coreA)) {
        const pA = random.integer(0, model.nodes[model.nodeOfCore[coreB]!]!.pStateCount - 1);
        const pB = random.integer(0, model.nodes[model.nodeOfCore[coreA]!]!.pStateCount - 1);
        const swapped = new Schedule(model, schedule);
        swapped.swap(a, pA, b, pB);
        expectAlike(probes.afterSwap(a, pA, b, pB), swapped);
      }
      schedule.move(a, core, pState);
      expectAlike(afterMove, schedule);
    }
    expect(impossible).toBeGreaterThan(5);
  });

  it('is near ln Phi in the search’s table, and falls for ever with lateness', () => {
    for (let z = -39; z < 10; z += 0.0137) {
      const exact = z < -30 ? -(z * z) / 2 - Math.log(-z * Math.sqrt(2 * Math.PI)) : Math.log(normalCdf(z));
      expect(Math.abs(lnInTime(100, 100 - 10 * z, 100) - exact)).toBeLessThan(z < -30 ? 2e-3 : 2e-5);
    }
    for (const varianceS2 of [0, 4]) {
      let before = Infinity;
      for (const finishS of [99, 100.5, 150, 400, 1000]) {
        const found = lnInTime(100, finishS, varianceS2);
        expect(found).toBeLessThan(before);
        before = found === 0 ? Infinity : found;
      }
    }
  });
});

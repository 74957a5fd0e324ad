import { describe, expect, it } from 'vitest';
import { averagedPlanRates } from '../../../../models/families/reward-rate/averaged-rates.js';
import {
  assignmentsFromFractions,
  coreLayout,
  fractionsFromAssignments,
  idleFractions,
  normaliseCore,
} from '../../../../models/families/reward-rate/core-fractions.js';
import { rewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { randomStream } from '../../../../src/random/stream.js';
import { checked, relativeDifference } from '../../../oracle/checked.js';
import { randomFractions } from '../../../oracle/random-fractions.js';
import { tinyRandom } from '../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../support/fuzz.js';

describe('core fractions', () => {
  it('the layout covers every core and gene once, in zone, node and core order', () => {
    for (let seed = 1; seed <= fuzzCount(60); seed++) {
      const { instance, matrix } = tinyRandom(seed);
      const model = rewardRateModel(instance, matrix);
      const layout = coreLayout(model);
      let node = 0;
      let gene = 0;
      let core = 0;
      for (const [b, zone] of model.zones.entries()) {
        expect(layout.zoneFirstNode[b]).toBe(node);
        for (let n = 0; n < zone.nodeCount; n++, node++) {
          expect([layout.nodeZone[node], layout.nodeType[node]]).toEqual([b, zone.type]);
          expect([layout.nodeFirstCore[node], layout.nodeFirstGene[node]]).toEqual([core, gene]);
          core += model.nodeTypes[zone.type]!.cores;
          gene += model.nodeTypes[zone.type]!.cores * model.nodeTypes[zone.type]!.tasks.length;
        }
      }
      expect([layout.nodeCount, layout.coreCount, layout.geneCount]).toEqual([node, core, gene]);
    }
  });

  it('into a plan and back earns and draws the same, and a second time gives the same plan', () => {
    for (let seed = 1; seed <= fuzzCount(150); seed++) {
      const { instance, matrix } = tinyRandom(seed);
      const model = rewardRateModel(instance, matrix);
      const layout = coreLayout(model);
      const plan = randomFractions(layout, randomStream(seed, 'fractions'));
      const assignments = assignmentsFromFractions(model, plan);
      const back = fractionsFromAssignments(model, layout, assignments);
      const [before, after] = [averagedPlanRates(model, plan), averagedPlanRates(model, back)];
      expect(relativeDifference(before.rewardPerS, after.rewardPerS)).toBeLessThan(1e-12);
      for (const [b, watts] of before.zoneCoreW.entries()) expect(after.zoneCoreW[b]).toBeCloseTo(watts, 9);
      expect(assignmentsFromFractions(model, back)).toEqual(assignments);
    }
  });

  it('alike nodes and cores are merged, deactivated and negligible shares left out', () => {
    const facility = tinyRandom(1);
    const model = rewardRateModel(facility.instance, facility.matrix);
    const layout = coreLayout(model);
    const plan = idleFractions(layout);
    const { tasks } = model.nodeTypes[model.zones[0]!.type]!;
    plan.fraction.fill(1e-12);
    expect(assignmentsFromFractions(model, plan, 1e-9)).toEqual([]);
    plan.fraction.fill(0);
    for (let node = 0; node < layout.zoneFirstNode[1]!; node++) {
      for (let g = layout.nodeFirstGene[node]!; g < layout.nodeFirstGene[node + 1]!; g += tasks.length) {
        plan.fraction[g] = 0.5;
      }
    }
    const task = tasks[0]!;
    const slice = { taskType: model.taskNames[task.task]!, pState: task.pStates[0]!, fraction: 0.5 };
    const zone = model.zones[0]!;
    const cores = [{ count: model.nodeTypes[zone.type]!.cores, slices: [slice] }];
    expect(assignmentsFromFractions(model, plan)).toEqual([{ zone: zone.name, nodes: zone.nodeCount, cores }]);
    plan.choice.fill(task.pStates.length);
    expect(assignmentsFromFractions(model, plan)).toEqual([]);
  });

  it('leaves out what the problem does not have', () => {
    const { instance, matrix } = tinyRandom(2);
    const model = rewardRateModel(instance, matrix);
    const slices = [
      { taskType: 'nothing', pState: 0, fraction: 0.5 },
      { taskType: model.taskNames[0]!, pState: 99, fraction: 0.5 },
    ];
    const plan = fractionsFromAssignments(model, coreLayout(model), [
      { zone: 'nowhere', nodes: 1, cores: [] },
      { zone: model.zones[0]!.name, nodes: 999, cores: [{ count: 999, slices }] },
    ]);
    expect([...plan.fraction].every((share) => share === 0)).toBe(true);
  });

  it('a task type that a core runs in several P-states is given the one it spends most time in', () => {
    const { instance, matrix } = [...Array(40).keys()]
      .map((seed) => tinyRandom(seed + 1))
      .find(
        (facility) => rewardRateModel(facility.instance, facility.matrix).nodeTypes[0]!.tasks[0]?.pStates[1] === 1,
      )!;
    const model = rewardRateModel(instance, matrix);
    const b = model.zones.findIndex((zone) => zone.type === 0);
    const task = model.nodeTypes[0]!.tasks[0]!;
    const layout = coreLayout(model);
    for (const shares of [
      [0.3, 0.5],
      [0.5, 0.3],
    ]) {
      const slices = shares.map((fraction, pState) => ({ taskType: model.taskNames[task.task]!, pState, fraction }));
      const plan = fractionsFromAssignments(model, layout, [
        { zone: model.zones[b]!.name, nodes: 1, cores: [{ count: 1, slices }] },
      ]);
      const gene = layout.nodeFirstGene[layout.zoneFirstNode[b]!]!;
      expect([plan.fraction[gene], plan.choice[gene]]).toEqual([0.8, shares[0]! > shares[1]! ? 0 : 1]);
    }
  });

  it('normalises cores beyond 100 % only', () => {
    const fraction = Float64Array.of(9, 0.5, 1, 0.5, 9, 0.2, 0.3);
    normaliseCore(fraction, 1, 3);
    normaliseCore(fraction, 5, 2);
    expect([...fraction]).toEqual([9, 0.25, 0.5, 0.25, 9, 0.2, 0.3]);
  });
});

describe('time-averaged rates', () => {
  it("are the checker's, for every co-location model", () => {
    let earning = 0;
    for (const colocation of ['anchored', 'literal', 'none'] as const) {
      for (let seed = 1; seed <= fuzzCount(120, 120); seed++) {
        const facility = tinyRandom(seed, { colocation });
        const model = rewardRateModel(facility.instance, facility.matrix);
        const plan = randomFractions(coreLayout(model), randomStream(seed, 'rates'));
        const { averagedRatePerS, averagedRewardPerS, zoneNodePowerW } = checked(
          facility,
          model.setPointMinC,
          assignmentsFromFractions(model, plan),
        );
        const own = averagedPlanRates(model, plan);
        expect([seed, relativeDifference(own.rewardPerS, averagedRewardPerS) < 1e-12]).toEqual([seed, true]);
        for (const [i, rate] of averagedRatePerS.entries()) {
          expect(relativeDifference(own.ratePerS[i]!, rate)).toBeLessThan(1e-12);
        }
        for (const [b, watts] of zoneNodePowerW.entries()) {
          expect(relativeDifference(own.zoneCoreW[b]! + model.zones[b]!.idleW, watts)).toBeLessThan(1e-12);
        }
        if (own.rewardPerS > 0) earning++;
      }
    }
    expect(earning).toBeGreaterThan(200);
  });
});

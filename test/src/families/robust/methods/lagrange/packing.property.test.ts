import { describe, expect, it } from 'vitest';
import { evaluateMapping } from '../../../../../../models/families/robust/evaluate.js';
import { createMeasures } from '../../../../../../models/families/robust/loads.js';
import { cloneMapping, createMapping, type Mapping } from '../../../../../../models/families/robust/mapping.js';
import { type RobustModel, timeVarianceS2 } from '../../../../../../models/families/robust/model.js';
import { shareRule } from '../../../../../../src/families/robust/methods/bound/dual.js';
import { type BoundSetting, boundSetting } from '../../../../../../src/families/robust/methods/bound/setting.js';
import { Anneal } from '../../../../../../src/families/robust/methods/lagrange/anneal.js';
import { Apportion } from '../../../../../../src/families/robust/methods/lagrange/apportion.js';
import { findCandidates } from '../../../../../../src/families/robust/methods/lagrange/candidates.js';
import type { GradePrices } from '../../../../../../src/families/robust/methods/lagrange/grades.js';
import { Packing } from '../../../../../../src/families/robust/methods/lagrange/packing.js';
import { spread } from '../../../../../../src/families/robust/methods/lagrange/spread.js';
import { isSmall, settle } from '../../../../../../src/families/robust/methods/lagrange/settle.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomRobustModel } from '../../../../../support/robust.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const MANY = { nodes: 3, cores: 3, tasks: 60, mostPlans: Infinity, incompatible: 0.2 };

function anyMapping(model: RobustModel, seed: number): Mapping {
  const { integer } = randomStream(seed, 'mapping');
  const mapping = createMapping(model.taskCount);
  for (let task = 0; task < model.taskCount; task++) {
    for (;;) {
      const core = integer(0, model.coreCount - 1);
      const node = model.nodes[model.nodeOfCore[core]!]!;
      if (!(model.meanS[task * model.columnCount + node.column]! < Infinity)) continue;
      mapping.core[task] = core;
      mapping.pState[task] = integer(0, node.pStateCount - 1);
      break;
    }
  }
  return mapping;
}

function rig(seed: number): { model: RobustModel; packing: Packing; anneal: Anneal } {
  const { model } = randomRobustModel(seed, MANY);
  const setting = boundSetting(model);
  const prices = { nodeJ: new Float64Array(setting.groups.length).fill(500), varianceJPerJ2: 1e-4, z: 1 };
  const candidates = findCandidates(setting, shareRule(1, model.deadlineS), prices);
  const packing = new Packing(setting);
  packing.load(anyMapping(model, seed));
  const anneal = new Anneal(packing, candidates, randomStream(seed, 'anneal'));
  anneal.targetZ = 1;
  anneal.varianceJPerJ2 = 1e-4;
  anneal.ends.choose();
  return { model, packing, anneal };
}

function expectClose(a: number, b: number): void {
  if (Number.isFinite(a)) expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(a)));
  else expect(b).toBe(a);
}

describe('packing', () => {
  it('measures what the plain evaluation measures, and gives back the mapping it was given', () => {
    for (let seed = 0; seed < fuzzCount(20); seed++) {
      const { model, packing } = rig(seed);
      const mapping = anyMapping(model, seed);
      expect(packing.mapping()).toEqual(cloneMapping(mapping));
      const measures = createMeasures();
      packing.measure(measures);
      const plain = evaluateMapping(model, mapping);
      expectClose(plain.makespanZ, measures.makespanZ);
      expectClose(plain.energyZ, measures.energyZ);
      expectClose(plain.energyMeanJ, measures.energyMeanJ);
      expectClose(plain.energyVarianceJ2, measures.energyVarianceJ2);
    }
  });

  it('tells more than 65,535 groups and options apart', () => {
    const { model: few } = randomRobustModel(1, { nodes: 1, cores: 1, pStates: 1, tasks: 2, zeroVariance: false });
    const count = 65_540;
    const model: RobustModel = {
      ...few,
      nodes: Array.from({ length: count }, (_, n) => ({ ...few.nodes[0]!, column: n, firstCore: n })),
      columnCount: count,
      coreCount: count,
      nodeOfCore: Int32Array.from({ length: count }, (_, n) => n),
      meanS: Float64Array.from({ length: 2 * count }, (_, at) => 100 + at),
      varianceS2: new Float64Array(2 * count).fill(1),
    };
    const setting = boundSetting(model);
    const prices = {
      nodeJ: Float64Array.from({ length: count }, (_, g) => 1e6 * (count - g)),
      varianceJPerJ2: 0,
      z: 1,
    };
    const rule = shareRule(1, model.deadlineS);
    const { option, width, bestOption } = findCandidates(setting, rule, prices);
    // Prices fall faster than times rise.
    expect(option[0]).toBe(count - 1);
    expect(option[width]).toBe(count - 1);
    expect(bestOption[count - 1]).toBe(count - 1);
    const packing = new Packing(setting);
    const mapping = { core: Int32Array.of(count - 1, 3), pState: new Uint8Array(2) };
    packing.load(mapping);
    expect(packing.option).toEqual(Int32Array.of(count - 1, 3));
    expect(packing.groupOfNode[count - 1]).toBe(count - 1);
    expect(packing.mapping()).toEqual(mapping);
    expect(spread(setting, packing.option, 1, ends(setting, Infinity))).toEqual(mapping);
    expect(packing.finishS[count - 1]).toBe(model.meanS[count - 1]);
  });

  it('keeps sums, lists and options together through thousands of changes', () => {
    for (let seed = 0; seed < fuzzCount(8); seed++) {
      const { model, packing, anneal } = rig(seed);
      const averageJ = evaluateMapping(model, packing.mapping()).energyMeanJ / model.taskCount;
      for (const heat of [1, 0.1, 0.01]) {
        anneal.temperatureJ = heat * averageJ;
        for (let sweep = 0; sweep < 10; sweep++) anneal.sweep({ crossCore: true });
        anneal.balance();
        const finishS = packing.finishS.slice();
        const varianceS2 = packing.varianceS2.slice();
        packing.resum();
        for (let core = 0; core < model.coreCount; core++) {
          expect(Math.abs(finishS[core]! - packing.finishS[core]!)).toBeLessThan(1e-6);
          expect(Math.abs(varianceS2[core]! - packing.varianceS2[core]!)).toBeLessThan(1e-4);
          for (const task of packing.tasks[core]!) expect(packing.core[task]).toBe(core);
        }
        expect(packing.tasks.reduce((sum, list) => sum + list.length, 0)).toBe(model.taskCount);
        for (let task = 0; task < model.taskCount; task++) {
          const node = model.nodes[model.nodeOfCore[packing.core[task]!]!]!;
          expect(model.meanS[task * model.columnCount + node.column]).toBeLessThan(Infinity);
          expect(packing.options.group[packing.option[task]!]).toBe(
            packing.groupOfNode[model.nodeOfCore[packing.core[task]!]!],
          );
        }
      }
    }
  });

  it('evens out the loads of like cores without touching the energy of tasks', () => {
    const { model, packing, anneal } = rig(3);
    const option = packing.option.slice();
    anneal.temperatureJ = 0;
    const overS = (): number =>
      packing.finishS.reduce(
        (sum, mean, c) => sum + Math.max(0, mean + Math.sqrt(packing.varianceS2[c]!) - model.deadlineS),
        0,
      );
    const before = overS();
    for (let sweep = 0; sweep < 20; sweep++) anneal.balance();
    expect(packing.option).toEqual(option);
    expect(overS()).toBeLessThanOrEqual(before);
  });
});

/** Factor on the times of a task in P-state 0. */
function scaleOf(model: RobustModel, { timeScale, pStateCount }: RobustModel['nodes'][number], task: number): number {
  return timeScale[model.taskType[task]! * pStateCount]!;
}

/** Prices with a ratio for the cores that nodes wait for, all alike, and core time for nothing. */
function ends({ groups }: BoundSetting, endRatioS: number): GradePrices[] {
  return groups.map(({ node: { overheadW } }) => ({ coreJ: 0, overheadW, varianceJPerJ2: 0, endRatioS }));
}

describe('apportion and spread', () => {
  it('fills groups no further than they can be where prices make room dear, and spreads what was apportioned', () => {
    for (let seed = 0; seed < fuzzCount(6); seed++) {
      const { model } = randomRobustModel(seed, { ...MANY, incompatible: 0, deadlineFactor: 1.6 });
      const setting = boundSetting(model);
      const prices = { nodeJ: new Float64Array(setting.groups.length).fill(1), varianceJPerJ2: 0, z: 0.5 };
      const candidates = findCandidates(setting, shareRule(0.5, model.deadlineS), prices);
      const apportion = new Apportion(setting, candidates, randomStream(seed, 'apportion'));
      apportion.aim(0.5);
      apportion.overloadFactor = 1000;
      apportion.temperatureJ = candidates.meanEnergyJ / 1000;
      for (let sweep = 0; sweep < 60; sweep++) apportion.sweep();
      const kept = apportion.loadCores.slice();
      apportion.aim(0.5);
      for (const [g, cores] of setting.cores.entries()) {
        expect(Math.abs(kept[g]! - apportion.loadCores[g]!)).toBeLessThan(1e-9);
        expect(kept[g]!).toBeLessThan(cores * 1.02);
      }
      const mapping = spread(setting, apportion.option, 0.5, ends(setting, Infinity));
      const packing = new Packing(setting);
      packing.load(mapping);
      expect(packing.option).toEqual(apportion.option);
      // Longest first to the freest: when a core got its shortest task it was ahead of none of its node.
      for (const { firstCore, cores: count } of model.nodes) {
        const cores = Array.from({ length: count }, (_, k) => firstCore + k);
        const g = packing.groupOfNode[model.nodeOfCore[firstCore]!]!;
        const level = (core: number, without: number): number => {
          let mean = 0;
          let variance = 0;
          for (const task of packing.tasks[core]!) {
            if (task === without) continue;
            mean += packing.meanS(task, g, packing.option[task]!);
            variance += timeVarianceS2(model, setting.groups[g]!.node, task, mapping.pState[task]!);
          }
          return mean + 0.5 * Math.sqrt(variance);
        };
        const levels = Array.from(cores, (core) => level(core, -1));
        const fullest = cores[levels.indexOf(Math.max(...levels))]!;
        const times = packing.tasks[fullest]!.map((task) => packing.meanS(task, g, packing.option[task]!));
        const shortest = packing.tasks[fullest]![times.indexOf(Math.min(...times))] ?? -1;
        expect(level(fullest, shortest)).toBeLessThanOrEqual(Math.min(...levels) + 1e-9);
      }
    }
  });

  it('sorts the tasks of like nodes by ratio, and gives the first core of each those that vary least', () => {
    let sorted = 0;
    for (let seed = 0; seed < fuzzCount(20, 20); seed++) {
      const { model } = randomRobustModel(seed, {
        mostPlans: Infinity,
        alike: true,
        incompatible: 0,
        zeroVariance: false,
        nodes: 3,
        cores: 3,
        pStates: 1,
        tasks: 150,
      });
      const setting = boundSetting(model);
      const packing = new Packing(setting);
      const { firstOption } = setting.options;
      const option = Int32Array.from(
        { length: model.taskCount },
        (_, task) => firstOption[task % setting.groups.length]!,
      );
      packing.load(spread(setting, option, 1, ends(setting, 0)));
      expect(packing.option).toEqual(option);
      const ratio = (core: number): number => packing.varianceS2[core]! / packing.finishS[core]!;
      for (const { nodes } of setting.groups) {
        const [first, second] = nodes.map((n) => model.nodes[n]!);
        for (let core = first!.firstCore + 1; core < first!.firstCore + first!.cores; core++) {
          expect(ratio(first!.firstCore)).toBeLessThanOrEqual(ratio(core) + 1e-9);
        }
        if (second === undefined) continue;
        sorted++;
        const last = packing.tasks.slice(first!.firstCore, first!.firstCore + first!.cores).flat();
        const next = packing.tasks.slice(second.firstCore, second.firstCore + second.cores).flat();
        const of = (task: number): number => {
          const at = task * model.columnCount + first!.column;
          return model.varianceS2[at]! / model.meanS[at]!;
        };
        // One P-state: scales by type aside, ratios are those of the times given.
        expect(Math.max(...last.map((task) => of(task) * scaleOf(model, first!, task)))).toBeLessThanOrEqual(
          Math.min(...next.map((task) => of(task) * scaleOf(model, first!, task))),
        );
      }
    }
    expect(sorted).toBeGreaterThan(10);
  });
});

describe('settle', () => {
  it('ends at a plan that no single move improves, never a worse one', () => {
    for (let seed = 0; seed < fuzzCount(60); seed++) {
      const { model } = randomRobustModel(seed, { tasks: 5 });
      for (const goal of ['mo-ec', 'eo-mc'] as const) {
        const before = anyMapping(model, seed);
        const after = settle({ model, goal }, before);
        const rank = (mapping: Mapping): readonly [number, number] => {
          const { makespanZ, energyZ } = evaluateMapping(model, mapping);
          const [value, limited, limit] =
            goal === 'mo-ec' ? [makespanZ, energyZ, model.energyZ] : [energyZ, makespanZ, model.makespanZ];
          return limited >= limit ? [1, value] : [0, limited];
        };
        const reached = rank(after);
        const isBetter = (other: readonly [number, number]): boolean =>
          other[0] > reached[0] ||
          (other[0] === reached[0] && other[1] > reached[1] + 1e-8 * (1 + Math.abs(reached[1])));
        expect(isBetter(rank(before))).toBe(false);
        for (let task = 0; task < model.taskCount; task++) {
          for (let core = 0; core < model.coreCount; core++) {
            const node = model.nodes[model.nodeOfCore[core]!]!;
            if (!(model.meanS[task * model.columnCount + node.column]! < Infinity)) continue;
            for (let pState = 0; pState < node.pStateCount; pState++) {
              const other = cloneMapping(after);
              other.core[task] = core;
              other.pState[task] = pState;
              expect(isBetter(rank(other)), `seed ${seed} ${goal}`).toBe(false);
            }
          }
        }
      }
    }
    expect(isSmall(randomRobustModel(1, { ...MANY, tasks: 400 }).model)).toBe(false);
  });
});

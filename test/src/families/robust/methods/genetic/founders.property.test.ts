import { describe, expect, it } from 'vitest';
import { evaluateMapping } from '../../../../../../models/families/robust/evaluate.js';
import { normalCdf } from '../../../../../../models/families/robust/normal.js';
import type { RobustGoal } from '../../../../../../models/families/robust/plan.js';
import { meanTimeS, type RobustModel, timeVarianceS2 } from '../../../../../../models/families/robust/model.js';
import { createChromosome, mappingOf } from '../../../../../../src/families/robust/methods/genetic/chromosome.js';
import { keepingFounders } from '../../../../../../src/families/robust/methods/genetic/founders.js';
import { randomStream, type RandomStream } from '../../../../../../src/random/stream.js';
import { randomRobustModel, type RandomRobustOptions } from '../../../../../support/robust.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const GOALS = ['mo-ec', 'eo-mc'] as const;
const OPTIONS: RandomRobustOptions = { nodes: 3, tasks: 15, mostPlans: Infinity, zeroVariance: false };

const founderOf = (model: RobustModel, goal: RobustGoal, random: RandomStream) => {
  const chromosome = createChromosome(model);
  keepingFounders(model, goal)(chromosome, random);
  return mappingOf(chromosome);
};

const costOf = (model: RobustModel, goal: RobustGoal, task: number, n: number): [cost: number, pState: number] => {
  const node = model.nodes[n]!;
  if (goal === 'eo-mc') return [meanTimeS(model, node, task, 0), 0];
  const energies = Array.from(node.powerW, (power, p) => power * meanTimeS(model, node, task, p));
  const least = Math.min(...energies);
  return [least, energies.indexOf(least)];
};

describe('founders of appendix C', () => {
  it('EO-MC: keep Gamma on every core that took only tasks it could take, MO-EC: no core is sure to be late', () => {
    const kept = { 'mo-ec': 0, 'eo-mc': 0 };
    for (const goal of GOALS) {
      for (let seed = 1; seed <= fuzzCount(120, 120); seed++) {
        const { model } = randomRobustModel(seed, { ...OPTIONS, deadlineFactor: 1.6, incompatible: 0 });
        const { makespanZ } = evaluateMapping(model, founderOf(model, goal, randomStream(seed, 'founder')));
        if (goal === 'eo-mc' ? makespanZ >= model.makespanZ : normalCdf(makespanZ) > 0) kept[goal]++;
      }
    }
    expect(kept['eo-mc']).toBeGreaterThan(60);
    expect(kept['mo-ec']).toBeGreaterThan(90);
  });

  it('with time enough every task is where it costs least, in the P-state that costs least, on any of several cores', () => {
    for (const goal of GOALS) {
      for (let seed = 1; seed <= fuzzCount(60); seed++) {
        const { model } = randomRobustModel(seed, { ...OPTIONS, deadlineFactor: 1000 });
        const { core, pState } = founderOf(model, goal, randomStream(seed, 'founder'));
        for (let task = 0; task < model.taskCount; task++) {
          const costs = model.nodes.map((_, n) => costOf(model, goal, task, n));
          const least = Math.min(...costs.map(([cost]) => cost));
          const [cost, state] = costs[model.nodeOfCore[core[task]!]!]!;
          expect(cost / least).toBeCloseTo(1, 12);
          expect(pState[task]).toBe(state);
        }
      }
    }
  });

  it('is the procedure as printed, task by task and node by node', () => {
    let elsewhere = 0;
    for (const goal of GOALS) {
      for (let seed = 1; seed <= fuzzCount(120, 60); seed++) {
        // A column for each node: with shared ones the equals are taken together.
        const { model } = randomRobustModel(seed, { ...OPTIONS, deadlineFactor: goal === 'eo-mc' ? 1.1 : 0.25 });
        if (new Set(model.nodes.map(({ column }) => column)).size < model.nodes.length) continue;
        const random = randomStream(seed, 'founder');
        const found = founderOf(model, goal, randomStream(seed, 'founder'));
        const plain = printedFounder(model, goal, random);
        expect([goal, seed, [...found.core], [...found.pState]]).toEqual([goal, seed, plain.core, plain.pState]);
        elsewhere += plain.second;
      }
    }
    expect(elsewhere).toBeGreaterThan(50);
  });

  it('differ by their random order, and repeat with the seed', () => {
    const { model } = randomRobustModel(5, { ...OPTIONS, cores: 3, tasks: 30 });
    const founder = (seed: number): string => founderOf(model, 'eo-mc', randomStream(seed, 'founder')).core.join();
    expect(founder(1)).toBe(founder(1));
    expect(founder(1)).not.toBe(founder(2));
  });
});

/** Appendix C with lists and without any structure that remembers; `second`: tasks that are not on their best node. */
function printedFounder(model: RobustModel, goal: RobustGoal, random: RandomStream) {
  const order = Array.from({ length: model.taskCount }, (_, task) => task);
  for (let last = order.length - 1; last > 0; last--) {
    const drawn = random.integer(0, last);
    [order[last], order[drawn]] = [order[drawn]!, order[last]!];
  }
  const core = new Array<number>(model.taskCount).fill(-1);
  const pState = new Array<number>(model.taskCount).fill(0);
  const zOf = (place: number): number => {
    const node = model.nodes[model.nodeOfCore[place]!]!;
    let [mean, variance] = [0, 0];
    for (const [task, at] of core.entries()) {
      if (at !== place) continue;
      mean += meanTimeS(model, node, task, pState[task]!);
      variance += timeVarianceS2(model, node, task, pState[task]!);
    }
    if (variance > 0) return (model.deadlineS - mean) / Math.sqrt(variance);
    // Among cores without variance the one with less to do is the more robust.
    return mean <= model.deadlineS * (1 + 1e-12) ? 1e200 / (1 + mean) : -1e200 * (1 + mean);
  };
  const admissible = (z: number): boolean => (goal === 'eo-mc' ? z >= model.makespanZ : normalCdf(z) > 0);
  const put = (task: number, n: number, evenIfSpoilt: boolean): boolean => {
    const { firstCore, cores } = model.nodes[n]!;
    const places = Array.from({ length: cores }, (_, k) => firstCore + k);
    const zs = places.map(zOf);
    core[task] = places[zs.indexOf(Math.max(...zs))]!;
    pState[task] = costOf(model, goal, task, n)[1];
    if (evenIfSpoilt || admissible(zOf(core[task]))) return true;
    core[task] = -1;
    return false;
  };
  let second = 0;
  let left = order;
  for (let rank = 0; left.length > 0; rank++) {
    left = left.filter((task) => {
      const ranked = model.nodes
        .map((_, n) => ({ n, cost: costOf(model, goal, task, n)[0] }))
        .filter(({ cost }) => Number.isFinite(cost))
        .sort((a, b) => a.cost - b.cost || a.n - b.n);
      if (rank >= ranked.length) return !put(task, ranked[0]!.n, true);
      const done = put(task, ranked[rank]!.n, false);
      if (done && rank > 0) second++;
      return !done;
    });
  }
  return { core, pState, second };
}

import { describe, expect, it } from 'vitest';
import { averagedPlanRates } from '../../../../../../models/families/reward-rate/averaged-rates.js';
import {
  assignmentsFromFractions,
  idleFractions,
  normaliseCore,
} from '../../../../../../models/families/reward-rate/core-fractions.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { geneticProblem } from '../../../../../../src/families/reward-rate/methods/genetic/ga.js';
import {
  type PlanState,
  planTables,
  setPointOf,
} from '../../../../../../src/families/reward-rate/methods/genetic/plan-state.js';
import { createRepair } from '../../../../../../src/families/reward-rate/methods/genetic/repair.js';
import {
  crossCores,
  mutateGenes,
  randomiseGenes,
} from '../../../../../../src/families/reward-rate/methods/genetic/variation.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { checkedProblem } from '../../../../../oracle/checked-problem.js';
import { createScore, isFeasible } from '../../../../../../src/solvers/genetic/problem.js';
import { checked, relativeDifference } from '../../../../../oracle/checked.js';
import { randomFractions } from '../../../../../oracle/random-fractions.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

function tablesOf(seed: number, facility = tinyRandom(seed)) {
  return { facility, tables: planTables(rewardRateModel(facility.instance, facility.matrix)) };
}

/** Eq. 21 as printed with seconds taken off, so that times without a positive value are not rare. */
function harshLiteral(seed: number): TinyFacility {
  const { instance, matrix } = tinyRandom(seed, { colocation: 'literal' });
  const nodeTypes = instance.facility.nodeTypes.map((type) => ({
    ...type,
    interference: Object.fromEntries(
      Object.entries(type.interference!).map(([name, of]) => [name, { ...of, constantS: of.constantS! - 6 }]),
    ),
  }));
  return { matrix, instance: { ...instance, facility: { ...instance.facility, nodeTypes } } };
}

describe('evaluating core fractions by what changed', () => {
  it('after thousands of crossovers, mutations and repairs agrees with the plain evaluation and with one made elsewhere', () => {
    let crossed = 0;
    for (let seed = 1; seed <= fuzzCount(60, 60); seed++) {
      const { tables } = tablesOf(seed);
      const problem = checkedProblem(geneticProblem(tables), 1e-9);
      const random = randomStream(seed, 'operations');
      const cross = crossCores(tables);
      const mutate = mutateGenes(tables, 0.5, 0.3);
      const repair = createRepair(tables, 20);
      const pool = Array.from({ length: 6 }, () => problem.createGenome());
      const score = createScore(problem.violationCount);
      const randomise = randomiseGenes(tables);
      for (const state of pool) {
        randomise(state, random);
        problem.evaluate(state, score);
      }
      const changes = [problem.createChange(), problem.createChange()] as const;
      for (let n = 0; n < 40; n++) {
        const at = random.integer(0, 5);
        const children = [pool[at]!, pool[(at + 1) % 6]!] as const;
        for (const change of changes) problem.clearChange(change);
        cross([pool[(at + 2) % 6]!, pool[(at + 3) % 6]!], children, changes, random);
        for (const c of [0, 1] as const) {
          mutate(children[c], changes[c], random);
          if (n % 2 === 0) repair(children[c], changes[c], random);
          problem.evaluateChange!(children[c], changes[c], score);
          const { plan, ratePerS, zonePowerW, riseC } = children[c];
          const plain = averagedPlanRates(tables.model, plan);
          expect(relativeDifference(score.objective, plain.rewardPerS)).toBeLessThan(1e-9);
          for (const [i, rate] of plain.ratePerS.entries())
            expect(relativeDifference(ratePerS[i]!, rate)).toBeLessThan(1e-9);
          const powerW = plain.zoneCoreW.map((watts, b) => watts + tables.model.zones[b]!.idleW);
          for (const [b, watts] of powerW.entries())
            expect(relativeDifference(zonePowerW[b]!, watts)).toBeLessThan(1e-9);
          for (const [b, rise] of tables.model.thermal.inletRiseC(powerW).entries()) {
            expect(relativeDifference(riseC[b]!, rise)).toBeLessThan(1e-9);
          }
          crossed++;
        }
      }
    }
    expect(crossed).toBe(4800);
  });

  it('calls a plan feasible only if the checker does, and all its violations are those of the checker', () => {
    let feasible = 0;
    let literal = 0;
    for (let seed = 1; seed <= fuzzCount(300, 300); seed++) {
      const { facility, tables } = tablesOf(seed, seed % 2 === 0 ? harshLiteral(seed) : undefined);
      const problem = geneticProblem(tables);
      const state = { ...problem.createGenome(), plan: randomFractions(tables.layout, randomStream(seed, 'plan')) };
      if (seed % 3 === 0) state.plan.fraction.fill(0);
      const score = createScore(problem.violationCount);
      problem.evaluate(state, score);
      const setPointC = setPointOf(tables, state);
      const { violations } = checked(facility, setPointC, assignmentsFromFractions(tables.model, state.plan));
      const found = (names: readonly string[]): boolean =>
        violations.some(({ constraint }) => names.includes(constraint));
      const named = [['powerCap'], ['redLine'], ['rackPower', 'pduPower', 'coolingCapacity']].map(found);
      expect([seed, ...score.violations.slice(0, 3)].map((v, n) => (n === 0 ? v : v > 0))).toEqual([seed, ...named]);
      // Of the literal model's moments some may be blamed wrongly, none passed wrongly.
      if (found(['colocationModel'])) {
        literal++;
        expect([seed, score.violations[3]! > 0]).toEqual([seed, true]);
      }
      if (isFeasible(score)) {
        feasible++;
        expect([seed, violations]).toEqual([seed, []]);
      }
    }
    expect(feasible).toBeGreaterThan(60);
    expect(literal).toBeGreaterThan(20);
  });

  it('with every core on one task type all the time, the literal moments are judged exactly', () => {
    let bad = 0;
    for (let seed = 1; seed <= fuzzCount(150, 75); seed++) {
      const facility = harshLiteral(seed);
      const tables = planTables(rewardRateModel(facility.instance, facility.matrix));
      const problem = geneticProblem(tables);
      const state = { ...problem.createGenome(), plan: idleFractions(tables.layout) };
      const random = randomStream(seed, 'dedicated');
      const { layout } = tables;
      for (let core = 0; core < layout.coreCount; core++) {
        const node = tables.coreNode[core]!;
        const tasks = layout.tasksOfType[layout.nodeType[node]!]!;
        if (tasks === 0) continue;
        const gene =
          layout.nodeFirstGene[node]! + (core - layout.nodeFirstCore[node]!) * tasks + random.integer(0, tasks - 1);
        state.plan.fraction[gene] = random.integer(0, 3) === 0 ? 0 : 1;
      }
      const score = createScore(problem.violationCount);
      problem.evaluate(state, score);
      const { violations } = checked(facility, 20, assignmentsFromFractions(tables.model, state.plan));
      const unphysical = violations.some(({ constraint }) => constraint === 'colocationModel');
      expect([seed, score.violations[3]! > 0]).toEqual([seed, unphysical]);
      if (unphysical) bad++;
    }
    expect(bad).toBeGreaterThan(10);
  });
});

describe('variation', () => {
  it('swaps all genes of a range of cores and nothing else', () => {
    for (let seed = 1; seed <= fuzzCount(100); seed++) {
      const { tables } = tablesOf(seed);
      if (tables.layout.tasksOfType.includes(0)) continue;
      const problem = geneticProblem(tables);
      const create = (value: number): PlanState => {
        const state = problem.createGenome();
        state.plan.fraction.fill(value);
        return state;
      };
      const children = [create(0), create(0)] as const;
      const changes = [problem.createChange(), problem.createChange()] as const;
      crossCores(tables)([create(1), create(2)], children, changes, randomStream(seed, 'cross'));
      const [marks, opposite] = children.map(({ plan }) => plan.fraction.join('')) as [string, string];
      expect(marks).toMatch(/^1*2+1*$/);
      expect(opposite).toBe(marks.replace(/./g, (mark) => (mark === '1' ? '2' : '1')));
    }
  });

  it('mutation spares most chromosomes, changes the given share of genes and leaves no core beyond 100 %', () => {
    const { tables } = tablesOf(3);
    const problem = geneticProblem(tables);
    const random = randomStream(9, 'mutation');
    const mutate = mutateGenes(tables, 0.1, 0.4);
    let mutated = 0;
    let genes = 0;
    for (let n = 0; n < 4000; n++) {
      const state = problem.createGenome();
      const change = problem.createChange();
      state.plan.choice.fill(200);
      mutate(state, change, random);
      const hit = state.plan.choice.filter((choice) => choice !== 200).length;
      if (hit === 0) continue;
      mutated++;
      genes += hit;
      const whole = state.plan.fraction.slice();
      const { layout } = tables;
      for (let node = 0; node < layout.nodeCount; node++) {
        const tasks = layout.tasksOfType[layout.nodeType[node]!]!;
        for (let g = layout.nodeFirstGene[node]!; g < layout.nodeFirstGene[node + 1]!; g += tasks) {
          normaliseCore(whole, g, tasks);
          for (let k = g; k < g + tasks; k++) expect(whole[k]).toBeCloseTo(state.plan.fraction[k]!, 12);
        }
      }
    }
    const none = 0.6 ** tables.layout.geneCount;
    expect(Math.abs(mutated / 4000 - 0.1 * (1 - none))).toBeLessThan(0.02);
    expect(Math.abs(genes / 4000 / tables.layout.geneCount - 0.04)).toBeLessThan(0.01);
  });
});

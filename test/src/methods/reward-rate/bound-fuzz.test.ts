import { beforeAll, describe, expect, it } from 'vitest';
import { rewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import { uniformStream } from '../../../../src/instances/random-stream.js';
import { UNLIMITED } from '../../../../src/methods/control.js';
import { configLp } from '../../../../src/methods/reward-rate/config-lp.js';
import { idleConflict } from '../../../../src/methods/reward-rate/infeasibility.js';
import type { LpEngine } from '../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../src/solvers/linear/highs.js';
import { type BestPlan, bruteForce, type NodeOption, oracle } from '../../../oracle/brute-force.js';
import { checked } from '../../../oracle/checked.js';
import { bestMixture, randomCoreFractions } from '../../../oracle/mixtures.js';
import { tinyRandom } from '../../../oracle/tiny-random.js';

const INSTANCES = 2000;
const RELATIVE = 1e-9;

interface Outcome {
  readonly seed: number;
  readonly best: BestPlan | null;
  readonly conflict: ReturnType<typeof idleConflict>;
  /** Amount of the first limit the idle facility breaks, by the oracle. */
  readonly idleAmount: { readonly constraint: string; readonly amount: number } | null;
  readonly bound: number;
  readonly claim: number;
  readonly reward: number;
  readonly violations: readonly string[];
  readonly warnings: readonly string[];
  readonly mixture: number;
  readonly fractions: { readonly rewardPerS: number; readonly violations: readonly string[] };
}

describe('configuration LP on random facilities against brute force', () => {
  const outcomes: Outcome[] = [];
  const feasible = (): Outcome[] => outcomes.filter((outcome) => outcome.best !== null);

  beforeAll(async () => {
    const engine = await loadHighs();
    for (let seed = 1; seed <= INSTANCES; seed++) outcomes.push(await outcomeOf(seed, engine));
  });

  it('no plan of one configuration per node earns more than the certified bound', () => {
    expect(feasible().length).toBeGreaterThan(0.85 * INSTANCES);
    expect(seedsWhere(({ best, bound }) => best!.rewardPerS > above(bound))).toEqual([]);
  });

  it('no mixture of configurations that keeps the limits on average earns more than the certified bound', () => {
    expect(seedsWhere(({ mixture, bound }) => mixture > above(bound))).toEqual([]);
  });

  it('no core-fraction plan, rated time-sliced by the checker, earns more than the certified bound', () => {
    expect(seedsWhere(({ fractions }) => fractions.violations.length > 0)).toEqual([]);
    expect(seedsWhere(({ fractions, bound }) => fractions.rewardPerS > above(bound))).toEqual([]);
    expect(feasible().filter(({ fractions }) => fractions.rewardPerS > 0).length).toBeGreaterThan(0.5 * INSTANCES);
  });

  it('every plan passes the checker, earns what it claims and never more than its bound', () => {
    expect(seedsWhere(({ violations }) => violations.length > 0)).toEqual([]);
    expect(seedsWhere(({ claim, reward }) => Math.abs(claim - reward) > RELATIVE * Math.max(1, reward))).toEqual([]);
    expect(seedsWhere(({ reward, bound }) => reward > above(bound))).toEqual([]);
    expect(seedsWhere(({ reward, best }) => reward > best!.rewardPerS * (1 + RELATIVE))).toEqual([]);
    expect(seedsWhere(({ warnings }) => warnings.length > 0)).toEqual([]);
  });

  it('mostly finds the best plan of one configuration per node', () => {
    const found = feasible().filter(({ reward, best }) => reward >= best!.rewardPerS * (1 - 1e-7));
    expect(found.length / feasible().length).toBeGreaterThan(0.9);
  });

  it('says infeasible exactly where nothing is feasible, and by how much', () => {
    expect(outcomes.filter(({ best, conflict }) => (best === null) !== (conflict !== null))).toEqual([]);
    const conflicts = outcomes.filter(({ conflict }) => conflict !== null);
    expect(conflicts.length).toBeGreaterThan(20);
    for (const { seed, conflict, idleAmount } of conflicts) {
      expect([seed, conflict!.constraint]).toEqual([seed, idleAmount!.constraint]);
      expect(Math.abs(conflict!.amount - idleAmount!.amount)).toBeLessThan(1e-9 * Math.max(1, idleAmount!.amount));
    }
  });

  function seedsWhere(wrong: (outcome: Outcome) => boolean): number[] {
    return feasible()
      .filter(wrong)
      .map(({ seed }) => seed);
  }
});

function above(bound: number): number {
  return bound * (1 + RELATIVE) + 1e-12;
}

async function outcomeOf(seed: number, engine: LpEngine): Promise<Outcome> {
  const facility = tinyRandom(seed);
  const { instance, matrix } = facility;
  const problem = rewardRateProblem(instance, matrix);
  const truth = oracle(instance, matrix);
  const hot: NodeOption[][] = [];
  const best = bruteForce(truth, (choice) => hot.push([...choice]));
  const conflict = idleConflict(problem);
  const idle = truth.operate(truth.zones.map((zone) => zone.idleW));
  if (best === null || conflict !== null) {
    return {
      seed,
      best,
      conflict,
      idleAmount: idleAmountOf(facility, idle),
      bound: 0,
      claim: 0,
      reward: 0,
      violations: [],
      warnings: [],
      mixture: 0,
      fractions: { rewardPerS: 0, violations: [] },
    };
  }
  const { plan, claimedRewardPerS, certificate, warnings } = await configLp({ problem, engine, control: UNLIMITED });
  const evaluation = checked(facility, plan!.setPointC, plan!.assignments);
  const draw = uniformStream(seed, 'mixtures');
  return {
    seed,
    best,
    conflict,
    idleAmount: null,
    bound: certificate?.boundRewardPerS ?? NaN,
    claim: claimedRewardPerS!,
    reward: evaluation.rewardPerS,
    violations: evaluation.violations.map(({ constraint }) => constraint),
    warnings,
    mixture: bestMixture(truth, hot, best.choice, draw),
    fractions: randomCoreFractions(facility, truth, draw),
  };
}

function idleAmountOf(
  { instance, matrix }: ReturnType<typeof tinyRandom>,
  idle: ReturnType<ReturnType<typeof oracle>['operate']>,
): Outcome['idleAmount'] {
  const { cracs, nodeTypes } = instance.facility;
  const { limits } = instance;
  const minC = Math.max(...cracs.map((crac) => crac.setPointMinC));
  const overC = minC + Math.max(...idle.inletRiseC) - limits.redLineC;
  if (overC > 0) return { constraint: 'redLine', amount: overC };
  const overW = idle.totalW(idle.warmestC) - limits.powerCapW;
  if (overW > 0) return { constraint: 'powerCap', amount: overW };
  const idleIn = (racks: readonly string[]): number =>
    matrix.zones.reduce((sum, zone) => {
      const type = nodeTypes.find(({ name }) => name === zone.nodeType)!;
      return sum + (racks.includes(zone.rack) ? (zone.nodeCount * type.idlePowerW) / (type.psuEfficiency ?? 1) : 0);
    }, 0);
  for (const { rack, powerLimitW } of limits.rackPowerLimits ?? []) {
    if (idleIn([rack]) > powerLimitW) return { constraint: 'rackPower', amount: idleIn([rack]) - powerLimitW };
  }
  for (const { racks, powerLimitW } of limits.pdus ?? []) {
    if (idleIn(racks) > powerLimitW) return { constraint: 'pduPower', amount: idleIn(racks) - powerLimitW };
  }
  for (const [c, name] of matrix.cracNames.entries()) {
    const capacityW = cracs.find((crac) => crac.name === name)!.coolingCapacityW ?? Infinity;
    if (idle.cracHeatW[c]! > capacityW)
      return { constraint: 'coolingCapacity', amount: idle.cracHeatW[c]! - capacityW };
  }
  return null;
}

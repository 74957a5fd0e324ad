import { beforeAll, describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { configLp, configurationBound } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { type BestPlan, bruteForce, type NodeOption, oracle } from '../../../../../oracle/brute-force.js';
import { checked, relativeDifference } from '../../../../../oracle/checked.js';
import { bestMixture, randomCoreFractions } from '../../../../../oracle/mixtures.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { UNSEEDED } from '../../../../../support/unseeded.js';

const INSTANCES = fuzzCount(2000);
/** Only the bound is computed for the others: rounding takes most of the time. */
const PLANNED = fuzzCount(350);
const RELATIVE = 1e-9;

interface Outcome {
  readonly seed: number;
  readonly best: BestPlan | null;
  readonly bestUniform: BestPlan | null;
  readonly conflict: ReturnType<typeof idleConflict>;
  /** Amount of the first limit the idle facility breaks, by the oracle. */
  readonly idleAmount: { readonly constraint: string; readonly amount: number } | null;
  readonly bound: number;
  readonly plan: PlanOutcome | null;
  readonly mixture: number;
  readonly fractions: { readonly rewardPerS: number; readonly violations: readonly string[] };
}

interface PlanOutcome {
  readonly claim: number;
  readonly reward: number;
  readonly violations: readonly string[];
  readonly warnings: readonly string[];
}

describe('configuration LP on random facilities against brute force', () => {
  const outcomes: Outcome[] = [];
  const feasible = (): Outcome[] => outcomes.filter((outcome) => outcome.best !== null);

  beforeAll(async () => {
    const engine = await loadHighs();
    for (let seed = 1; seed <= INSTANCES; seed++) outcomes.push(await outcomeOf(seed, engine));
  });

  it('no plan of one configuration per node earns more than the certified bound', () => {
    expect(feasible().length).toBeGreaterThan(0.75 * INSTANCES);
    expect(seedsWhere(({ bound }) => !Number.isFinite(bound))).toEqual([]);
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
    expect(planned().length).toBeGreaterThan(0.75 * PLANNED);
    expect(plansWhere(({ violations }) => violations.length > 0)).toEqual([]);
    expect(plansWhere(({ claim, reward }) => relativeDifference(claim, reward) > RELATIVE)).toEqual([]);
    expect(plansWhere(({ reward }, { bound }) => reward > above(bound))).toEqual([]);
    expect(plansWhere(({ reward }, { bestUniform }) => reward > above(bestUniform!.rewardPerS))).toEqual([]);
    expect(plansWhere(({ warnings }) => warnings.length > 0)).toEqual([]);
  });

  it('mostly finds the best plan of one configuration per node', () => {
    const missed = plansWhere(({ reward }, { bestUniform }) => reward < bestUniform!.rewardPerS * (1 - 1e-7));
    expect(1 - missed.length / planned().length).toBeGreaterThan(0.97);
  });

  it('says infeasible exactly where nothing is feasible, and by how much', () => {
    const astray = outcomes.filter(({ best, conflict }) => (best === null) !== (conflict !== null));
    expect(astray.map(({ seed }) => seed)).toEqual([]);
    const conflicts = outcomes.filter(({ conflict }) => conflict !== null);
    expect(conflicts.length).toBeGreaterThan(0.01 * INSTANCES);
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

  function planned(): Outcome[] {
    return feasible().filter(({ plan }) => plan !== null);
  }

  function plansWhere(wrong: (plan: PlanOutcome, outcome: Outcome) => boolean): number[] {
    return planned()
      .filter((outcome) => wrong(outcome.plan!, outcome))
      .map(({ seed }) => seed);
  }
});

function above(bound: number): number {
  return bound * (1 + RELATIVE) + 1e-12;
}

async function outcomeOf(seed: number, engine: LpEngine): Promise<Outcome> {
  const facility = tinyRandom(seed, { cracs: 1 });
  const { instance, matrix } = facility;
  const model = rewardRateModel(instance, matrix);
  const truth = oracle(instance, matrix);
  const hot: NodeOption[][] = [];
  const { best, bestUniform } = bruteForce(truth, (choice) => hot.push([...choice]));
  const conflict = idleConflict(model);
  const known = { seed, best, bestUniform, conflict };
  if (best === null || conflict !== null) {
    const idleAmount = idleAmountOf(facility, truth.operate(truth.zones.map((zone) => zone.idleW)));
    return { ...known, idleAmount, bound: 0, plan: null, mixture: 0, fractions: { rewardPerS: 0, violations: [] } };
  }
  const input = { model, engine, control: UNLIMITED, ...UNSEEDED };
  const draw = randomStream(seed, 'mixtures').uniform;
  const mixed = {
    mixture: bestMixture(truth, hot, best.choice, draw),
    fractions: randomCoreFractions(facility, truth, draw),
  };
  if (seed > PLANNED) {
    const certificate = await configurationBound(input, null);
    return { ...known, idleAmount: null, bound: certificate?.boundRewardPerS ?? NaN, plan: null, ...mixed };
  }
  const { plan, claimedRewardPerS, certificate, warnings } = await configLp(input);
  const { rewardPerS, violations } = checked(facility, plan!.setPointsC, plan!.assignments);
  return {
    ...known,
    idleAmount: null,
    bound: certificate?.boundRewardPerS ?? NaN,
    plan: {
      claim: claimedRewardPerS!,
      reward: rewardPerS,
      violations: violations.map(({ constraint }) => constraint),
      warnings,
    },
    ...mixed,
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

import { beforeAll, describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { configLp, oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { solveConfigurationLp } from '../../../../../../src/families/reward-rate/methods/room-program/configuration-lp.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { oracle } from '../../../../../oracle/brute-force.js';
import { checked, relativeDifference } from '../../../../../oracle/checked.js';
import { bestOnGrid } from '../../../../../oracle/set-point-grid.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Ranges of set-points that overlap less and less. */
function apart(facility: TinyFacility, byC: number): TinyFacility {
  const cracs = facility.instance.facility.cracs.map((crac, c) => ({
    ...crac,
    setPointMinC: crac.setPointMinC + c * byC,
    setPointMaxC: crac.setPointMaxC + c * byC,
  }));
  return { ...facility, instance: { ...facility.instance, facility: { ...facility.instance.facility, cracs } } };
}

function withCracs(
  facility: TinyFacility,
  change: (crac: TinyFacility['instance']['facility']['cracs'][number], c: number) => object,
): TinyFacility {
  const cracs = facility.instance.facility.cracs.map((crac, c) => ({ ...crac, ...change(crac, c) }));
  return { ...facility, instance: { ...facility.instance, facility: { ...facility.instance.facility, cracs } } };
}

interface Case {
  readonly name: string;
  readonly facility: TinyFacility;
}

const SMALL = { mostPlans: 150 };
const CASES: Case[] = [
  ...Array.from({ length: fuzzCount(26, 12) }, (_, n) => ({
    name: `two ${n}`,
    facility: tinyRandom(100 + n, { ...SMALL, cracs: 2 }),
  })),
  ...Array.from({ length: fuzzCount(8) }, (_, n) => ({
    name: `three ${n}`,
    facility: tinyRandom(200 + n, { ...SMALL, cracs: 3 }),
  })),
  ...Array.from({ length: fuzzCount(10) }, (_, n) => ({
    name: `apart ${n}`,
    facility: apart(tinyRandom(300 + n, { ...SMALL, cracs: 2 }), 4 + 2 * n),
  })),
  ...Array.from({ length: fuzzCount(8) }, (_, n) => ({
    name: `failed ${n}`,
    facility: withCracs(tinyRandom(400 + n, { ...SMALL, cracs: 2 + (n % 2) }), (_, c) =>
      c === 1 ? { coolingCapacityW: 0 } : {},
    ),
  })),
];

describe('independent set-points on random facilities', () => {
  const solved: {
    readonly name: string;
    readonly best: number | null;
    readonly bound: number;
    readonly common: number;
    readonly reward: number;
    readonly claim: number;
    readonly gap: number | null;
    readonly violations: readonly string[];
  }[] = [];
  const unsolved: { readonly name: string; readonly best: number | null }[] = [];

  beforeAll(async () => {
    const engine = await loadHighs();
    for (const { name, facility } of CASES) {
      const model = rewardRateModel(facility.instance, facility.matrix);
      const truth = oracle(facility.instance, facility.matrix);
      const best = bestOnGrid(facility, truth, model.matrix.cracNames.length === 3 ? 5 : 9)?.rewardPerS ?? null;
      if (idleConflict(model) !== null) unsolved.push({ name, best });
      else solved.push({ name, best, ...(await outcomeOf(facility, engine)) });
    }
  });

  it('no plan at any set-points of a grid earns more than the bound', () => {
    expect(solved.length).toBeGreaterThan((35 / 52) * CASES.length);
    expect(solved.filter(({ best, bound }) => best !== null && best > above(bound))).toEqual([]);
    expect(solved.filter(({ best }) => (best ?? 0) > 0).length).toBeGreaterThan((20 / 52) * CASES.length);
  });

  it('the bound is never below what the LP earns at a common set-point', () => {
    expect(solved.filter(({ common, bound }) => common > above(bound) + 1e-7 * bound)).toEqual([]);
  });

  it('plans pass the checker, earn what they claim and no more than the bound', () => {
    expect(solved.filter(({ violations }) => violations.length > 0)).toEqual([]);
    expect(solved.filter(({ claim, reward }) => relativeDifference(claim, reward) > 1e-9)).toEqual([]);
    expect(solved.filter(({ reward, bound }) => reward > above(bound))).toEqual([]);
  });

  it('plans are hardly ever beaten by the grid', () => {
    const beaten = solved.filter(({ best, reward }) => best !== null && reward < best * (1 - 1e-7));
    expect(beaten.length).toBeLessThanOrEqual(0.1 * solved.length);
  });

  it('the bound is proven close to the best mixture', () => {
    const wide = solved.filter(({ gap, bound }) => bound > 0 && (gap === null || gap > 1e-3));
    expect(wide.length).toBeLessThanOrEqual(0.15 * solved.length);
  });

  it('nothing feasible on the grid is called infeasible', () => {
    expect(unsolved.filter(({ best }) => best !== null)).toEqual([]);
  });
});

describe('many CRACs', () => {
  it('twelve CRACs give a checked plan and a bound with its gap', async () => {
    const engine = await loadHighs();
    let feasible = 0;
    for (const seed of [1, 2, 3]) {
      const facility = tinyRandom(500 + seed, { ...SMALL, cracs: 12 });
      const model = rewardRateModel(facility.instance, facility.matrix);
      if (idleConflict(model) !== null) continue;
      const { bound, reward, violations } = await outcomeOf(facility, engine);
      expect(violations).toEqual([]);
      expect(reward).toBeLessThanOrEqual(above(bound));
      feasible++;
    }
    expect(feasible).toBeGreaterThan(0);
  });
});

function above(bound: number): number {
  return bound * (1 + 1e-9) + 1e-12;
}

async function outcomeOf(facility: TinyFacility, engine: LpEngine) {
  const model = rewardRateModel(facility.instance, facility.matrix);
  const random = randomStream(1, 'several-cracs');
  const { plan, claimedRewardPerS, certificate } = await configLp({
    model,
    engine,
    control: UNLIMITED,
    random,
    start: null,
  });
  const { rewardPerS, violations } = checked(facility, plan!.setPointsC, plan!.assignments);
  return {
    bound: certificate!.boundRewardPerS,
    gap: certificate!.relaxationGap,
    common: await commonValue(model, engine),
    reward: rewardPerS,
    claim: claimedRewardPerS!,
    violations: violations.map(({ constraint, where, amount }) => `${constraint} ${where} ${amount}`),
  };
}

/** The LP's value at a common set-point, 0 where there is none. */
async function commonValue(model: ReturnType<typeof rewardRateModel>, engine: LpEngine): Promise<number> {
  if (model.setPointMinC > model.setPointMaxC) return 0;
  const lp = await solveConfigurationLp({
    model,
    oracles: oraclesOf(model),
    engine,
    control: UNLIMITED,
    incumbent: null,
  });
  // Where the cap is not convex the LP's value is above what can be earned.
  return 'failure' in lp || (lp.lpGap ?? 1) > 1e-6 ? 0 : lp.solution.objective;
}

import { beforeAll, describe, expect, it } from 'vitest';
import { type PlanConstraint, planView } from '../../../../../../models/families/reward-rate/plan-constraint.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { configLp } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { configLs } from '../../../../../../src/families/reward-rate/methods/config-ls/config-ls.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import type { MethodOutcome } from '../../../../../../src/families/reward-rate/methods/outcome.js';
import { type RunControl, UNLIMITED } from '../../../../../../src/methods/control.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { type NodeOption, oracle, sumRates } from '../../../../../oracle/brute-force.js';
import { checked } from '../../../../../oracle/checked.js';
import { rangesApart } from '../../../../../oracle/ranges-apart.js';
import { tinyRandom, type TinyFacility } from '../../../../../oracle/tiny-random.js';
import { UNSEEDED } from '../../../../../support/unseeded.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

let engine: LpEngine;
beforeAll(async () => {
  engine = await loadHighs();
});

/** At most so many busy cores in the whole facility. */
function busyCores(most: number): PlanConstraint {
  return {
    name: 'busy cores',
    unit: 'cores',
    violation: ({ zones }) =>
      zones
        .flatMap(({ nodes }) => nodes.flatMap(({ cores }) => cores.map((core) => core.cores)))
        .reduce((a, b) => a + b, -most),
  };
}

function checkedViolations(facility: TinyFacility, { plan }: MethodOutcome): number {
  return checked(facility, plan!.setPointsC, plan!.assignments).violations.length;
}

function solve({ instance, matrix }: TinyFacility, constraints: readonly PlanConstraint[]): Promise<MethodOutcome> {
  const model = rewardRateModel(instance, matrix);
  return configLs({ model, engine, control: UNLIMITED, ...UNSEEDED, constraints });
}

/** The best plan of one P-state per node and task type that keeps the cores, by trying them all. */
function bestWithin({ instance, matrix }: TinyFacility, mostCores: number): number {
  const { zones, operate, rewardPerS } = oracle(instance, matrix);
  let best = -1;
  const choice: NodeOption[] = [];
  const descend = (z: number, cores: number): void => {
    if (cores > mostCores) return;
    if (z < zones.length) {
      for (const option of zones[z]!.zone) {
        choice[z] = option;
        if (option.uniform) descend(z + 1, cores + option.cores.length);
      }
      return;
    }
    const reward = rewardPerS(sumRates(choice));
    if (reward > best && operate(choice.map((option, b) => option.coreW + zones[b]!.idleW)).feasible) best = reward;
  };
  descend(0, 0);
  return best;
}

describe('config-ls under a limit of the user', () => {
  it('keeps it, stays feasible by the checker and below the bound, and finds the best plan brute force finds', async () => {
    const rooms = fuzzCount(30, 10);
    let tried = 0;
    let found = 0;
    let cut = 0;
    for (let seed = 1; seed <= 90 && tried < rooms; seed++) {
      const facility = tinyRandom(seed, { mostPlans: 800 });
      const model = rewardRateModel(facility.instance, facility.matrix);
      // Several CRACs keep one set-point here, which brute force assumes as well.
      if (idleConflict(model) !== null || model.matrix.cracNames.length > 1) continue;
      tried++;
      const { plan, claimedRewardPerS, certificate } = await solve(facility, [busyCores(2)]);
      const { rewardPerS, violations } = checked(facility, plan!.setPointsC, plan!.assignments);
      expect([seed, violations]).toEqual([seed, []]);
      expect(busyCores(2).violation(planView(facility.matrix, plan!.assignments))).toBeLessThanOrEqual(0);
      expect(rewardPerS).toBeCloseTo(claimedRewardPerS!, 9);
      expect(rewardPerS).toBeLessThanOrEqual(certificate!.boundRewardPerS * (1 + 1e-9) + 1e-12);
      const best = bestWithin(facility, 2);
      expect(rewardPerS).toBeLessThanOrEqual(best * (1 + 1e-9) + 1e-12);
      if (rewardPerS >= best * (1 - 1e-9)) found++;
      if (best < certificate!.boundRewardPerS * (1 - 1e-3)) cut++;
    }
    expect(tried).toBe(rooms);
    expect(found).toBeGreaterThanOrEqual(rooms - 1);
    expect(cut).toBeGreaterThan(1);
  });

  it('says so when no plan keeps the limit, and returns the one that comes nearest', async () => {
    const facility = tinyRandom(3);
    const never: PlanConstraint = { name: 'never', unit: 'units', violation: () => 1 };
    const { plan, warnings } = await solve(facility, [never]);
    expect(plan).not.toBeNull();
    expect(warnings.join()).toContain('no plan that keeps all limits');
  });

  it('keeps a limit on single nodes of a zone in the plan that it returns, not only in its own order of nodes', async () => {
    const first: PlanConstraint = {
      name: 'the first node of each zone rests or all do',
      unit: 'nodes',
      violation: ({ zones }) => zones.filter(({ nodes }) => nodes[0]!.cores.length > 0).length,
    };
    for (const seed of [11, 12, 13]) {
      const facility = tinyRandom(seed, { cracs: 1 });
      const { plan, warnings } = await solve(facility, [first]);
      const kept = first.violation(planView(facility.matrix, plan!.assignments)) === 0;
      expect([seed, kept || warnings.join().includes('no plan that keeps all limits')]).toEqual([seed, true]);
    }
  });

  it('without limits gives nothing away where the ranges of two CRACs share no temperature', async () => {
    let planned = 0;
    for (let seed = 1; seed <= fuzzCount(12, 6); seed++) {
      const facility = rangesApart(tinyRandom(seed, { cracs: 2 }));
      const model = rewardRateModel(facility.instance, facility.matrix);
      const input = { model, engine, control: UNLIMITED, ...UNSEEDED, constraints: [] };
      const before = await configLp(input);
      if (before.plan === null || checkedViolations(facility, before) > 0) continue;
      planned++;
      const after = await configLs(input);
      expect([seed, checkedViolations(facility, after)]).toEqual([seed, 0]);
      expect(after.claimedRewardPerS).toBeGreaterThanOrEqual(before.claimedRewardPerS! * (1 - 1e-12));
    }
    expect(planned).toBeGreaterThan(2);
  });

  it('gives nothing of the plan of config-lp away that keeps the limit with a set-point for each of two CRACs', async () => {
    const slack: PlanConstraint = { name: 'slack', unit: 'units', violation: () => -1 };
    let planned = 0;
    let more = 0;
    for (let seed = 1; seed <= fuzzCount(12, 12); seed++) {
      const two = tinyRandom(seed, { cracs: 2 });
      for (const facility of seed % 4 === 0 ? [two, rangesApart(two)] : [two]) {
        const model = rewardRateModel(facility.instance, facility.matrix);
        const before = await configLp({ model, engine, control: UNLIMITED, ...UNSEEDED });
        if (before.plan === null || checkedViolations(facility, before) > 0) continue;
        planned++;
        if (new Set(before.plan.setPointsC).size > 1) more++;
        let left = 40;
        const control: RunControl = { step: ({ phase }) => Promise.resolve(phase === 'local search' && --left <= 0) };
        const after = await configLs({ model, engine, control, ...UNSEEDED, constraints: [slack] });
        expect([seed, checkedViolations(facility, after)]).toEqual([seed, 0]);
        const { rewardPerS } = checked(facility, after.plan!.setPointsC, after.plan!.assignments);
        expect([seed, rewardPerS >= before.claimedRewardPerS! * (1 - 1e-9)]).toEqual([seed, true]);
      }
    }
    expect(planned).toBeGreaterThan(7);
    expect(more).toBeGreaterThan(3);
  });

  it('looks at the limits of the run at least every 100 moves, and makes none when it is over already', async () => {
    const facility = tinyRandom(11);
    const model = rewardRateModel(facility.instance, facility.matrix);
    for (const looks of [0, 1, 3]) {
      let left = looks;
      const control: RunControl = {
        step: ({ phase }) => Promise.resolve(looks === 0 || (phase === 'local search' && --left <= 0)),
      };
      const outcome = await configLs({ model, engine, control, ...UNSEEDED, constraints: [busyCores(2)] });
      expect(outcome.stoppedEarly).toBe(true);
      expect(outcome.work['proposals']).toBe(100 * looks);
      expect(busyCores(2).violation(planView(facility.matrix, outcome.plan!.assignments))).toBeLessThanOrEqual(0);
    }
  });

  it('comes to an end even where it could go on getting somewhere for ever', async () => {
    // A limit that breaks the rules: idling comes nearest when first asked about, and every plan a little nearer each time.
    let asked = 0;
    const never: PlanConstraint = {
      name: 'never',
      unit: 'units',
      violation: ({ zones }) => {
        asked++;
        const idle = zones.every(({ nodes }) => nodes[0]!.cores.length === 0);
        return idle && asked < 10 ? 0.5 : 1 + 1e3 / (1e3 + asked);
      },
    };
    const { instance, matrix } = tinyRandom(3, { cracs: 1, colocation: 'none' });
    let looks = 0;
    const control: RunControl = { step: () => Promise.resolve(++looks > 10_000) };
    const model = rewardRateModel(instance, matrix);
    const { stoppedEarly } = await configLs({ model, engine, control, ...UNSEEDED, constraints: [never] });
    expect(stoppedEarly).toBe(false);
    expect(looks).toBeGreaterThan(1000);
  });

  it('the same seed gives the same plan', async () => {
    const facility = tinyRandom(11);
    const [one, two] = [await solve(facility, [busyCores(3)]), await solve(facility, [busyCores(3)])];
    expect(two.plan).toEqual(one.plan);
    expect(two.work).toEqual(one.work);
  });
});

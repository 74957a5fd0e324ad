import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import { sparseRows } from '../../../../../models/physics/thermal/sparse-rows.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import type { Limits, RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { checkPlan } from '../../../../../src/families/reward-rate/check/check-plan.js';
import { expectViolation } from './changed-case.js';

/** rho c of the instance's air, J/(m3 K). */
const RHO_C = 1.204 * 1006;
/** Flows of both CRACs and of the node, m3/s. */
const FLOWS = [0.05, 0.05, 0.02];

/** Mixed air: every inlet draws the same mixture, so the node's is at 10 + P / (rho c 0.1), and at 10 + P / (rho c 0.05) with a CRAC gone. */
const matrix: InfluenceMatrix = {
  cracNames: ['CRAC1', 'CRAC2'],
  zones: [{ name: 'R1/L1', rack: 'R1', level: 1, nodeType: 'S', nodeCount: 1, firstSlot: 1 }],
  airFlowM3PerS: Float64Array.from(FLOWS),
  weights: sparseRows(FLOWS.flatMap(() => FLOWS.map((flow) => flow / 0.12))),
  provenance: { kind: 'imported', summary: 'by hand', rowSumError: 0, conservationError: 0 },
};

/** tiny-survive with all four cores at 2 GHz: 60 W at both CRACs' coldest set-points, 75 W at the meter with a CoP of 4. */
function evaluation(
  limits: Partial<Limits>,
  coolingCapacityW?: number,
  own: Partial<RewardRatePlan> = {},
  failureGroups?: RewardRateInstance['failureGroups'],
  air: InfluenceMatrix = matrix,
): PlanEvaluation {
  const text = readFileSync('instances/reward-rate/tiny-survive.json', 'utf8');
  const instance = JSON.parse(text) as RewardRateInstance;
  // The matrix of mixed air says nothing of other air.
  const onFailure = air === matrix ? ('fanRuns' as const) : ('fanStops' as const);
  const cracs = instance.facility.cracs.map((crac) => ({
    ...crac,
    onFailure,
    ...(coolingCapacityW === undefined ? {} : { coolingCapacityW }),
  }));
  const cores = [{ count: 4, slices: [{ taskType: 'a', pState: 0, fraction: 1 }] }];
  return checkPlan(
    {
      ...instance,
      failureGroups,
      facility: { ...instance.facility, cracs },
      limits: { ...instance.limits, ...limits },
    },
    air,
    {
      format: 'plenum.reward-rate-plan',
      formatVersion: 1,
      instance: { name: instance.name, sha256: '' },
      method: 'by hand',
      claimedRewardPerS: 2,
      setPointsC: { CRAC1: 10, CRAC2: 10 },
      assignments: [{ zone: 'R1/L1', nodes: 1, cores }],
      ...own,
    },
  );
}

const kinds = ({ violations }: PlanEvaluation): string[] => violations.map(({ constraint }) => constraint);

describe('limits.survive, by hand', () => {
  it('an inlet that is too hot without a CRAC is a violation for each that fails, with the kelvins over the red line itself', () => {
    const found = evaluation({ reserve: { inletK: 0.1 } });
    const overK = 60 / (RHO_C * 0.05) - 0.8;
    expect(overK).toBeGreaterThan(0.19);
    expectViolation(found, 'failureRedLine', 'CRAC1: R1/L1', overK);
    expectViolation(found, 'failureRedLine', 'CRAC2: R1/L1', overK);
    expect(kinds(found)).toEqual(['failureRedLine', 'failureRedLine']);
  });

  it('the CRAC that is left removes all heat, and 60 W pass its 55 W by 5', () => {
    const found = evaluation({ redLineC: 12 }, 55);
    expectViolation(found, 'failureCoolingCapacity', 'CRAC1: CRAC2', 5, 1e-6);
    expectViolation(found, 'failureCoolingCapacity', 'CRAC2: CRAC1', 5, 1e-6);
    expect(found.violations).toHaveLength(2);
  });

  it('a cap of 70 W is passed by 5 W with either gone as with both at work', () => {
    const found = evaluation({ redLineC: 12, powerCapW: 70 });
    expectViolation(found, 'powerCap', '', 5);
    expectViolation(found, 'failurePowerCap', 'CRAC1', 5);
    expectViolation(found, 'failurePowerCap', 'CRAC2', 5);
  });

  it('a plan that holds in both failed rooms, or need not, breaks nothing', () => {
    expect(evaluation({ redLineC: 10 + 60 / (RHO_C * 0.05) + 1e-5 }).violations).toEqual([]);
    expect(evaluation({ survive: undefined }).violations).toEqual([]);
  });

  describe('with set-points for each failure', () => {
    const WARM = { CRAC1: 20, CRAC2: 20 };
    const COLD = { failureSetPointsC: { CRAC1: { CRAC2: 10 }, CRAC2: { CRAC1: 10 } } };
    /** Inlet with one CRAC at T, and all 60 W, C. */
    const alone = (setPointC: number): number => setPointC + 60 / (RHO_C * 0.05);
    const limits = { survive: 'any-crac-reset' as const, redLineC: 20.8 };

    it('an inlet that passes the red line at 20 C keeps it at 10 C, for good and on the way', () => {
      expect(alone(20)).toBeGreaterThan(20.8);
      expectViolation(
        evaluation(limits, undefined, { setPointsC: WARM }),
        'failureRedLine',
        'CRAC1: R1/L1',
        alone(20) - 20.8,
      );
      expect(evaluation(limits, undefined, { setPointsC: WARM, ...COLD }).violations).toEqual([]);
      // Plans that may not set them anew are judged at their own.
      const held = evaluation({ ...limits, survive: 'any-crac' }, undefined, { setPointsC: WARM, ...COLD });
      expect(kinds(held)).toEqual(['failureRedLine', 'failureRedLine']);
      // Nor are those of failures looked at there: nothing is said of an unknown one.
      const unknown = { setPointsC: WARM, failureSetPointsC: { B: { CRAC9: 99 } } };
      expect(kinds(evaluation({ ...limits, survive: 'any-crac' }, undefined, unknown))).toEqual(kinds(held));
    });

    it('an inlet too hot for good is named once, with the steady amount, though it is hotter still on the way', () => {
      // Warmer before than after: the course begins at 20 C and more, and ends at 10 C and more.
      const redLineC = alone(10) - 0.1;
      const found = evaluation({ ...limits, redLineC }, undefined, { setPointsC: WARM, ...COLD });
      const hot = found.violations.filter(({ constraint }) => constraint === 'failureRedLine');
      expect(hot.map(({ where }) => where)).toEqual(['CRAC1: R1/L1', 'CRAC2: R1/L1']);
      for (const { amount } of hot) expect(amount).toBeCloseTo(0.1, 6);
      expect(Math.max(...Array.from(found.failures![0]!.most.zoneInletC))).toBeGreaterThan(20);
    });

    it('an inlet that gets too warm before the controller acts is named with its time and kelvins', () => {
      // Nodes so heavy that their outlet stays: the floor behind the failed unit follows F' = (a F + c - F) / 20 s.
      const before = 20 + 60 / (RHO_C * 0.1);
      const outletC = before + 60 / (RHO_C * 0.02);
      const a = 0.05 / 0.12;
      const c = (0.05 * 20 + 0.02 * outletC) / 0.12;
      const endC = c / (1 - a);
      const inletC = a * (endC + (20 - endC) * Math.exp((-(1 - a) * 60) / 20)) + c;
      const redLineC = before + 1e-3;
      const failureResponse = { reactionS: 60, nodeThermalMassJPerK: 1_000_000 };
      const found = evaluation({ ...limits, redLineC, failureResponse }, undefined, { setPointsC: WARM, ...COLD });
      const [first, second] = found.violations;
      expect(first?.where).toBe('CRAC1: R1/L1 after 60 s');
      expect(second?.where).toBe('CRAC2: R1/L1 after 60 s');
      // Steps of half a second, and nodes that are heavy but not infinitely so.
      expect(Math.abs(first!.value - inletC)).toBeLessThan(0.03 * (inletC - before));
    });

    it('the power that pulls the room down from 20 C to 10 C passes a cap that both steady states keep, at the moment of the reaction', () => {
      // CoP 4: 75 W in both steady states; setting 10 C, the CRAC left takes out 10 K of its air at once.
      const found = evaluation({ ...limits, powerCapW: 80 }, undefined, { setPointsC: WARM, ...COLD });
      const cap = found.violations.find(({ constraint }) => constraint === 'failurePowerCap');
      expect(cap?.where).toBe('CRAC1 after 30 s');
      expect(cap!.value).toBeGreaterThan(60 + (RHO_C * 0.05 * 10) / 4);
      expect(found.failures![0]!.most.power.totalW).toBe(cap!.value);
    });

    it('where nodes are so heavy that nothing settles in four hours, the state after a failure is the steady one, hotter than the way', () => {
      const own = { setPointsC: WARM, failureSetPointsC: { CRAC1: { CRAC2: 19.9 }, CRAC2: { CRAC1: 19.9 } } };
      const failureResponse = { nodeThermalMassJPerK: 1_000_000 };
      const [state] = evaluation({ ...limits, failureResponse }, undefined, own).failures!;
      expect(Math.max(...Array.from(state!.most.zoneInletC))).toBeCloseTo(alone(19.9), 6);
      // CoP 4.
      expect(state!.most.power.totalW).toBeCloseTo(60 + 60 / 4, 6);
    });

    it('set-points out of range, of unknown CRACs and for unknown failures are violations', () => {
      const failureSetPointsC = { CRAC1: { CRAC2: 9, CRAC3: 10 }, B: {} };
      const found = evaluation(limits, undefined, { setPointsC: WARM, failureSetPointsC });
      expectViolation(found, 'setPointRange', 'CRAC1: CRAC2', 1);
      const faults = found.violations.filter(({ constraint }) => constraint === 'plan').map(({ where }) => where);
      expect(faults).toEqual([
        'failureSetPointsC.CRAC1: unknown CRAC "CRAC3"',
        'failureSetPointsC: unknown failure "B"',
      ]);
    });
  });

  it('where the air changes, the state after a failure is the warmest of the way, though it cools down for good', () => {
    /** Air of which the node draws a part from its own exhaust and the rest from the CRACs that blow, as much from each. */
    const recirculating = (flows: readonly number[], part: number): InfluenceMatrix => {
      const [first, second] = flows as [number, number];
      const drawn = flows.map((flow, c) => (c < 2 ? ((1 - part) * 0.02 * flow) / (first + second) : part * 0.02));
      const rows = flows.slice(0, 2).map((flow, c) => {
        const own = flow === 0 ? 1 : 1 - drawn[c]! / flow;
        return [c === 0 ? own : 0, c === 1 ? own : 0, 1 - own];
      });
      const ofNode = drawn.map((flow) => flow / 0.02);
      return { ...matrix, airFlowM3PerS: Float64Array.from(flows), weights: sparseRows([...rows.flat(), ...ofNode]) };
    };
    const air: InfluenceMatrix = {
      ...recirculating([0.05, 0.05, 0.02], 0.5),
      afterFailure: [
        { still: ['CRAC1'], blowing: [], matrix: recirculating([0, 0.05, 0.02], 0.25) },
        { still: ['CRAC2'], blowing: [], matrix: recirculating([0.05, 0, 0.02], 0.25) },
      ],
    };
    const found = evaluation({ redLineC: 40, powerCapW: 200 }, undefined, {}, undefined, air);
    expect(found.violations).toEqual([]);
    // The exhaust is 2 x 60 W warmer than 10 C before, and 4/3 after: the node draws a quarter of it, the CRAC 3/4 of 0.02 m3/s.
    const beforeK = (2 * 60) / (RHO_C * 0.02);
    for (const { most } of found.failures!) {
      expect(Math.max(...Array.from(most.zoneInletC))).toBeCloseTo(10 + 0.25 * beforeK, 9);
      expect(most.power.totalW).toBeCloseTo(60 + (RHO_C * 0.015 * beforeK) / 4, 9);
    }
  });

  it('a group that fails is a failure of its own, and its nodes count as on', () => {
    const limits = { survive: 'any-group' as const };
    const found = evaluation(limits, undefined, {}, [{ name: 'feed A', cracs: ['CRAC1'], racks: ['R1'] }]);
    expectViolation(found, 'failureRedLine', 'feed A: R1/L1', 60 / (RHO_C * 0.05) - 0.8);
    expect(found.violations).toHaveLength(3);
  });
});

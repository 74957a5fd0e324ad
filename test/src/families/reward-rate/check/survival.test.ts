import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import { sparseRows } from '../../../../../models/physics/thermal/sparse-rows.js';
import type { PlanEvaluation } from '../../../../../models/problems/reward-rate/outcome.js';
import type { Limits, RewardRateInstance } from '../../../../../models/problems/reward-rate/instance.js';
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
function evaluation(limits: Partial<Limits>, coolingCapacityW?: number): PlanEvaluation {
  const text = readFileSync('instances/reward-rate/tiny-survive.json', 'utf8');
  const instance = JSON.parse(text) as RewardRateInstance;
  const cracs = instance.facility.cracs.map((crac) =>
    coolingCapacityW === undefined ? crac : { ...crac, coolingCapacityW },
  );
  const cores = [{ count: 4, slices: [{ taskType: 'a', pState: 0, fraction: 1 }] }];
  return checkPlan(
    { ...instance, facility: { ...instance.facility, cracs }, limits: { ...instance.limits, ...limits } },
    matrix,
    {
      ...{ format: 'plenum.reward-rate-plan', formatVersion: 1, instance: { name: instance.name, sha256: '' } },
      ...{ method: 'by hand', claimedRewardPerS: 2, setPointsC: { CRAC1: 10, CRAC2: 10 } },
      assignments: [{ zone: 'R1/L1', nodes: 1, cores }],
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
});

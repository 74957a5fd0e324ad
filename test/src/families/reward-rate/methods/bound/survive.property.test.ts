import { beforeAll, describe, expect, it } from 'vitest';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import { withFailureSetPoints } from '../../../../../../src/families/reward-rate/runs/failure-set-points.js';
import { configLp } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { withIdleRoom } from '../../../../../../src/families/reward-rate/methods/idle-room.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { analyseFailures } from '../../../../../../src/families/reward-rate/studies/failures/analysis.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { planRecord } from '../../../../../oracle/checked.js';
import { bestSurviving, bestSurvivingReset, survivingRoom } from '../../../../../oracle/surviving-rooms.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const INERTIA = { nodeThermalMassJPerK: 10_000, plenumTimeConstantS: 20 };
const ROOMS = fuzzCount(20);

describe.each([
  { survive: 'any-crac', named: 'at their own set-points' },
  { survive: 'any-crac-reset', named: 'at set-points for each failure' },
] as const)('plans that survive the failure of any CRAC $named, on random rooms', ({ survive }) => {
  const resets = survive === 'any-crac-reset';
  interface Case {
    readonly seed: number;
    /** Greatest reward of a surviving plan on a grid of set-points; null where there is none. */
    readonly best: number | null;
    /** Bound and plan; null where the room was said to have none. */
    readonly found: { readonly bound: number; readonly rewardPerS: number; readonly broken: readonly string[] } | null;
    readonly verdicts: readonly string[];
  }
  const cases: Case[] = [];

  beforeAll(async () => {
    const engine = await loadHighs();
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = survivingRoom(seed, 60, survive);
      const { facility } = room;
      const steps = seed % 4 === 3 ? 4 : 7;
      const best = (resets ? bestSurvivingReset(room, steps) : bestSurviving(room, steps))?.rewardPerS ?? null;
      const model = withStandby(rewardRateModel(facility.instance, facility.matrix));
      if (idleConflict(model) !== null) {
        cases.push({ seed, best, found: null, verdicts: [] });
        continue;
      }
      const random = randomStream(1, 'survive');
      const input = { model: withIdleRoom(model), engine, control: UNLIMITED, random, start: null };
      const { plan, certificate } = await configLp(input);
      const made = { ...planRecord(facility, plan!.setPointsC, plan!.assignments), standby: plan!.standby };
      const record = withFailureSetPoints({ ...facility, model }, made);
      const evaluation = checkPlan(facility.instance, facility.matrix, record);
      const judged = { ...facility, plan: record, evaluation, inertia: INERTIA };
      const gone = facility.instance.facility.cracs.filter((crac) => crac.coolingCapacityW !== 0);
      const { record: failures } = await analyseFailures(
        judged,
        gone.map(({ name }) => ({ gone: [name] })),
        { engine, control: UNLIMITED },
      );
      cases.push({
        seed,
        best,
        found: {
          bound: certificate!.boundRewardPerS,
          rewardPerS: evaluation.rewardPerS,
          broken: evaluation.violations.map(({ constraint, where, amount }) => `${constraint} ${where} ${amount}`),
        },
        verdicts: failures.cases.map(({ verdict, redLine }) => `${verdict} ${redLine}`),
      });
    }
  });

  it('no surviving plan on a grid of set-points earns more than the bound', () => {
    expect(
      cases.filter(({ best, found }) => best !== null && found !== null && best > found.bound * (1 + 1e-9) + 1e-12),
    ).toEqual([]);
    const earning = cases.filter(({ best }) => (best ?? 0) > 0).length;
    expect(earning).toBeGreaterThan(ROOMS / 10);
  });

  it('plans keep all limits with every CRAC at work and when any fails, by the checker and by the analysis of failures', () => {
    const solved = cases.filter(({ found }) => found !== null);
    expect(solved.filter(({ found }) => found!.broken.length > 0)).toEqual([]);
    expect(
      solved.filter(({ verdicts }) => verdicts.some((verdict) => !verdict.startsWith(resets ? 'holds' : 'holds '))),
    ).toEqual([]);
    if (!resets)
      expect(solved.filter(({ verdicts }) => verdicts.some((verdict) => verdict.endsWith('passed')))).toEqual([]);
    else expect(solved.flatMap(({ verdicts }) => verdicts).join()).toContain('holdsReset');
  });

  it('plans earn no more than the bound, and are hardly ever beaten by the grid', () => {
    const solved = cases.flatMap(({ seed, best, found }) => (found === null ? [] : [{ seed, best, ...found }]));
    expect(solved.filter(({ rewardPerS, bound }) => rewardPerS > bound * (1 + 1e-9) + 1e-12)).toEqual([]);
    const beaten = solved.filter(({ best, rewardPerS }) => best !== null && rewardPerS < best * (1 - 1e-7));
    expect(beaten.length).toBeLessThanOrEqual(Math.max(2, 0.1 * solved.length));
  });

  it('no room with a surviving plan on the grid is said to have none', () => {
    expect(cases.filter(({ best, found }) => best !== null && found === null)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { evaluateSchedule } from '../../../../../models/families/utility/evaluate.js';
import { utilityPlanOf } from '../../../../../models/families/utility/plan-of.js';
import type { UtilityPlan } from '../../../../../models/families/utility/plan.js';
import type { UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { checkSchedule } from '../../../../../src/families/utility/check/check-schedule.js';
import { costPerWatt } from '../../../../../src/families/utility/check/cost.js';
import { handUtilityInstances } from '../../../../support/bundled.js';
import { makePolicy, POLICIES } from '../../../../../src/families/utility/methods/registry.js';
import { noFilter } from '../../../../../src/families/utility/methods/filters/fair-share.js';
import { simulate } from '../../../../../src/families/utility/methods/simulate.js';
import { utilityModelOf } from '../../../../support/utility/workload-of.js';

/** Prices that tell the hours of the day apart: 0 in the first, 1 in the second, ... USD/kWh. */
const BY_HOUR = { source: 'series', usdPerKwh: Array.from({ length: 24 }, (_, h) => h) } as const;

const named = (name: string): UtilityInstance => handUtilityInstances().find((one) => one.name === name)!;

/** The run of the better task of tiny-serial-tariff, begun at a moment, as a plan. */
function planFrom(startS: number): UtilityPlan {
  const usd = 0.3 * Math.max(0, 1 - startS / 3600) + 0.1 * Math.min(1, startS / 3600);
  return {
    format: 'plenum.utility-schedule',
    formatVersion: 1,
    method: 'by hand',
    instance: { name: 'tiny-serial-tariff', sha256: '0'.repeat(64) },
    claimed: { utility: 4, energyJ: [3.6e6], costUsd: [usd] },
    runs: [{ task: 'b', pool: 'machine', nodes: 1, pState: 0, machine: 0, pieces: [[startS, startS + 3600]] }],
    dropped: [],
  };
}

function verdictOf(instance: UtilityInstance, plan: UtilityPlan): ReturnType<typeof checkSchedule> {
  return checkSchedule(instance, utilityModelOf(instance).workload, plan);
}

describe('cost, as the checker finds it', () => {
  it('is the price of each hour of the day times the energy drawn in it, and midnight is the start of the measured time', () => {
    const period = { durationS: 100_000, measuredFromS: 20_000 };
    const usdPerW = costPerWatt({ energyPrice: BY_HOUR, period } as unknown as UtilityInstance)!;
    const kwh = 1000 / 3.6e6;
    // An hour from half past one; an hour before midnight; 25 hours, of which the last begins the next day.
    expect(1000 * usdPerW([[20_000 + 5400, 20_000 + 9000]], 0, 1e9)).toBeCloseTo(kwh * (1800 * 1 + 1800 * 2), 12);
    expect(1000 * usdPerW([[20_000 - 3600, 20_000]], 0, 1e9)).toBeCloseTo(23, 12);
    expect(1000 * usdPerW([[20_000, 20_000 + 25 * 3600]], 0, 1e9)).toBeCloseTo((23 * 24) / 2, 9);
    // Only the part inside a window, of all pieces.
    const pieces = [
      [20_000 + 3600, 20_000 + 7200],
      [20_000 + 7200, 20_000 + 10_800],
    ] as const;
    expect(1000 * usdPerW(pieces, 20_000 + 5400, 20_000 + 9000)).toBeCloseTo(0.5 * 1 + 0.5 * 2, 12);
    expect(costPerWatt({ period } as UtilityInstance)).toBeNull();
  });

  it('is that of all hours wherever midnight lies, also where an hour ends on a moment that is rounded', () => {
    for (let tenths = 1; tenths <= 3000; tenths++) {
      const measuredFromS = 86_400 + tenths / 10 + 1 / 3;
      const period = { durationS: 200_000, measuredFromS };
      const usdPerW = costPerWatt({ energyPrice: BY_HOUR, period } as unknown as UtilityInstance)!;
      const day = [measuredFromS, measuredFromS + 24 * 3600] as const;
      expect(1000 * usdPerW([day], 0, 1e9), `${measuredFromS}`).toBeCloseTo((23 * 24) / 2, 6);
    }
  });

  it.each([
    [2700, [0.15], []],
    [3600, [0.1], []],
    [0, [0.3], ['costBudget']],
    [2400, [1 / 6], ['costBudget']],
  ])('a run of 1 kWh from %d s costs %j USD of 0.16: violations %j', (startS, costUsd, broken) => {
    const verdict = verdictOf(named('tiny-serial-tariff'), planFrom(startS));
    expect(verdict.costUsd).toEqual(costUsd.map((usd) => expect.closeTo(usd, 12) as number));
    expect(verdict.violations.map(({ constraint, unit }) => [constraint, unit])).toEqual(
      broken.map((constraint) => [constraint, 'USD']),
    );
  });

  it('a claimed cost that is not what the schedule comes to is a violation, and so is none', () => {
    const plan = planFrom(3600);
    const claims = (costUsd: number[] | undefined): UtilityPlan => ({ ...plan, claimed: { ...plan.claimed, costUsd } });
    const where = (costUsd: number[] | undefined): string[] =>
      verdictOf(named('tiny-serial-tariff'), claims(costUsd)).violations.map((one) => one.where);
    expect(where([0.1])).toEqual([]);
    expect(where([0.11])).toEqual(['claimed.costUsd[0]']);
    expect(where(undefined)).toEqual(['claimed.costUsd[0]']);
  });

  it('agrees with the model on the schedule of every policy, also where the budget is one of energy', () => {
    const charged = named('tiny-serial-tariff');
    const rationed = { ...charged, costBudgetUsdPerDay: undefined, energyBudgetJPerDay: 8e6 };
    for (const instance of [charged, rationed]) {
      const { model, workload } = utilityModelOf(instance);
      for (const name of ['price', 'upe', 'upt', 'fcfs', 'random']) {
        const policy = makePolicy(
          POLICIES.find((one) => one.name === name)!,
          model,
          { seed: 1 },
        );
        const { schedule } = simulate(model, policy, noFilter());
        const outcome = evaluateSchedule(model, schedule);
        const plan = utilityPlanOf(model, schedule, outcome, {
          instance: { name: instance.name, sha256: '0'.repeat(64) },
          method: name,
        });
        const verdict = checkSchedule(instance, workload, plan);
        expect([name, verdict.violations]).toEqual([name, []]);
        expect(verdict.costUsd![0]).toBeCloseTo(outcome.costUsd![0]!, 12);
      }
    }
  });
});

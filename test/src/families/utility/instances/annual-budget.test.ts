import { describe, expect, it } from 'vitest';
import type { UtilityPlan } from '../../../../../models/families/utility/plan.js';
import type { AnnualEnergyBudget, UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { checkSchedule } from '../../../../../src/families/utility/check/check-schedule.js';
import { loadJudgedUtility, utilityFiles } from '../../../../../src/families/utility/instances/load.js';
import { fileOfInstance } from '../../../../../src/families/utility/instances/written.js';
import { bundledInstance } from '../../../../../src/instances/bundled.js';
import { utilityModel } from '../../../../support/utility/utility-model.js';
import { utilityModelOf } from '../../../../support/utility/workload-of.js';

const DAILY = bundledInstance('utility', 'tiny-parallel-budget') as UtilityInstance;
type Budgets = Partial<
  Pick<UtilityInstance, 'annualEnergyBudget' | 'energyBudgetJPerDay' | 'costBudgetUsdPerDay' | 'energyPrice'>
>;

/** tiny-parallel-budget with other budgets, as it is written in a file. */
function written(budgets: Budgets, name = 'tiny-parallel-budget'): unknown {
  const daily = bundledInstance('utility', name) as UtilityInstance;
  return JSON.parse(
    JSON.stringify({ ...fileOfInstance(daily), energyBudgetJPerDay: undefined, knownOptimum: undefined, ...budgets }),
  );
}

function read(budgets: Budgets, name?: string): UtilityInstance {
  const judged = utilityFiles.judge(written(budgets, name));
  if (!judged.ok) throw new Error(JSON.stringify(judged.faults));
  return judged.instance;
}

function annual(budgetJ: number, usedJ: number | undefined, daysLeft: number): UtilityInstance {
  const own: AnnualEnergyBudget = { budgetJ, daysLeft, ...(usedJ === undefined ? {} : { usedJ }) };
  return read({ annualEnergyBudget: own });
}

describe('an annual budget of energy', () => {
  it("gives the day what is left of the year over the days left: the paper's 405.84 GJ on the first of 365 are 1.112 GJ", () => {
    expect(annual(405.84e9, undefined, 365).energyBudgetJPerDay).toBeCloseTo(1_111_890_410.9589, 3);
    // 305.84 GJ are left for 275 days.
    expect(annual(405.84e9, 100e9, 275).energyBudgetJPerDay).toBeCloseTo(1_112_145_454.5455, 3);
    expect(annual(1e6, 9e5, 1).energyBudgetJPerDay).toBe(1e5);
  });

  it('is to methods and bound the budget of a day', () => {
    // Tasks have functions, which are equal to themselves alone.
    const modelOf = (instance: UtilityInstance): object => ({ ...utilityModel(instance), tasks: null });
    expect(modelOf(annual(1_000_000, 250_000, 3))).toEqual(modelOf(read({ energyBudgetJPerDay: 250_000 })));
  });

  it('is the only budget in a file made of the instance', () => {
    const file = fileOfInstance(annual(1_000_000, 250_000, 3));
    expect(file.energyBudgetJPerDay).toBeUndefined();
    const judged = utilityFiles.judge(JSON.parse(JSON.stringify(file)));
    expect(judged.ok && judged.instance.energyBudgetJPerDay).toBe(250_000);
  });

  it('that is overdrawn is refused with the amount, one that is used up with that, each with the days that are left', () => {
    const told = (usedJ: number, daysLeft: number): string[] => {
      const judged = utilityFiles.judge(written({ annualEnergyBudget: { budgetJ: 4e9, usedJ, daysLeft } }));
      return judged.ok ? [] : judged.faults.map(({ path, allowed, remedy }) => `${path}: ${allowed}. ${remedy}`);
    };
    expect(told(4.5e9, 40)).toEqual([
      expect.stringMatching(
        /^annualEnergyBudget\.usedJ: below budgetJ, 4000000000 \(J\)\. The year is overdrawn by 500000000 J, .* 40 days left/,
      ),
    ]);
    expect(told(4e9, 1)).toEqual([expect.stringMatching(/The year is used up, .* on the day left/)]);
    expect(told(3.999e9, 1)).toEqual([]);
  });

  it('below what the idle room of a facility draws is refused where it stands', () => {
    const told = (budgetJ: number): string[] => {
      const instance = read({ annualEnergyBudget: { budgetJ, usedJ: 1000, daysLeft: 2 } }, 'tiny-facility');
      const loaded = loadJudgedUtility(instance, { file: '', bytes: new Uint8Array() });
      return loaded.ok ? [] : loaded.faults.map(({ path, value, allowed }) => `${path}: ${String(value)}, ${allowed}`);
    };
    // 60 W for the minute that is measured are 3.6 kJ.
    expect(told(8000)).toEqual(['annualEnergyBudget: 3500, above 3600 (J), what the idle room draws in 60 s']);
    expect(told(8400)).toEqual([]);
  });
});

describe('an annual budget, as the checker has it', () => {
  /** x on all of big, 90 s at 1200 W, and y on all of small, 250 s at 400 W: 208 kJ, and utility 8 + 4. */
  const plan: UtilityPlan = {
    format: 'plenum.utility-schedule',
    formatVersion: 1,
    method: 'by hand',
    instance: { name: DAILY.name, sha256: '0'.repeat(64) },
    claimed: { utility: 12, energyJ: [208_000] },
    runs: [
      { task: 'x', pool: 'big', nodes: 4, pState: 0, pieces: [[0, 90]] },
      { task: 'y', pool: 'small', nodes: 2, pState: 0, pieces: [[0, 250]] },
    ],
    dropped: [],
  };
  const verdictOf = (instance: UtilityInstance): ReturnType<typeof checkSchedule> =>
    checkSchedule(instance, utilityModelOf(instance).workload, plan);

  it('a day that draws less than its share leaves more to each day after', () => {
    // 750 kJ for 3 days; 542 kJ for the other 2.
    const verdict = verdictOf(annual(1_000_000, 250_000, 3));
    expect(verdict.violations).toEqual([]);
    expect(verdict.annualBudget).toEqual({
      leftJ: 750_000,
      daysLeft: 3,
      dayBudgetJ: 250_000,
      drawnJ: 208_000,
      leftAfterJ: 542_000,
      nextDayBudgetJ: 271_000,
    });
  });

  it('a day that overdraws breaks its budget, and leaves less to each day after', () => {
    // 600 kJ for 3 days; 392 kJ for the other 2.
    const { violations, annualBudget } = verdictOf(annual(1_000_000, 400_000, 3));
    expect(violations).toMatchObject([{ constraint: 'energyBudget', value: 208_000, limit: 200_000, amount: 8000 }]);
    expect(annualBudget).toMatchObject({ dayBudgetJ: 200_000, nextDayBudgetJ: 196_000 });
  });

  it('the idle room of a facility draws from the year as well', () => {
    const none = { claimed: { utility: 0, energyJ: [0] }, runs: [] };
    const instance = read({ annualEnergyBudget: { budgetJ: 20_000, daysLeft: 5 } }, 'tiny-facility');
    const loaded = loadJudgedUtility(instance, { file: '', bytes: new Uint8Array() });
    if (!loaded.ok || loaded.workload === null) throw new Error('it has a room and tasks');
    const { annualBudget } = checkSchedule(instance, loaded.workload, { ...plan, ...none }, loaded.room?.matrix);
    // 60 W for a minute: of 4 kJ for the day 400 J are unspent, 100 J for each of the 4 days after.
    expect(annualBudget?.dayBudgetJ).toBe(4000);
    expect(annualBudget?.drawnJ).toBeCloseTo(3600, 6);
    expect(annualBudget?.nextDayBudgetJ).toBeCloseTo(4100, 6);
  });

  it('the last day of the year has none after it', () => {
    expect(verdictOf(annual(1_000_000, 750_000, 1)).annualBudget).toMatchObject({
      dayBudgetJ: 250_000,
      leftAfterJ: 42_000,
      nextDayBudgetJ: null,
    });
  });

  it("the year's numbers count, whatever is said of the day", () => {
    const instance = annual(1_000_000, 250_000, 3);
    expect(verdictOf({ ...instance, energyBudgetJPerDay: 1000 }).violations).toEqual([]);
    const overdrawn = { ...annual(1_000_000, 400_000, 3), energyBudgetJPerDay: 1e9 };
    expect(verdictOf(overdrawn).violations.map(({ constraint }) => constraint)).toEqual(['energyBudget']);
  });

  it('an instance without one has no account', () => {
    expect(verdictOf(DAILY).annualBudget).toBeNull();
  });
});

describe('a budget that can never bind', () => {
  const warnings = (budgets: Budgets, name?: string): readonly string[] => {
    const loaded = loadJudgedUtility(read(budgets, name), { file: '', bytes: new Uint8Array() });
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    return loaded.warnings;
  };

  // big has 4 nodes of at most 300 W each, small 2 of 200 W: 1600 W for 1200 s are 1.92 MJ, 0.533 kWh.
  it('is a warning with what all nodes draw at their greatest power', () => {
    const said = 'can never bind: all nodes at their greatest power throughout draw 1920000 J; is it in joules?';
    expect(warnings({ energyBudgetJPerDay: 1e15 })).toEqual([
      `energyBudgetJPerDay: 1000000000000000 J of the measured time ${said}`,
    ]);
    expect(warnings({ annualEnergyBudget: { budgetJ: 1e15, daysLeft: 1 } })).toEqual([
      `annualEnergyBudget: 1000000000000000 J of the measured time ${said}`,
    ]);
    expect(warnings({ energyBudgetJPerDay: 1_920_000 })).toHaveLength(1);
    expect(warnings({ energyBudgetJPerDay: 1_919_999 })).toEqual([]);
  });

  it('is one of money as well, with the cost', () => {
    const usdPerKwh = [0.3, ...new Array<number>(23).fill(7)];
    const energyPrice = { source: 'series', usdPerKwh } as const;
    expect(warnings({ energyPrice, costBudgetUsdPerDay: 0.15 })).toEqual([]);
    expect(warnings({ energyPrice, costBudgetUsdPerDay: 0.17 })).toEqual([
      'costBudgetUsdPerDay: 0.17 USD of the measured time can never bind: all nodes at their greatest power throughout cost 0.16 USD.',
    ]);
  });
});

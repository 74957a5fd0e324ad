import { describe, expect, it } from 'vitest';
import type { UtilityPlan } from '../../../../../models/families/utility/plan.js';
import type { AnnualEnergyBudget, UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { checkOfUtility } from '../../../../../src/families/utility/check.js';
import { checkSchedule } from '../../../../../src/families/utility/check/check-schedule.js';
import { loadJudgedUtility, utilityFiles } from '../../../../../src/families/utility/instances/load.js';
import { fileOfInstance } from '../../../../../src/families/utility/instances/written.js';
import type { Judged } from '../../../../../src/families/family.js';
import { bundledInstance } from '../../../../../src/instances/bundled.js';
import { utilityModel } from '../../../../support/utility/utility-model.js';
import { utilityModelOf } from '../../../../support/utility/workload-of.js';

const DAILY = bundledInstance('utility', 'tiny-parallel-budget') as UtilityInstance;
type Budgets = Partial<
  Pick<UtilityInstance, 'annualEnergyBudget' | 'energyBudgetJPerDay' | 'costBudgetUsdPerDay' | 'energyPrice' | 'period'>
>;
const DAY = { durationS: 86_400, measuredFromS: 0 };

/** tiny-parallel-budget, or another instance, over 24 h and with other budgets, as it is written in a file. */
function written(budgets: Budgets, name = 'tiny-parallel-budget'): unknown {
  const daily = bundledInstance('utility', name) as UtilityInstance;
  const none = { energyBudgetJPerDay: undefined, knownOptimum: undefined };
  return JSON.parse(JSON.stringify({ ...fileOfInstance(daily), ...none, period: DAY, ...budgets }));
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
        /^annualEnergyBudget\.budgetJ: above usedJ, 4500000000 \(J\)\. The year is overdrawn by 500000000 J, .* 40 days left/,
      ),
    ]);
    expect(told(4e9, 1)).toEqual([expect.stringMatching(/The year is used up, .* on the day left/)]);
    expect(told(3.999e9, 1)).toEqual([]);
  });

  it('with less than a day measured is refused: nobody knows what the rest of the day draws', () => {
    const annualEnergyBudget = { budgetJ: 500_000, daysLeft: 2 };
    const told = (durationS: number, measuredFromS: number): string[] => {
      const judged = utilityFiles.judge(written({ annualEnergyBudget, period: { durationS, measuredFromS } }));
      return judged.ok ? [] : judged.faults.map(({ path, value, allowed }) => `${path}: ${String(value)}, ${allowed}`);
    };
    const short = 'at least 86400 (s): with annualEnergyBudget 24 h are measured, not';
    expect(told(1200, 0)).toEqual([`period.durationS: 1200, ${short} 1200 s`]);
    expect(told(86_399, 0)).toEqual([`period.durationS: 86399, ${short} 86399 s`]);
    expect(told(90_000, 3900)).toEqual([
      'period.durationS: 90000, at least 90300 (s): with annualEnergyBudget 24 h are measured, not 86100 s',
    ]);
    expect([told(86_400, 0), told(90_000, 3600)]).toEqual([[], []]);
  });

  it('that an idle day overdraws is refused where it stands', () => {
    const told = (budgetJ: number, usedJ: number, daysLeft: number): string[] => {
      const instance = read({ annualEnergyBudget: { budgetJ, usedJ, daysLeft } }, 'tiny-facility');
      const loaded = loadJudgedUtility(instance, { file: '', bytes: new Uint8Array() });
      return loaded.ok ? [] : loaded.faults.map(({ path, value, allowed }) => `${path}: ${String(value)}, ${allowed}`);
    };
    // 60 W are 5.184 MJ a day: 1.892 GJ in 365 days, 10.369 MJ with 1 kJ used and 2 days left.
    const why = 'usedJ, and the 5184000 J that the idle room draws in 24 h, on each day left';
    expect(told(1.46e6, 0, 365)).toEqual([`annualEnergyBudget.budgetJ: 1460000, above 1892160000 (J): ${why}`]);
    expect(told(10_368_000, 1000, 2)).toEqual([`annualEnergyBudget.budgetJ: 10368000, above 10369000 (J): ${why}`]);
    expect(told(10_400_000, 1000, 2)).toEqual([]);
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
  const checkedAs = async (instance: UtilityInstance, of: UtilityPlan): Promise<Judged> => {
    const loaded = loadJudgedUtility(instance, { file: '', bytes: new Uint8Array() });
    if (!loaded.ok || loaded.workload === null || loaded.model === null) throw new Error('it has tasks');
    const { workload, model } = loaded;
    const judged = await checkOfUtility.judge({ ...loaded, workload, model }, of, 'plan.json', {});
    if (!judged.ok) throw new Error(JSON.stringify(judged.faults));
    return judged;
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
    const instance = read({ annualEnergyBudget: { budgetJ: 26e6, daysLeft: 5 } }, 'tiny-facility');
    const loaded = loadJudgedUtility(instance, { file: '', bytes: new Uint8Array() });
    if (!loaded.ok || loaded.workload === null) throw new Error('it has a room and tasks');
    const { annualBudget } = checkSchedule(instance, loaded.workload, { ...plan, ...none }, loaded.room?.matrix);
    // 60 W for a day are 5.184 MJ: of 5.2 MJ 16 kJ are unspent, 4 kJ for each of the 4 days after.
    expect(annualBudget?.dayBudgetJ).toBe(5.2e6);
    expect(annualBudget?.drawnJ).toBeCloseTo(5.184e6, 3);
    expect(annualBudget?.nextDayBudgetJ).toBeCloseTo(5.204e6, 3);
  });

  it('the last day of the year has none after it', () => {
    expect(verdictOf(annual(1_000_000, 750_000, 1)).annualBudget).toMatchObject({
      dayBudgetJ: 250_000,
      leftAfterJ: 42_000,
      nextDayBudgetJ: null,
    });
  });

  it('a schedule that cannot be rated has no account of the year', async () => {
    // x would take 90 s in P-state 0, and has no other.
    const broken = { ...plan, runs: [{ ...plan.runs[0]!, pState: 20 }, plan.runs[1]!] };
    const instance = annual(1_000_000, 250_000, 3);
    const verdict = checkSchedule(instance, utilityModelOf(instance).workload, broken);
    expect([verdict.utility, verdict.service, verdict.annualBudget]).toEqual([null, null, null]);
    const { details } = await checkedAs(instance, broken);
    expect(details).toMatchObject({ service: null, annualBudget: null });
  });

  it('what the days after it get is said in words, of one day and of several', async () => {
    const said = async (daysLeft: number): Promise<string | undefined> =>
      (await checkedAs(annual(250_000 * daysLeft, 0, daysLeft), plan)).lines.find((line) => line.includes('year'));
    const own = "Of the year's energy this day may draw 250.0 kJ and draws 208.0 kJ";
    expect([await said(3), await said(2), await said(1)]).toEqual([
      `${own}: 271.0 kJ for each of the 2 days that follow.`,
      `${own}: 292.0 kJ for the day that follows.`,
      `${own}; it is the last.`,
    ]);
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

  // big has 4 nodes of at most 300 W each, small 2 of 200 W: 1600 W are 138.24 MJ in 24 h, 1.92 MJ in 20 minutes.
  it('is a warning with what all nodes draw at their greatest power', () => {
    const said = 'can never bind: all nodes at their greatest power throughout draw 138200000 J; is it in joules?';
    expect(warnings({ energyBudgetJPerDay: 1e15 })).toEqual([
      `energyBudgetJPerDay: 1000000000000000 J of the measured time ${said}`,
    ]);
    expect(warnings({ annualEnergyBudget: { budgetJ: 1e15, daysLeft: 1 } })).toEqual([
      `annualEnergyBudget: 1000000000000000 J of the measured time ${said}`,
    ]);
    expect(warnings({ energyBudgetJPerDay: 138_240_000 })).toHaveLength(1);
  });

  const period = { durationS: 1200, measuredFromS: 0 };

  it("says of a measured time below 24 h that it has the whole day's budget", () => {
    expect(warnings({ energyBudgetJPerDay: 1_920_000, period })).toEqual([
      "energyBudgetJPerDay: 1920000 J of the measured time can never bind: all nodes at their greatest power throughout draw 1920000 J; the measured time of 0.3333 h has the whole day's budget.",
    ]);
    expect(warnings({ energyBudgetJPerDay: 1_919_999, period })).toEqual([]);
  });

  it('is told by what the idle room of a facility leaves of it', () => {
    // Of 5.19 MJ the idle room draws 5.184 MJ; the four tasks need 96 J each, 16 s at 6 W.
    expect(warnings({ annualEnergyBudget: { budgetJ: 5.19e6, daysLeft: 1 } }, 'tiny-facility')).toEqual([]);
    expect(warnings({ annualEnergyBudget: { budgetJ: 5.684e6, daysLeft: 1 } }, 'tiny-facility')).toEqual([
      'annualEnergyBudget: all tasks of the measured day need 384 J at least, the budget is 500000 J above the idle room; is it in joules?',
    ]);
  });

  it('is one of money as well, with the cost', () => {
    const usdPerKwh = [0.3, ...new Array<number>(23).fill(7)];
    const energyPrice = { source: 'series', usdPerKwh } as const;
    expect(warnings({ energyPrice, costBudgetUsdPerDay: 0.15, period })).toEqual([]);
    expect(warnings({ energyPrice, costBudgetUsdPerDay: 0.17, period })).toEqual([
      "costBudgetUsdPerDay: 0.17 USD of the measured time can never bind: all nodes at their greatest power throughout cost 0.16 USD; the measured time of 0.3333 h has the whole day's budget.",
    ]);
  });
});

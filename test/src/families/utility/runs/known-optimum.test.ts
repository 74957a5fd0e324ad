import { describe, expect, it } from 'vitest';
import type { UtilityPlan } from '../../../../../models/families/utility/plan.js';
import { boundOfUtility } from '../../../../../src/families/utility/bound.js';
import { checkOfUtility } from '../../../../../src/families/utility/check.js';
import { knownOptimumWarnings } from '../../../../../src/families/utility/runs/known-optimum.js';
import { openUtility, openedWork } from '../../../../../src/families/utility/runs/open.js';
import { boundScopeOf } from '../../../../../src/families/utility/runs/result-of.js';
import { runDriver } from '../../../../../src/runs/control.js';

const FILE = 'instances/utility/tiny-serial-tariff.json';
const opened = openUtility(FILE);
if (!opened.ok) throw new Error(JSON.stringify(opened));
const known = openedWork(opened, FILE);
if (!known.ok) throw new Error(JSON.stringify(known));

/** The instance with another optimum; its own is 4: one run of task b, after the dear hour. */
const claiming = (utility: number) => ({
  ...opened,
  ...known,
  instance: { ...opened.instance, knownOptimum: { utility, derivation: 'by hand' } },
});
const PLAN: UtilityPlan = {
  format: 'plenum.utility-schedule',
  formatVersion: 1,
  method: 'by hand',
  instance: { name: 'tiny-serial-tariff', sha256: '0'.repeat(64) },
  claimed: { utility: 4, energyJ: [3.6e6], costUsd: [0.1] },
  runs: [{ task: 'b', pool: 'machine', nodes: 1, pState: 0, machine: 0, pieces: [[3600, 7200]] }],
  dropped: [],
};

async function checked(utility: number): Promise<readonly string[]> {
  const judged = await checkOfUtility.judge(claiming(utility), PLAN, 'plan.json', {});
  if (!judged.ok) throw new Error(JSON.stringify(judged));
  expect(judged.violations).toEqual([]);
  return judged.warnings;
}

async function bounded(utility: number): Promise<readonly string[]> {
  const limits = { timeLimitS: null, workLimit: null };
  const driver = runDriver({ limits, nowS: () => 0, interrupted: () => false, onProgress: () => undefined });
  return (await boundOfUtility.prove(claiming(utility), driver, {})).warnings;
}

describe('the optimum written in an instance', () => {
  it('is told to be wrong by a schedule that earns more, and by a bound below it', async () => {
    expect([await checked(4), await checked(3.5)]).toEqual([
      [],
      ['knownOptimum.utility: 3.5 is wrong, this schedule keeps every limit and earns 4.'],
    ]);
    expect(await bounded(4)).toEqual([]);
    expect((await bounded(9))[0]).toMatch(/^knownOptimum\.utility: 9 is wrong, no schedule earns more than \d/);
  });

  it('may differ by rounding, and nothing is said of none', () => {
    const both = { bound: 4, earned: 4 };
    expect(knownOptimumWarnings({ knownOptimum: { utility: 4 + 1e-10, derivation: '' } }, both)).toEqual([]);
    expect(knownOptimumWarnings({ knownOptimum: { utility: 4 - 1e-10, derivation: '' } }, both)).toEqual([]);
    expect(knownOptimumWarnings({}, both)).toEqual([]);
  });
});

describe('the words for the schedules that a bound covers', () => {
  const kept = (change: Partial<typeof known.model>): string =>
    boundScopeOf({ ...known.model, ...change }).split(/all arrivals|; /)[1]!;
  const free = known.model.days.map((day) => ({ ...day, budgetJ: Infinity }));
  const row = (unit: 'K' | 'W', name: string) => ({
    count: 1,
    names: [name],
    unit: [unit],
    coefficient: Float64Array.of(1),
    limit: Float64Array.of(1),
  });

  it('name the budget and the limits that are there, and no others', () => {
    expect(kept({})).toBe(', that keeps the budget of money of the measured time');
    expect(kept({ charging: undefined as never })).toBe(', that keeps the energy budget of the measured time');
    const twoDays = [{ ...known.model.days.at(-1)!, startS: -86_400, endS: 0 }, known.model.days.at(-1)!];
    expect(kept({ days: twoDays })).toBe(', that keeps the budget of money of the measured time and of the day before');
    expect(kept({ days: free })).toBe('');
    expect(kept({ days: free, powerRows: row('K', 'red line at R1') })).toBe(', that keeps red lines');
    expect(kept({ days: free, powerRows: row('W', 'power cap') })).toBe(', that keeps the power cap');
    expect(kept({ days: free, powerRows: row('W', 'cooling capacity of A') })).toBe(', that keeps cooling capacities');
    const allowed = known.model.pools.map((pool) => ({ ...pool, allowed: [{ fromS: 0, nodes: 0 }] }));
    expect(kept({ days: free, pools: allowed })).toBe(', that keeps the cores allowed over time');
  });

  it('say that idle nodes draw nothing, and in a room that all stay on', () => {
    expect(boundScopeOf(known.model)).toMatch(/; idle nodes draw nothing$/);
    const room = {} as NonNullable<typeof known.model.room>;
    expect(boundScopeOf({ ...known.model, room })).toMatch(/; all nodes stay on \(none sleeps or is switched off\)/);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DayOutcome,
  type DayResult,
  MAPPING_NAMES,
  THERMAL_NAMES,
} from '../../../../../../models/families/templates/online.js';
import type { DayRequest } from '../../../../../../src/families/templates/studies/day/request.js';
import { simulateDay } from '../../../../../../src/families/templates/studies/day/simulate-day.js';
import {
  arrivalsAt,
  dayRoom,
  oneRack,
  randomArrivals,
  randomBook,
  smallFacility,
  unevenRooms,
} from '../../../../../support/templates-day.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const room = dayRoom(smallFacility());
const sameAgain = dayRoom(smallFacility());
const DURATION_S = 900;

const anyRequest = fc
  .record({
    mapping: fc.constantFrom(...MAPPING_NAMES),
    thermal: fc.constantFrom(...THERMAL_NAMES),
    seed: fc.integer({ min: 0, max: 1e6 }),
    perS: fc.constantFrom(0, 0.05, 0.3, 0.9),
    budgetMJ: fc.double({ min: 0, max: 2.5, noNaN: true }),
    ties: fc.constantFrom('first' as const, 'random' as const),
    lateTasks: fc.constantFrom('run' as const, 'drop' as const),
    intervals: fc.constantFrom(
      { mappingIntervalS: 60, thermalIntervalS: 300, thermalStepS: 10 },
      { mappingIntervalS: 45, thermalIntervalS: 100, thermalStepS: 10 },
      { mappingIntervalS: 7.3, thermalIntervalS: 51.7, thermalStepS: 3 },
      { mappingIntervalS: 200, thermalIntervalS: 60, thermalStepS: 1000 },
    ),
    overcoolingC: fc.constantFrom(15, 24),
  })
  .map(({ mapping, thermal, seed, perS, budgetMJ, ties, lateTasks, intervals, overcoolingC }): DayRequest => {
    return {
      ...room,
      mapping,
      thermal,
      seed,
      arrivals: randomArrivals(perS, DURATION_S, 3, seed),
      book: thermal === 'templates' ? randomBook(room.model, seed) : null,
      energyBudgetsJ: thermal === 'templates' ? [1e6 * budgetMJ] : [Infinity, 1e6 * budgetMJ, 0.5e6 * budgetMJ],
      options: { ties, lateTasks, ...intervals, overcoolingC, throttlingC: 27 },
    };
  });

function expectRelative(difference: number, scale: number, most = 1e-9): void {
  expect(Math.abs(difference)).toBeLessThanOrEqual(most * Math.max(1, Math.abs(scale)));
}

function expectClosed({ tasks, energyJ, heatJ, energyBudgetJ, stoppedAtS }: DayOutcome): void {
  const { arrived, ...fates } = tasks;
  expect(Object.values(fates).reduce((sum, count) => sum + count, 0)).toBe(arrived);
  expect(Math.min(...Object.values(fates))).toBeGreaterThanOrEqual(0);
  expectRelative(energyJ.cores + energyJ.idle + energyJ.crac - energyJ.total, energyJ.total);
  expectRelative(energyJ.cores + energyJ.idle - heatJ.nodes, heatJ.nodes);
  expectRelative(heatJ.removed + heatJ.stored - heatJ.ventChanges - heatJ.nodes, Math.max(heatJ.nodes, 1e5));
  // Computed air: all combinations hold as much of it.
  expect(Math.abs(heatJ.ventChanges)).toBeLessThan(1);
  if (stoppedAtS === null) expect(energyJ.total).toBeLessThan(energyBudgetJ);
  else expectRelative(energyJ.total - energyBudgetJ, energyBudgetJ);
}

function integrals({ series }: DayResult, durationS: number): { node: number; crac: number; total: number } {
  const sum = (values: Float64Array): number =>
    values.reduce((all, mean, k) => all + mean * Math.min(series.intervalS, durationS - k * series.intervalS), 0);
  return { node: sum(series.nodePowerW), crac: sum(series.cracPowerW), total: sum(series.totalPowerW) };
}

describe('any day', () => {
  it('accounts for every task, all energy and all heat, and keeps its budget', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const result = simulateDay(request);
        result.outcomes.forEach(expectClosed);
        const longest = result.outcomes[0]!;
        const { node, crac, total } = integrals(result, DURATION_S);
        expectRelative(node - longest.energyJ.cores - longest.energyJ.idle, longest.energyJ.total);
        expectRelative(crac - longest.energyJ.crac, longest.energyJ.total);
        expectRelative(total - longest.energyJ.total, longest.energyJ.total);
      }),
      { seed: 61, numRuns: fuzzCount(30) },
    );
  });

  it('is the same a second time, in a room just made, and whatever the interval of the series', () => {
    fc.assert(
      fc.property(anyRequest, fc.constantFrom(1, 7.7, 60, 400, 5000), (request, seriesIntervalS) => {
        const first = simulateDay(request);
        expect(simulateDay({ ...request, rooms: sameAgain.rooms })).toEqual(first);
        const other = simulateDay({ ...request, options: { ...request.options, seriesIntervalS } });
        expect(other.outcomes).toEqual(first.outcomes);
        expectRelative(integrals(other, DURATION_S).total - first.outcomes[0]!.energyJ.total, 1e6);
      }),
      { seed: 62, numRuns: fuzzCount(12) },
    );
  });

  it('without templates: each of several budgets is answered as if it were alone, and more never earns less', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        fc.pre(request.thermal !== 'templates');
        const { outcomes } = simulateDay(request);
        outcomes.forEach((outcome) => {
          const [alone] = simulateDay({ ...request, energyBudgetsJ: [outcome.energyBudgetJ] }).outcomes;
          expect(alone).toEqual(outcome);
        });
        const [most, some, least] = outcomes.map(({ reward }) => reward);
        expect(some).toBeLessThanOrEqual(most!);
        expect(least).toBeLessThanOrEqual(some!);
      }),
      { seed: 63, numRuns: fuzzCount(15) },
    );
  });
});

describe('the day', () => {
  const request: DayRequest = {
    ...room,
    mapping: 'lbbr',
    thermal: 'throttling',
    book: null,
    seed: 1,
    arrivals: randomArrivals(0.4, 1800, 3, 5),
    energyBudgetsJ: [Infinity],
    options: { throttlingC: 20 },
  };

  it('draws its random nodes from the seed', () => {
    expect(simulateDay({ ...request, seed: 2 }).outcomes).not.toEqual(simulateDay(request).outcomes);
  });

  it('hardly depends on the length of the thermal step where nothing is throttled', () => {
    const [coarse, fine] = [10, 5].map(
      (thermalStepS) => simulateDay({ ...request, options: { throttlingC: 20, thermalStepS } }).outcomes[0]!,
    );
    expect(coarse!.throttlings).toBe(0);
    expect(fine!.tasks).toEqual(coarse!.tasks);
    expectRelative(fine!.energyJ.cores - coarse!.energyJ.cores, coarse!.energyJ.cores);
    expectRelative(fine!.energyJ.crac - coarse!.energyJ.crac, coarse!.energyJ.crac, 2e-4);
    expect(Math.abs(fine!.hottestOutletC - coarse!.hottestOutletC)).toBeLessThan(0.1);
    expect(fine!.energyJ.crac).not.toBe(coarse!.energyJ.crac);
  });

  it('without tasks is an idle room at rest', () => {
    const quiet = dayRoom(oneRack(3));
    const { outcomes, series } = simulateDay({
      ...quiet,
      mapping: 'greedy',
      thermal: 'overcooling',
      book: null,
      seed: 1,
      energyBudgetsJ: [Infinity],
      arrivals: arrivalsAt([], 3600),
    });
    // 180 W idle, CoP 4; 180 / 1000 K and 60 / 100 K above the set-point.
    expect(outcomes[0]!.energyJ.total).toBeCloseTo(180 * 1.25 * 3600, 4);
    expect(outcomes[0]!.hottestOutletC).toBeCloseTo(22.78, 9);
    expect(Math.abs(outcomes[0]!.heatJ.stored)).toBeLessThan(1e-3);
    expect(series.totalPowerW.every((powerW) => Math.abs(powerW - 225) < 1e-6)).toBe(true);
    expect(series.hottestOutletC.every((outletC) => Math.abs(outletC - 22.78) < 1e-6)).toBe(true);
    expect(series.setPointC.every((setPointC) => Math.abs(setPointC - 22) < 1e-9)).toBe(true);
  });

  it('gives no credit for return air colder than the set-point, and tells how long', () => {
    const quiet = dayRoom(oneRack(1));
    const { outcomes } = simulateDay({
      ...quiet,
      mapping: 'greedy',
      thermal: 'overcooling',
      book: null,
      seed: 1,
      energyBudgetsJ: [Infinity],
      arrivals: arrivalsAt([], 600),
      options: { overcoolingC: 30, startSetPointC: 12 },
    });
    const [one] = outcomes;
    expect(one!.cracWithoutHeatS).toBeGreaterThan(0);
    expect(one!.energyJ.crac).toBeGreaterThanOrEqual(0);
    expect(one!.heatJ.removed).toBeLessThan(0);
    expectClosed(one!);
  });

  it('tells apart the heat that comes with air of which vent combinations hold unequal amounts', () => {
    const { outcomes, lookups } = simulateDay({
      ...request,
      rooms: unevenRooms(smallFacility()),
      thermal: 'templates',
      energyBudgetsJ: [1e9],
      book: randomBook(room.model, 4),
      options: { thermalIntervalS: 60 },
    });
    const { heatJ } = outcomes[0]!;
    expect(lookups!.ventChanges).toBeGreaterThan(3);
    expect(Math.abs(heatJ.ventChanges)).toBeGreaterThan(100);
    expectRelative(heatJ.removed + heatJ.stored - heatJ.ventChanges - heatJ.nodes, heatJ.nodes);
  });

  it('after the last budget has no powers and no temperatures', () => {
    const { outcomes, series } = simulateDay({ ...request, energyBudgetsJ: [1e6] });
    const stop = Math.floor(outcomes[0]!.stoppedAtS! / 60);
    expect(series.totalPowerW).toHaveLength(30);
    expect(series.totalPowerW[stop - 1]).toBeGreaterThan(0);
    expect(series.totalPowerW.slice(stop + 1).every((powerW) => powerW === 0)).toBe(true);
    expect(series.hottestOutletC.slice(stop + 1).every(Number.isNaN)).toBe(true);
    expect(series.setPointC.slice(stop + 1).every(Number.isNaN)).toBe(true);
    expect(series.setPointC[stop]).toBeCloseTo(20, 9);
  });

  it('refuses what cannot be simulated', () => {
    const refused = (changes: Partial<DayRequest>, says: RegExp): void => {
      expect(() => simulateDay({ ...request, ...changes })).toThrow(says);
    };
    const { timeS, taskType } = request.arrivals;
    const other = dayRoom(oneRack(2));
    const endless = Float64Array.from(timeS, (_, n) => (n === 3 ? 1e307 : 1));
    refused({ arrivals: { ...request.arrivals, length: endless } }, /A task of length 1e\+307/);
    refused({ thermal: 'templates' }, /need a template book/);
    refused(
      { thermal: 'templates', book: randomBook(room.model, 1), energyBudgetsJ: [1e6, 2e6] },
      /one energy budget, not 2/,
    );
    const foreign = randomBook(other.model, 1);
    refused(
      { thermal: 'templates', book: foreign },
      /for 1 quadrants and 1 blocks; the room has 2 quadrants and 6 blocks/,
    );
    refused({ energyBudgetsJ: [] }, /No energy budget/);
    refused({ energyBudgetsJ: [NaN] }, /budget of NaN/);
    refused({ energyBudgetsJ: [-1] }, /budget of -1/);
    refused({ arrivals: { timeS: timeS.toReversed(), taskType, durationS: 1800 } }, /ascend/);
    refused({ arrivals: { timeS, taskType, durationS: 100 } }, /\[0, 100\)/);
    refused({ arrivals: { timeS, taskType: taskType.map(() => 3), durationS: 1800 } }, /task type 3; there are 3/);
    refused({ arrivals: { timeS, taskType: taskType.slice(1), durationS: 1800 } }, /task types/);
    refused({ arrivals: arrivalsAt([], 0) }, /day of 0 s/);
    refused({ options: { throttlingC: 45 } }, /throttlingC: a set-point of 45 C; CRACs of this room have 10 to 30 C/);
    refused({ options: { startSetPointC: 5 } }, /startSetPointC/);
    refused({ options: { thermalStepS: 0 } }, /thermalStepS of 0 s/);
    refused({ options: { mappingIntervalS: Infinity } }, /mappingIntervalS/);
    refused({ rooms: () => other.rooms(0) }, /vent combination 3 has other zones than the instance has blocks/);
  });
});

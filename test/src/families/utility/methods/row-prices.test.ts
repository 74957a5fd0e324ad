import { describe, expect, it } from 'vitest';
import { energyPrice } from '../../../../../src/families/utility/methods/policies/price.js';
import { rowPrices } from '../../../../../src/families/utility/methods/policies/row-prices.js';
import type { Candidate, MappingEvent } from '../../../../../src/families/utility/methods/policy.js';
import { tinyModel } from '../../../../support/utility/tiny-model.js';

/** Two pools of 100 W tasks; an inlet that the second heats four times as much. Worth of energy: 8 over 100 W x 100 s. */
const model = tinyModel({
  environment: 'parallel',
  endS: 6000,
  pools: [4, 4],
  kinds: [
    [
      { pool: 0, timeS: 100, powerW: 100 },
      { pool: 1, timeS: 100, powerW: 100 },
    ],
  ],
  functions: [[{ startS: 0, value: 8 }]],
  tasks: [{ arrivalS: 0 }],
  rows: [{ perW: [0.01, 0.04], limit: 10 }],
});
const SCALE = 8 / 10_000;

function eventWith(...watts: number[]): MappingEvent {
  return {
    nowS: 60,
    nextS: 120,
    day: model.days[0]!,
    consumedJ: 0,
    committedJ: 0,
    powerW: 0,
    committedW: 0,
    freeNodeS: 1,
    freeCoreS: 1,
    poolW: Float64Array.from(watts),
  };
}

const candidateOn = (pool: number): Candidate => ({
  task: 0,
  option: pool,
  pool,
  pState: 0,
  nodes: 1,
  cores: 1,
  startS: 60,
  endS: 160,
  timeS: 100,
  energyJ: 10_000,
  utility: 8,
});

describe('prices of power rows', () => {
  it('begin when a row is full, rise by 10 % a minute at most, and end when it is not', () => {
    const rows = rowPrices(model, SCALE)!;
    rows.begin(eventWith(0, 237));
    expect([...rows.price]).toEqual([0]);
    // 10 K of 10: the least price, a hundredth of what energy is worth by the greatest coefficient, one step on.
    const least = (0.01 * SCALE) / 0.04;
    rows.begin(eventWith(0, 250));
    expect(rows.price[0]).toBeCloseTo(least * Math.exp(0.1), 15);
    expect(rows.charge[1]).toBeCloseTo(4 * rows.charge[0]!, 15);
    expect(rows.charge[0]).toBe(rows.price[0]! * 0.01);
    // 9.75 K: half a step.
    rows.begin(eventWith(0, 243.75));
    expect(rows.price[0]).toBeCloseTo(least * Math.exp(0.15), 15);
    const before = rows.charge[1]!;
    expect(rows.begin(eventWith(0, 0))).toBeCloseTo(before - rows.charge[1]!, 15);
    rows.begin(eventWith(0, 0));
    expect([...rows.price, ...rows.charge]).toEqual([0, 0, 0]);
  });

  it('are charged for the energy of a candidate in its pool, beside that of energy', () => {
    const policy = energyPrice(model);
    for (let event = 0; event < 40; event++) policy.begin!(eventWith(100, 250));
    const charge = (0.01 * SCALE * Math.exp(4)) / 4;
    expect(policy.key(candidateOn(0))).toBeCloseTo((8 - charge * 10_000) / 100, 12);
    expect(policy.key(candidateOn(1))).toBeCloseTo((8 - 4 * charge * 10_000) / 100, 12);
    expect(policy.key(candidateOn(0))).toBeGreaterThan(policy.key(candidateOn(1)));
    // Energy itself is free: the day has no budget.
    expect(policy.paidForEnergy!(candidateOn(1))).toBe(0);
    expect(policy.paidWithPower!(candidateOn(1))).toBeCloseTo(4 * charge * 10_000, 12);
  });

  it('tell that keys may rise where one of them falls', () => {
    const policy = energyPrice(model);
    for (let event = 0; event < 40; event++) policy.begin!(eventWith(100, 250));
    expect(policy.haveKeysChanged!()).toBe(false);
    const before = policy.key(candidateOn(1));
    policy.begin!(eventWith(0, 0));
    expect(policy.key(candidateOn(1))).toBeGreaterThan(before);
    expect(policy.haveKeysChanged!()).toBe(true);
  });

  it('are 0 within a limit of 0, in which nothing runs', () => {
    const full = { ...model, powerRows: { ...model.powerRows!, limit: Float64Array.of(0) } };
    const prices = rowPrices(full, SCALE)!;
    expect(prices.begin(eventWith(0, 0))).toBe(0);
    expect([...prices.price, ...prices.charge]).toEqual([0, 0, 0]);
  });

  it('are none where there are no rows', () => {
    const without = tinyModel({
      endS: 100,
      kinds: [[{ timeS: 100 }]],
      functions: [[{ startS: 0, value: 1 }]],
      tasks: [],
    });
    expect(rowPrices(without, 1)).toBeNull();
  });
});

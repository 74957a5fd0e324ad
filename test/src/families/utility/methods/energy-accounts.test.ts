import { describe, expect, it } from 'vitest';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { fixedWork } from '../../../../../src/families/utility/methods/parallel/fixed-work.js';
import { EnergyLedger } from '../../../../../src/families/utility/methods/preemptive/energy-ledger.js';
import { EnergyBook } from '../../../../../src/families/utility/methods/serial/energy-book.js';
import { tinyModel } from '../../../../support/utility/tiny-model.js';
import { tariffOfWeights } from '../../../../support/utility/with-tariff.js';

/** Midnight, s. */
const MIDNIGHT_S = 3600;
/** Two nodes; tasks of 1000 s at 200 W; a day before midnight and one after it. */
const plain: UtilityModel = tinyModel({
  environment: 'parallel',
  measuredFromS: MIDNIGHT_S,
  endS: 4 * MIDNIGHT_S,
  pools: [2],
  budgetJ: 1e6,
  kinds: [[{ timeS: 1000, powerW: 200 }]],
  functions: [[{ startS: 0, value: 1 }]],
  tasks: [{ arrivalS: 0 }, { arrivalS: 0 }, { arrivalS: 0 }],
});
/** Energy counts double from midnight on. */
const charging = tariffOfWeights([1, 2], MIDNIGHT_S);
const charged: UtilityModel = { ...plain, charging };

/** 600 s before midnight and 400 s after it at 200 W; the latter doubled where charged. */
const [BEFORE_J, AFTER_J] = [120_000, 80_000];

describe('energy of a task that runs across midnight', () => {
  it.each([
    ['joules', plain, 1],
    ['joules charged by a tariff', charged, 2],
  ])('serial: is committed to both days by their parts, in %s', (_, model, weight) => {
    const book = new EnergyBook(model, 3);
    book.beginEvent(0);
    book.commit(3000, 4000, 200);
    expect([...book.committedJ]).toEqual([BEFORE_J, weight * AFTER_J]);
    expect(book.rateW()).toBe(0);
    book.beginEvent(600);
    // All of it was committed in the first 600 s, whenever it is drawn.
    expect(book.rateW()).toBe((BEFORE_J + weight * AFTER_J) / 600);
    book.beginEvent(1801);
    expect(book.rateW()).toBe(0);
  });

  it.each([
    ['joules', plain, 1],
    ['joules charged by a tariff', charged, 2],
  ])('parallel: is drawn in both days by their parts, and a budget loses what counts, in %s', (_, model, weight) => {
    const fixed = fixedWork(model);
    fixed.fix(0, 0, 3000, 600);
    expect([...fixed.energyJ]).toEqual([BEFORE_J, AFTER_J]);
    expect([...fixed.chargedJ]).toEqual([BEFORE_J, weight * AFTER_J]);
    expect(fixed.leftJ(1)).toBe(1e6 - weight * AFTER_J);
    // 200 s before midnight: 400 s have been drawn; one of two nodes is taken for the rest of the day.
    expect(fixed.event(3400, 3460, 0)).toMatchObject({
      consumedJ: 80_000,
      committedJ: BEFORE_J,
      powerW: 200,
      freeNodeS: 2 * 200 - 200,
      freeCoreS: 200,
      committedW: 0,
    });
    // Half an hour back from 2400 s reaches the fix at 600 s, one from 2401 s does not.
    const again = fixedWork(model);
    again.fix(0, 0, 3000, 600);
    expect(again.event(2400, 2460, 0).committedW).toBe((BEFORE_J + weight * AFTER_J) / 1800);
    expect(again.event(2401, 2461, 0).committedW).toBe(0);
    // After midnight the rest counts: 300 s of it are ahead.
    expect(again.event(3700, 3760, 1)).toMatchObject({
      consumedJ: weight * 20_000,
      committedJ: weight * AFTER_J,
      powerW: 200,
      freeNodeS: 2 * (4 * MIDNIGHT_S - 3700) - 300,
    });
  });

  it.each([
    ['joules', plain, 1],
    ['joules charged by a tariff', charged, 2],
  ])('preemptive: is drawn in both days as time goes by, in %s', (_, model, weight) => {
    const ledger = new EnergyLedger(model);
    ledger.commit(600, 1800);
    ledger.advance(3000);
    ledger.powerW += 200;
    ledger.advance(4000);
    ledger.powerW -= 200;
    ledger.advance(5000);
    expect([...ledger.drawnJ]).toEqual([BEFORE_J, AFTER_J]);
    expect([...ledger.chargedJ]).toEqual([BEFORE_J, weight * AFTER_J]);
    ledger.powerW += 0.5;
    ledger.advance(6000);
    expect(ledger.drawnJ[1]).toBe(AFTER_J + 500);
    ledger.commit(2000, 900);
    // In the half hour before 2400 s both were committed, before 2401 s the second alone, before 3801 s none.
    expect([2400, 2401, 3800, 3801].map((nowS) => ledger.committedW(nowS))).toEqual([1.5, 0.5, 0.5, 0]);
  });
});

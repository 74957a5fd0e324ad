import { describe, expect, it } from 'vitest';
import { leniencyNow } from '../../../../../src/families/utility/methods/filters/leniency.js';
import type { MappingEvent } from '../../../../../src/families/utility/methods/policy.js';
import { FILTERS, makePolicy, POLICIES } from '../../../../../src/families/utility/methods/registry.js';
import { simulate } from '../../../../../src/families/utility/methods/simulate.js';
import { playTwin } from '../../../../support/utility/parallel-twin.js';
import { randomSerial } from '../../../../support/utility/random-serial.js';
import { serialTwin } from '../../../../support/utility/serial-twin.js';
import { randomParallel } from '../../../../support/utility/small-parallel.js';

const MODEL = randomSerial(0);

/** An event at noon of a day with 1000 J left for 1000 s, at which energy is committed at a rate (W). */
function eventAt(committedW: number, of: Partial<MappingEvent> = {}): MappingEvent {
  const day = { startS: 0, endS: 2000, budgetJ: 1500 };
  const drawn = { consumedJ: 400, committedJ: 500, powerW: 0 };
  return { nowS: 1000, nextS: 1060, day, ...drawn, committedW, freeNodeS: 1, freeCoreS: 1, ...of };
}

describe('leniency on line', () => {
  it('starts at 1, falls by 2 % a minute at most while energy is committed faster than an even rate, and rises while slower', () => {
    const online = leniencyNow(MODEL, 'online');
    expect(online(eventAt(1))).toBe(1);
    // One and a half times the goal: half of the greatest step.
    expect(online(eventAt(1.5))).toBeCloseTo(Math.exp(-0.01), 12);
    expect(online(eventAt(7))).toBeCloseTo(Math.exp(-0.03), 12);
    expect(online(eventAt(0))).toBeCloseTo(Math.exp(-0.01), 12);
  });

  it('stays where no budget is, where nothing is left, and within 0.05 to 20', () => {
    const online = leniencyNow(MODEL, 'online');
    const day = { startS: 0, endS: 2000, budgetJ: Infinity };
    expect([online(eventAt(9, { day })), online(eventAt(9, { committedJ: 1500 }))]).toEqual([1, 1]);
    for (let event = 0; event < 400; event++) online(eventAt(9));
    expect(online(eventAt(9))).toBe(0.05);
    for (let event = 0; event < 400; event++) online(eventAt(0));
    expect(online(eventAt(0))).toBe(20);
  });

  it('takes what is not drawn, and the power drawn, where tasks are parallel', () => {
    const online = leniencyNow({ ...MODEL, environment: 'parallel' }, 'online');
    // 1100 J are not drawn yet: 1.1 W would last, whatever was committed.
    expect(online(eventAt(0, { powerW: 1.1 }))).toBeCloseTo(1, 12);
    expect(online(eventAt(0, { powerW: 3 }))).toBeCloseTo(Math.exp(-0.02), 12);
  });

  it('of a number is that number', () => {
    expect(leniencyNow(MODEL, 0.7)(eventAt(9))).toBe(0.7);
  });

  it('in engines does what it does in their plain twins', () => {
    const upe = POLICIES.find(({ name }) => name === 'upe')!;
    const filter = (name: string): (typeof FILTERS)[number] => FILTERS.find((one) => one.name === name)!;
    for (let seed = 0; seed < 3; seed++) {
      const serial = randomSerial(seed);
      const twin = serialTwin(serial, makePolicy(upe, serial, { seed }), filter('task').make(serial, 'online'));
      const ours = simulate(serial, makePolicy(upe, serial, { seed }), filter('task').make(serial, 'online'));
      expect([seed, [...ours.schedule.task], [...ours.schedule.pieceStartS]]).toEqual([
        seed,
        twin.runs.map(({ task }) => task),
        twin.runs.map(({ startS }) => startS),
      ]);
      const wide = randomParallel(seed);
      const name = seed % 2 === 0 ? 'per-task' : 'per-resource';
      const plain = playTwin(wide, makePolicy(upe, wide, { seed }), filter(name).make(wide, 'online'), 'late');
      const fast = simulate(wide, makePolicy(upe, wide, { seed }), filter(name).make(wide, 'online'));
      expect([seed, [...fast.schedule.task].length]).toEqual([seed, plain.flatMap((event) => event.fixed).length]);
    }
  });
});

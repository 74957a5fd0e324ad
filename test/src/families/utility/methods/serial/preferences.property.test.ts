import { describe, expect, it } from 'vitest';
import { evaluateSchedule } from '../../../../../../models/families/utility/evaluate.js';
import type { UtilityModel } from '../../../../../../models/families/utility/model.js';
import type { Policy } from '../../../../../../src/families/utility/methods/policy.js';
import { noFilter } from '../../../../../../src/families/utility/methods/filters/fair-share.js';
import { POLICIES } from '../../../../../../src/families/utility/methods/registry.js';
import { simulate } from '../../../../../../src/families/utility/methods/simulate.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { randomSerial } from '../../../../../support/utility/random-serial.js';
import { withTariff } from '../../../../../support/utility/with-tariff.js';

const serial = POLICIES.filter(({ environments }) => environments.includes('serial'));

/** A small problem with many ties, for odd seeds with prices of energy; for every third seed half of the functions earn nothing. */
function drawn(seed: number): UtilityModel {
  const own = randomSerial(seed);
  const { functions } = own;
  const worthless = (piece: number): boolean => seed % 3 === 0 && piece < functions.firstPiece[functions.count >> 1]!;
  const none = (values: Float64Array): Float64Array => values.map((value, piece) => (worthless(piece) ? 0 : value));
  const emptied = { ...functions, value: none(functions.value), floor: none(functions.floor) };
  const model = { ...own, functions: { ...emptied, slopePerS: none(functions.slopePerS) } };
  return seed % 2 === 0 ? model : withTariff(model, seed);
}

describe('what serial policies say of faster options and of less energy', () => {
  it('spares looks at options and changes no schedule', () => {
    const told = new Set<string>();
    let idle = 0;
    for (let seed = 0; seed < fuzzCount(150); seed++) {
      const model = drawn(seed);
      for (const { name, make } of serial) {
        const policy = make(model, { seed });
        if (policy.prefersFaster !== true && policy.prefersLessEnergy !== true) continue;
        told.add(`${name}: ${policy.prefersFaster === true ? 'faster' : 'less energy'}`);
        const silent: Policy = { ...make(model, { seed }), prefersFaster: false, prefersLessEnergy: false };
        const [short, whole] = [policy, silent].map((one) => simulate(model, one, noFilter()).schedule);
        expect({ seed, name, ...short }).toEqual({ seed, name, ...whole });
        if (evaluateSchedule(model, whole!).utilityByDay.some((utility) => utility === 0)) idle++;
      }
    }
    expect([...told]).toContain('upe: less energy');
    expect([...told].filter((words) => words.endsWith(': faster')).length).toBeGreaterThan(2);
    expect(idle).toBeGreaterThan(0);
  });
});

import { describe, expect, it } from 'vitest';
import type { Limits } from '../../../../../models/families/reward-rate/instance.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import { knownFixes } from '../../../../../src/families/reward-rate/runs/fixes.js';
import type { Fix } from '../../../../../src/runs/result.js';
import { checked } from '../../../../oracle/checked.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';

const FREE: Limits = { powerCapW: 1e9, redLineC: 95 };
const ROOMS = fuzzCount(20);

function under({ instance, matrix }: TinyFacility, limits: Limits): TinyFacility {
  const cracs = instance.facility.cracs.map(({ name, airFlowM3PerS, setPointMinC, setPointMaxC }) => ({
    name,
    airFlowM3PerS,
    setPointMinC,
    setPointMaxC,
  }));
  return { matrix, instance: { ...instance, limits, facility: { ...instance.facility, cracs } } };
}

/** Facility of a seed with one CRAC and limits that bind nothing. */
function free(seed: number): TinyFacility {
  return under(tinyRandom(seed, { mostPlans: 1e9, cracs: 1 }), FREE);
}

/** Test by the checker whether idling keeps the limits at the coldest, the warmest or the warmest set-point the red line allows. */
function canIdle(facility: TinyFacility, limits: Limits): boolean {
  const limited = under(facility, limits);
  const { setPointMinC, setPointMaxC } = limited.instance.facility.cracs[0]!;
  const coldest = checked(limited, [setPointMinC], []);
  const warmestC = setPointMinC + limits.redLineC - Math.max(...coldest.zoneInletC);
  const setPointC = Math.max(setPointMinC, Math.min(setPointMaxC, warmestC));
  return checked(limited, [setPointC], []).violations.length === 0;
}

function changed(limits: Limits, { changes }: Fix): Limits {
  return changes.reduce(
    (sum, { constraint, to }) => ({ ...sum, [constraint === 'powerCap' ? 'powerCapW' : 'redLineC']: to }),
    limits,
  );
}

/** Limits that the idle facility breaks: red line, cap, and both. */
function brokenLimits(facility: TinyFacility): readonly Limits[] {
  const coldestC = facility.instance.facility.cracs[0]!.setPointMinC;
  const idle = checked(under(facility, FREE), [coldestC], []);
  const redLineC = Math.max(...idle.zoneInletC) - 0.5;
  // No instance has a red line above 100 C.
  if (redLineC > 95) return [];
  return [
    { ...FREE, redLineC },
    { ...FREE, powerCapW: 0.9 * idle.power.idleW },
    { redLineC, powerCapW: 0.9 * idle.power.idleW },
    { redLineC: redLineC + 1, powerCapW: 0.97 * idle.power.totalW },
    { redLineC, powerCapW: 0.97 * idle.power.totalW },
  ];
}

const fixesUnder = (facility: TinyFacility, limits: Limits): Fix[] => {
  const { instance, matrix } = under(facility, limits);
  return [...(knownFixes(modelInMemory(instance, matrix)).fixes ?? [])];
};
const limitsOf = ({ changes }: Fix): string => changes.map(({ constraint }) => constraint).join(' ');

describe('fixes of an infeasible room with one CRAC', () => {
  it('let the checker accept idling, and a step less in any of their limits does not', () => {
    let seen = 0;
    for (let seed = 1; seed <= ROOMS; seed++) {
      const facility = free(seed);
      for (const limits of brokenLimits(facility)) {
        if (canIdle(facility, limits)) continue;
        const fixes = fixesUnder(facility, limits);
        expect([seed, limits, fixes.length > 0]).toEqual([seed, limits, true]);
        for (const fix of fixes) {
          const fixed = changed(limits, fix);
          expect([seed, fix.message, canIdle(facility, fixed)]).toEqual([seed, fix.message, true]);
          for (const { constraint, from, to } of fix.changes) {
            expect(to).toBeGreaterThan(from);
            const isCap = constraint === 'powerCap';
            const step = isCap ? 10 ** (Math.floor(Math.log10(from)) - 3) : 0.01;
            const less = isCap ? { ...fixed, powerCapW: to - step } : { ...fixed, redLineC: to - step };
            expect([seed, fix.message, canIdle(facility, less)]).toEqual([seed, fix.message, false]);
            seen++;
          }
        }
      }
    }
    expect(seen).toBeGreaterThan(2 * ROOMS);
  });

  it('of a red line alone raise it alone, of a cap below the nodes themselves it alone, and of both together both', () => {
    const facility = free(1);
    const [hot, poor, both] = brokenLimits(facility);
    expect(fixesUnder(facility, hot!).map(limitsOf)).toEqual(['redLine']);
    expect(fixesUnder(facility, poor!).map(limitsOf)).toEqual(['powerCap']);
    expect(fixesUnder(facility, both!).map(limitsOf)).toEqual(['redLine powerCap']);
  });

  it('are none where a rack limit is broken too, and none with two CRACs', () => {
    const facility = free(1);
    const rack = facility.matrix.zones[0]!.rack;
    const limits = { ...brokenLimits(facility)[1]!, rackPowerLimits: [{ rack, powerLimitW: 0.001 }] };
    expect(fixesUnder(facility, limits)).toEqual([]);
    const two = under(tinyRandom(1, { mostPlans: 1e9, cracs: 2 }), { powerCapW: 0.001, redLineC: 95 });
    expect(knownFixes(modelInMemory(two.instance, two.matrix))).toEqual({});
  });
});

import { describe, expect, it } from 'vitest';
import type { Crac } from '../../../../../models/facility/facility.js';
import type { Limits } from '../../../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { type IdleConflict, idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { checked } from '../../../../oracle/checked.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';

const FREE = { powerCapW: 1e9, redLineC: 95 };

/** The facility under other limits, with capacities (W) of its CRACs if given. */
function under({ instance, matrix }: TinyFacility, limits: Limits, capacityW?: number): TinyFacility {
  const cracs = instance.facility.cracs.map(({ name, airFlowM3PerS, setPointMinC, setPointMaxC }): Crac => ({
    name,
    airFlowM3PerS,
    setPointMinC,
    setPointMaxC,
    ...(capacityW === undefined ? {} : { coolingCapacityW: capacityW }),
  }));
  return { matrix, instance: { ...instance, limits, facility: { ...instance.facility, cracs } } };
}

interface Named {
  readonly constraint: string;
  readonly where: string;
  readonly amount: number;
}

const named = (limits: readonly Named[]): string[] =>
  limits.map(({ constraint, where, amount }) => `${constraint} ${where} ${amount.toPrecision(6)}`).sort();
const all = (conflict: IdleConflict): readonly Named[] => [conflict, ...conflict.others];

/** Limits of every kind that the idle facility breaks, in all combinations. */
function* combinations(seed: number, cracs: number) {
  const facility = tinyRandom(seed, { mostPlans: 1e9, cracs });
  const coldestC = facility.instance.facility.cracs.map((crac) => crac.setPointMinC);
  const idle = checked(under(facility, FREE), coldestC, []);
  const rack = facility.matrix.zones[0]!.rack;
  const idleW = idle.power.idleW;
  const parts = [
    { redLineC: Math.max(...idle.zoneInletC) - 0.5 },
    { powerCapW: 0.9 * idleW },
    { rackPowerLimits: [{ rack, powerLimitW: 0.5 * idle.zoneNodePowerW[0]! }] },
    {
      pdus: [
        { name: 'P1', racks: [...new Set(facility.matrix.zones.map((zone) => zone.rack))], powerLimitW: 0.7 * idleW },
      ],
    },
  ];
  for (let mask = 0; mask < 32; mask++) {
    const limits = parts.reduce<Limits>((sum, part, n) => (mask & (1 << n) ? { ...sum, ...part } : sum), FREE);
    const short = (mask & 16) !== 0;
    yield { mask, limited: under(facility, limits, short ? (0.6 * idleW) / cracs : undefined) };
  }
}

const broken = (mask: number): number => [1, 2, 4, 8, 16].filter((bit) => mask & bit).length;

describe('limits that an idle facility breaks', () => {
  it('are all named with the amount by which the checker finds them broken, whichever are', () => {
    let several = 0;
    for (let seed = 1; seed <= fuzzCount(12, 12); seed++) {
      for (const { mask, limited } of combinations(seed, 1)) {
        const conflict = idleConflict(rewardRateModel(limited.instance, limited.matrix));
        if (mask === 0) {
          expect(conflict).toBeNull();
          continue;
        }
        const { violations } = checked(limited, conflict!.setPointsC, []);
        expect([seed, mask, named(all(conflict!))]).toEqual([seed, mask, named(violations)]);
        expect(new Set(all(conflict!).map(({ constraint }) => constraint)).size).toBeGreaterThanOrEqual(broken(mask));
        if (broken(mask) > 1) several++;
      }
    }
    expect(several).toBe(12 * 26);
  });

  it('with two CRACs, too, each kind is named and proven, the cap beside a broken red line included', () => {
    for (let seed = 1; seed <= fuzzCount(12); seed++) {
      for (const { mask, limited } of combinations(seed, 2)) {
        if (mask === 0) continue;
        const conflict = idleConflict(rewardRateModel(limited.instance, limited.matrix))!;
        const kinds = (['redLine', 'powerCap', 'rackPower', 'pduPower', 'coolingCapacity'] as const).filter(
          (_, n) => mask & (1 << n),
        );
        const proven = [conflict, ...conflict.others]
          .filter((limit) => limit.proven)
          .map(({ constraint }) => constraint);
        expect([seed, mask, kinds.filter((kind) => !proven.includes(kind))]).toEqual([seed, mask, []]);
      }
    }
  });

  it('after failures of CRACs, too, are exactly those that the checker finds broken at the set-points stated, by the same amounts', () => {
    const met: Record<string, number> = {};
    for (let seed = 1; seed <= fuzzCount(60, 5); seed++) {
      for (const { mask, limited } of survivals(seed)) {
        const conflict = idleConflict(rewardRateModel(limited.instance, limited.matrix));
        if (conflict === null) continue;
        const { violations } = checked(limited, conflict.setPointsC, []);
        const stated = all(conflict).filter(({ constraint }) => constraint !== 'survive');
        // What all capacities together lack is stated beside those that are passed.
        const single = stated.filter(({ constraint, where }) => constraint !== 'coolingCapacity' || where !== '');
        expect([seed, mask, named(single)]).toEqual([seed, mask, named(violations)]);
        for (const { constraint } of stated) met[constraint] = (met[constraint] ?? 0) + 1;
      }
    }
    const kinds = ['redLine', 'powerCap', 'rackPower', 'coolingCapacity', 'failureRedLine', 'failurePowerCap'];
    for (const kind of [...kinds, 'failureCoolingCapacity']) expect([kind, (met[kind] ?? 0) > 5]).toEqual([kind, true]);
  });
});

/** Rooms of two or three CRACs whose plans must outlive the failure of any, with limits that idling breaks only then, or at work too. */
function* survivals(seed: number) {
  const facility = tinyRandom(seed, { mostPlans: 1e9, cracs: seed % 3 === 0 ? 3 : 2 });
  const coldestC = facility.instance.facility.cracs.map((crac) => crac.setPointMinC);
  const survive = { survive: 'any-crac' as const };
  const idle = checked(under(facility, { ...FREE, ...survive }), coldestC, []);
  const hottestC = Math.max(...idle.zoneInletC);
  const failedC = Math.max(...idle.failures!.flatMap(({ most }) => Array.from(most.zoneInletC)));
  const { idleW, totalW } = idle.power;
  const parts: readonly Partial<Limits>[] = [
    { redLineC: (hottestC + failedC) / 2 },
    { redLineC: hottestC - 0.5 },
    { powerCapW: 0.98 * totalW },
    { powerCapW: 0.9 * idleW },
    { rackPowerLimits: [{ rack: facility.matrix.zones[0]!.rack, powerLimitW: 0.5 * idle.zoneNodePowerW[0]! }] },
  ];
  for (let mask = 0; mask < 96; mask++) {
    const limits = parts.reduce<Limits>((sum, part, n) => (mask & (1 << n) ? { ...sum, ...part } : sum), FREE);
    // Capacities that suffice together, not when one is gone; or not even together.
    const capacityW = [undefined, (1.2 * idleW) / coldestC.length, (0.6 * idleW) / coldestC.length][mask >> 5];
    yield { mask, limited: under(facility, { ...limits, ...survive }, capacityW) };
  }
}

import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { ROOM_LIMITS, type RoomLimit } from '../../../../../models/families/reward-rate/room-limits.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { marginalValues } from '../../../../../src/families/reward-rate/methods/bound/certificate.js';
import {
  brokenPowerRows,
  type CouplingRow,
  powerLimitRows,
} from '../../../../../src/families/reward-rate/methods/room-program/coupling.js';
import { fixesBy } from '../../../../../src/families/reward-rate/runs/explain/fixes.js';
import { worthOfLimits } from '../../../../../src/families/reward-rate/runs/explain/limit-worth.js';
import { movablesOf } from '../../../../../src/families/reward-rate/runs/explain/knobs.js';
import { wantedReward } from '../../../../../src/families/reward-rate/runs/explain/wanted.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { reading, violationText } from '../../../../../src/reports/wording.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { bruteForce, oracle } from '../../../../oracle/brute-force.js';
import type { TinyFacility } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

import {
  DIVISOR,
  drawnW,
  ENTRY,
  highs,
  NOISE,
  type Noisy,
  type NoisyRoom,
  noiseOf,
  noisyOracle,
  opened,
  request,
  ROOMS,
} from '../../../../oracle/noisy-rooms.js';
/** The room with the power limit of the rack that allows the same plans as the limit on its noise. */
function asPowerLimit({ instance: { noise: _, ...instance }, matrix, rack, mostW }: NoisyRoom & { instance: Noisy }) {
  const pdus = [...(instance.limits.pdus ?? []), { name: 'as loud', racks: [rack], powerLimitW: mostW }];
  return { matrix, instance: { ...instance, limits: { ...instance.limits, pdus } } };
}

describe('a limit on the noise at a rack, added by one entry of the catalogue and one check', () => {
  it('is in every fourth room or more', () => {
    expect(ROOMS.length).toBeGreaterThan(fuzzCount(120, 30) / 4);
  });

  it('holds the bound above the best plan of brute force and where the same limit in watts has it, with its price', async () => {
    let [found, binding, lower] = [0, 0, 0];
    for (const room of ROOMS) {
      const { record } = await solveOpened(await request(), opened(room));
      const inWatts = await solveOpened(await request(), modelInMemory(...pairOf(asPowerLimit(room))));
      const { bound, objective, feasible } = record.result;
      const { best } = bruteForce(noisyOracle(room));
      const note = room.instance.name;
      expect(feasible, note).toBe(true);
      expect(bound!, note).toBeGreaterThanOrEqual(best!.rewardPerS * (1 - 1e-9));
      expect(objective!, note).toBeLessThanOrEqual(best!.rewardPerS * (1 + 1e-9));
      expect(Math.abs(bound! - inWatts.record.result.bound!), note).toBeLessThanOrEqual(1e-6 * bound!);
      if (objective! >= best!.rewardPerS * (1 - 1e-9)) found++;
      const { best: loud } = bruteForce(oracle(room.instance, room.matrix));
      if (bound! < loud!.rewardPerS * (1 - 1e-9)) lower++;
      const own = record.result.binding.find(({ constraint }) => constraint === NOISE);
      const watts = inWatts.record.result.binding.find(({ where }) => where === 'as loud');
      if (own === undefined || watts === undefined || watts.marginalValue! < 1e-9) continue;
      binding++;
      expect({ where: own.where, unit: own.unit, limit: own.limit }).toEqual({
        where: room.rack,
        unit: 'noise',
        limit: noiseOf(room.mostW),
      });
      expect(own.value).toBeLessThanOrEqual(own.limit * (1 + 1e-9));
      // A watt of the sum is 1.5 sqrt(sum) / DIVISOR of noise.
      const perW = (1.5 * Math.sqrt(room.mostW)) / DIVISOR;
      expect((own.marginalValue! * perW) / watts.marginalValue!, note).toBeCloseTo(1, 5);
      expect(reading(own)).toMatch(/rack noise/);
    }
    expect(found).toBeGreaterThan(0.7 * ROOMS.length);
    expect(binding).toBeGreaterThan(0.2 * ROOMS.length);
    expect(lower).toBeGreaterThan(0.2 * ROOMS.length);
  });

  it('is what the checker refuses a louder plan for, with the amount', async () => {
    let refused = 0;
    for (const room of ROOMS) {
      // A model that knows nothing of noise: its plans are too loud.
      const { record } = await solveOpened(await request(), modelInMemory(room.instance, room.matrix));
      const { zoneNodePowerW, violations: all } = record.evaluation!;
      const value = noiseOf(drawnW(room, room.rack, zoneNodePowerW));
      const violations = all.filter(({ constraint }) => constraint === NOISE);
      expect(violations.length).toBe(value > noiseOf(room.mostW) * (1 + 1e-9) ? 1 : 0);
      expect(record.result.feasible).toBe(all.length === 0);
      for (const one of violations) {
        refused++;
        expect(one.amount).toBeCloseTo(value - noiseOf(room.mostW), 9);
        expect(violationText(one)).toMatch(/^rack noise at /);
      }
    }
    expect(refused).toBeGreaterThan(0);
  });

  it('is a conflict by itself where idle nodes are too loud, and to raise it is a fix that the checker accepts', () => {
    let [fixed, alone] = [0, 0];
    for (const { instance, matrix, rack } of ROOMS) {
      const idleW = oracle(instance, matrix).zones.map((zone) => zone.idleW);
      const most = 0.5 * noiseOf(drawnW({ instance, matrix }, rack, idleW));
      const room = opened({ matrix, instance: { ...instance, noise: [{ rack, most }] } as Noisy });
      const idle = idleConflict(withStandby(room.model))!;
      const told = [idle, ...idle.others].find(({ constraint }) => constraint === NOISE)!;
      expect([told.where, told.unit, told.proven]).toEqual([rack, 'noise', true]);
      expect(told.amount).toBeCloseTo(most, 9);
      expect(told.message).toContain(`rack noise of ${rack}`);
      alone += idle.others.length === 0 ? 1 : 0;
      for (const { changes, message } of fixesBy(room, idle, movablesOf(room.instance, room.model.limits))) {
        const own = changes.find(({ constraint }) => constraint === NOISE)!;
        fixed++;
        expect(own.to).toBeGreaterThanOrEqual(2 * most * (1 - 1e-9));
        expect(own.to).toBeLessThanOrEqual(2 * most * 1.01);
        expect(message).toContain(`rack noise of ${rack}`);
      }
    }
    expect(alone).toBeGreaterThan(0);
    expect(fixed).toBeGreaterThanOrEqual(alone);
  });

  it('has a worth, and a least value with which a wanted reward is earned', async () => {
    let [worth, bracketed] = [0, 0];
    for (const room of ROOMS.filter(({ matrix }) => matrix.cracNames.length === 1).slice(0, 8)) {
      const own = opened(room);
      const asked = await request();
      const base = await solveOpened(asked, own);
      const asking = { request: () => asked, ended: () => Promise.resolve(false) };
      const next = { stepW: 1, planPerKW: null, boundPerKW: null } as Parameters<typeof worthOfLimits>[3];
      const { limits } = await worthOfLimits(own, base, await highs, next, asking);
      const noise = limits.find(({ constraint }) => constraint === NOISE);
      if (noise === undefined || noise.looser.perUnit < 1e-9) continue;
      worth++;
      expect([noise.unit, noise.from]).toEqual(['noise', noiseOf(room.mostW)]);
      expect(noise.message).toContain(`noise of ${room.rack}`);
      expect(noise.message).toContain('reward/s per noise');
      const { objective, bound } = base.record.result;
      const wanted = Math.max(objective!, bound!) * 1.02;
      const words = { movables: movablesOf(own.instance, own.model.limits), priceOf: () => null, isPriced: false };
      const { brackets } = await wantedReward(own, wanted, words, asking, await highs);
      const bracket = brackets.find(({ constraint }) => constraint === NOISE);
      if (bracket?.noneUpTo == null || bracket.enoughAt === null) continue;
      bracketed++;
      const bestAt = (most: number): number =>
        bruteForce(noisyOracle({ ...room, instance: ENTRY.with(room.instance, room.rack, most) })).best!.rewardPerS;
      expect(bestAt(bracket.noneUpTo)).toBeLessThan(wanted);
      expect(bestAt(bracket.enoughAt)).toBeGreaterThanOrEqual(wanted * (1 - 1e-9));
    }
    expect(worth).toBeGreaterThan(0);
    expect(bracketed).toBeGreaterThan(0);
  });
});

/** A limit that is no function of a sum: that of the squares of the powers of a rack's zones, W^2. */
const SQUARES: RoomLimit = {
  ...ENTRY,
  unit: 'W^2',
  curve: {
    use: (powersW, zones) => zones.reduce((sum, b) => sum + powersW[b]! ** 2, 0),
    slope: (powersW, zones) => zones.map((b) => 2 * powersW[b]!),
  },
};

describe('a convex limit that several rows state', () => {
  it('has a row that excludes powers beyond it, and none that excludes powers within it', () => {
    const draw = randomStream(1, 'convex-limit').uniform;
    let [beyond, within] = [0, 0];
    for (const { instance, matrix } of ROOMS) {
      const most = 1e4 * draw(1, 4);
      const racks = [...new Set(matrix.zones.map(({ rack }) => rack))];
      const noisy: Noisy = { ...instance, noise: racks.map((rack) => ({ rack, most })) };
      const model = rewardRateModel(noisy, matrix, undefined, [...ROOM_LIMITS, SQUARES]);
      const drawn = (): Float64Array => Float64Array.from(model.zones, ({ idleW }) => idleW + draw(0, 200));
      const useOf = (powersW: Float64Array): number[] =>
        racks.map((rack) => matrix.zones.reduce((sum, z, b) => sum + (z.rack === rack ? powersW[b]! ** 2 : 0), 0));
      const left = ({ zoneCoefficient, rhs }: CouplingRow, powersW: Float64Array): number =>
        rhs - model.zones.reduce((sum, { idleW }, b) => sum + (zoneCoefficient[b]! * (powersW[b]! - idleW)) / 1000, 0);
      const rows = powerLimitRows(model).filter(({ constraint }) => constraint === NOISE);
      for (let n = 0; n < 20; n++) {
        const powersW = drawn();
        const broken = brokenPowerRows(model, powersW);
        expect(broken.map(({ where }) => where)).toEqual(racks.filter((_, r) => useOf(powersW)[r]! > most));
        for (const row of broken) expect(left(row, powersW)).toBeLessThan(0);
        beyond += broken.length;
        rows.push(...broken);
      }
      for (let n = 0; n < 50; n++) {
        const powersW = drawn();
        for (const row of rows) {
          if (useOf(powersW)[racks.indexOf(row.where)]! > most) continue;
          within++;
          expect(left(row, powersW)).toBeGreaterThanOrEqual(-1e-9 * most);
        }
      }
    }
    expect(Math.min(beyond, within)).toBeGreaterThan(100);
  });

  it('has one price, the sum of those of its rows', () => {
    const { instance, matrix } = ROOMS[0]!;
    const model = rewardRateModel(instance, matrix, undefined, [...ROOM_LIMITS, ENTRY]);
    const rows = powerLimitRows(model).filter(({ constraint }) => constraint === NOISE);
    const prices = { task: model.rewardPerTask, coupling: Float64Array.of(2, 3) };
    const bound = { value: 1, prices, zonePowerPrice: new Float64Array(model.zones.length) };
    const result = { rows: [...rows, ...rows], bound, relaxedCoreKW: 0 } as unknown as Parameters<
      typeof marginalValues
    >[1];
    const { limits } = marginalValues(model, result);
    expect(limits.filter(({ constraint }) => constraint === NOISE).map((one) => one.marginalValue)).toEqual([5]);
  });
});

function pairOf({ instance, matrix }: TinyFacility): readonly [RewardRateInstance, TinyFacility['matrix']] {
  return [instance, matrix];
}

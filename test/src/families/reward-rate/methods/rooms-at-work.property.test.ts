import { describe, expect, it } from 'vitest';
import { roomState } from '../../../../../models/facility/room-state.js';
import { onTheWay } from '../../../../../models/families/reward-rate/on-the-way.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import {
  cheapestSetPoints,
  keepsLimitsAt,
  keepsRedLine,
} from '../../../../../src/families/reward-rate/methods/best-set-points.js';
import { coolingOf } from '../../../../../src/families/reward-rate/methods/set-point-merit.js';
import {
  cheapestSurviving,
  failureSetPoints,
} from '../../../../../src/families/reward-rate/methods/set-points-in-failures.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { survivingRoom } from '../../../../oracle/surviving-rooms.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const ROOMS = fuzzCount(150);

/** A room compiled by itself, with what it is called in the plan that survives, and with its own limits. */
interface Alone {
  readonly model: RewardRateModel;
  readonly left: readonly number[];
}

interface Drawn {
  readonly seed: number;
  readonly model: RewardRateModel;
  readonly whole: Alone;
  readonly failed: readonly Alone[];
  readonly powersW: Float64Array;
  readonly setPointsC: readonly number[];
}

/** Draws a room, powers and set-points, with a cap near what some failed room draws. */
function drawn(seed: number, survive: 'any-crac' | 'any-crac-reset'): Drawn {
  const { instance, matrix } = survivingRoom(seed, 60, survive).facility;
  const { uniform } = randomStream(seed, 'rooms at work');
  const powersOf = (model: RewardRateModel): Float64Array =>
    Float64Array.from(model.zones, ({ idleW }) => idleW * uniform(1, 2.5));
  const first = rewardRateModel(instance, matrix);
  const powersW = powersOf(first);
  const setPointsC = first.cracs.map(({ setPointMinC, setPointMaxC }) =>
    uniform(setPointMinC, setPointMinC + uniform(0, 1) * (setPointMaxC - setPointMinC)),
  );
  const alone = (gone: string | null, limits: typeof instance.limits): Alone => {
    const cracs = instance.facility.cracs.map((crac) => (crac.name === gone ? { ...crac, coolingCapacityW: 0 } : crac));
    const facility = { ...instance.facility, cracs };
    const model = rewardRateModel({ ...instance, facility, limits: { ...limits, survive: undefined } }, matrix);
    const left = model.cracs.map(({ name }) => first.cracs.findIndex((crac) => crac.name === name));
    return { model, left };
  };
  const limitsOf = (powerCapW: number) => ({ ...instance.limits, powerCapW });
  const names = first.cracs.map(({ name }) => name);
  const drawsW = names.map((name) => {
    const room = alone(name, instance.limits);
    return stateOf(room, powersW, setPointsC).power.totalW;
  });
  const powerCapW = drawsW[seed % names.length]! * uniform(0.97, 1.05);
  const limits = limitsOf(powerCapW);
  return {
    seed,
    model: rewardRateModel({ ...instance, limits }, matrix),
    whole: alone(null, limits),
    failed: names.map((name) => alone(name, { ...limits, reserve: undefined })),
    powersW,
    setPointsC,
  };
}

function stateOf({ model, left }: Alone, powersW: Float64Array, setPointsC: readonly number[]) {
  const own = left.map((c) => setPointsC[c]!);
  return roomState({ thermal: model.thermal, cooling: model.cooling, meter: model.budget }, powersW, own);
}

function overCapacityW({ model, left }: Alone, powersW: Float64Array, setPointsC: readonly number[]): number {
  const { removedW } = stateOf({ model, left }, powersW, setPointsC);
  return model.coolingLimits.reduce((sum, { crac, capacityW }) => sum + Math.max(0, removedW[crac]! - capacityW), 0);
}

function overCapW(room: Alone, powersW: Float64Array, setPointsC: readonly number[]): number {
  return Math.max(0, stateOf(room, powersW, setPointsC).power.totalW - room.model.budget.powerCapW);
}

function overRedLineC(room: Alone, powersW: Float64Array, setPointsC: readonly number[]): number {
  return Math.max(...stateOf(room, powersW, setPointsC).inletC) - room.model.redLineC;
}

describe('the room and each failed one, against rooms that are compiled one by one', () => {
  it('excess and red line at drawn set-points are those of the single rooms', () => {
    const seen = { over: 0, hotOnlyInFailure: 0, kept: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const { model, whole, failed, powersW, setPointsC } = drawn(seed, 'any-crac');
      const state = zoneState(model, powersW);
      const over =
        overCapacityW(whole, powersW, setPointsC) +
        failed.reduce(
          (sum, room) => sum + overCapacityW(room, powersW, setPointsC) + overCapW(room, powersW, setPointsC),
          0,
        );
      const { overW } = coolingOf(model, state, setPointsC);
      expect({ seed, isEqual: Math.abs(overW - over) <= 1e-6 * Math.max(1, over) }).toEqual({ seed, isEqual: true });
      const atWorkC = overRedLineC(whole, powersW, setPointsC);
      const inFailureC = Math.max(...failed.map((room) => overRedLineC(room, powersW, setPointsC)));
      const hottestC = Math.max(atWorkC, inFailureC);
      expect([seed, keepsRedLine(model, state, setPointsC, -hottestC - 1e-7)]).toEqual([seed, true]);
      expect([seed, keepsRedLine(model, state, setPointsC, -hottestC + 1e-7)]).toEqual([seed, false]);
      const isKept = over <= 1e-9 && overCapW(whole, powersW, setPointsC) === 0 && hottestC <= 0;
      if (over > 1e-6 || hottestC > 1e-6 || isKept)
        expect([seed, keepsLimitsAt(model, state, setPointsC)]).toEqual([seed, isKept]);
      if (over > 1) seen.over++;
      if (inFailureC > atWorkC + 0.01) seen.hotOnlyInFailure++;
      if (isKept) seen.kept++;
    }
    expect(Object.values(seen).every((count) => count > 0)).toBe(true);
  });

  it('the cheapest set-points found keep red lines and capacities of all single rooms', () => {
    let found = 0;
    for (let seed = 1; seed <= ROOMS; seed++) {
      const { model, whole, failed, powersW } = drawn(seed, 'any-crac');
      const choice = cheapestSetPoints(model, zoneState(model, powersW));
      if (choice === null) continue;
      found++;
      const broken = [whole, ...failed].map((room) => [
        overRedLineC(room, powersW, choice.setPointsC) > 1e-7,
        overCapacityW(room, powersW, choice.setPointsC) > 1e-6,
      ]);
      expect([seed, broken.flat().includes(true)]).toEqual([seed, false]);
    }
    expect(found).toBeGreaterThan(ROOMS / 10);
  });

  it('the cheapest set-points found leave each failure set-points that keep its limits for good and on the way', () => {
    let changed = 0;
    for (let seed = 1; seed <= ROOMS; seed++) {
      const { model, whole, failed, powersW } = drawn(seed, 'any-crac-reset');
      const state = zoneState(model, powersW);
      const choice = cheapestSurviving(model, state);
      if (choice === null || overCapW(whole, powersW, choice.setPointsC) > 0) continue;
      const own = failureSetPoints(model, state, choice.setPointsC);
      changed += own.length;
      for (const [f, room] of failed.entries()) {
        const { gone } = model.failedRooms![f]!;
        const isKept =
          overRedLineC(room, powersW, choice.setPointsC) <= 1e-7 &&
          overCapacityW(room, powersW, choice.setPointsC) + overCapW(room, powersW, choice.setPointsC) <= 1e-6;
        const isAnew = own.some((one) => one.room.gone === gone);
        expect([seed, gone, isKept || isAnew]).toEqual([seed, gone, true]);
      }
    }
    expect(changed).toBeGreaterThan(ROOMS / 20);
  });

  it('set-points for a failure keep the limits of its room for good, and red line and cap on the way', () => {
    let found = 0;
    for (let seed = 1; seed <= ROOMS; seed++) {
      const { model, failed, powersW, setPointsC } = drawn(seed, 'any-crac-reset');
      const state = zoneState(model, powersW);
      for (const { room, setPointsC: resetC } of failureSetPoints(model, state, setPointsC)) {
        found++;
        const f = model.failedRooms!.findIndex(({ gone }) => gone === room.gone);
        const own = { ...failed[f]!, left: [...resetC.keys()] };
        const way = onTheWay(model, room, state, state.failed[f]!, setPointsC, resetC);
        expect({
          seed,
          isHot: overRedLineC(own, powersW, resetC) > 1e-7 || Math.max(...way.peakC) > room.redLineC + 1e-7,
          isOver: overCapacityW(own, powersW, resetC) > 1e-6 || overCapW(own, powersW, resetC) > 1e-6,
          isOverOnTheWay: way.mostTotalW > room.powerCapW + 1e-6,
        }).toEqual({ seed, isHot: false, isOver: false, isOverOnTheWay: false });
      }
    }
    expect(found).toBeGreaterThan(0);
  });
});

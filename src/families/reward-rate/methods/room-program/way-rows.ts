import { W_PER_KW } from '../../../../../models/units.js';
import { type WayInfluence, wayTimeS } from '../../../../../models/physics/thermal/failure-way.js';
import type { FailedRoom } from '../../../../../models/families/reward-rate/failed-rooms.js';
import { failedRoomsOf } from '../../../../../models/families/reward-rate/in-failed-room.js';
import {
  hasEnvelope,
  hasReset,
  onTheWay,
  wayLimits,
  wayRow,
} from '../../../../../models/families/reward-rate/on-the-way.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { setPointColumn } from './cooling-columns.js';
import { type CouplingRow, hottestZones, type SideTerm } from './coupling.js';
import { type AnswerPoint, columnOf, placeIn, ROWS_PER_ROUND, setPointsIn } from './failure-rows.js';

/**
 * Returns red-line rows for inlets that exceed the red line on the way from a failure to the new steady state. If
 * set-points change, each is for the inlet's warmest time step; otherwise for the envelope of the way, where the steady
 * state is not the warmest.
 *
 * @param rowed names of the rows that the LP already has; these are omitted
 */
export function brokenOnTheWay(
  model: RewardRateModel,
  { state, ...setPoints }: Pick<AnswerPoint, 'state' | 'setPointsC' | 'resetC'>,
  rowed: ReadonlySet<string>,
  most = ROWS_PER_ROUND,
): CouplingRow[] {
  return failedRoomsOf(model).flatMap((room, f) => {
    const failedState = state.failed[f]!;
    if (hasEnvelope(room)) {
      const limits = wayLimits(model, room, state, failedState, setPoints.setPointsC);
      if (limits === null) return [];
      const { peakC, held } = limits;
      const when = `on the way (${digestOf(held)})`;
      const isRowed = (b: number): boolean => rowed.has(placeOnTheWay(model, room, b, when));
      return hottestZones(peakC, room.redLineC, isRowed, most).map((b) =>
        onTheWayRow(model, room, b, when, room.envelope.influence(b, held)),
      );
    }
    if (!hasReset(room) || setPoints.resetC === undefined) return [];
    const resetC = setPointsIn(room, setPoints);
    const { peakC, peakStep } = onTheWay(model, room, state, failedState, setPoints.setPointsC, resetC);
    const whenOf = (b: number): string => `after ${wayTimeS(peakStep[b]!)} s`;
    const isRowed = (b: number): boolean => rowed.has(placeOnTheWay(model, room, b, whenOf(b)));
    return hottestZones(peakC, room.redLineC, isRowed, most).map((b) =>
      onTheWayRow(model, room, b, whenOf(b), room.reset.way.influence(b, peakStep[b]!)),
    );
  });
}

/** Returns a short text that differs for different choices of entities, by the hash FNV-1a. */
function digestOf(held: Uint8Array): string {
  return held.reduce((hash, one) => Math.imul(hash ^ one, 0x01000193) >>> 0, 0x811c9dc5).toString(36);
}

/**
 * Returns the red-line row of a zone on the way after a failure. It assumes that no CRAC reaches its capacity, which
 * gives the lowest temperature. So the row holds for all plans.
 */
function onTheWayRow(
  model: RewardRateModel,
  room: FailedRoom,
  zone: number,
  when: string,
  influence: WayInfluence,
): CouplingRow {
  const { perW, perSetPoint, perReset } = wayRow(model, room, influence);
  const terms = (values: Float64Array, columnAt: (c: number) => number): SideTerm[] =>
    [...values].flatMap((value, c) => (value === 0 ? [] : [{ column: columnAt(c), value }]));
  return {
    constraint: 'failureRedLine',
    where: placeOnTheWay(model, room, zone, when),
    zone: -1,
    side: [...terms(perSetPoint, setPointColumn), ...terms(perReset, (c) => columnOf(model, room, c))],
    zoneCoefficient: perW.map((value) => W_PER_KW * value),
    rhs: room.redLineC - perW.reduce((sum, value, b) => sum + value * model.zones[b]!.idleW, 0),
    rhsPerLimit: 1,
  };
}

function placeOnTheWay({ zones }: RewardRateModel, room: FailedRoom, zone: number, when: string): string {
  return placeIn(room, `${zones[zone]!.name} ${when}`);
}

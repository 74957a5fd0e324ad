import { describe, expect, it } from 'vitest';
import type { UtilityRoom } from '../../../../../models/families/utility/room.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../../models/families/utility/schedule.js';
import type { RowValue, UtilityBound } from '../../../../../src/families/utility/methods/bound/utility-bound.js';
import { type RoomFigures, roomFigures } from '../../../../../src/families/utility/report/room-figures.js';
import { roomOverTime } from '../../../../../src/families/utility/runs/room-over-time.js';
import { pageOf } from '../../../../support/utility/report-page.js';
import { tinyModel } from '../../../../support/utility/tiny-model.js';

/** Two pools of 100 W and 40 W tasks; each warms one of two inlets. */
const ROOM = {
  idle: { nodesW: 40, upsLossW: 0, coolingW: 20, otherW: 0, totalW: 60 },
  meterWPerW: Float64Array.of(1, 1),
  zoneNames: ['cool', 'warm'],
  idleInletC: Float64Array.of(20, 19),
  inletKPerW: Float64Array.of(0.01, 0, 0, 0.06),
  cracNames: [],
  idleHeatW: new Float64Array(0),
  capacityW: new Float64Array(0),
  heatWPerW: new Float64Array(0),
  redLineC: 25,
  powerCapW: Infinity,
} satisfies UtilityRoom;
const model = {
  ...tinyModel({
    environment: 'parallel',
    endS: 1000,
    pools: [4, 4],
    kinds: [[{ pool: 0, timeS: 200, powerW: 100 }], [{ pool: 1, timeS: 100, powerW: 40 }]],
    functions: [[{ startS: 0, value: 1 }]],
    tasks: [{ arrivalS: 0 }, { arrivalS: 0, kind: 1 }],
  }),
  room: ROOM,
};
const schedule: Schedule = {
  task: Int32Array.of(0, 1),
  option: Int32Array.of(0, 1),
  firstPiece: Int32Array.of(0, 1, 2),
  pieceStartS: Float64Array.of(0, 120),
  pieceEndS: Float64Array.of(200, 220),
  node: Int32Array.of(-1, -1),
  dropped: new Int32Array(0),
  droppedS: new Float64Array(0),
  unfinished: new Int32Array(0),
};
const bins = { lengthS: 100, borderS: Float64Array.of(0, 100, 200, 1000) };
const figuresOf = (bound: UtilityBound | null): RoomFigures =>
  roomFigures(model, roomOverTime(model, schedule, bins.borderS), bound, bins)!;

describe('the room under a schedule, by hand', () => {
  it('draws what runs beside idle nodes, and is as hot as its hottest inlet at any moment of a stretch', () => {
    const figures = figuresOf(null);
    // 160 W; 40 W more for 80 of 100 s; 40 W for 20 of 800 s.
    expect(figures.meanPowerW).toEqual([160, 192, 61]);
    expect(figures.peakPowerW).toEqual([160, 200, 100]);
    expect(figures.hottestInletC.map((inletC) => Number(inletC!.toFixed(9)))).toEqual([21, 21.4, 21.4]);
    expect(figures.hottest).toEqual({ zone: 'warm', inletC: expect.closeTo(21.4, 9) as number, atS: 120 });
    expect(figures.peak).toEqual({ powerW: 200, atS: 120 });
    expect([figures.idlePowerW, figures.idleInletC, figures.redLineC, figures.powerCapW]).toEqual([60, 20, 25, null]);
    expect(figures.limits).toBeNull();
  });

  it('shows watts of a cap in kW, limits by what they are worth in all', () => {
    const row = (name: string, unit: 'K' | 'W', limit: number, perH: number): RowValue => {
      const utilityPerUnitH = Float64Array.of(perH, 0, 0);
      return { name, unit, limit, utilityPerUnitH, utilityPerUnit: (perH * 100) / 3600 };
    };
    const bound = { borderS: bins.borderS, rows: [row('line', 'K', 5, 36), row('cap', 'W', 4000, 0.36)] };
    const { limits } = figuresOf(bound as unknown as UtilityBound);
    expect(limits!.map(({ name, unit, limit }) => [name, unit, limit])).toEqual([
      ['cap', 'kW', 4],
      ['line', 'K', 5],
    ]);
    expect(limits!.map(({ utilityPerUnit }) => Number(utilityPerUnit.toFixed(9)))).toEqual([10, 1]);
    expect(limits![0]!.utilityPerUnitH).toEqual([360, 0, 0]);
  });

  it('is nothing where the pools stand in no room, or nothing was scheduled', () => {
    const outside = { ...model, room: undefined } as unknown as UtilityModel;
    expect(roomOverTime(outside, schedule, bins.borderS)).toBeNull();
    expect(roomFigures(model, null, null, bins)).toBeNull();
  });
});

describe('the page of a facility', () => {
  it('has power, inlets and worth of limits, and others have no such section', async () => {
    const [result, page] = await pageOf('tiny-facility', 'upt', true);
    expect(result.feasible).toBe(true);
    for (const id of ['room-power', 'room-inlet']) expect(page).toContain(`id="${id}`);
    expect(page).toContain('<section id="room"');
    expect(page).toContain('What one more K and one more kW are worth');
    expect(page).not.toMatch(/>NaN|>Infinity|>undefined/);
    const [, plain] = await pageOf('tiny-serial-budget', 'upt', false);
    expect(plain).not.toContain('<section id="room"');
  });
});

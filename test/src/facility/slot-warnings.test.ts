import { describe, expect, it } from 'vitest';
import type { Rack, RoomAirflow } from '../../../models/facility/facility.js';
import { bundledInstances } from '../../support/bundled.js';
import { cellWarnings, lackingAir, slotWarnings } from '../../../src/facility/slot-warnings.js';
import { instanceWarnings } from '../../../src/families/reward-rate/instances/warnings.js';

const rack = (name: string, slots: number): Rack => ({
  name,
  slots,
  xM: 0,
  yM: 0,
  widthXM: 0.6,
  depthYM: 1,
  heightZM: 2,
  inletSide: '+y',
});
const airflow = (racks: readonly Rack[]): RoomAirflow => ({
  source: 'room',
  nodeAirflowFactor: 1,
  floorLeakageFraction: 0,
  coldAisles: 'open',
  layout: {
    lengthXM: 5,
    widthYM: 5,
    heightZM: 3,
    cellM: { x: 0.5, y: 0.5, z: 0.5 },
    levelsPerRack: 2,
    racks,
    tiles: [],
    aisles: [],
    cracPlacements: [],
  },
});
const group = (name: string, count: number) => ({ nodeType: 'N', rack: name, count });
const RACKS = 'facility.airflow.layout.racks';

describe('racks', () => {
  it('half full are not warned about, nor those without nodes', () => {
    const room = airflow([rack('A', 42), rack('B', 42), rack('C', 4)]);
    expect(slotWarnings(RACKS, room, [group('A', 20), group('A', 1), group('C', 4)])).toEqual([]);
  });

  it('less than half full are warned about once, with their count and the first', () => {
    const room = airflow([rack('A', 42), rack('B', 42), rack('C', 4), rack('D', 10)]);
    const told = slotWarnings(RACKS, room, [
      group('A', 21),
      group('B', 12),
      group('B', 8),
      group('C', 1),
      group('D', 5),
    ]);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`${RACKS}: 2 of 4 racks are less than half full (first: "B", 20 of 42 slots)`);
    expect(slotWarnings(RACKS, room, [group('C', 1)])[0]).toContain(
      'one rack is less than half full (first: "C", 1 of 4',
    );
  });

  it('of one level, or in perfectly mixed air, may be as empty as they like', () => {
    const room = airflow([rack('A', 42)]);
    expect(slotWarnings(RACKS, room, [group('A', 20)])).toHaveLength(1);
    expect(slotWarnings(RACKS, { ...room, mixingFraction: 1 }, [group('A', 20)])).toEqual([]);
    const flat = { ...room, layout: { ...room.layout, levelsPerRack: 1 } };
    expect(slotWarnings(RACKS, flat, [group('A', 20)])).toEqual([]);
  });

  it('without a layout have no slots', () => {
    expect(slotWarnings(RACKS, { source: 'matrix' }, [group('A', 1)])).toEqual([]);
  });

  it('of a bundled room that are given ten times the slots are warned about by the instance', () => {
    const { instance } = bundledInstances().find(({ file }) => file.endsWith('room-1080-hybrid.json'))!;
    const room = instance.facility.airflow as RoomAirflow;
    const racks = room.layout.racks.map((one) => ({ ...one, slots: 10 * one.slots }));
    const tall = { ...instance.facility, airflow: { ...room, layout: { ...room.layout, racks } } };
    expect(instanceWarnings(instance).filter((one) => one.includes('half full'))).toEqual([]);
    expect(instanceWarnings({ ...instance, facility: tall }).filter((one) => one.includes('half full'))).toHaveLength(
      1,
    );
  });
});

describe('cells of a room', () => {
  const room = (cellM: number, mixingM2PerS?: number): RoomAirflow => {
    const own = airflow([rack('R1', 10)]);
    const layout = { ...own.layout, cellM: { x: cellM, y: cellM, z: cellM } };
    return { ...own, layout, ...(mixingM2PerS === undefined ? {} : { mixingM2PerS }) };
  };

  it.each([
    { cellM: 0.15, mixing: 0.075, mostM: null },
    { cellM: 0.2, mixing: 0.075, mostM: 0.15 },
    { cellM: 0.15, mixing: 0.05, mostM: 0.1 },
    { cellM: 0.1, mixing: 0.05, mostM: null },
    { cellM: 0.2, mixing: 0.5, mostM: 0.15 },
    { cellM: 0.5, mixing: undefined, mostM: null },
    { cellM: 0.5, mixing: 0, mostM: null },
  ])('of $cellM m at $mixing m2/s are warned of with the largest that do: $mostM m', ({ cellM, mixing, mostM }) => {
    const warnings = cellWarnings('here', room(cellM, mixing));
    if (mostM === null) expect(warnings).toEqual([]);
    else
      expect(warnings).toEqual([
        expect.stringMatching(new RegExp(`^here: cells of ${cellM} m .* at most ${mostM} m\\.$`)),
      ]);
  });
});

describe('lackingAir', () => {
  const air = (supplyShare?: number, kind?: string): Parameters<typeof lackingAir>[0] => ({
    airflow: { nodeAirflowFactor: 0.5, ...(supplyShare && { supplyShare }), ...(kind && { kind }) },
    cracs: [{ airFlowM3PerS: 10 }, { airFlowM3PerS: 10 }],
  });

  it('says how much of what nodes draw the CRACs cannot supply', () => {
    // 50 x 0.5 = 25 m3/s against 20 m3/s: a fifth was breathed before.
    expect(lackingAir(air(), 50)).toBe(
      'draw 25.0 m3/s, the CRACs supply 20.0 m3/s; at least 20.0 % of the inlet air is recirculated',
    );
    expect(lackingAir(air(), 40)).toBeNull();
  });

  it('counts only the air that reaches the room, and nothing where temperatures depend on no air flow', () => {
    // Half of 20 m3/s against 25 m3/s.
    expect(lackingAir(air(0.5), 50)).toBe(
      'draw 25.0 m3/s, the CRACs supply 10.0 m3/s to the room; at least 60.0 % of the inlet air is recirculated',
    );
    expect(lackingAir(air(0.5, 'heatRecirculation'), 50)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { afterFailure, failureModeOf } from '../../../../models/facility/failed-units.js';
import { withDirectAir } from '../../../../models/physics/airflow/direct-air.js';
import type { RoomAirflow } from '../../../../models/facility/facility.js';
import { withMixedAir, withMixingFraction } from '../../../../models/physics/airflow/mixed-air.js';
import { airAfterFailure, failedUnits, type Unit, unitAir } from '../../../../models/physics/airflow/unit-air.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { sparseRows } from '../../../../models/physics/thermal/sparse-rows.js';
import { floorAir, movedM3PerS, withoutUnits } from '../../../../src/check/units.js';
import { steadyTemperatures } from '../../../../src/check/temperatures.js';
import { denseOf } from '../../../support/dense-of.js';

const unit = (name: string, more: Partial<Unit> = {}): Unit => ({
  name,
  airFlowM3PerS: 1,
  setPointMinC: 10,
  setPointMaxC: 27,
  ...more,
});
const ROOM = { airflow: { source: 'room' as const } };

describe('air of failed CRACs, by hand', () => {
  it('a CRAC that stands still is one more opening of the floor: with back flow 0.2 of two it lets back 1 - 1 / 1.1 of the air', () => {
    const { cracs } = afterFailure({ ...ROOM, cracs: [unit('A'), unit('B', { backFlow: 0.2 })] }, { gone: ['B'] });
    const { flowM3PerS, backFlowM3PerS, supplyM3PerS } = unitAir(cracs);
    expect([...flowM3PerS]).toEqual([1, 0]);
    expect(supplyM3PerS).toBeCloseTo(1 / 1.1, 12);
    expect(backFlowM3PerS[1]).toBeCloseTo(1 - 1 / 1.1, 12);
    const checked = floorAir(withoutUnits([unit('A'), unit('B', { backFlow: 0.2 })], ['B'], true));
    expect(checked.supply).toBeCloseTo(1 / 1.1, 12);
    expect(checked.back[1]).toBeCloseTo(1 - 1 / 1.1, 12);
  });

  it('without a stated back flow 0.15 of the nominal flow is open', () => {
    const { cracs } = afterFailure({ ...ROOM, cracs: [unit('A'), unit('B')] }, { gone: ['B'] });
    expect(unitAir(cracs).supplyM3PerS).toBeCloseTo(2 / 2.15, 12);
    expect(floorAir(cracs).supply).toBeCloseTo(2 / 2.15, 12);
  });

  it('a CRAC at work moves its standby air while another has failed, and a failed one that blows on its own', () => {
    const cracs = [unit('A', { standbyAirFlowM3PerS: 1.2 }), unit('B', { standbyAirFlowM3PerS: 1.5 })];
    const failed = afterFailure({ ...ROOM, cracs }, { gone: ['B'], mode: 'fanRuns' }).cracs;
    expect([...unitAir(failed).flowM3PerS]).toEqual([1.2, 1]);
    expect([...unitAir(cracs).flowM3PerS]).toEqual([1, 1]);
    expect(failed.map((one) => movedM3PerS(one, failed))).toEqual([1.2, 1]);
    expect(failedUnits(failed)).toEqual({ still: [], blowing: ['B'] });
  });

  it('no air is left where all stand still', () => {
    const { cracs } = afterFailure({ ...ROOM, cracs: [unit('A'), unit('B')] }, { gone: ['A', 'B'] });
    expect(unitAir(cracs).supplyM3PerS).toBe(0);
    expect([...unitAir(cracs).backFlowM3PerS]).toEqual([0, 0]);
  });

  it('fans stop by default where the air can be drawn, and run on with a matrix file or with capacity 0', () => {
    expect(failureModeOf({}, { source: 'room' })).toBe('fanStops');
    expect(failureModeOf({}, { source: 'matrix' })).toBe('fanRuns');
    expect(failureModeOf({ onFailure: 'fanRuns' }, { source: 'room' })).toBe('fanRuns');
    expect([...unitAir([unit('A'), unit('B', { coolingCapacityW: 0 })]).flowM3PerS]).toEqual([1, 1]);
  });
});

/** Two zones of 0.8 m3/s and 9.6 and 4.8 kW with rho c = 1200, two CRACs of 1 m3/s at 18 C (crac-failures note). */
const RHO_C = 1200;
const POWERS_W = Float64Array.of(9600, 4800);

function matrixOf(weights: readonly (readonly number[])[], cracFlows: readonly number[]): InfluenceMatrix {
  return {
    cracNames: ['A', 'B'],
    zones: ['ZA', 'ZB'].map((name) => ({ name, rack: name, level: 1, nodeType: 'T', nodeCount: 1, firstSlot: 1 })),
    airFlowM3PerS: Float64Array.of(...cracFlows, 0.8, 0.8),
    weights: sparseRows(weights.flat()),
    provenance: { kind: 'imported', summary: 'by hand', rowSumError: 0, conservationError: 0 },
  };
}

/** Both at work; a surplus goes to its unit's return, a lack comes from its own exhaust. */
const BUILT = matrixOf(
  [
    [0.2, 0, 0.8, 0],
    [0, 0.2, 0, 0.8],
    [1, 0, 0, 0],
    [0, 1, 0, 0],
  ],
  [1, 1],
);

/** B stands still: tiles share S evenly, so that p of each zone's air comes from A. */
function stillB(supply: number, back: number): InfluenceMatrix {
  const p = supply / 2 / 0.8;
  const q = supply + back;
  const ofReturn = back / q;
  return matrixOf(
    [
      [ofReturn, 0, (1 - ofReturn) / 2, (1 - ofReturn) / 2],
      [0, 0, 0.5, 0.5],
      [p, 0, 1 - p, 0],
      [p, 0, 0, 1 - p],
    ],
    [q, 0],
  );
}

/** Air of a room of which nothing matters but how much is mixed. */
function airflowAt(mixingFraction: number, supplyShare = 1): RoomAirflow {
  return { mixingFraction, supplyShare } as RoomAirflow;
}

function inletsC(matrix: InfluenceMatrix, failed: readonly number[], m = 0, b = 0): number[] {
  const mixing = { hotMixing: m, mixingFraction: b } as RoomAirflow;
  const weights = withMixedAir(matrix.weights, matrix.airFlowM3PerS, matrix.zones, mixing);
  return [...steadyTemperatures({ ...matrix, weights }, [18, 18], POWERS_W, RHO_C, new Set(failed))!.zoneInletC];
}

describe('two zones and two CRACs, by hand', () => {
  it.each([
    ['both at work', BUILT, [], 0, 0, [18, 18]],
    ['B still', stillB(1, 0), [1], 0, 0, [24, 21]],
    ['B still, exhausts mixed', stillB(1, 0), [1], 1, 0, [22.5, 22.5]],
    ['B still, back flow 0.2', stillB(1 / 1.1, 1 - 1 / 1.1), [1], 0, 0, [25.6, 21.8]],
    ['B still, back flow 0.2, exhausts mixed', stillB(1 / 1.1, 1 - 1 / 1.1), [1], 1, 0, [23.7, 23.7]],
    ['B still, A at 1.2', stillB(1.2, 0), [1], 0, 0, [21.3333, 19.6667]],
    ['B still, A at 1.2, exhausts mixed', stillB(1.2, 0), [1], 1, 0, [20.5, 20.5]],
    ['B blows, exhausts mixed', BUILT, [1], 1, 0, [18, 33]],
    ['B blows, exhausts half mixed', BUILT, [1], 0.5, 0, [18, 43]],
    ['B blows, mixing 0.1', BUILT, [1], 0, 0.1, [20.7907, 64.7442]],
    ['B blows, mixing 0.3', BUILT, [1], 0, 0.3, [22.1026, 35.8632]],
    ['B blows, exhausts mixed, mixing 0.1', BUILT, [1], 1, 0.1, [19.0805, 32.2513]],
  ] as const)('%s: inlets of both zones', (_, matrix, failed, m, b, wanted) => {
    for (const [z, inletC] of inletsC(matrix, failed, m, b).entries()) expect(inletC).toBeCloseTo(wanted[z]!, 4);
  });

  it.each([1, 0.6])(
    'another fraction of mixed air is that of a room drawn with it where %d of the CRAC air reaches it, and all mixed air cannot be unmixed',
    (supplyShare) => {
      const whole = BUILT.airFlowM3PerS.map((flow, n) => (n < 2 ? flow / supplyShare : flow));
      const at = (mixingFraction: number): InfluenceMatrix => {
        const mixed = withMixedAir(BUILT.weights, BUILT.airFlowM3PerS, BUILT.zones, airflowAt(mixingFraction));
        return { ...BUILT, airFlowM3PerS: whole, weights: withDirectAir(mixed, supplyShare, whole.subarray(0, 2)) };
      };
      for (const [mixingFraction, to] of [
        [0.1, 0.3],
        [0.3, 0],
        [0, 0.2],
      ] as const) {
        const found = withMixingFraction(at(mixingFraction), airflowAt(mixingFraction, supplyShare), to)!;
        const wanted = denseOf(at(to).weights);
        for (const [n, weight] of denseOf(found.weights).entries()) expect(weight).toBeCloseTo(wanted[n]!, 12);
      }
      expect(withMixingFraction(at(1), airflowAt(1, supplyShare), 0.1)).toBeNull();
    },
  );

  it('the room as built is that of a failure in which no air changes, and other air must be drawn', () => {
    const facility = { airflow: { source: 'room' as const }, cracs: [unit('A'), unit('B')] };
    const running = afterFailure(facility, { gone: ['B'], mode: 'fanRuns' });
    const stopped = afterFailure(facility, { gone: ['B'], mode: 'fanStops' });
    expect(airAfterFailure(running, BUILT)).toBe(BUILT);
    expect(airAfterFailure(stopped, BUILT)).toBeNull();
    const drawn = stillB(1, 0);
    const known = { ...BUILT, afterFailure: [{ still: ['B'], blowing: [], matrix: drawn }] };
    expect(airAfterFailure(stopped, known)).toBe(drawn);
    expect(airAfterFailure(afterFailure(facility, { gone: ['A'], mode: 'fanStops' }), known)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import type { Rack, RoomAirflow } from '../../../../models/facility/facility.js';
import { withMixedAir, withMixingFraction } from '../../../../models/physics/airflow/mixed-air.js';
import { tilePartsOf } from '../../../../models/physics/airflow/tile-parts.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { sparseRows } from '../../../../models/physics/thermal/sparse-rows.js';
import { mixtureOf } from '../../../../src/check/room-air/mixture.js';
import { steadyTemperatures } from '../../../../src/check/temperatures.js';
import { denseOf } from '../../../support/dense-of.js';

const rack = (name: string, xM: number, inletSide: Rack['inletSide'] = '+y'): Rack => ({
  name,
  xM,
  yM: inletSide === '+y' ? 0 : 2,
  widthXM: 1,
  depthYM: 1,
  heightZM: 2,
  slots: 1,
  inletSide,
});
const tile = (name: string, xM: number): RoomAirflow['layout']['tiles'][number] => ({
  name,
  xM,
  yM: 1,
  widthXM: 2,
  depthYM: 1,
  opening: 1,
});
const zone = (name: string): InfluenceMatrix['zones'][number] => {
  return { name, rack: name, level: 1, nodeType: 'T', nodeCount: 1, firstSlot: 1 };
};

/** An aisle of two tiles, from x = 0 to 2 and from 2 to 4, all of whose air is mixed. */
function aisle(racks: readonly Rack[], exhaustExchange: number | undefined, mixingFraction = 1): RoomAirflow {
  const layout = { racks, tiles: [tile('left', 0), tile('right', 2)] };
  return {
    layout,
    mixingFraction,
    ...(exhaustExchange === undefined ? {} : { exhaustExchange }),
  } as unknown as RoomAirflow;
}

/** Air in which every sink draws its own exhaust, before it is mixed. */
function unmixed(cracM3PerS: readonly number[], zoneM3PerS: readonly number[], names: readonly string[]) {
  const size = cracM3PerS.length + zoneM3PerS.length;
  const identity = Array.from({ length: size * size }, (_, n) => (n % (size + 1) === 0 ? 1 : 0));
  return {
    cracNames: cracM3PerS.map((_, c) => `CRAC${c + 1}`),
    zones: names.map(zone),
    airFlowM3PerS: Float64Array.of(...cracM3PerS, ...zoneM3PerS),
    weights: sparseRows(identity),
    provenance: { kind: 'imported', summary: 'by hand', rowSumError: 0, conservationError: 0 },
  } satisfies InfluenceMatrix;
}

function mixed(matrix: InfluenceMatrix, airflow: RoomAirflow): InfluenceMatrix {
  return { ...matrix, weights: withMixedAir(matrix.weights, matrix.airFlowM3PerS, matrix.zones, airflow) };
}

const RHO_C = 1200;
const PAIR = [rack('A', 0.5), rack('B', 2.5)];

describe('a mixture without bypass, by hand', () => {
  // One CRAC of 1 m3/s, zones of 1.2 and 0.8 whose nodes heat their air by 4 and 10 K: half of their air is exhaust of in all 12.8 K.
  it.each([
    [1, [6.4, 6.4]],
    [0.5, [5.6, 7.6]],
    [0, [4, 10]],
  ] as const)('of which %d is exchanged over the room: inlets above the set-point', (exchange, wantedK) => {
    const matrix = unmixed([1], [1.2, 0.8], ['A', 'B']);
    const airflow = aisle(PAIR, exchange);
    const powersW = Float64Array.of(RHO_C * 1.2 * 4, RHO_C * 0.8 * 10);
    const air = steadyTemperatures(mixed(matrix, airflow), [0], powersW, RHO_C, new Set())!;
    for (const [z, inletK] of air.zoneInletC.entries()) expect(inletK).toBeCloseTo(wantedK[z]!, 8);
    // The CRAC draws all heat: (4.8 + 8) / 1 K.
    expect(air.cracInletC[0]).toBeCloseTo(12.8, 8);
    const drawn = mixtureOf(airflow, matrix.zones, matrix.airFlowM3PerS)([0, wantedK[0] + 4, wantedK[1] + 10]);
    for (const [n, wanted] of [12.8, ...wantedK].entries()) expect(drawn(n)).toBeCloseTo(wanted, 10);
  });

  it.each([0, 1])(
    'gives zones CRAC air alone, and CRACs their surplus, if they supply more than is drawn',
    (exchange) => {
      const matrix = unmixed([1.5, 1], [1.2, 0.8], ['A', 'B']);
      const found = denseOf(mixed(matrix, aisle(PAIR, exchange)).weights);
      const ofZone = [0.6, 0.4, 0, 0];
      // 2 of the 2.5 m3/s that CRACs draw are exhaust, 1.2 of zone A.
      const ofCrac = [0.12, 0.08, 0.48, 0.32];
      for (const [n, weight] of [...ofCrac, ...ofCrac, ...ofZone, ...ofZone].entries())
        expect(found[n]).toBeCloseTo(weight, 12);
    },
  );

  it.each([
    ['one stands still', [1, 0], [0.5, 0, 0.5, 0]],
    ['both stand still', [0, 0], [0, 0, 1, 0]],
  ] as const)('has rows that sum to 1 where of two CRACs %s', (_, cracM3PerS, ofZoneA) => {
    const matrix = unmixed(cracM3PerS, [1.2, 0.8], ['A', 'B']);
    const found = denseOf(mixed(matrix, aisle(PAIR, 0)).weights);
    const ofCrac = [0, 0, 0.6, 0.4];
    for (const [n, weight] of [...ofCrac, ...ofCrac, ...ofZoneA].entries()) expect(found[n]).toBeCloseTo(weight, 12);
    const drawn = mixtureOf(aisle(PAIR, 0), matrix.zones, matrix.airFlowM3PerS)([1, 10, 100, 1000]);
    expect(drawn(2)).toBeCloseTo(ofZoneA[0] + 100 * ofZoneA[2], 10);
    expect(drawn(0)).toBeCloseTo(460, 10);
  });

  it('gives a zone without air the mean exhaust if nobody else of its part draws any', () => {
    const matrix = unmixed([1], [2, 0], ['A', 'B']);
    expect([...denseOf(mixed(matrix, aisle(PAIR, 0)).weights)].slice(6)).toEqual([0.5, 0.5, 0]);
    const drawn = mixtureOf(aisle(PAIR, 0), matrix.zones, matrix.airFlowM3PerS)([1, 10, 100]);
    expect(drawn(2)).toBeCloseTo(5.5, 12);
  });

  it('shares a rack between the tiles that are equally near to the middle of its inlet side', () => {
    const racks = [rack('A', 0.5), rack('M', 1.5, '-y'), rack('B', 3)];
    expect(tilePartsOf(aisle(racks, 0).layout)).toEqual(
      new Map([
        ['A', [{ tile: 0, share: 1 }]],
        [
          'M',
          [
            { tile: 0, share: 0.5 },
            { tile: 1, share: 0.5 },
          ],
        ],
        ['B', [{ tile: 1, share: 1 }]],
      ]),
    );
    // Parts of 1 + 0.5 and 1 + 0.5 m3/s: M draws a half of each part, A two thirds of its own air.
    const matrix = unmixed([1.5], [1, 1, 1], ['A', 'M', 'B']);
    const airflow = aisle(racks, 0);
    const found = denseOf(mixed(matrix, airflow).weights);
    for (const [n, weight] of [1 / 2, 1 / 3, 1 / 6, 0, 1 / 2, 1 / 6, 1 / 6, 1 / 6].entries())
      expect(found[4 + n]).toBeCloseTo(weight, 12);
    const drawn = mixtureOf(airflow, matrix.zones, matrix.airFlowM3PerS)([0, 6, 60, 600]);
    expect([drawn(1), drawn(2)]).toEqual([expect.closeTo(12, 10), expect.closeTo(111, 10)]);
  });

  it('treats a room without tiles as one part', () => {
    const { layout, ...rest } = aisle(PAIR, 0);
    const airflow = { ...rest, layout: { ...layout, tiles: [] } };
    const matrix = unmixed([1], [1.2, 0.8], ['A', 'B']);
    const whole = denseOf(mixed(matrix, aisle(PAIR, 1)).weights);
    for (const [n, weight] of denseOf(mixed(matrix, airflow).weights).entries())
      expect(weight).toBeCloseTo(whole[n]!, 12);
    expect(mixtureOf(airflow, matrix.zones, matrix.airFlowM3PerS)([0, 10, 20])(1)).toBeCloseTo(7, 12);
  });

  it('is that of a room drawn with another fraction of mixed air', () => {
    const matrix = unmixed([1], [1.2, 0.8], ['A', 'B']);
    const at = (fraction: number): InfluenceMatrix => mixed(matrix, aisle(PAIR, 0.3, fraction));
    const found = denseOf(withMixingFraction(at(0.4), aisle(PAIR, 0.3, 0.4), 0.1)!.weights);
    for (const [n, weight] of denseOf(at(0.1).weights).entries()) expect(found[n]).toBeCloseTo(weight, 12);
  });
});

import { describe, expect, it } from 'vitest';
import { balanceErrors } from '../../../../../models/physics/airflow/balance.js';
import { meanRecirculation } from '../../../../oracle/recirculation.js';
import { roomInfluenceMatrix } from '../../../../../models/physics/airflow/room-matrix.js';
import { roomFaults } from '../../../../../models/physics/airflow/room-faults.js';
import type { Facility } from '../../../../../models/facility/facility.js';
import { thesisRoom, type ThesisRoomOptions } from '../../../../../src/facility/thesis/rooms.js';

/** Air flows of Tables 3.2 / 5.1. */
const AIR_FLOWS = { TS140: 0.0284, Z600: 0.0519, Z820: 0.0566 };

function facility(
  racks: number,
  coldAisles: ThesisRoomOptions['coldAisles'],
  airflow: ThesisRoomOptions['airflow'],
): Facility {
  return {
    ...thesisRoom({ racks, coldAisles, airflow }),
    nodeTypes: Object.entries(AIR_FLOWS).map(([name, airFlowM3PerS]) => ({
      name,
      cores: 4,
      idlePowerW: 100,
      airFlowM3PerS,
      pStateFrequenciesGHz: [2, 1],
      tasks: [],
    })),
    coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
    colocation: { model: 'none' },
  };
}

function nodesOfType(room: Pick<Facility, 'nodeGroups'>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const group of room.nodeGroups) counts[group.nodeType] = (counts[group.nodeType] ?? 0) + group.count;
  return counts;
}

describe('thesisRoom', () => {
  it.each([
    [30, 1, { TS140: 270, Z600: 540, Z820: 270 }],
    [60, 1, { TS140: 540, Z600: 1080, Z820: 540 }],
    [120, 2, { TS140: 1080, Z600: 2160, Z820: 1080 }],
    [600, 10, { TS140: 5400, Z600: 10800, Z820: 5400 }],
  ])('furnishes %i racks with %i CRACs and whole quadrants, without a fault', (racks, cracs, counts) => {
    const room = facility(racks, 'isolated', 'balanced');
    expect(nodesOfType(room)).toEqual(counts);
    expect(room.cracs.map((crac) => crac.airFlowM3PerS)).toEqual(new Array(cracs).fill(26.1));
    expect(room.cracs.every((crac) => crac.setPointMaxC >= 30 && crac.coolingCapacityW === undefined)).toBe(true);
    expect(roomFaults(room)).toEqual([]);
  });

  it('puts exactly 270 nodes of one type before each quadrant of vent tiles', () => {
    const room = thesisRoom({ racks: 30, coldAisles: 'open', airflow: 'nominal' });
    const { racks, tiles } = room.airflow.layout;
    expect(tiles.map((tile) => tile.name)).toEqual(['Q1', 'Q2', 'Q3', 'Q4']);
    for (const [q, type] of ['TS140', 'Z600', 'Z600', 'Z820'].entries()) {
      const tile = tiles[q]!;
      let nodes = 0;
      for (const rack of racks) {
        if (Math.abs(rack.yM + rack.depthYM / 2 - tile.yM - tile.depthYM / 2) > 1.5) continue;
        // The part of the rack that stands along the tile, 0, 1/2 or 1.
        const from = Math.max(rack.xM, tile.xM);
        const to = Math.min(rack.xM + rack.widthXM, tile.xM + tile.widthXM);
        const part = Math.round((2 * (to - from)) / rack.widthXM) / 2;
        if (part <= 0) continue;
        const groups = room.nodeGroups.filter((group) => group.rack === rack.name && group.nodeType === type);
        const count = groups.reduce((sum, group) => sum + group.count, 0);
        expect(count).toBe(36 * part);
        nodes += count;
      }
      expect(nodes).toBe(270);
    }
  });

  it('refuses rack numbers that do not make whole quadrants', () => {
    expect(() => thesisRoom({ racks: 45, coldAisles: 'open', airflow: 'nominal' })).toThrow(RangeError);
    expect(() => thesisRoom({ racks: 90, coldAisles: 'open', airflow: 'nominal' })).toThrow(/not 90/);
  });

  it('draws 0.88 of the CRAC air when balanced and the specified air when nominal, at every size', () => {
    for (const racks of [30, 120, 600]) {
      const share = (room: Facility): number => {
        const specified = room.nodeGroups.reduce(
          (sum, group) => sum + group.count * AIR_FLOWS[group.nodeType as keyof typeof AIR_FLOWS],
          0,
        );
        const supply = room.cracs.reduce((sum, crac) => sum + crac.airFlowM3PerS, 0);
        return (specified * room.airflow.nodeAirflowFactor) / supply;
      };
      expect(share(facility(racks, 'open', 'balanced'))).toBeCloseTo(0.8789, 4);
      expect(facility(racks, 'open', 'nominal').airflow.nodeAirflowFactor).toBe(1);
    }
  });
});

describe('recirculation in the room of the thesis', () => {
  const means = new Map<string, number>();
  for (const coldAisles of ['open', 'isolated'] as const) {
    for (const airflow of ['balanced', 'nominal'] as const) {
      const matrix = roomInfluenceMatrix(facility(30, coldAisles, airflow));
      means.set(`${coldAisles} ${airflow}`, meanRecirculation(matrix));
      it(`conserves air and heat, ${coldAisles} and ${airflow}`, () => {
        const errors = balanceErrors(matrix.weights, matrix.airFlowM3PerS);
        expect(Math.max(errors.rowSum, errors.conservation)).toBeLessThan(1e-11);
        expect(matrix.zones.length).toBe(180);
      });
    }
  }

  it('is lowered by isolation when nodes and CRAC are balanced: 17 % open, 6 % isolated', () => {
    expect(means.get('open balanced')).toBeCloseTo(0.171, 2);
    expect(means.get('isolated balanced')).toBeCloseTo(0.056, 2);
  });

  it('cannot fall below 1 - CRAC air / node air at nominal flow, isolated or not', () => {
    const least = 1 - 26.1 / (270 * 0.0284 + 540 * 0.0519 + 270 * 0.0566);
    expect(least).toBeCloseTo(0.488, 3);
    expect(means.get('open nominal')).toBeGreaterThan(least);
    expect(means.get('isolated nominal')).toBeGreaterThan(least);
    expect(means.get('isolated nominal')).toBeLessThan(means.get('open nominal')!);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterFailure, withAirAfter } from '../../../models/facility/failed-units.js';
import { balanceErrors } from '../../../models/physics/airflow/balance.js';
import { roomFaults } from '../../../models/physics/airflow/room-faults.js';
import { roomInfluenceMatrix } from '../../../models/physics/airflow/room-matrix.js';
import { airAfterFailure, type Unit, unitAir } from '../../../models/physics/airflow/unit-air.js';
import { roomAir } from '../../../src/check/room-air/room-air.js';
import { denseOf } from '../../support/dense-of.js';
import { fuzzCount } from '../../support/fuzz.js';
import { hall40, worstC } from '../../support/hall-40.js';
import { anySmallRoom } from '../physics/airflow/small-rooms.js';

const RUNS = { numRuns: fuzzCount(150), seed: 3 };

describe('air of a room after a failure', () => {
  it('keeps row sums and the air of all that move any, without a negative weight, and is the air that the checker computes', () => {
    fc.assert(
      fc.property(
        anySmallRoom,
        fc.constantFrom('fanStops' as const, 'fanRuns' as const),
        fc.constantFrom(0, 0.15, 0.6, 1),
        fc.constantFrom(1, 1.2, 2),
        fc.constantFrom(['CRAC1'], ['CRAC2'], ['CRAC1', 'CRAC2']),
        (facility, mode, backFlow, more, gone) => {
          fc.pre(roomFaults(facility).length === 0 && facility.cracs.length === 2);
          const cracs: Unit[] = facility.cracs.map((crac) => ({
            ...crac,
            backFlow,
            standbyAirFlowM3PerS: more * crac.airFlowM3PerS,
          }));
          const room = { ...facility, cracs };
          const built = roomInfluenceMatrix(room);
          const known = withAirAfter(room, built, [{ gone, mode }]);
          const failed = afterFailure(room, { gone, mode });
          const matrix = airAfterFailure(failed, known)!;
          expect([...matrix.airFlowM3PerS.subarray(0, 2)]).toEqual([...unitAir(failed.cracs).flowM3PerS]);
          expect(matrix.airFlowM3PerS.subarray(2)).toEqual(built.airFlowM3PerS.subarray(2));
          const { rowSum, conservation } = balanceErrors(matrix.weights, matrix.airFlowM3PerS);
          expect(Math.max(rowSum, conservation)).toBeLessThan(1e-9);
          expect(Math.min(...matrix.weights.value)).toBeGreaterThanOrEqual(0);
          if (failed.airflow.source !== 'room') throw new Error('no room');
          const own = roomAir(failed, failed.airflow, matrix)!;
          const blown = Array.from(matrix.airFlowM3PerS, (flow, n) => (flow === 0 ? 0 : 10 + ((7 * n) % 5)));
          const dense = denseOf(matrix.weights);
          for (const [n, value] of own.drawn(blown).entries()) {
            // Above a CRAC that stands still no air may pass.
            if (matrix.airFlowM3PerS[n] === 0) continue;
            const wanted = blown.reduce((sum, one, j) => sum + dense[n * blown.length + j]! * one, 0);
            expect(value).toBeCloseTo(wanted, 7);
          }
        },
      ),
      RUNS,
    );
  });
});

describe('a hall of 40 racks with four CRACs of which one is lost', () => {
  it.each([
    ['stands still', { backFlow: 0 }, 0, 0, 'fanStops', 35.1],
    ['stands still, exhausts mixed', { backFlow: 0 }, 0.1, 0.5, 'fanStops', 31],
    ['stands still with back flow', {}, 0.1, 0.5, 'fanStops', 31.1],
    ['stands still, others at 120 %', { standbyAirFlowM3PerS: 11.16 }, 0.1, 0.5, 'fanStops', 28.7],
    ['blows, exhausts mixed', {}, 0.1, 0.5, 'fanRuns', 36.9],
    ['blows', {}, 0.3, 0, 'fanRuns', 36.6],
  ] as const)('%s: the hottest inlet of the worst case is that of the design', (_, own, b, m, mode, wantedC) => {
    expect(Math.abs(worstC(hall40(own, { mixingFraction: b, hotMixing: m }), mode) - wantedC)).toBeLessThan(0.06);
  });
});

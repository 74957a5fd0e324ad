import { describe, expect, it } from 'vitest';
import { roomInfluenceMatrix } from '../../../../models/physics/airflow/room-matrix.js';
import { roomFaults } from '../../../../models/physics/airflow/room-faults.js';
import { thermalResponse } from '../../../../models/physics/thermal/thermal-response.js';
import { corridorAir, corridorRiseK, corridorRoom, drawnCorridor, weightsOf } from '../../../oracle/corridor-room.js';
import { randomStream } from '../../../../src/random/stream.js';
import { fuzzCount } from '../../../support/fuzz.js';

describe('air of a room in which nodes on standby move another amount of it', () => {
  it('is that of the closed form, zone by zone, with and without flow', () => {
    const draw = randomStream(1, 'flows').uniform;
    for (let seed = 1; seed <= fuzzCount(60); seed++) {
      const room = drawnCorridor(seed);
      const { facility } = corridorRoom(room);
      expect(roomFaults(facility)).toEqual([]);
      const crac = room.cracFlowM3PerS;
      const lower = seed % 5 === 0 ? 0 : crac * draw(0.1, 1.5);
      const upper = seed % 7 === 0 ? 0 : crac * draw(0.1, 1.5);
      const matrix = roomInfluenceMatrix(facility, undefined, Float64Array.of(lower, upper));
      const { cold, hot } = corridorAir(lower, upper, crac);
      for (const sink of [0, 1] as const) {
        const row = weightsOf(matrix, sink);
        const recirculated = 1 - cold[sink];
        const wanted = [cold[sink], recirculated * hot[0], recirculated * hot[1]];
        row.forEach((weight, n) => {
          expect([seed, sink, n, weight]).toEqual([seed, sink, n, expect.closeTo(wanted[n]!, 7)]);
        });
      }
      const powersW = [lower === 0 ? 0 : 300, upper === 0 ? 0 : 200] as const;
      const riseK = thermalResponse(matrix, 1.204 * 1006).inletRiseC(Float64Array.of(...powersW));
      const byHand = corridorRiseK(room, [lower, upper], powersW);
      byHand.forEach((value, z) => {
        expect([seed, z, riseK[z]]).toEqual([seed, z, expect.closeTo(value, 5)]);
      });
    }
  });
});

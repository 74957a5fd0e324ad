import { describe, expect, it } from 'vitest';
import type { Facility } from '../../../../../models/facility/facility.js';
import { roomInfluenceMatrix } from '../../../../../models/physics/airflow/room-matrix.js';
import { steadyTemperatures } from '../../../../../src/check/temperatures.js';
import {
  thesisInstance,
  type ThesisOptions,
} from '../../../../../src/families/reward-rate/instances/thesis/instance.js';
import { generateOfRewardRate } from '../../../../../src/families/reward-rate/generate.js';
import { triesAll } from '../../../../support/fuzz.js';

/** Heat capacity of air, J/(m3 K): dry, at 20 C. */
const HEAT_PER_M3_K = 1.204 * 1006;

function facilityOf(airflow: ThesisOptions['airflow'], coldAisles: ThesisOptions['coldAisles']): Facility {
  const room = { racks: 30, workload: 'hybrid', powerCapW: 230_000, redLineC: 30, seed: 1 } as const;
  return thesisInstance({ ...room, airflow, coldAisles }).facility;
}

/** Rise of the hottest inlet above the set-point with idle nodes, K. */
function idleRiseK(facility: Facility): number {
  const matrix = roomInfluenceMatrix(facility);
  const idleW = new Map(facility.nodeTypes.map(({ name, idlePowerW }) => [name, idlePowerW]));
  const powerW = Float64Array.from(matrix.zones, ({ nodeCount, nodeType }) => nodeCount * idleW.get(nodeType)!);
  return Math.max(...steadyTemperatures(matrix, [0], powerW, HEAT_PER_M3_K, new Set())!.zoneInletC);
}

describe('the calibrated room', () => {
  // By a prototype that shares no code with the air of this repository.
  it.each([
    ['open', 15.82],
    ['isolated', 14.62],
  ] as const)(
    'has the rises of another program on coarse cells where 0.51 of the CRAC air reaches it: %s aisles',
    (aisles, wantedK) => {
      const facility = facilityOf('nominal', aisles);
      if (facility.airflow.source !== 'room') throw new Error('needs a room');
      const riseK = idleRiseK({ ...facility, airflow: { ...facility.airflow, supplyShare: 0.51 } });
      expect(Math.abs(riseK - wantedK)).toBeLessThan(0.005);
    },
  );

  // 30 C less the set-points at which idle nodes and their cooling draw 230 and 200 kW (whole degrees), and 26 C less those at 230 kW.
  it.runIf(triesAll()).each([
    ['open', 15.366, 16],
    ['isolated', 13.366, 15.366],
  ] as const)('is as warm as the print asks for when idle: %s aisles', (aisles, leastK, mostK) => {
    const riseK = idleRiseK(facilityOf('calibrated', aisles));
    expect(riseK).toBeGreaterThan(leastK);
    expect(riseK).toBeLessThan(mostK);
  });

  it('is refused in other sizes than the one of the print', () => {
    const words = { racks: 60, airflow: 'calibrated', coldAisles: 'open', workload: 'hybrid', redLine: 30 };
    const made = generateOfRewardRate.make!({ words, isGiven: () => true, seed: 1, count: 1 });
    expect(made).toMatchObject({ ok: false, faults: [{ path: '--racks', allowed: '30 with --airflow calibrated' }] });
  });
});

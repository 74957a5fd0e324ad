import { describe, expect, it } from 'vitest';
import { AirflowStopped, PotentialNotConverged } from '../../../../models/physics/airflow/potential.js';
import { roomInfluenceMatrix } from '../../../../models/physics/airflow/room-matrix.js';
import type { Facility } from '../../../../models/problems/reward-rate/instance.js';
import { unfinishedAir } from '../../../../src/instances/influence.js';
import { thesisInstance } from '../../../../src/instances/thesis/instance.js';
import { plenum } from '../../../support/run-cli.js';
import { writeInstance } from '../../../support/small-instance.js';

/** The thesis' room on cells of another height, m. */
function room(cellHeightM: number): ReturnType<typeof thesisInstance> {
  const instance = thesisInstance({
    ...{ racks: 30, workload: 'hybrid', airflow: 'balanced', coldAisles: 'open' },
    ...{ powerCapW: 190_000, redLineC: 30, seed: 1 },
  });
  const airflow = instance.facility.airflow as Extract<Facility['airflow'], { source: 'room' }>;
  const layout = { ...airflow.layout, cellM: { x: 0.3, y: 0.3, z: cellHeightM } };
  return { ...instance, facility: { ...instance.facility, airflow: { ...airflow, layout } } };
}

describe('the air of a room on flat cells', () => {
  it('is found where cells are fifteen times as wide as high: rows sum to 1 and heat is conserved', () => {
    const { provenance } = roomInfluenceMatrix(room(0.02).facility);
    expect(Math.max(provenance.rowSumError, provenance.conservationError)).toBeLessThan(1e-9);
  }, 300_000);

  it('is stopped within a few iterations of being asked to', () => {
    let asked = 0;
    expect(() => roomInfluenceMatrix(room(0.07).facility, () => ++asked > 3)).toThrow(AirflowStopped);
    expect(asked).toBe(4);
  });

  it('a time limit that ends before it is computed ends the run with exit code 4 and says so', async () => {
    const { code, stderr } = await plenum('solve', writeInstance(room(0.02)).file, '--time-limit', '0.01');
    expect([code, stderr.includes('stopped before the air was computed')]).toEqual([4, true]);
  });

  it('that cannot be computed is a message about the room’s cells', () => {
    expect(unfinishedAir(new PotentialNotConverged(1.2e-4, 5000))).toMatchObject({
      path: 'facility.airflow.layout.cellM',
      value: 'an imbalance of 0.00012 is left after 5000 iterations',
    });
  });
});

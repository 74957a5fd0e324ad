import { FACILITY_WITH_WORKLOAD } from '../../../../models/facility/places.js';
import { describe, expect, it } from 'vitest';
import { PotentialNotConverged } from '../../../../models/physics/airflow/potential.js';
import { AirflowStopped } from '../../../../models/physics/airflow/stop.js';
import { roomInfluenceMatrix } from '../../../../models/physics/airflow/room-matrix.js';
import { roomFaults } from '../../../../models/physics/airflow/room-faults.js';
import type { Facility } from '../../../../models/facility/facility.js';
import { unfinishedAir } from '../../../../src/facility/influence.js';
import { thesisInstance } from '../../../../src/families/reward-rate/instances/thesis/instance.js';
import { plenum, plenumJson } from '../../../support/run-cli.js';
import { writeInstance } from '../../../support/small-instance.js';

/** The thesis' room on cells of another height, m. */
function room(cellHeightM: number): ReturnType<typeof thesisInstance> {
  const instance = thesisInstance({
    racks: 30,
    workload: 'hybrid',
    airflow: 'balanced',
    coldAisles: 'open',
    powerCapW: 190_000,
    redLineC: 30,
    seed: 1,
  });
  const airflow = instance.facility.airflow as Extract<Facility['airflow'], { source: 'room' }>;
  const layout = { ...airflow.layout, cellM: { x: 0.3, y: 0.3, z: cellHeightM } };
  return { ...instance, facility: { ...instance.facility, airflow: { ...airflow, layout } } };
}

function generatedRoom(racks: number): Facility {
  return thesisInstance({
    racks,
    workload: 'hybrid',
    airflow: 'balanced',
    coldAisles: 'isolated',
    powerCapW: 18_240_000,
    redLineC: 30,
    seed: 1,
  }).facility;
}

describe('the air of a room on flat cells', () => {
  it('is found where cells are fifteen times as wide as high: rows sum to 1 and heat is conserved', () => {
    const { provenance } = roomInfluenceMatrix(room(0.02).facility);
    expect(Math.max(provenance.rowSumError, provenance.conservationError)).toBeLessThan(1e-9);
  });

  it('is stopped within a few iterations of being asked to', () => {
    let asked = 0;
    expect(() => roomInfluenceMatrix(room(0.07).facility, () => ++asked > 3)).toThrow(AirflowStopped);
    expect(asked).toBe(4);
  });

  it('is stopped too while air is carried along the flow', () => {
    let inAll = 0;
    roomInfluenceMatrix(room(0.35).facility, () => ++inAll < 0);
    let asked = 0;
    expect(() => roomInfluenceMatrix(room(0.35).facility, () => ++asked === inAll)).toThrow('Air transport: stopped');
  });

  it('is refused by the count of cells times batches of sources, and 2,880 racks are accepted', () => {
    const facility = generatedRoom(2880);
    const airflow = facility.airflow as Extract<Facility['airflow'], { source: 'room' }>;
    const levels = (levelsPerRack: number): Facility => ({
      ...facility,
      airflow: { ...airflow, layout: { ...airflow.layout, levelsPerRack } },
    });
    expect(roomFaults(levels(6))).toEqual([]);
    // Of the sizes up to there the one with most cells per rack.
    expect(roomFaults(generatedRoom(2820))).toEqual([]);
    // 80 x 772 x 9 cells: 340 million / 555,840 = 611 batches of 32 sources.
    expect(roomFaults(levels(7))).toMatchObject([
      {
        path: 'airflow.layout.levelsPerRack',
        value: 20_160,
        allowed: 'at most 19552 sources of air (rack levels and CRACs) with so many cells',
      },
    ]);
  });

  it('a time limit that ends before it is computed ends the run with exit code 4 and says so', async () => {
    const { code, stderr } = await plenum('solve', writeInstance(room(0.02)).file, '--time-limit', '0.01');
    expect([code, stderr.includes('stopped before the air was computed')]).toEqual([4, true]);
  });

  it.each([
    ['solve'],
    ['bound'],
    ['sweep', '--over', 'powerCapW=100,160'],
    ['compare', '--methods', 'greedy', '--trials', '1'],
    ['day', '--profile', 'flat'],
  ])('is timed out, not bad input, for programs: %s', async (verb, ...words) => {
    const { file } = writeInstance(room(0.1));
    const { code, json } = await plenumJson(verb, file, ...words, '--time-limit', '0.000001');
    expect([code, json['termination'], json['error']]).toEqual([4, 'timeLimit', undefined]);
    expect(json['faults']).toMatchObject([{ path: 'facility.airflow.layout.cellM' }]);
  });

  it('that cannot be computed is a message about the room’s cells', () => {
    expect(unfinishedAir(new PotentialNotConverged(1.2e-4, 5000), FACILITY_WITH_WORKLOAD)).toMatchObject({
      path: 'facility.airflow.layout.cellM',
      value: 'an imbalance of 0.00012 is left after 5000 iterations',
    });
  });
});

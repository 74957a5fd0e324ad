import { describe, expect, it } from 'vitest';
import { roomInfluenceMatrix } from '../../../../../models/physics/airflow/room-matrix.js';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import { checkPlan } from '../../../../../src/families/reward-rate/check/check-plan.js';
import { methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { corridorRoom, drawnCorridor } from '../../../../oracle/corridor-room.js';
import { check, solve } from '../../../../../src/library/index.js';
import { accepted } from '../../../../support/accepted.js';

/** Corridor with both levels on: 0.04 m3/s of each node, 0.05 of the CRAC. */
const CORRIDOR = corridorRoom({
  nodes: 1,
  idlePowerW: 40,
  standbyPowerW: 0,
  airFlowM3PerS: 0.04,
  standbyFlowM3PerS: 0,
  cracFlowM3PerS: 0.05,
  states: drawnCorridor(1).states,
  powerCapW: 1000,
  redLineC: 40,
});

/** The matrix in which the lower level breathes a twentieth of the upper one's share of hot air, and the other way round: every invariant holds. */
function otherAir(matrix: InfluenceMatrix): InfluenceMatrix {
  // Rows: CRAC 0.5 0.5 of the levels, lower level all cold, upper 0.25 cold and 0.375 of each level.
  const value = Float64Array.of(0, 0.5, 0.5, 0.95, 0.025, 0.025, 0.3, 0.35, 0.35);
  const [start, column] = [Int32Array.of(0, 3, 6, 9), Int32Array.of(0, 1, 2, 0, 1, 2, 0, 1, 2)];
  return { ...matrix, weights: { start, column, value } };
}

const PLAN = {
  format: 'plenum.reward-rate-plan' as const,
  formatVersion: 1 as const,
  method: 'hand',
  claimedRewardPerS: 0,
  instance: { name: 'corridor', sha256: '' },
  setPointsC: { C1: 10 },
  assignments: [],
};

describe('the air that the checker computes by itself', () => {
  it('shows a matrix as wrong that keeps all invariants and is another room’s, where that is asked for', () => {
    const matrix = roomInfluenceMatrix(CORRIDOR.facility);
    expect(checkPlan(CORRIDOR, matrix, PLAN, { recomputesAir: true })).toMatchObject({ violations: [] });
    const other = otherAir(matrix);
    expect(checkPlan(CORRIDOR, other, PLAN).violations).toEqual([]);
    const { violations, air } = checkPlan(CORRIDOR, other, PLAN, { recomputesAir: true });
    expect(violations).toMatchObject([{ constraint: 'matrix', unit: 'C' }]);
    expect(violations[0]!.where).toMatch(/computed from the layout/);
    expect(air!.worstK).toBeCloseTo(violations[0]!.amount, 12);
  });

  it('fails a run whose plan was made in other air', async () => {
    const opened = modelInMemory(CORRIDOR, otherAir(roomInfluenceMatrix(CORRIDOR.facility)));
    const request = {
      method: methodNamed('config-lp')!,
      naive: false,
      seed: 1,
      engine: 'highs' as const,
      withBound: true,
      limits: { timeLimitS: null, workLimit: null },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    };
    const { record } = await solveOpened(request, opened);
    expect(record.result).toMatchObject({ feasible: false, termination: 'failed', gap: null });
    expect(record.result.violations).toMatchObject([{ constraint: 'matrix' }]);
    expect(record.result.warnings.join()).toMatch(/Not to be applied/);
  });

  it('is told by check, of a node that is off in its own air', async () => {
    const { plan } = accepted(await solve('tiny-still', { objective: 'reward' }));
    const { record } = accepted(await check('tiny-still', plan!));
    const { air } = record.details as { readonly air: { readonly cells: number; readonly boundK: number } };
    expect([record.feasible, air.cells]).toEqual([true, 1120]);
    expect(air.boundK).toBeLessThan(1e-8);
  });
});

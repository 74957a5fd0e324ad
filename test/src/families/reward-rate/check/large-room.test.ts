import { beforeAll, describe, expect, it } from 'vitest';
import { balanceErrors } from '../../../../../models/physics/airflow/balance.js';
import { roomInfluenceMatrix } from '../../../../../models/physics/airflow/room-matrix.js';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { ThermalResponse } from '../../../../../models/physics/thermal/response.js';
import { thermalResponse } from '../../../../../models/physics/thermal/thermal-response.js';
import { steadyTemperatures } from '../../../../../src/check/temperatures.js';
import { thesisInstance } from '../../../../../src/families/reward-rate/instances/thesis/instance.js';

const HEAT_PER_M3K = 1.204 * 1006;

/** 1,440 zones: beyond the direct solver, so that rows come from passing on what is new. */
describe('a room of 240 racks', () => {
  let matrix: InfluenceMatrix;
  let thermal: ThermalResponse;
  let powerW: Float64Array;
  let riseC: Float64Array;

  beforeAll(() => {
    const options = { racks: 240, workload: 'hybrid', airflow: 'balanced', coldAisles: 'open' } as const;
    const { facility } = thesisInstance({ ...options, powerCapW: 1e6, redLineC: 30, seed: 1 });
    matrix = roomInfluenceMatrix(facility);
    thermal = thermalResponse(matrix, HEAT_PER_M3K);
    powerW = Float64Array.from(matrix.zones, ({ nodeCount }, b) => nodeCount * (80 + ((b * 37) % 90)));
    riseC = thermal.inletRiseC(powerW);
  });

  it('stores only air that meets, and all of it: rows sum to 1 and heat is conserved', () => {
    const size = matrix.airFlowM3PerS.length;
    expect(matrix.weights.value.length).toBeLessThan(0.1 * size * size);
    const errors = balanceErrors(matrix.weights, matrix.airFlowM3PerS);
    expect(errors.rowSum).toBeLessThan(1e-11);
    expect(errors.conservation).toBeLessThan(1e-11);
  });

  it('the checker finds the inlets that the models find, to 1e-9 K', () => {
    const setPointsC = matrix.cracNames.map(() => 18);
    const found = steadyTemperatures(matrix, setPointsC, powerW, HEAT_PER_M3K)!;
    const apart = found.zoneInletC.map((inletC, b) => Math.abs(inletC - 18 - riseC[b]!));
    expect(Math.max(...apart)).toBeLessThan(1e-9);
  });

  it('each row of M gives the rise of its zone, and none gives more', () => {
    for (let zone = 0; zone < matrix.zones.length; zone += 97) {
      const rowC = thermal.inletRow(zone).reduce((sum, perW, b) => sum + perW * powerW[b]!, 0);
      expect(Math.abs(rowC - riseC[zone]!)).toBeLessThan(1e-10);
    }
  });

  it('what a watt does to all inlets is the sum of the rows', () => {
    const chosen = new Float64Array(matrix.zones.length);
    const sum = new Float64Array(matrix.zones.length);
    for (let zone = 5; zone < chosen.length; zone += 211) {
      chosen[zone] = 1 + zone / 1000;
      thermal.inletRow(zone).forEach((perW, b) => (sum[b]! += chosen[zone]! * perW));
    }
    const apart = thermal.heatInfluence(chosen).map((perW, b) => Math.abs(perW - sum[b]!));
    expect(Math.max(...apart)).toBeLessThan(1e-13);
  });
});

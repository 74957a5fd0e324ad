import { describe, expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../../models/families/geo/evaluate.js';
import type { GeoInstance } from '../../../../../models/families/geo/instance.js';
import { nodeLoad } from '../../../../../models/families/geo/node-load.js';
import { geoPlanOf } from '../../../../../models/families/geo/plan-of.js';
import { checkGeoPlan } from '../../../../../src/families/geo/check/check-geo-plan.js';
import { steadyTemperatures } from '../../../../../src/check/temperatures.js';
import { MEMORY_CLASS, WORKLOADS } from '../../../../../src/facility/thesis/benchmarks.js';
import { thesisNodeTypes } from '../../../../../src/facility/thesis/node-types.js';
import { thesisRoom } from '../../../../../src/facility/thesis/rooms.js';
import { geoCase } from '../../../../models/families/geo/geo-case.js';

/** The thesis' room of 1,080 nodes, its servers and hybrid workload, one epoch. */
function thesisCentre(): GeoInstance {
  const { nodeGroups, cracs, airflow } = thesisRoom({ racks: 30, coldAisles: 'open', airflow: 'nominal' });
  const benchmarks = WORKLOADS.hybrid;
  return {
    format: 'plenum.geo',
    formatVersion: 1,
    name: 'thesis-centre',
    horizon: { start: '2017-07-12T00:00', timeZone: 'UTC', epochs: 1, epochMinutes: 60, boundary: 'cyclic' },
    nodeTypes: thesisNodeTypes(benchmarks),
    colocation: { model: 'anchored' },
    taskTypes: benchmarks.map((name) => ({ name, memoryClass: MEMORY_CLASS[name], arrivalRatePerS: [0] })),
    rooms: {
      room: {
        nodeGroups,
        cracs,
        airflow,
        coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
        redLineC: 30,
      },
    },
    tariffs: {},
    dataCentres: [
      {
        name: 'one',
        latitudeDeg: 40,
        longitudeDeg: -105,
        timeZone: 'UTC',
        room: 'room',
        powerOverhead: 1.1,
        price: { source: 'series', usdPerKwh: [0.1] },
      },
    ],
    rules: { transitionS: 300, utilisation: 0.75, surplus: { rule: 'curtailed' } },
  };
}

describe('a room of 1,080 nodes', () => {
  it('has the temperatures of its influence matrix solved at the very powers, and the same bill by model and checker', () => {
    const { instance, series, matrixOfRoom, model } = geoCase(thesisCentre());
    const slices = instance.taskTypes.flatMap(({ name }) => [
      { taskType: name, pState: 0, fraction: 0.15 },
      { taskType: name, pState: 3, fraction: 0.05 },
    ]);
    const loads = model.nodeTypes.map(({ cores }, j) => nodeLoad(model, j, [{ count: cores, slices }])!);
    const cells = [{ setPointC: 14, load: Int32Array.of(0, 1, 2), nodes: Int32Array.of(100, 250, 200) }];
    const plan = geoPlanOf(model, { loads, cells }, { method: 'x', claimedCostUsd: 0, sha256: '0'.repeat(64) });
    const found = checkGeoPlan(instance, series, matrixOfRoom, plan);
    const known = evaluateAllocation(model, { loads, cells });
    expect(Math.abs(found.costUsd / known.costUsd - 1)).toBeLessThan(1e-9);
    for (const [i, rate] of known.servedPerS[0]!.entries()) {
      expect(Math.abs(found.servedPerS[0]![i]! / rate - 1)).toBeLessThan(1e-9);
    }

    const matrix = matrixOfRoom('room');
    const typeW = model.nodeTypes.map(({ sleepW }, j) => {
      const awake = cells[0]!.nodes[j]!;
      return awake * loads[j]!.powerW + (model.centres[0]!.nodeCount[j]! - awake) * sleepW;
    });
    const zoneW = Float64Array.from(matrix.zones, ({ nodeType, nodeCount }) => {
      const j = model.nodeTypes.findIndex(({ name }) => name === nodeType);
      return (typeW[j]! * nodeCount) / model.centres[0]!.nodeCount[j]!;
    });
    const air = steadyTemperatures(matrix, [14], zoneW, 1.204 * 1006)!;
    const hottestC = air.zoneInletC.reduce((most, inletC) => Math.max(most, inletC), -Infinity);
    expect(Math.abs(found.cells[0]![0]!.hottestInletC - hottestC)).toBeLessThan(1e-8);
    expect(Math.abs(known.cells[0]![0]!.hottestInletC - hottestC)).toBeLessThan(1e-8);
    expect(hottestC).toBeGreaterThan(20);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Facility } from '../../../../models/facility/facility.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import { importMatrix } from '../../../../models/physics/airflow/imported.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { sparseRows } from '../../../../models/physics/thermal/sparse-rows.js';
import { thermalResponse } from '../../../../models/physics/thermal/thermal-response.js';
import { checkMatrix } from '../../../../src/check/matrix-faults.js';
import { steadyTemperatures } from '../../../../src/check/temperatures.js';
import { facilityOf } from '../airflow/small-rooms.js';
import type { Violation } from '../../../../models/families/violation.js';
import { fuzzCount } from '../../../support/fuzz.js';

const RHO_C = 1.204 * 1006;
const SUPPLY_C = 17.25;
const CRAC_M3_PER_S = 1.5;

interface Drawn {
  /** zones x zones. */
  readonly d: readonly (readonly number[])[];
  readonly powerW: readonly number[];
}

const drawn: fc.Arbitrary<Drawn> = fc.integer({ min: 1, max: 7 }).chain((zones) => {
  const entry = fc.oneof(fc.constant(0), fc.double({ min: 1e-7, max: 5e-3, noNaN: true }));
  return fc.record({
    d: fc.array(fc.array(entry, { minLength: zones, maxLength: zones }), { minLength: zones, maxLength: zones }),
    powerW: fc.array(fc.double({ min: 0, max: 3000, noNaN: true }), { minLength: zones, maxLength: zones }),
  });
});

function facility(zones: number): Facility {
  return facilityOf(
    {
      source: 'matrix',
      file: 'd.csv',
      kind: 'heatRecirculation',
      rowsPer: 'nodeGroup',
      nodeAirflowFactor: 1,
      provenance: 'drawn',
    },
    Array.from({ length: zones }, (_, z) => ({ nodeType: 'A', count: 2 + z, rack: `R${z}` })),
    [CRAC_M3_PER_S],
  );
}

function imported({ d }: Drawn): InfluenceMatrix {
  const entries = sparseRows(d.flat(), d.length);
  const result = importMatrix(facility(d.length), { rows: d.length, columns: d.length, entries });
  if (!result.accepted) throw new Error(JSON.stringify(result.faults));
  return result.matrix;
}

/** D P by hand. */
const riseOf = ({ d, powerW }: Drawn): number[] =>
  d.map((row) => row.reduce((sum, kPerW, b) => sum + kPerW * powerW[b]!, 0));

describe('a room given by its heat-recirculation matrix', () => {
  it('has inlets at T_supply + D P, by the model and by the checker', () => {
    fc.assert(
      fc.property(drawn, (room) => {
        const matrix = imported(room);
        const powerW = Float64Array.from(room.powerW);
        const response = thermalResponse(matrix, RHO_C);
        const risesK = response.inletRiseC(powerW);
        const supplyC = response.inletFromSetPointsC([SUPPLY_C]);
        const { zoneInletC } = steadyTemperatures(matrix, [SUPPLY_C], powerW, RHO_C)!;
        riseOf(room).forEach((riseK, z) => {
          expect(Math.abs(supplyC[z]! + risesK[z]! - (SUPPLY_C + riseK))).toBeLessThan(1e-12);
          expect(Math.abs(zoneInletC[z]! - (SUPPLY_C + riseK))).toBeLessThan(1e-12);
        });
      }),
      { seed: 41, numRuns: fuzzCount(100) },
    );
  });

  it('has the rows of D, its columns weighted, and one CRAC that takes up all heat', () => {
    fc.assert(
      fc.property(drawn, (room) => {
        const matrix = imported(room);
        const response = thermalResponse(matrix, RHO_C);
        const zones = room.d.length;
        room.d.forEach((row, z) => {
          expect([...response.inletRow(z)]).toEqual(row);
        });
        const weights = Float64Array.from({ length: zones }, (_, z) => 1 + z);
        const influence = response.heatInfluence(weights);
        for (let b = 0; b < zones; b++) {
          const byHand = room.d.reduce((sum, row, z) => sum + row[b]! * (1 + z), 0);
          expect(Math.abs(influence[b]! - byHand)).toBeLessThan(1e-12);
        }
        const heatW = room.powerW.reduce((sum, value) => sum + value, 0);
        const byModel = response.cracHeatRow(0).reduce((sum, share, b) => sum + share * room.powerW[b]!, 0);
        const air = steadyTemperatures(matrix, [SUPPLY_C], Float64Array.from(room.powerW), RHO_C)!;
        expect(byModel).toBeCloseTo(heatW, 9);
        expect(air.cracHeatW[0]).toBeCloseTo(heatW, 9);
        expect(air.cracInletC[0]).toBeCloseTo(SUPPLY_C + heatW / (RHO_C * CRAC_M3_PER_S), 9);
        expect([...response.cracHeatPerSetPoint(0)]).toEqual([0]);
        expect([...response.inletShareOfCrac(0)]).toEqual(room.powerW.map(() => 1));
      }),
      { seed: 42, numRuns: fuzzCount(100) },
    );
  });

  it('is refused by the checker with a negative entry, a wrong size or two CRACs', () => {
    const room: Drawn = {
      d: [
        [1e-3, 0],
        [2e-3, 1e-3],
      ],
      powerW: [100, 100],
    };
    const matrix = imported(room);
    const instance = {
      format: 'plenum.reward-rate',
      formatVersion: 1,
      name: 'd',
      facility: facility(2),
      workload: { taskTypes: [] },
      limits: { powerCapW: 1e6, redLineC: 30 },
    } satisfies RewardRateInstance;
    const faultsOf = (changed: InfluenceMatrix): string[] => {
      const violations: Violation[] = [];
      const usable = checkMatrix(instance.facility, changed, violations);
      expect(usable).toBe(violations.length === 0);
      return violations.map(({ where }) => where);
    };
    expect(faultsOf(matrix)).toEqual([]);
    const negative = sparseRows([1e-3, 0, -2e-3, 1e-3]);
    expect(faultsOf({ ...matrix, recirculationKPerW: negative }).join()).toContain('0 to 100 K/W');
    expect(faultsOf({ ...matrix, recirculationKPerW: sparseRows([1e-3]) }).join()).toContain('not 2 rows');
    expect(faultsOf({ ...matrix, cracNames: ['C0', 'C1'] }).length).toBeGreaterThan(0);
  });
});

import { describe, expect, it } from 'vitest';
import type { GeoCell, GeoEvaluation } from '../../../../../models/families/geo/outcome.js';
import { geoPlanOf } from '../../../../../models/families/geo/plan-of.js';
import type { Violation } from '../../../../../models/families/violation.js';
import { checkGeoPlan } from '../../../../../src/families/geo/check/check-geo-plan.js';
import { addLedgerFaults } from '../../../../../src/families/geo/check/ledger-faults.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { geoCase, randomAllocation } from '../../../../models/families/geo/geo-case.js';
import { randomGeoInstance } from '../../../../support/geo.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const KEYS = ['nodeKwh', 'cracKwh', 'overheadKwh', 'transitionKwh', 'gridKwh', 'surplusKwh', 'powerW'] as const;

describe('addLedgerFaults', () => {
  it('says nothing of a true ledger, and finds each energy, power or sum that is off by a millionth', () => {
    for (let seed = 1; seed <= fuzzCount(12); seed++) {
      const drawn = randomGeoInstance(seed, { carbon: 'price', epochs: 2, centres: 2, renewables: 1 });
      const instance = { ...drawn, rules: { ...drawn.rules, demandChargeShare: 0.1 } };
      const periods = [{ name: 'all', usdPerKwMonth: 10, epochs: [0, 1] }];
      const one = geoCase(instance, new Map(instance.dataCentres.map(({ name }) => [name, periods])));
      const allocation = randomAllocation(one.model, randomStream(seed, 'ledger').uniform);
      const about = { method: 'random', claimedCostUsd: 0, sha256: '0'.repeat(64) };
      const plan = geoPlanOf(one.model, allocation, about);
      const evaluation = checkGeoPlan(instance, one.series, one.matrixOfRoom, plan);
      const faults = (given: GeoEvaluation): string[] => {
        const found: Violation[] = [];
        addLedgerFaults(instance, one.series, given, found);
        return found.map(({ where }) => where);
      };
      expect(evaluation.demandUsd).toBeGreaterThan(0);
      expect(faults(evaluation)).toEqual([]);
      expect(faults({ ...evaluation, costUsd: evaluation.costUsd + 1e-6 * evaluation.demandUsd })).toEqual(['bill']);
      for (const [t, row] of evaluation.cells.entries()) {
        for (const [d, cell] of row.entries()) {
          for (const key of KEYS) {
            const off: GeoCell = { ...cell, [key]: cell[key] + 1e-6 * (1 + cell[key]) };
            const cells = evaluation.cells.map((cellsOf, n) => (n === t ? cellsOf.with(d, off) : cellsOf));
            const found = faults({ ...evaluation, cells });
            expect(
              found.some((where) => where.endsWith(`epochs[${t}][${d}]`)),
              `${seed} ${key}`,
            ).toBe(true);
          }
        }
      }
    }
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GeoInstance } from '../../../models/families/geo/instance.js';
import type { GeoEvaluation } from '../../../models/families/geo/outcome.js';
import type { MatrixAirflow } from '../../../models/facility/facility.js';
import { solve, validate } from '../../../src/library/index.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { MIXED, smallInstance, temporaryDirectory } from '../../support/small-instance.js';
import { geoInstance, writtenGeo } from './geo-cases.js';

const D: MatrixAirflow = { ...MIXED, kind: 'heatRecirculation', file: 'd.csv' };
/** K/W; the second group hears more of the first than of itself. No air flow of a few m3/s explains entries this large. */
const ENTRIES = [
  [1.5e-3, 2e-4],
  [2.5e-3, 1e-3],
];

const csv = (rows: readonly (readonly number[])[]): string => rows.map((row) => row.join(',')).join('\n') + '\n';

/** Two racks of one node each, with the matrix in the place of a layout. */
function geoWith(airflow: MatrixAirflow): GeoInstance {
  const instance = geoInstance('tiny-arbitrage');
  const room = instance.rooms['room']!;
  const { nodeType, count } = room.nodeGroups[0]!;
  const nodeGroups = [
    { nodeType, count: count - 1, rack: 'R1' },
    { nodeType, count: 1, rack: 'R2' },
  ];
  return { ...instance, rooms: { room: { ...room, nodeGroups, airflow } } };
}

describe('geo with a heat-recirculation matrix', () => {
  test("reports the inlets of T_supply + D P, and where the room's air comes from", async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'd.csv'), csv(ENTRIES));
    const instance = geoWith(D);
    const { nodeGroups } = instance.rooms['room']!;
    const nodes = nodeGroups.reduce((sum, { count }) => sum + count, 0);
    const { ended, record } = accepted(await solve(writtenGeo(directory, instance), { out: join(directory, 'out') }));
    expect(ended).toBe('solved');
    const [air, ...others] = record.details['matrixProvenance'] as { room: string; summary: string }[];
    expect([air!.room, others]).toEqual(['room', []]);
    expect(air!.summary).toMatch(/^Heat-recirculation matrix d\.csv: Perfectly mixed air, by hand/);
    expect(record.warnings).toEqual([]);
    const { report } = JSON.parse(readFileSync(join(directory, 'out/result.json'), 'utf8')) as {
      report: { evaluation: GeoEvaluation };
    };
    const { epochMinutes } = instance.horizon;
    for (const cell of report.evaluation.cells.flat()) {
      const powerW = (cell.nodeKwh * 3.6e6) / (60 * epochMinutes);
      const zoneW = nodeGroups.map(({ count }) => (powerW * count) / nodes);
      const inletsC = ENTRIES.map(([a, b]) => cell.setPointC + a! * zoneW[0]! + b! * zoneW[1]!);
      expect(powerW).toBeGreaterThan(0);
      expect(Math.abs(cell.hottestInletC - Math.max(...inletsC))).toBeLessThan(1e-12 * 30);
    }
    const page = readFileSync(join(directory, 'out/report.html'), 'utf8');
    expect(page).toContain('Air of the room room');
    const [valid] = accepted(await validate([join(directory, `${instance.name}.json`)])).instances;
    expect(valid!.record).toMatchObject({ details: { matrixProvenance: [{ room: 'room', kind: 'imported' }] } });
  });

  test('refuses entries by their place in the file', async () => {
    const directory = temporaryDirectory();
    writeFileSync(
      join(directory, 'd.csv'),
      csv([
        [1e-3, 0],
        [-1e-4, 1e-3],
      ]),
    );
    expect(JSON.stringify(faultsOf(await solve(writtenGeo(directory, geoWith(D)))))).toMatch(
      /Row 2, column 1 \(heat of R1\/L1 at R2\/L1\) is -0\.0001/,
    );
  });
});

describe('a repaired influence matrix', () => {
  /** Perfectly mixed air, of which the first zone is said to get 2 % more than there is. */
  const repaired = (flows: readonly number[]): number[][] => {
    const sum = flows.reduce((total, flow) => total + flow, 0);
    const row = flows.map((flow) => flow / sum);
    return flows.map((_, sink) => (sink === 1 ? row.map((weight) => 1.02 * weight) : row));
  };
  const WARNING =
    /airflow\.file: the matrix was repaired before use: .*with every node at its greatest power \([\d.]+ kW in all\) this moves inlets by up to [\d.]+ K above the set-points\.$/;

  test('is told once, in kelvins at a stated load, by reward-rate and geo alike', async () => {
    const directory = temporaryDirectory();
    const airflow: MatrixAirflow = { ...MIXED, file: 'w.csv' };
    const small = smallInstance({ facility: { airflow } });
    const { cracs, nodeGroups, nodeTypes } = small.facility;
    const flowOf = (name: string): number => nodeTypes.find((type) => type.name === name)!.airFlowM3PerS;
    const flows = [cracs[0]!.airFlowM3PerS, ...nodeGroups.map(({ nodeType, count }) => count * flowOf(nodeType))];
    writeFileSync(join(directory, 'w.csv'), csv(repaired(flows)));
    writeFileSync(join(directory, 'small.json'), JSON.stringify(small));
    const reward = accepted(await solve(join(directory, 'small.json')));
    const geo = geoWith({ ...airflow, file: 'geo.csv' });
    const { cracs: units, nodeGroups: groups } = geo.rooms['room']!;
    const nodeFlow = geo.nodeTypes[0]!.airFlowM3PerS;
    const geoFlows = [units[0]!.airFlowM3PerS, ...groups.map(({ count }) => count * nodeFlow)];
    writeFileSync(join(directory, 'geo.csv'), csv(repaired(geoFlows)));
    const bill = accepted(await solve(writtenGeo(directory, geo)));
    for (const { ended, record } of [reward, bill]) {
      expect(ended).toBe('solved');
      const told = record.warnings.filter((text) => text.includes('repaired'));
      expect(told).toHaveLength(1);
      expect(told[0]).toMatch(WARNING);
      expect(told[0]).not.toContain('%');
    }
  });
});

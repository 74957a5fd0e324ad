import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GeoInstance } from '../../../models/families/geo/instance.js';
import { repository } from '../../support/repository.js';
import { schemaFaults } from '../../support/committed-schema.js';
import { exportPart } from '../../../src/workbench/export.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { plenumJson } from '../../support/run-cli.js';
import { mixedMatrix, smallInstance, temporaryDirectory, writeSmall } from '../../support/small-instance.js';

const rowsOf = (file: string): string[][] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

describe('plenum export', () => {
  test('matrix: the weights of perfectly mixed air, by the names of docs/studies/exports.md', async () => {
    const out = join(temporaryDirectory(), 'w.csv');
    const { file } = writeSmall();
    accepted(await exportPart({ what: 'matrix', file, out, force: false }));
    const [head, ...rows] = rowsOf(out);
    expect(head).toEqual(['room', 'sink', 'source', 'sink_air_m3_per_s', 'weight_fraction', 'recirculation_k_per_w']);
    const expected = mixedMatrix(smallInstance());
    expect(rows).toHaveLength(expected.length ** 2);
    const names = [...new Set(rows.map(([, sink]) => sink!))];
    expect(names[0]).toBe('CRAC1');
    for (const [, sink, source, , weight, recirculation] of rows) {
      const entry = expected[names.indexOf(sink!)]![names.indexOf(source!)]!;
      expect(Math.abs(Number(weight) - entry)).toBeLessThan(1e-9);
      expect(recirculation).toBe('');
    }
  });

  test('series: the prices and arrivals that the instance gives, epoch by epoch and centre by centre', async () => {
    const file = join(repository, 'instances/geo/tiny-arbitrage.json');
    const out = join(temporaryDirectory(), 's.csv');
    accepted(await exportPart({ what: 'series', file, out, force: false }));
    const { dataCentres } = JSON.parse(readFileSync(file, 'utf8')) as GeoInstance;
    const [head, ...rows] = rowsOf(out);
    const column = (name: string): number => head!.indexOf(name);
    expect(rows.map((row) => [row[column('epoch')], row[column('begin_utc')], row[column('data_centre')]])).toEqual([
      ['0', '2017-07-12T00:00Z', 'west'],
      ['0', '2017-07-12T00:00Z', 'east'],
      ['1', '2017-07-12T01:00Z', 'west'],
      ['1', '2017-07-12T01:00Z', 'east'],
    ]);
    for (const row of rows) {
      const { price } = dataCentres.find(({ name }) => name === row[column('data_centre')])!;
      const given = price.source === 'series' ? price.usdPerKwh[Number(row[column('epoch')])] : undefined;
      expect(Number(row[column('price_usd_per_kwh')])).toBe(given);
      expect(Number(row[column('arrivals_per_s:a')])).toBe(0.5);
    }
  });

  test('times: a row for each pair that can run, as the table of the instance has it', async () => {
    const file = join(repository, 'instances/robust/tiny-fits-one-node.json');
    const out = join(temporaryDirectory(), 't.csv');
    accepted(await exportPart({ what: 'times', file, out, force: false }));
    const { workload } = JSON.parse(readFileSync(file, 'utf8')) as {
      workload: {
        tasks: { tasks: { name: string; meanS: Record<string, number>; varianceS2?: Record<string, number> }[] };
      };
    };
    const [head, ...rows] = rowsOf(out);
    expect(head).toEqual(['task', 'task_type', 'column', 'mean_s', 'variance_s2']);
    const wanted = workload.tasks.tasks.flatMap(({ name, meanS }) =>
      Object.entries(meanS).map(([column, mean]) => `${name} ${column} ${mean}`),
    );
    expect(rows.map(([task, , column, mean]) => `${task!} ${column!} ${mean!}`).sort()).toEqual(wanted.sort());
  });

  test('leaves a file that is there alone, and refuses what an instance does not have', async () => {
    const out = join(temporaryDirectory(), 'kept.csv');
    writeFileSync(out, 'mine');
    const file = join(repository, 'instances/geo/tiny-arbitrage.json');
    expect(faultsOf(await exportPart({ what: 'series', file, out, force: false }))).toHaveLength(1);
    expect(readFileSync(out, 'utf8')).toBe('mine');
    const { code, json } = await plenumJson('export', 'series', file, '--out', out, '--force');
    expect([code, schemaFaults('export', json)]).toEqual([0, []]);
    expect(json).toMatchObject({ instance: 'tiny-arbitrage', family: 'geo', files: { csv: out } });
    expect(json['details']).toEqual({ exported: 'series', bytes: readFileSync(out).length });
    const elsewhere = join(temporaryDirectory(), 'x.csv');
    const [fault] = faultsOf(await exportPart({ what: 'times', file, out: elsewhere, force: false }));
    expect(fault!.allowed).toContain('a robust instance');
  });
});

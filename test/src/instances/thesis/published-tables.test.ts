import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { BENCHMARKS, MEMORY_CLASS, type MemoryClass, SERVERS } from '../../../../src/facility/thesis/benchmarks.js';
import { describeShared } from '../../../support/shared-data.js';

function rowsOf(path: string): Record<string, string>[] {
  const [header, ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const keys = header!.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((field, i) => [keys[i]!, field])));
}

describeShared("transcriptions of the thesis' tables", 'tables', 'parsec_benchmarks.csv', (path) => {
  const rows = (file: string): Record<string, string>[] => rowsOf(`${dirname(path)}/${file}`);

  it('times, powers and classes of every benchmark agree', () => {
    for (const row of rows('parsec_benchmarks.csv')) {
      const server = SERVERS[Number(row['node_type']) - 1]!;
      const i = BENCHMARKS.findIndex((benchmark) => benchmark === row['benchmark']);
      expect({
        memoryClass: MEMORY_CLASS[BENCHMARKS[i]!],
        values: [
          server.timeAtHighestS[i],
          server.timeAtLowestS[i],
          server.powerAtHighestW[i],
          server.powerAtLowestW[i],
        ],
      }).toEqual({
        memoryClass: row['memory_class'],
        values: [
          'time_s_highest_freq',
          'time_s_lowest_freq',
          'core_power_w_highest_freq',
          'core_power_w_lowest_freq',
        ].map((key) => Number(row[key])),
      });
    }
  });

  it('node types agree', () => {
    for (const row of rows('node_types.csv')) {
      const server = SERVERS[Number(row['node_type']) - 1]!;
      expect([server.cores, server.idlePowerW, server.airFlowM3PerS, server.pStateFrequenciesGHz.length]).toEqual(
        ['cores', 'idle_power_w', 'airflow_m3_s', 'p_states'].map((key) => Number(row[key])),
      );
    }
  });

  it('coefficients agree, but for the re-fitted ones of the Z820', () => {
    const refitted = new Set(['w3I', 'w3II', 'w3III', 'w3IV', 'v3IV']);
    let compared = 0;
    for (const row of rows('colocation_coefficients.csv')) {
      const server = SERVERS[Number(row['node_type']) - 1]!;
      const position = 'uvwxyz'.indexOf(row['coefficient']!);
      for (const memoryClass of ['I', 'II', 'III', 'IV'] as MemoryClass[]) {
        if (refitted.has(`${row['coefficient']!}${row['node_type']!}${memoryClass}`)) continue;
        expect(server.coefficients[memoryClass][position]).toBe(Number(row[`class_${memoryClass}`]));
        compared++;
      }
    }
    expect(compared).toBe(72 - refitted.size);
  });
});

import { describe, expect, it } from 'vitest';
import {
  configurationKey,
  configurationOf,
  multisetCount,
  multisetTable,
} from '../../../../models/facility/configuration.js';
import type { ColocationChoice } from '../../../../models/facility/facility.js';
import { configurationFrom } from '../../../../models/facility/configuration-from.js';
import { rewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { randomStream } from '../../../../src/random/stream.js';
import { optionsOfNode } from '../../../oracle/brute-force.js';
import { tinyRandom } from '../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../support/fuzz.js';

const MODELS: readonly ColocationChoice['model'][] = ['anchored', 'literal', 'none'];

describe('table of whole-node configurations', () => {
  it('holds every multiset that fits the cores once, the empty one first', () => {
    for (let seed = 1; seed <= fuzzCount(60); seed++) {
      const { instance, matrix } = tinyRandom(seed);
      const model = rewardRateModel(instance, matrix);
      for (const [t, type] of model.nodeTypes.entries()) {
        const table = multisetTable(t, type);
        expect(table.multisetCount).toBe(multisetCount(type.cores, type.tasks.length));
        const seen = new Set<string>();
        for (let m = 0; m < table.multisetCount; m++) {
          const { counts } = configurationOf(table, type, model.taskNames.length, m, () => 0);
          const used = counts.reduce((sum, count) => sum + count, 0);
          expect(used).toBeLessThanOrEqual(type.cores);
          if (m === 0) expect(used).toBe(0);
          seen.add(counts.join());
        }
        expect(seen.size).toBe(table.multisetCount);
      }
    }
  });

  it('counts multisets as binomial(cores + tasks, tasks)', () => {
    expect([
      multisetCount(4, 5),
      multisetCount(6, 5),
      multisetCount(12, 5),
      multisetCount(12, 10),
      multisetCount(7, 0),
    ]).toEqual([126, 462, 6188, 646_646, 1]);
  });

  it.each(MODELS)('rates and powers equal those computed one by one, whatever the P-states (%s)', (colocation) => {
    let unphysical = 0;
    for (let seed = 1; seed <= fuzzCount(60); seed++) {
      const { instance, matrix } = tinyRandom(seed, { colocation });
      const model = rewardRateModel(instance, matrix);
      const draw = randomStream(seed, 'choices').uniform;
      for (const [t, type] of model.nodeTypes.entries()) {
        const table = multisetTable(t, type);
        for (let m = 0; m < table.multisetCount; m++) {
          const row = configurationOf(table, type, model.taskNames.length, m, (e) =>
            Math.floor(draw(0, table.valueStart[e + 1]! - table.valueStart[e]!)),
          );
          const single = configurationFrom(t, type, model.taskNames.length, row.counts, row.choices);
          const missing = row.counts.some((count, k) => count > 0 && row.ratePerS[type.tasks[k]!.task] === 0);
          expect(single === null).toBe(missing);
          if (single === null) {
            unphysical++;
            continue;
          }
          expect(configurationKey(single)).toBe(configurationKey(row));
          expect(Math.abs(single.coreW - row.coreW)).toBeLessThanOrEqual(1e-12 * Math.max(1, row.coreW));
          for (const [i, rate] of row.ratePerS.entries())
            expect(Math.abs(single.ratePerS[i]! - rate)).toBeLessThanOrEqual(1e-12 * rate);
        }
      }
    }
    expect(unphysical > 0).toBe(colocation === 'literal');
  });

  it.each(MODELS)('offers exactly the one-P-state-per-task choices of the plain statement (%s)', (colocation) => {
    for (let seed = 100; seed < 100 + fuzzCount(41); seed++) {
      const { instance, matrix } = tinyRandom(seed, { colocation });
      const model = rewardRateModel(instance, matrix);
      for (const [t, type] of model.nodeTypes.entries()) {
        const plain = optionsOfNode(instance, instance.facility.nodeTypes[t]!)
          .filter((option) => option.uniform)
          .map(({ coreW, ratePerS }) => [coreW, ...ratePerS]);
        const table = multisetTable(t, type);
        const compiled: number[][] = [];
        const choose = (m: number, e: number, choices: number[]): void => {
          if (e === table.entryStart[m + 1]!) {
            const { coreW, ratePerS } = configurationOf(
              table,
              type,
              model.taskNames.length,
              m,
              (entry) => choices[entry - table.entryStart[m]!]!,
            );
            compiled.push([coreW, ...ratePerS]);
            return;
          }
          for (let v = table.valueStart[e]!; v < table.valueStart[e + 1]!; v++)
            if (table.rate[v]! > 0) choose(m, e + 1, [...choices, v - table.valueStart[e]!]);
        };
        for (let m = 0; m < table.multisetCount; m++) choose(m, table.entryStart[m]!, []);
        expect(sorted(compiled)).toEqual(sorted(plain));
      }
    }
  });

  it('without interference coefficients anchored co-location is none', () => {
    const { instance, matrix } = tinyRandom(7, { colocation: 'anchored' });
    const facility = {
      ...instance.facility,
      nodeTypes: instance.facility.nodeTypes.map((type) => ({ ...type, interference: zero(type.interference) })),
    };
    const anchored = rewardRateModel({ ...instance, facility }, matrix).nodeTypes[0]!;
    const none = rewardRateModel({ ...instance, facility: { ...facility, colocation: { model: 'none' } } }, matrix)
      .nodeTypes[0]!;
    expect(multisetTable(0, anchored)).toEqual(multisetTable(0, none));
  });
});

function zero(interference: Readonly<Record<string, unknown>> | undefined) {
  return Object.fromEntries(
    Object.keys(interference ?? {}).map((name) => [name, { perNeighbourS: 0, perAverageIntensityS: 0 }]),
  );
}

function sorted(rows: readonly (readonly number[])[]): string[] {
  return rows.map((row) => row.map((value) => value.toPrecision(9)).join(' ')).sort();
}

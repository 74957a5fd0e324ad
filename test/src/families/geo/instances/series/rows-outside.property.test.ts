import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { CsvSeries } from '../../../../../../models/families/geo/instance.js';
import { type FullGeoSeries, geoSeries } from '../../../../../../src/families/geo/instances/series/geo-series.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { geoDay } from '../../../../../support/geo-day.js';
import { temporaryDirectory } from '../../../../../support/small-instance.js';

const HOUR_MS = 3_600_000;
const FIRST_MS = Date.parse('2024-02-27T00:00Z');
const HOURS = 96;
const SOURCE: CsvSeries = {
  file: 'p.csv',
  timeColumn: 'time',
  valueColumn: 'usd',
  timeConvention: 'utc-beginning',
  intervalMinutes: 60,
  scale: 0.001,
  gaps: 'refuse',
};

const stamp = (hour: number): string => new Date(FIRST_MS + hour * HOUR_MS).toISOString().slice(0, 16);
const LINES: readonly string[] = Array.from({ length: HOURS }, (_, hour) => `${stamp(hour)},${hour}`);

/** Prices of a horizon by hours of the file, or the problems. */
function prices(lines: readonly string[], from: number, count: number, source: Partial<CsvSeries> = {}) {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'p.csv'), ['time,usd', ...lines].join('\n'));
  const horizon = { start: stamp(from), timeZone: 'UTC', epochs: count };
  const taskTypes = geoDay().taskTypes;
  const price = { source: 'csv', ...SOURCE, ...source } as const;
  return geoSeries(geoDay({ horizon, centre: { price }, taskTypes }), directory);
}

const usd = (series: FullGeoSeries): number[] =>
  series.centres[0]!.usdPerKwh.reduce<number[]>((all, one) => [...all, one], []);

/** Faults of one row, at `hour`, which leave its time known or not. */
const FAULTS: Readonly<Record<string, (hour: number) => readonly string[]>> = {
  'a text for a value': (hour) => [`${stamp(hour)},broken`],
  'a price beyond any': (hour) => [`${stamp(hour)},1e9`],
  'a field too many': (hour) => [`${stamp(hour)},1,2`],
  'no time': (hour) => [`,${hour}`],
  'a day that no calendar has': (hour) => [`2024-02-30T00:00,${hour}`],
  'another form': (hour) => [`yesterday,${hour}`],
  'the row twice': (hour) => [LINES[hour]!, LINES[hour]!],
  'a second value': (hour) => [LINES[hour]!, `${stamp(hour)},7`],
  'half an hour between': (hour) => [LINES[hour]!, `${stamp(hour).slice(0, 14)}30,7`],
};

test('property: a row that cannot be read refuses the horizon that needs its hour, and no other', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(FAULTS)),
      fc.integer({ min: 1, max: HOURS - 2 }),
      fc.integer({ min: 0, max: HOURS - 24 }),
      fc.integer({ min: 1, max: 24 }),
      (fault, hour, from, count) => {
        const lines = LINES.flatMap((line, n) => (n === hour ? FAULTS[fault]!(hour) : [line]));
        const answer = prices(lines, from, count);
        const isNeeded = from <= hour && hour < from + count;
        // Where the row says no time, it lies between those of its neighbours.
        expect(answer.ok).toBe(!isNeeded);
        if (!answer.ok) {
          expect(answer.faults.map(({ path }) => path).join()).toMatch(new RegExp(`line ${hour + 2}|line ${hour + 3}`));
          return;
        }
        expect(usd(answer)).toEqual(
          Array.from({ length: count }, (_, n) => expect.closeTo((from + n) / 1000, 12) as number),
        );
        expect(answer.warnings).toEqual([expect.stringContaining('the horizon does not need it')]);
      },
    ),
    { numRuns: fuzzCount(600, 120), seed: 11 },
  );
});

describe('faulty rows and gaps that are filled', () => {
  it('a faulty row before a gap of the horizon is not passed over', () => {
    const lines = LINES.flatMap((line, hour) => (hour === 10 ? [`${stamp(10)},broken`] : hour === 11 ? [] : [line]));
    // Hour 11 is missing; the value before it is broken.
    const filled = prices(lines, 11, 1, { gaps: 'previous' });
    expect(filled.ok ? [] : filled.faults.map(({ path }) => path)).toEqual(['line 12, column 2 (usd)']);
    expect(prices(lines, 12, 1, { gaps: 'previous' }).ok).toBe(true);
  });

  it('rows in any order are the same series', () => {
    const shuffled = LINES.toSorted((a, b) => a.slice(11).localeCompare(b.slice(11)));
    for (const lines of [LINES.toReversed(), shuffled]) {
      const answer = prices(lines, 5, 24);
      expect(answer.ok && usd(answer)).toEqual(Array.from({ length: 24 }, (_, n) => (5 + n) * 0.001));
    }
  });

  it('what the warning says of a file outside the folder is its line alone', () => {
    const outside = join(temporaryDirectory(), 'p.csv');
    const names = 'time,secret,usd';
    writeFileSync(
      outside,
      [
        names,
        ...LINES.flatMap((line, n) => [line.replace(',', ',a,'), ...(n === 9 ? [line.replace(',', ',b,')] : [])]),
      ].join('\n'),
    );
    const horizon = { start: stamp(20), timeZone: 'UTC', epochs: 2 };
    const answer = geoSeries(
      geoDay({ horizon, centre: { price: { source: 'csv', ...SOURCE, file: outside } } }),
      temporaryDirectory(),
    );
    expect(answer.ok && answer.warnings.join()).toMatch(/line 12\.$/);
    expect(answer.ok && answer.warnings.join()).not.toContain('secret');
  });
});

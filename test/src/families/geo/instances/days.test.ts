import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadGeoInstance } from '../../../../../src/families/geo/instances/load.js';
import { geoSeries } from '../../../../../src/families/geo/instances/series/geo-series.js';
import { manyCentres } from '../../../../../src/families/geo/instances/us-200.js';
import { usInstance } from '../../../../../src/families/geo/instances/us.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

const drawn = (centres: number, seed: number, date?: string): ReturnType<typeof manyCentres> =>
  manyCentres({ centres, taskTypes: 2, seed, date });

function windSeeds({ dataCentres }: ReturnType<typeof manyCentres>): number[] {
  return dataCentres.flatMap(({ renewables }) => {
    const speed = renewables?.wind?.speed;
    return speed?.source === 'model' ? [speed.seed] : [];
  });
}

describe('made for another day', () => {
  it.each([
    ['2018-07-04', 24],
    ['2016-02-29', 24],
    ['2017-12-31', 24],
    ['2017-03-12', 23],
    ['2017-11-05', 25],
  ])('%s has %s epochs of an hour, from midnight to midnight', (date, epochs) => {
    expect(drawn(2, 1, date).horizon).toMatchObject({ start: `${date}T00:00`, epochs, boundary: 'cyclic' });
  });

  it('groups of the thesis have them too', () => {
    const { horizon } = usInstance({ centres: 4, workload: 'cpu', date: '2017-03-12' });
    expect(horizon).toMatchObject({ start: '2017-03-12T00:00', epochs: 23 });
  });

  it('prices are those of its season and holidays', () => {
    const series = geoSeries(drawn(1, 1, '2018-07-04'), '/nowhere');
    if (!series.ok) throw new Error(JSON.stringify(series.faults));
    // Off-peak all day; Chicago's midnight may be the evening before elsewhere, off-peak at that hour too.
    expect(new Set([...series.centres[0]!.usdPerKwh].slice(3, 21))).toEqual(new Set([0.08445]));
  });
});

describe('drawn from a seed', () => {
  it('winds of two seeds share nothing, those of one do not repeat', () => {
    const seeds = [0, 1, 2, 123_456_789_012].flatMap((seed) => windSeeds(drawn(20, seed)));
    expect(new Set(seeds).size).toBe(seeds.length);
    expect(Math.min(...seeds)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...seeds)).toBeLessThanOrEqual(999_999_999);
  });

  it('halls that no data centre has are left out, so that nothing is warned of but the air', () => {
    const file = join(temporaryDirectory(), 'drawn.json');
    writeFileSync(file, JSON.stringify(drawn(1, 1, '2017-03-12')));
    const loaded = loadGeoInstance(file);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    expect(loaded.warnings.filter((warning) => warning.startsWith('rooms: no data centre'))).toEqual([]);
    expect(loaded.warnings.filter((warning) => warning.startsWith('horizon'))).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { standardHistory } from '../../../../src/instances/time/standard-offsets.js';
import { STANDARD_OFFSETS, TZ_RELEASE } from '../../../../src/instances/time/standard-offsets-table.js';

const HOUR_MS = 3_600_000;

/** Standard offsets of a zone at an instant, h. */
function hoursAt(zone: string, utc: string): number[] {
  const ms = Date.parse(utc);
  return standardHistory(zone)!
    .findLast(({ fromMs }) => fromMs <= ms)!
    .offsetsMs.map((offsetMs) => offsetMs / HOUR_MS);
}

describe('standard time of zones', () => {
  it.each([
    ['Asia/Almaty', '2024-02-29T17:59Z', [6]],
    ['Asia/Almaty', '2024-02-29T18:00Z', [5]],
    ['Europe/Istanbul', '2016-01-15T00:00Z', [2]],
    ['Europe/Istanbul', '2016-12-12T00:00Z', [3]],
    ['Asia/Amman', '2022-01-15T00:00Z', [2]],
    ['Asia/Amman', '2022-11-14T00:00Z', [3]],
    ['Australia/Lord_Howe', '2024-07-01T00:00Z', [10.5]],
    ['America/St_Johns', '2024-07-01T00:00Z', [-3.5]],
    ['Pacific/Apia', '2011-12-30T09:59Z', [-11]],
    ['Pacific/Apia', '2011-12-30T10:00Z', [13]],
    ['Pacific/Rarotonga', '1985-12-17T12:00Z', [-10]],
    // Law and data base call Irish summer standard; what all clocks, meters and weather files call so is the winter.
    ['Europe/Dublin', '2024-01-15T00:00Z', [0]],
    ['Europe/Dublin', '2024-07-15T00:00Z', [0]],
    ['Africa/Windhoek', '2010-07-01T00:00Z', [1]],
    ['Africa/Windhoek', '2018-07-01T00:00Z', [2]],
    // Clocks an hour back in Ramadan alone: +01 by law, +00 by the rule that daylight saving adds.
    ['Africa/Casablanca', '2018-10-28T01:59Z', [0]],
    ['Africa/Casablanca', '2018-10-28T02:00Z', [0, 1]],
    ['europe/berlin', '2024-07-01T00:00Z', [1]],
    ['UTC', '2024-07-01T00:00Z', [0]],
    ['Etc/GMT-5', '2024-07-01T00:00Z', [5]],
  ])('%s at %s: %s h', (zone, utc, hours) => {
    expect(hoursAt(zone, utc)).toEqual(hours);
  });

  it('a name that the table does not have has no history', () => {
    expect(standardHistory('Mars/Olympus')).toBeUndefined();
  });

  it('every time zone that this machine knows is in the table', () => {
    expect(TZ_RELEASE).toMatch(/^20\d\d[a-z]$/);
    const unknown = Intl.supportedValuesOf('timeZone').filter((zone) => standardHistory(zone) === undefined);
    expect(unknown).toEqual([]);
  });

  /**
   * Offsets without dst() by Python's zoneinfo from the compiled files of the same release, on the 17th of each month: month of a change, minutes from then on; ?
   * where Python takes a change of standard time for daylight saving (eight zones).
   */
  it('agrees with what Python makes of the compiled files, month by month from 1970 to 2037', () => {
    const text = readFileSync(join(import.meta.dirname, 'python-standard-offsets.txt'), 'utf8');
    const zones = text.trim().split('\n');
    const differences = zones.flatMap((line) => {
      const [zone, ...changes] = line.split(' ') as [string, ...string[]];
      return Array.from({ length: 12 * 68 }, (_, month) => {
        const at = new Date(Date.UTC(1970, month, 17, 12)).toISOString();
        let expected = '?';
        for (let n = 0; n < changes.length && changes[n]! <= at.slice(0, 7); n += 2) expected = changes[n + 1]!;
        const ours = hoursAt(zone, at).map((hours) => String(hours * 60));
        return expected === '?' || ours.join() === expected ? [] : [`${zone} ${at}: ${ours.join()}, not ${expected}`];
      }).flat();
    });
    expect(zones.length).toBeGreaterThan(200);
    expect(differences).toEqual([]);
  });

  it('no zone is in two histories, and only Morocco and Western Sahara are undecided', () => {
    const lines = STANDARD_OFFSETS.trim().split('\n');
    const names = lines.flatMap((line) => line.split(' = ')[1]!.split(' '));
    expect(new Set(names).size).toBe(names.length);
    const undecided = lines.filter((line) => line.includes('|')).flatMap((line) => line.split(' = ')[1]!.split(' '));
    expect(undecided).toEqual(['Africa/Casablanca', 'Africa/El_Aaiun']);
  });
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unlessRefused } from '../../../../src/imports/refused-source.js';
import { readWeather } from '../../../../src/imports/weather/read.js';
import { epwText } from '../../../support/epw.js';

const folder = mkdtempSync(join(tmpdir(), 'plenum-weather-'));

function fileOf(content: string | Uint8Array, name = 'year.epw'): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

async function read(content: string | Uint8Array) {
  const made = await readWeather({ files: [fileOf(content)], zone: undefined, words: {}, name: 'roof' });
  return { ...made, lines: String(made.tables.get('weather-roof.csv')).trimEnd().split('\r\n') };
}

/** Each hour holds its number in the year over 10, from 0. */
const COUNTED = epwText({ irradiance: (hour) => hour / 10 });

describe('an EPW file', () => {
  it('of one year stands in UTC, eight hours after the standard time of California', async () => {
    const { lines, counts, span } = await read(COUNTED);
    expect(lines).toHaveLength(8761);
    expect(lines.slice(0, 2)).toEqual([
      'begin_utc,dry_bulb_c,pressure_pa,global_horizontal_w_per_m2,wind_10m_m_per_s',
      '1999-01-01T08:00Z,20,101325,0,5',
    ]);
    expect(lines.at(-1)).toBe('2000-01-01T07:00Z,20,101325,875.9,5');
    expect(counts).toMatchObject({ hours: 8760, hoursMissing: 0, years: [1999], isTypicalYear: false });
    // The mean of 0, 0.1, ..., 875.9.
    expect(counts['irradianceWPerM2']).toMatchObject({ least: 0, greatest: 875.9, gaps: 0 });
    expect((counts['irradianceWPerM2'] as { mean: number }).mean).toBeCloseTo(437.95, 9);
    expect(span).toEqual({ fromMs: Date.UTC(1999, 0, 1, 8), toMs: Date.UTC(2000, 0, 1, 8) });
  });

  it('of a typical year is written as 2001, its last hours before its first', async () => {
    const { lines, counts } = await read(COUNTED.replaceAll(/^1999,(?=[6-9],)/gm, '1987,'));
    expect(counts).toMatchObject({ years: [1987, 1999], isTypicalYear: true });
    expect(lines).toHaveLength(8761);
    expect(lines[1]).toBe('2001-01-01T00:00Z,20,101325,875.2,5');
    expect(lines[9]).toBe('2001-01-01T08:00Z,20,101325,0,5');
    expect(lines.at(-1)).toBe('2001-12-31T23:00Z,20,101325,875.1,5');
  });

  it('of a typical year with 29 February is written as a leap year', async () => {
    const text = epwText({ leapYear: true, timeZone: 0 });
    const { lines, counts } = await read(text);
    expect(counts).toMatchObject({ hours: 8784, hoursMissing: 0, isTypicalYear: true });
    expect(lines[1 + 59 * 24]).toBe('2004-02-29T00:00Z,20,101325,0,5');
  });

  it('names of places may hold commas and be in Latin-1 or UTF-16', async () => {
    const text = COUNTED.replace('Somewhere', '"Belém, Val-de-Cães"');
    for (const bytes of [Buffer.from(text, 'latin1'), Buffer.from(`\uFEFF${text}`, 'utf16le')]) {
      const { counts, facts } = await read(bytes);
      expect(counts).toMatchObject({ station: 'Belém, Val-de-Cães, CA, USA', clock: 'UTC-08:00', hours: 8760 });
      expect(facts).toContainEqual(expect.objectContaining({ field: 'weather.roof.latitudeDeg', value: 37.62 }));
    }
  });

  it('values that cannot be and rows cut off are listed with their lines; marks of missing values are counted', async () => {
    const lines = COUNTED.split('\n');
    const changed = (index: number, column: number, value: string): void => {
      lines[index] = lines[index]!.split(',').with(column, value).join(',');
    };
    changed(8, 13, '-3');
    changed(9, 21, '999');
    lines[10] = lines[10]!.split(',').slice(0, 9).join(',');
    const made = await read(lines.join('\n'));
    expect(made.counts).toMatchObject({
      rows: 8760,
      hours: 8759,
      hoursMissing: 1,
      valuesMissing: { temperatureC: 0, pressurePa: 0, irradianceWPerM2: 1, windMPerS: 1 },
    });
    expect(made.lines.slice(1, 4)).toEqual([
      '1999-01-01T08:00Z,20,101325,,5',
      '1999-01-01T09:00Z,20,101325,0.1,',
      '1999-01-01T11:00Z,20,101325,0.3,5',
    ]);
    expect(made.quarantine.list.map(({ reason, places }) => [reason, ...places])).toEqual([
      ['expected an irradiance from 0 to 1600 W/m2 (global horizontal radiation)', 'year.epw line 9'],
      ['expected at least 22 fields', 'year.epw line 11'],
    ]);
  });

  it('that is none says what the file looks like; two files are two sources', async () => {
    const refusal = async (files: readonly string[]) => {
      const done = await unlessRefused(() => readWeather({ files, zone: undefined, words: {} }));
      return done.ok ? 'read' : done.faults[0]!.value;
    };
    expect(await refusal([fileOf('"MTU (UTC)","Day-ahead Price [EUR/MWh]"', 'p.csv')])).toBe('prices of ENTSO-E');
    expect(await refusal([fileOf(COUNTED), fileOf(COUNTED, 'b.epw')])).toBe('2 files');
  });
});

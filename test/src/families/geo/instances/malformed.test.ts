import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadGeoInstance } from '../../../../../src/families/geo/instances/load.js';
import { formatFaults, type Fault } from '../../../../../src/instances/fault.js';
import { MALFORMED_GEO } from './malformed-paths.js';

const DIRECTORY = 'instances/malformed';

const known = new Map<string, readonly Fault[]>();

function faultsIn(name: string): readonly Fault[] {
  const told = known.get(name);
  if (told !== undefined) return told;
  const loaded = loadGeoInstance(`${DIRECTORY}/${name}.json`);
  const faults = loaded.ok ? [] : loaded.faults;
  known.set(name, faults);
  return faults;
}

describe('malformed geo instances', () => {
  it('every file of the corpus has its expectation and every expectation its file', () => {
    const files = readdirSync(DIRECTORY).filter((file) => /^geo-.*\.json$/.test(file));
    expect(files.map((file) => file.replace(/\.json$/, '')).sort()).toEqual(Object.keys(MALFORMED_GEO).sort());
    expect(files.length).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(MALFORMED_GEO))('%s: exactly the faulty places are named', (name, paths) => {
    expect(
      faultsIn(name)
        .map((fault) => fault.path)
        .sort(),
    ).toEqual([...paths].sort());
  });

  it.each(Object.keys(MALFORMED_GEO))('%s: every problem says what is allowed and what to do', (name) => {
    for (const fault of faultsIn(name)) {
      expect(fault.file).toMatch(/malformed\/(geo-.*\.(json|csv|epw)|no-such-file\.csv)$/);
      expect(fault.allowed).toMatch(/\w/);
      expect(fault.allowed).not.toContain('another value');
      expect(fault.remedy).toMatch(/\w.*[.?]/);
      // The parts shared with the reward-rate family go by their names in this one.
      expect(`${fault.path} ${fault.allowed} ${fault.remedy}`).not.toMatch(/facility\.|workload\./);
    }
  });

  it('names the data centre of the same name, the nearest room, the nearest zone', () => {
    expect(faultsIn('geo-duplicate-data-centre')[0]).toMatchObject({
      value: 'west',
      remedy: expect.stringContaining('dataCentres[0] already') as string,
    });
    expect(faultsIn('geo-unknown-room')[0]?.remedy).toContain('"closet"');
    expect(faultsIn('geo-unknown-time-zone')[0]?.remedy).toContain('"America/Los_Angeles"');
  });

  it('a series that ends before the horizon says after how many values', () => {
    expect(faultsIn('geo-prices-too-short')[0]).toMatchObject({
      value: '1 values',
      allowed: '2 values, one per epoch of the horizon',
      remedy: expect.stringContaining('ends after 1') as string,
    });
  });

  it('a price per MWh in a series per kWh is out of range, with the unit', () => {
    expect(faultsIn('geo-prices-per-mwh')[0]).toMatchObject({ value: 80 });
    expect(faultsIn('geo-prices-per-mwh')[0]?.allowed).toContain('(USD/kWh)');
  });

  it('a file of series is named with line and column; an absent one with the field that names it', () => {
    expect(faultsIn('geo-csv-infinite')[0]).toMatchObject({
      file: expect.stringMatching(/geo-infinite\.csv$/) as string,
      value: 'Infinity',
    });
    expect(faultsIn('geo-csv-too-short')[0]).toMatchObject({
      value: 'nothing from 2017-07-12T06:00 UTC to 2017-07-12T07:00 UTC (1 h)',
      remedy: expect.stringContaining('from 2017-07-12T05:00 UTC to 2017-07-12T06:00 UTC') as string,
    });
    expect(faultsIn('geo-csv-semicolons')[0]?.remedy).toContain('commas');
    expect(faultsIn('geo-csv-absent')[0]?.remedy).toContain('dataCentres[1].price.file of instances/malformed/');
    expect(faultsIn('geo-time-zone-abbreviation')[0]?.remedy).toContain('America/New_York');
  });

  it('a feed-in price says which purchase price it exceeds', () => {
    const [tariff, series] = faultsIn('geo-feed-in-above-price');
    expect(tariff?.allowed).toContain('0.1 USD/kWh in epoch 0 of "west"');
    expect(series?.allowed).toContain('0.08 USD/kWh in epoch 0 of "east"');
  });

  it('a price on carbon where a data centre says nothing of its carbon is refused there', () => {
    expect(faultsIn('geo-carbon-missing')[0]).toMatchObject({ value: undefined });
    expect(faultsIn('geo-carbon-missing')[0]?.allowed).toContain('rules.carbonUsdPerTonne');
    expect(faultsIn('geo-carbon-cap-without-carbon')[0]?.allowed).toContain('rules.carbonCapKg');
  });

  it('the report for people names file, count, path, value, range and remedy', () => {
    expect(formatFaults(faultsIn('geo-negative-irradiance'))).toBe(
      [
        'instances/malformed/geo-negative-irradiance.json: 1 fault',
        '  dataCentres[0].renewables.solar.irradiance.wPerM2[1]',
        '    found:   -5',
        '    allowed: a number at least 0 and at most 1600 (W/m2)',
        '    remedy:  Correct the value. Irradiance of one epoch.',
      ].join('\n'),
    );
  });
});

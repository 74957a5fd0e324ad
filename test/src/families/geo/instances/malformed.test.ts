import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadGeoInstance } from '../../../../../src/families/geo/instances/load.js';
import { formatProblems, type Problem } from '../../../../../src/instances/problem.js';
import { MALFORMED_GEO } from './malformed-paths.js';

const DIRECTORY = 'instances/malformed';

const known = new Map<string, readonly Problem[]>();

function problemsIn(name: string): readonly Problem[] {
  const told = known.get(name);
  if (told !== undefined) return told;
  const loaded = loadGeoInstance(`${DIRECTORY}/${name}.json`);
  const problems = loaded.ok ? [] : loaded.problems;
  known.set(name, problems);
  return problems;
}

describe('malformed geo instances', () => {
  it('every file of the corpus has its expectation and every expectation its file', () => {
    const files = readdirSync(DIRECTORY).filter((file) => /^geo-.*\.json$/.test(file));
    expect(files.map((file) => file.replace(/\.json$/, '')).sort()).toEqual(Object.keys(MALFORMED_GEO).sort());
    expect(files.length).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(MALFORMED_GEO))('%s: exactly the faulty places are named', (name, paths) => {
    expect(
      problemsIn(name)
        .map((problem) => problem.path)
        .sort(),
    ).toEqual([...paths].sort());
  });

  it.each(Object.keys(MALFORMED_GEO))('%s: every problem says what is allowed and what to do', (name) => {
    for (const problem of problemsIn(name)) {
      expect(problem.file).toMatch(/malformed\/(geo-.*\.(json|csv|epw)|no-such-file\.csv)$/);
      expect(problem.allowed).toMatch(/\w/);
      expect(problem.allowed).not.toContain('another value');
      expect(problem.remedy).toMatch(/\w.*[.?]/);
      // The parts shared with the reward-rate family go by their names in this one.
      expect(`${problem.path} ${problem.allowed} ${problem.remedy}`).not.toMatch(/facility\.|workload\./);
    }
  });

  it('names the data centre of the same name, the nearest room, the nearest zone', () => {
    expect(problemsIn('geo-duplicate-data-centre')[0]).toMatchObject({
      value: 'west',
      remedy: expect.stringContaining('dataCentres[0] already') as string,
    });
    expect(problemsIn('geo-unknown-room')[0]?.remedy).toContain('"closet"');
    expect(problemsIn('geo-unknown-time-zone')[0]?.remedy).toContain('"America/Los_Angeles"');
  });

  it('a series that ends before the horizon says after how many values', () => {
    expect(problemsIn('geo-prices-too-short')[0]).toMatchObject({
      value: '1 values',
      allowed: '2 values, one per epoch of the horizon',
      remedy: expect.stringContaining('ends after 1') as string,
    });
  });

  it('a price per MWh in a series per kWh is out of range, with the unit', () => {
    expect(problemsIn('geo-prices-per-mwh')[0]).toMatchObject({ value: 80 });
    expect(problemsIn('geo-prices-per-mwh')[0]?.allowed).toContain('(USD/kWh)');
  });

  it('a file of series is named with line and column; an absent one with the field that names it', () => {
    expect(problemsIn('geo-csv-infinite')[0]).toMatchObject({
      file: expect.stringMatching(/geo-infinite\.csv$/) as string,
      value: 'Infinity',
    });
    expect(problemsIn('geo-csv-too-short')[0]).toMatchObject({
      value: 'nothing from 2017-07-12T06:00 UTC to 2017-07-12T07:00 UTC (1 h)',
      remedy: expect.stringContaining('from 2017-07-12T05:00 UTC to 2017-07-12T06:00 UTC') as string,
    });
    expect(problemsIn('geo-csv-semicolons')[0]?.remedy).toContain('commas');
    expect(problemsIn('geo-csv-absent')[0]?.remedy).toContain('dataCentres[1].price.file of instances/malformed/');
    expect(problemsIn('geo-time-zone-abbreviation')[0]?.remedy).toContain('America/New_York');
  });

  it('a feed-in price says which purchase price it exceeds', () => {
    const [tariff, series] = problemsIn('geo-feed-in-above-price');
    expect(tariff?.allowed).toContain('0.1 USD/kWh in epoch 0 of "west"');
    expect(series?.allowed).toContain('0.08 USD/kWh in epoch 0 of "east"');
  });

  it('a price on carbon where a data centre says nothing of its carbon is refused there', () => {
    expect(problemsIn('geo-carbon-missing')[0]).toMatchObject({ value: undefined });
    expect(problemsIn('geo-carbon-missing')[0]?.allowed).toContain('rules.carbonUsdPerTonne');
    expect(problemsIn('geo-carbon-cap-without-carbon')[0]?.allowed).toContain('rules.carbonCapKg');
  });

  it('the report for people names file, count, path, value, range and remedy', () => {
    expect(formatProblems(problemsIn('geo-negative-irradiance'))).toBe(
      [
        'instances/malformed/geo-negative-irradiance.json: 1 problem',
        '  dataCentres[0].renewables.solar.irradiance.wPerM2[1]',
        '    found:   -5',
        '    allowed: a number at least 0 and at most 1600 (W/m2)',
        '    remedy:  Correct the value. Irradiance of one epoch.',
      ].join('\n'),
    );
  });
});

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Imported } from '../../../../src/imports/imported.js';
import { unlessRefused } from '../../../../src/imports/refused-source.js';
import { readSensors } from '../../../../src/imports/sensors/read.js';

const folder = mkdtempSync(join(tmpdir(), 'plenum-sensors-'));
let written = 0;

/** Writes files by name, and returns their paths. */
function filesOf(texts: Readonly<Record<string, string>>): string[] {
  written += 1;
  return Object.entries(texts).map(([name, text]) => {
    const file = join(folder, String(written), name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  });
}

interface Said {
  readonly zone?: string;
  readonly words?: Readonly<Record<string, unknown>>;
}

async function read(texts: Readonly<Record<string, string>>, { zone, words = {} }: Said = {}): Promise<Imported> {
  return readSensors({ files: filesOf(texts), zone, words });
}

/** Rows of a table of the site, its header first. */
function rowsOf({ tables }: Imported, name: string): string[] {
  const bytes = tables.get(`${name}.csv.gz`);
  return bytes === undefined ? [] : gunzipSync(bytes).toString().trimEnd().split('\r\n');
}

async function refusalOf(texts: Readonly<Record<string, string>>, said: Said = {}): Promise<string> {
  const done = await unlessRefused(() => read(texts, said));
  return done.ok ? 'read' : `${done.faults[0]!.path}: ${String(done.faults[0]!.value)}`;
}

/** A table of minutes from 2024-01-31T00:00Z on: cells by the number of the minute. */
function minutes(header: string, count: number, cells: (minute: number) => string): string {
  const time = (minute: number): string => new Date(Date.UTC(2024, 0, 31) + minute * 60_000).toISOString();
  return `time,${header}\n${Array.from({ length: count }, (_, n) => `${time(n)},${cells(n)}\n`).join('')}`;
}

describe('logs of sensors', () => {
  it('files are joined by time, and their units become those of the tables', async () => {
    const done = await read({
      'rack.csv': 'time,inlet 1 (°F),Power rack [kW]\n2024-01-31T00:00:00Z,77,1.5\n2024-01-31T00:01:00Z,68,2\n',
      'crac.csv': 'time,supply_c,fan speed [%]\n2024-01-31T00:01:00Z,16.5,40\n',
    });
    expect(rowsOf(done, 'temperatures')).toEqual([
      'time,inlet 1 [C]',
      '2024-01-31T00:00:00Z,25',
      '2024-01-31T00:01:00Z,20',
    ]);
    expect(rowsOf(done, 'powers')).toEqual([
      'time,Power rack [W]',
      '2024-01-31T00:00:00Z,1500',
      '2024-01-31T00:01:00Z,2000',
    ]);
    expect(rowsOf(done, 'cracs')).toEqual([
      'time,supply_c [C],fan speed',
      '2024-01-31T00:00:00Z,,',
      '2024-01-31T00:01:00Z,16.5,40',
    ]);
  });

  it('the same files give the same bytes', async () => {
    const text = { 'a.csv': minutes('temp_c', 5, (n) => String(20 + n)) };
    expect((await read(text)).tables).toEqual((await read(text)).tables);
  });

  it('rows that come newest first, and what is written below the table, change nothing', async () => {
    const rows = ['2024-01-31 02:00\t21', '2024-01-31 01:00\t20', '2024-01-31 00:00\t19'];
    const table = (of: readonly string[]): string => `timestamp\ttempave\n${of.join('\n')}\n`;
    const sorted = await read({ 'a.txt': table(rows.toReversed()) }, { zone: 'UTC' });
    const newest = await read(
      { 'a.txt': `${table(rows)}(3 rows affected)\n\nCompletion time: 2024\n` },
      { zone: 'UTC' },
    );
    expect(rowsOf(newest, 'temperatures')).toEqual(rowsOf(sorted, 'temperatures'));
    expect(newest.quarantine.list).toMatchObject([{ reason: 'row of another width than the header', rows: 2 }]);
    expect(newest.counts).toMatchObject({ stepS: 3600, rows: 3 });
  });

  it('powers of a file are added up, and their energy is the area below them', async () => {
    const rows = Array.from({ length: 5 }, (_, n) => `${n * 15}.0,${1e6 + n * 1e5},2e6\n`);
    const { counts, warnings } = await read({ 'm.csv': `time,power[1],power[2]\n${rows.join('')}` });
    // 3, 3.1 .. 3.4 MW every 15 s: 60 s at 3.2 MW on the mean.
    expect(counts['files']).toMatchObject([
      {
        rows: 5,
        powers: 2,
        leastPowerW: 3e6,
        greatestPowerW: 3.4e6,
        energyKWh: expect.closeTo(192_000 / 3600, 5) as number,
      },
    ]);
    expect(warnings[0]).toMatch(/count from a start/);
  });

  it('times from a start count from the one that is said', async () => {
    const done = await read({ 'm.csv': 'time,temp_c\n0,20\n60,21\n' }, { words: { start: '2024-04-07T12:00Z' } });
    expect(rowsOf(done, 'temperatures')[2]).toBe('2024-04-07T12:01:00Z,21');
  });

  it('messages of single sensors among empty cells are held for ten minutes at most', async () => {
    const rows = [
      '00:00:05+02:00";63;null',
      '00:01:05+02:00";65;null',
      '00:20:00+02:00";67;40',
      '00:20:59+02:00";69;null',
    ];
    const done = await read(
      { 'm.csv': `\uFEFF"Time";"power_a";"power_b"\n${rows.map((row) => `"2019-10-01T${row}`).join('\n')}\n` },
      { words: { unit: ['power*=W'], step: 60 } },
    );
    const powers = rowsOf(done, 'powers');
    // 65 at minute 1 stands until minute 11.
    expect(powers.slice(0, 3)).toEqual([
      'time,power_a [W],power_b [W]',
      '2019-09-30T22:00:00Z,63,',
      '2019-09-30T22:01:00Z,65,',
    ]);
    expect(powers[12]).toBe('2019-09-30T22:11:00Z,65,');
    expect(powers.slice(13)).toEqual(['2019-09-30T22:20:00Z,68,40']);
    expect(done.counts['heldValues']).toBe(10);
  });

  it('long tables have a sensor in each row, with its unit', async () => {
    const text =
      'time,sensor,value,unit\n2024-01-31T00:00Z,inlet a,20,C\n2024-01-31T00:00Z,meter power,3,kW\n2024-01-31T00:01Z,inlet a,86,F\n2024-01-31T00:01Z,door,1,\n';
    const done = await read({ 'log.csv': text });
    expect(rowsOf(done, 'temperatures')).toEqual([
      'time,inlet a [C]',
      '2024-01-31T00:00:00Z,20',
      '2024-01-31T00:01:00Z,30',
    ]);
    expect(rowsOf(done, 'powers')[1]).toBe('2024-01-31T00:00:00Z,3000');
    expect(done.counts['files']).toMatchObject([{ notRead: ['door'] }]);
  });

  it('decimal commas and dates with the day first are read', async () => {
    const done = await read(
      { 't.csv': 'Datum;Uhrzeit;Temperatur Zuluft;Leistung [kW]\n31/01/2024;00:00;20,5;1,25\n' },
      { zone: 'Europe/Berlin' },
    );
    expect(rowsOf(done, 'temperatures')[1]).toBe('2024-01-30T23:00:00Z,20.5');
    expect(rowsOf(done, 'powers')[1]).toBe('2024-01-30T23:00:00Z,1250');
  });

  it('of an hour that clocks show twice the order tells the pass; one that they skip is left out', async () => {
    const at = (times: readonly string[]): string =>
      `time,temp_c\n${times.map((time, n) => `${time},${20 + n}`).join('\n')}\n`;
    const autumn = at(['2024-10-27 01:00', '2024-10-27 02:00', '2024-10-27 02:00', '2024-10-27 03:00']);
    const twice = await read({ 'a.csv': autumn }, { zone: 'Europe/Paris' });
    expect(rowsOf(twice, 'temperatures').slice(1)).toEqual([
      '2024-10-26T23:00:00Z,20',
      '2024-10-27T00:00:00Z,21',
      '2024-10-27T01:00:00Z,22',
      '2024-10-27T02:00:00Z,23',
    ]);
    const spring = await read(
      { 'a.csv': at(['2024-03-31 01:00', '2024-03-31 02:00', '2024-03-31 03:00']) },
      { zone: 'Europe/Paris' },
    );
    expect(spring.quarantine.list).toMatchObject([
      { reason: 'time that the clocks of Europe/Paris skip', places: ['a.csv line 3'] },
    ]);
    expect(rowsOf(spring, 'temperatures').slice(1)).toEqual(['2024-03-31T00:00:00Z,20', '2024-03-31T01:00:00Z,22']);
  });

  it('one name in files of different times is one sensor, in files of one time there are two', async () => {
    const day = (from: string): string => `time,inlet_c\n${from}T00:00Z,20\n${from}T00:01Z,21\n`;
    const one = await read({ 'jan.csv': day('2024-01-31'), 'feb.csv': day('2024-02-01') });
    expect(rowsOf(one, 'temperatures')[0]).toBe('time,inlet_c [C]');
    const two = await read({
      'rack1.csv': day('2024-01-31'),
      'rack2.csv': `${day('2024-01-31')}2024-01-31T00:02Z,25\n`,
    });
    expect(rowsOf(two, 'temperatures')[0]).toBe('time,rack1/inlet_c [C],rack2/inlet_c [C]');
  });

  it('a sensor that keeps one value for six hours while others move is stuck, and a set-point is not', async () => {
    const text = minutes('a_c,b_c,temp set point_c', 500, (n) => `${20 + (n % 7)},${n < 400 ? 22 : 23},23`).replaceAll(
      'a_c,b_c',
      'temp a_c,temp b_c',
    );
    const done = await read({ 'a.csv': text });
    expect(done.counts['stuck']).toEqual([{ name: 'temp b_c', from: '2024-01-31T00:00:00Z', hours: 6.67, value: 22 }]);
    expect(rowsOf(done, 'temperatures')[400]).toBe('2024-01-31T06:39:00Z,20,');
    expect(rowsOf(done, 'temperatures')[401]).toBe('2024-01-31T06:40:00Z,21,23');
    const steady = await read({ 'a.csv': minutes('temp a_c,temp b_c', 500, () => '20,22') });
    expect(steady.counts['stuck']).toEqual([]);
  });

  it('a column that repeats another one is left out and named, and a file of the same bytes refused', async () => {
    const done = await read({ 'a.csv': minutes('inlet_c,outlet_c', 9, (n) => `${20 + n},${20 + n}`) });
    expect(done.counts['copies']).toEqual([{ name: 'outlet_c', of: 'inlet_c' }]);
    expect(rowsOf(done, 'temperatures')[0]).toBe('time,inlet_c [C]');
    const text = minutes('inlet_c', 3, () => '20');
    expect(await refusalOf({ 'in.csv': text, 'out.csv': text })).toBe(': the same bytes as in.csv');
  });

  it('counters become powers, also where they begin anew', async () => {
    // 0.05 kWh a minute are 3 kW; 65536 is the greatest value of 16 bits, in Wh.
    const wraps = [65_436, 65_486, 0, 50, 100];
    const done = await read({ 'a.csv': minutes('energy_wh', 5, (n) => String(wraps[n])) });
    expect(
      rowsOf(done, 'powers')
        .slice(1)
        .map((row) => row.split(',')[1]),
    ).toEqual(['3000', '3000', '3000', '3000']);
    expect(done.counts).toMatchObject({ counterWraps: 1, counterRestarts: 0 });
    const anew = await read({ 'a.csv': minutes('energy_wh', 5, (n) => String([500, 550, 5, 55, 105][n])) });
    expect(
      rowsOf(anew, 'powers')
        .slice(1)
        .map((row) => row.split(',')[1]),
    ).toEqual(['3000', '3000', '3000']);
    expect(anew.counts).toMatchObject({ counterWraps: 0, counterRestarts: 1 });
  });

  it.each([
    ['times without a zone', { 'a.csv': 'time,temp_c\n2024-01-31 00:00,20\n' }, ': times without a time zone'],
    [
      'times with and without an offset',
      { 'a.csv': 'time,temp_c\n2024-01-31T00:00Z,20\n2024-01-31 00:01,20\n' },
      ': times with an offset from UTC (line 2) and without one (line 3)',
    ],
    [
      'powers that may be kW or W',
      { 'a.csv': minutes('rack power', 3, (n) => String(45 + n)) },
      'column rack power: power without a unit, 45 to 47',
    ],
    [
      'temperatures that may be C or F',
      { 'a.csv': minutes('exhaust', 3, () => '50') },
      'column exhaust: temperature without a unit, 50 to 50',
    ],
    [
      'two units in a column',
      { 'a.csv': minutes('power_w', 40, (n) => (n < 20 ? '4.5' : '4500')) },
      ': power_w: powers around 4.5 and 4500',
    ],
    [
      'an energy that goes up and down',
      { 'a.csv': minutes('energy_kwh', 40, (n) => String(n % 3)) },
      'column energy_kwh: an energy that often goes down',
    ],
    ['numbers whose decimal mark cannot be told', { 'a.csv': 'time;temp_c\n2024-01-31T00:00Z;25.563\n' }, ': 25.563'],
    ['a table without times', { 'a.csv': 'JobID|State\n1|COMPLETED\n' }, ': a job log of Slurm (sacct)'],
    ['a table of nothing that is read', { 'a.csv': 'time,door\n2024-01-31T00:00Z,1\n' }, ': columns door'],
    ['no table', { 'a.csv': 'nothing\nat all\n' }, ': text that begins "nothing"'],
    ['times in words', { 'a.csv': 'time,temp_c\nyesterday,20\n' }, ': no row with a time'],
  ])('%s are refused', async (_, texts, value) => {
    expect(await refusalOf(texts as Readonly<Record<string, string>>)).toBe(value);
  });

  it('what is said of columns and units counts before their names, and an answer without a column is warned of', async () => {
    const text = { 'a.csv': minutes('p1,t1', 2, () => '3,20') };
    const words = { columns: ['p*=power', 't1=crac', 'x=none'], unit: ['p1=kW'] };
    const done = await read(text, { words });
    expect(rowsOf(done, 'powers')[1]).toBe('2024-01-31T00:00:00Z,3000');
    expect(rowsOf(done, 'cracs')[0]).toBe('time,t1 [C]');
    expect(done.warnings).toEqual(['no column is meant by x=none']);
    expect(await refusalOf(text, { words: { columns: ['p1=watts'] } })).toBe('--columns: p1=watts');
    expect(await refusalOf(text, { words: { unit: ['p1=horses'] } })).toBe('--unit: p1=horses');
  });
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CsvSeries } from '../../../../models/families/geo/instance.js';
import { geoSeries } from '../../../../src/families/geo/instances/series/geo-series.js';
import { readPrices } from '../../../../src/imports/prices/read.js';
import { unlessRefused } from '../../../../src/imports/refused-source.js';
import { geoDay } from '../../../support/geo-day.js';

const folder = mkdtempSync(join(tmpdir(), 'plenum-prices-'));
let count = 0;

function fileOf(text: string | Uint8Array): string {
  const file = join(folder, `file-${(count += 1)}.csv`);
  writeFileSync(file, text);
  return file;
}

interface Words {
  readonly only?: readonly string[];
  readonly column?: string;
  readonly unit?: string;
  readonly ending?: boolean;
  readonly zone?: string;
}

async function read(texts: string | readonly string[], { zone, ...words }: Words = {}) {
  const files = (typeof texts === 'string' ? [texts] : texts).map(fileOf);
  return readPrices({ files, zone, words });
}

/** Lines of the table of the site. */
async function table(texts: string | readonly string[], words: Words = {}): Promise<string[]> {
  const { tables } = await read(texts, words);
  return String(tables.get('prices.csv')).trimEnd().split('\r\n');
}

async function refusal(text: string, words: Words = {}) {
  const done = await unlessRefused(() => read(text, words));
  if (done.ok) throw new Error('it was read');
  return done.faults[0]!;
}

const MTU = '"MTU (CET/CEST)","Day-ahead Price [EUR/MWh]","Currency","BZN|DE-LU"';
const SEQUENCES = '"MTU (CET/CEST)","Area","Sequence","Day-ahead Price (EUR/MWh)"';

describe('prices as publishers write them', () => {
  it.each<[string, string, Words, string[]]>([
    [
      'ENTSO-E by the hour over the change in spring, with a header of one field too many',
      `${MTU}\n"31.03.2024 01:00 - 31.03.2024 02:00","66.71","EUR"\n"31.03.2024 02:00 - 31.03.2024 03:00","",""\n"31.03.2024 03:00 - 31.03.2024 04:00","64.98","EUR"`,
      {},
      ['begin_utc,price_eur_per_mwh', '2024-03-31T00:00Z,66.71', '2024-03-31T01:00Z,64.98'],
    ],
    [
      'ENTSO-E in quarters of an hour, one of two sequences, over the change in spring',
      [
        SEQUENCES,
        ...['Sequence 1', 'Sequence 2'].flatMap((name, n) => [
          `"30/03/2025 01:30:00 (CET) - 30/03/2025 01:45:00 (CET)","BZN|X","${name}","${n}1"`,
          `"30/03/2025 01:45:00 (CET) - 30/03/2025 03:00:00 (CEST)","BZN|X","${name}","${n}2"`,
          `"30/03/2025 03:00:00 (CEST) - 30/03/2025 03:15:00 (CEST)","BZN|X","${name}","${n}3"`,
        ]),
      ].join('\n'),
      { only: ['Sequence=Sequence 2'] },
      ['begin_utc,price_eur_per_mwh', '2025-03-30T00:30Z,11', '2025-03-30T00:45Z,12', '2025-03-30T01:00Z,13'],
    ],
    [
      'ENTSO-E, file library with tabs',
      'DateTime(UTC)\tResolutionCode\tMapCode\tPrice[Currency/MWh]\tCurrency\n2024-01-15 00:00:00.000\tPT60M\tGB\t5\tGBP\n2024-01-15 01:00:00.000\tPT60M\tGB\t6\tGBP',
      {},
      ['begin_utc,price_gbp_per_mwh', '2024-01-15T00:00Z,5', '2024-01-15T01:00Z,6'],
    ],
    [
      'NYISO, day ahead: beginnings of hours, one zone',
      '"Time Stamp","Name","PTID","LBMP ($/MWHr)"\n"01/20/2024 00:00","CAPITL",1,30\n"01/20/2024 00:00","N.Y.C.",2,35\n"01/20/2024 01:00","CAPITL",1,31\n"01/20/2024 01:00","N.Y.C.",2,36',
      { only: ['Name=N.Y.C.'] },
      ['begin_utc,price_usd_per_mwh', '2024-01-20T05:00Z,35', '2024-01-20T06:00Z,36'],
    ],
    [
      'NYISO, real time: ends of five minutes',
      '"Time Stamp","Name","PTID","LBMP ($/MWHr)"\n"01/20/2024 00:05:00","CAPITL",1,30\n"01/20/2024 00:10:00","CAPITL",1,31',
      {},
      ['begin_utc,price_usd_per_mwh', '2024-01-20T05:00Z,30', '2024-01-20T05:05Z,31'],
    ],
    [
      'PJM, hours of twelve',
      'datetime_beginning_utc,datetime_beginning_ept,pnode_id,total_lmp_da\n1/20/2024 12:00:00 PM,1/20/2024 7:00:00 AM,5,20\n1/20/2024 1:00:00 PM,1/20/2024 8:00:00 AM,5,21',
      {},
      ['begin_utc,price_usd_per_mwh', '2024-01-20T12:00Z,20', '2024-01-20T13:00Z,21'],
    ],
    [
      'ERCOT, day ahead: ends of hours in a column of their own, with the hour that autumn repeats',
      'DeliveryDate,HourEnding,SettlementPoint,SettlementPointPrice,DSTFlag\n11/03/2024,01:00,HB,1,N\n11/03/2024,02:00,HB,2,N\n11/03/2024,02:00,HB,3,Y\n11/03/2024,03:00,HB,4,N\n11/13/2024,24:00,HB,5,N',
      {},
      [
        'begin_utc,price_usd_per_mwh',
        '2024-11-03T05:00Z,1',
        '2024-11-03T06:00Z,2',
        '2024-11-03T07:00Z,3',
        '2024-11-03T08:00Z,4',
        '2024-11-14T05:00Z,5',
      ],
    ],
    [
      'ERCOT, real time: hour and quarter',
      'DeliveryDate,DeliveryHour,DeliveryInterval,SettlementPointName,SettlementPointType,SettlementPointPrice,DSTFlag\n01/20/2024,1,4,HB,HU,7,N\n01/20/2024,2,1,HB,HU,8,N',
      {},
      ['begin_utc,price_usd_per_mwh', '2024-01-20T06:45Z,7', '2024-01-20T07:00Z,8'],
    ],
    [
      'CAISO: the price and not its parts',
      'INTERVALSTARTTIME_GMT,INTERVALENDTIME_GMT,NODE,LMP_TYPE,MW\n2024-01-20T08:00:00-00:00,2024-01-20T09:00:00-00:00,N1,MCC,-1\n2024-01-20T08:00:00-00:00,2024-01-20T09:00:00-00:00,N1,LMP,40\n2024-01-20T09:00:00-00:00,2024-01-20T10:00:00-00:00,N1,LMP,41',
      {},
      ['begin_utc,price_usd_per_mwh', '2024-01-20T08:00Z,40', '2024-01-20T09:00Z,41'],
    ],
    [
      'AEMO: ends of five minutes, market time without summer time',
      'REGION,SETTLEMENTDATE,TOTALDEMAND,RRP,PERIODTYPE\nNSW1,2024/01/01 00:05:00,7000.1,-20,TRADE\nNSW1,2024/01/01 00:10:00,7000.1,-21,TRADE',
      {},
      ['begin_utc,price_aud_per_mwh', '2023-12-31T14:00Z,-20', '2023-12-31T14:05Z,-21'],
    ],
    [
      'entsoe-py: an index without a name',
      ',0\n2024-10-27 02:00:00+02:00,50\n2024-10-27 02:00:00+01:00,51',
      {},
      ['begin_utc,price_eur_per_mwh', '2024-10-27T00:00Z,50', '2024-10-27T01:00Z,51'],
    ],
    [
      'carbon intensity of Great Britain',
      JSON.stringify({
        data: ['00:00', '00:30'].map((time, n) => ({
          from: `2024-01-20T${time}Z`,
          to: 'x',
          intensity: { forecast: 200, actual: 210 + n, index: 'moderate' },
        })),
      }),
      {},
      ['begin_utc,carbon_g_per_kwh', '2024-01-20T00:00Z,210', '2024-01-20T00:30Z,211'],
    ],
    [
      'Electricity Maps as CSV',
      'Datetime (UTC),Country,Zone name,Zone id,Carbon intensity gCO₂eq/kWh (direct),Carbon intensity gCO₂eq/kWh (Life cycle)\n2024-01-01 00:00:00,FR,France,FR,30.5,50\n2024-01-01 01:00:00,FR,France,FR,31,51',
      {},
      ['begin_utc,carbon_g_per_kwh', '2024-01-01T00:00Z,30.5', '2024-01-01T01:00Z,31'],
    ],
    [
      'Electricity Maps as JSON',
      JSON.stringify({
        zone: 'DE',
        history: [0, 1].map((n) => ({ zone: 'DE', carbonIntensity: 300 + n, datetime: `2024-01-01T0${n}:00:00.000Z` })),
      }),
      {},
      ['begin_utc,carbon_g_per_kwh', '2024-01-01T00:00Z,300', '2024-01-01T01:00Z,301'],
    ],
    [
      'Electricity Maps, prices as JSON',
      JSON.stringify(
        [0, 1].map((n) => ({ zone: 'FR', datetime: `2024-01-01T0${n}:00:00.000Z`, value: 9 + n, unit: 'EUR/MWh' })),
      ),
      {},
      ['begin_utc,price_eur_per_mwh', '2024-01-01T00:00Z,9', '2024-01-01T01:00Z,10'],
    ],
    [
      'a table of the user by ends, with a unit in words of theirs',
      'when,Preis\n2024-07-01 01:00,5\n2024-07-01 02:00,6',
      { column: 'Preis', unit: 'CHF/kWh', zone: 'Europe/Zurich', ending: true },
      ['begin_utc,price_chf_per_kwh', '2024-06-30T22:00Z,5', '2024-06-30T23:00Z,6'],
    ],
  ])('%s', async (_, text, words, expected) => {
    expect(await table(text, words)).toEqual(expected);
  });

  it('hours and quarters of an hour in one file come out in quarters', async () => {
    const hours = Array.from(
      { length: 24 },
      (_, h) =>
        `"30.09.2025 ${two(h)}:00 - ${h === 23 ? '01.10.2025 00' : `30.09.2025 ${two(h + 1)}`}:00","${h}","EUR"`,
    );
    const quarters = Array.from({ length: 24 }, (_, q) => {
      const end = q + 1;
      return `"01.10.2025 ${two(Math.floor(q / 4))}:${two((q % 4) * 15)} - 01.10.2025 ${two(Math.floor(end / 4))}:${two((end % 4) * 15)}","${100 + q}","EUR"`;
    });
    const lines = await table([MTU, ...hours, ...quarters].join('\n'));
    expect(lines).toHaveLength(1 + 24 * 4 + 24);
    // Local midnight of 1 October is 22:00 UTC.
    expect(lines.slice(93, 99)).toEqual([
      '2025-09-30T21:00Z,23',
      '2025-09-30T21:15Z,23',
      '2025-09-30T21:30Z,23',
      '2025-09-30T21:45Z,23',
      '2025-09-30T22:00Z,100',
      '2025-09-30T22:15Z,101',
    ]);
  });
});

const two = (value: number): string => String(value).padStart(2, '0');
const own = (rows: readonly string[]): string => ['utc,price_usd_per_mwh', ...rows].join('\n');

describe('what became of the rows', () => {
  it('of two files that overlap: values, empty ones, rows left out and rows there twice add up to all', async () => {
    const first = ['2024-01-01T00:00Z,10', '2024-01-01T01:00Z,', '2024-01-01T02:00Z,x', '2024-01-01T03:00Z,40'];
    const second = ['2024-01-01T03:00Z,40', '2024-01-01T04:00Z,50', '2024-01-01T04:00Z,51', '2024-01-01T05:00Z,60000'];
    const { counts, quarantine, warnings } = await read([own(first), own(second)]);
    expect(counts).toMatchObject({ rows: 8, values: 3, emptyRows: 1, leftOutRows: 3, repeatedRows: 1 });
    expect(counts).toMatchObject({ gaps: 1, gapH: 2, mean: (10 + 40 + 50) / 3, least: 10, greatest: 50 });
    expect(counts).toMatchObject({ firstUtc: '2024-01-01T00:00Z', lastUtc: '2024-01-01T05:00Z' });
    expect(quarantine.list.map(({ reason, places }) => [reason, places[0]!.replace(/file-\d+.csv /, '')])).toEqual([
      ['expected a decimal number such as -12.5, or nothing for a gap', 'line 4'],
      ['expected a price from -20000 to 20000 USD/MWh, or empty for a gap', 'line 5'],
      ['expected each time once', 'line 4'],
    ]);
    expect(warnings).toEqual([expect.stringContaining('1 gap of 2 h') as string]);
  });

  it('a value in the hour that spring skips is left out with its line', async () => {
    const rows = ['31.03.2024 01:00', '31.03.2024 02:00', '31.03.2024 03:00'].map((time) => `${time},1`);
    const { counts, quarantine } = await read(['time,EUR/MWh', ...rows].join('\n'), { zone: 'Europe/Paris' });
    expect(counts).toMatchObject({ rows: 3, values: 2, leftOutRows: 1, gaps: 0 });
    expect(quarantine.list).toMatchObject([{ rows: 1, places: [expect.stringContaining('line 3') as string] }]);
  });
});

describe('refused', () => {
  it('several series, with the way to name one', async () => {
    const rows = ['A', 'B'].map((name) => `"01.01.2024 00:00 - 01.01.2024 01:00","BZN|X","${name}","1"`);
    expect(await refusal([SEQUENCES, ...rows].join('\n'))).toMatchObject({
      path: 'line 2, column 3 (Sequence)',
      value: '2 series: A, B',
      remedy: 'Say which of them is meant: --only "Sequence=A".',
    });
  });

  it('times of an unknown zone', async () => {
    expect(await refusal('time,EUR/MWh\n2024-01-01 00:00,1\n2024-01-01 01:00,2')).toMatchObject({
      value: '2024-01-01 00:00',
      remedy: expect.stringContaining('--zone') as string,
    });
  });

  it.each([
    ['time,utc\n2024-01-01 00:00,1', {}, 'text that begins "time,utc"'],
    ['LOCATION,Paris,x,FRA', {}, 'weather of EnergyPlus (EPW)'],
    ['utc,p\n2024-01-01T00:00Z,1\n2024-01-01T01:00Z,1', { column: 'p', unit: 'bananas' }, 'bananas'],
    ['utc,EUR/MWh\n2024-01-01T00:00Z,1', {}, '1 rows'],
    ['utc,EUR/MWh\n2024-01-01T00:00Z,\n2024-01-01T01:00Z,-', {}, 'a column without values'],
    ['utc,EUR/MWh\n2024-01-01T00:00Z,1', { only: ['utc'] }, 'utc'],
  ])('%s %o', async (text, words, value) => {
    expect((await refusal(text, words)).value).toBe(value);
  });
});

describe('the table of the site', () => {
  it('a geo instance reads it as it reads the file of the publisher', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => {
      const clock = new Date(Date.UTC(2024, 9, 26, 22) + n * 3_600_000 - (n > 4 ? 3_600_000 : 0)).toISOString();
      return `${clock.slice(0, 10)} ${clock.slice(11, 16)},${10 + 3 * ((n * 7) % 11)}`;
    });
    const file = fileOf(['time,EUR/MWh', ...rows].join('\n'));
    const { tables, counts } = await readPrices({ files: [file], zone: 'Europe/Rome', words: {}, name: 'rome' });
    writeFileSync(join(folder, 'prices-rome.csv'), tables.get('prices-rome.csv')!);
    const zone = 'Europe/Rome';
    const horizon = { start: '2024-10-26T22:00', timeZone: zone, epochs: 30 } as const;
    const pricesOf = (price: CsvSeries): number[] => {
      const day = geoDay({ horizon, centre: { price: { source: 'csv', ...price }, timeZone: zone } });
      const answer = geoSeries(day, folder, 'geo.json');
      if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
      return [...answer.centres[0]!.usdPerKwh];
    };
    const given: CsvSeries = {
      file,
      timeColumn: 'time',
      valueColumn: 'EUR/MWh',
      timeConvention: 'local-beginning',
      intervalMinutes: 60,
      scale: 0.001,
      gaps: 'refuse',
    };
    const prices = pricesOf(given);
    expect(prices[0]).toBeCloseTo(0.01, 12);
    expect(pricesOf(counts['series'] as CsvSeries)).toEqual(prices);
  });
});

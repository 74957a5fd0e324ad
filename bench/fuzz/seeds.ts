import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GeoInstance } from '../../models/problems/geo/instance.js';
import type { RewardRateInstance } from '../../models/problems/reward-rate/instance.js';
import { readBytes } from '../../src/instances/text-file.js';
import { plenumQuietly } from './quietly.js';

/** A set of files and the words that read them; the file at `target` is damaged. */
export interface FuzzSeed {
  readonly kind: string;
  readonly files: Readonly<Record<string, string | Buffer>>;
  readonly target: string;
  /** Words of the command line, a name of a file in braces. One after another while the exit code is 0. */
  readonly runs: readonly (readonly string[])[];
}

const SOLVE = ['solve', '{i.json}', '--work-limit', '20', '--time-limit', '3'] as const;
const INSTANCE_RUNS = [['validate', '{i.json}'], SOLVE, ['bound', '{i.json}', '--time-limit', '3']] as const;

/** Files of every format that is read, small enough to be run by the thousand. */
export async function fuzzSeeds(root: string, scratch: string): Promise<readonly FuzzSeed[]> {
  const text = (name: string): string => readFileSync(join(root, 'instances', name), 'utf8');
  const tiny = (family: string): string[] =>
    readdirSync(join(root, 'instances', family))
      .filter((name) => name.startsWith('tiny-'))
      .map((name) => text(join(family, name)));
  const seeds: FuzzSeed[] = [];
  const one = (kind: string, files: FuzzSeed['files'], target: string, runs: FuzzSeed['runs']): void => {
    seeds.push({ kind, files, target, runs });
  };
  for (const family of ['reward-rate', 'robust', 'geo', 'utility']) {
    for (const [n, instance] of tiny(family).entries()) {
      one(`${family} instance`, { 'i.json': instance }, 'i.json', INSTANCE_RUNS);
      const plan = await planOf(instance, join(scratch, `${family}-${n}`));
      if (plan !== null)
        one(`${family} plan`, { 'i.json': instance, 'p.json': plan }, 'p.json', [['check', '{i.json}', '{p.json}']]);
    }
  }
  const parallel = text('utility/tiny-parallel-budget.json');
  const withArrivals = (arrivals: object): string =>
    JSON.stringify({ ...(JSON.parse(parallel) as object), knownOptimum: undefined, arrivals });
  const listed = { 'i.json': withArrivals({ source: 'csv', file: 't.csv' }), 't.csv': TASKS };
  one('utility tasks', listed, 't.csv', [['validate', '{i.json}'], SOLVE]);
  const jobs = withArrivals({ source: 'swf', startS: 0, times: 'trace' });
  one('utility trace', { 'i.json': jobs, 't.swf': TRACE }, 't.swf', [[...SOLVE, '--trace', '{t.swf}']]);
  for (const instance of tiny('templates')) {
    one('templates instance', { 'i.json': instance }, 'i.json', [['validate', '{i.json}']]);
    const day = [
      'templates',
      'day',
      '{i.json}',
      '--arrivals',
      '{t.swf}',
      '--duration-s',
      '60',
      '--methods',
      'greedy+overcooling',
    ];
    one('SWF trace', { 'i.json': instance, 't.swf': TRACE }, 't.swf', [day]);
  }
  const database = await databaseOf(text('templates/tiny-set-point.json'), join(scratch, 'templates'));
  const queries = [
    ['info'],
    ['query', '--arriving', '1', '--running', '2', '--power', '2kW'],
    ['check'],
    ['export', '--format', 'csv', '--out', '{export.csv}'],
  ];
  for (const [command, ...words] of queries) {
    const run = ['templates', command!, '{d.sqlite}', ...words];
    one('template database', { 'd.sqlite': database }, 'd.sqlite', [run]);
  }
  const geoCompare = [
    'compare',
    '{i.json}',
    '--methods',
    'gld-lp,fdld-so,gald-cl',
    '--trials',
    '1',
    '--work-limit',
    '3',
  ];
  for (const instance of tiny('geo'))
    one('geo compare', { 'i.json': instance }, 'i.json', [[...geoCompare, '--time-limit', '2']]);
  const vents = text('malformed/templates-vents-zeros-lost.json');
  const ventFiles = {
    'i.json': vents,
    'templates-vents-zeros-lost.csv': text('malformed/templates-vents-zeros-lost.csv'),
  };
  for (const target of Object.keys(ventFiles)) one('vent matrices', ventFiles, target, [['validate', '{i.json}']]);
  const [priced, prices] = withPrices(JSON.parse(text('geo/tiny-restricted.json')) as GeoInstance);
  one('CSV series', { 'i.json': priced, 'p.csv': prices }, 'p.csv', [['validate', '{i.json}']]);
  const [windy, weather] = withWeather(JSON.parse(text('geo/tiny-restricted.json')) as GeoInstance);
  one('weather', { 'i.json': windy, 'w.epw': weather }, 'w.epw', [['validate', '{i.json}']]);
  const instance = JSON.parse(text('reward-rate/tiny-two-node-types.json')) as RewardRateInstance;
  const [imported, matrix] = withMatrix(instance);
  one('matrix', { 'i.json': imported, 'm.csv': matrix }, 'm.csv', [['validate', '{i.json}'], SOLVE]);
  const arrivals = `epochS,${instance.workload.taskTypes.map(({ name }) => name).join(',')}\n3600${',1'.repeat(instance.workload.taskTypes.length)}\n`;
  const day = ['day', '{i.json}', '--arrivals', '{a.csv}', '--work-limit', '20', '--time-limit', '3'];
  one('arrivals', { 'i.json': imported, 'm.csv': matrix, 'a.csv': arrivals }, 'a.csv', [day]);
  return seeds;
}

const TASKS = 'task,taskType,arrivalS,cores,startingUtility\nx,solver,0,4,8\ny,solver,30,2,4\n';

const TRACE = [0, 5, 9]
  .map((at, n) => `${n + 1} ${at} 0 10 4 -1 -1 4 -1 -1 1 1 1 1 -1 -1 -1 -1`)
  .concat('')
  .join('\n');

async function databaseOf(instance: string, directory: string): Promise<Buffer> {
  mkdirSync(directory, { recursive: true });
  const [file, out] = [join(directory, 'i.json'), join(directory, 'd.sqlite')];
  writeFileSync(file, instance);
  const { code, text } = await plenumQuietly(['templates', 'build', file, '--workers', '1', '--out', out]);
  if (code !== 0) throw new Error(text);
  const read = readBytes(out);
  if (!read.ok) throw new Error(`${out} cannot be read`);
  return read.bytes;
}

async function planOf(instance: string, directory: string): Promise<string | null> {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'i.json');
  writeFileSync(file, instance);
  const out = join(directory, 'out');
  const { code } = await plenumQuietly(['solve', file, '--work-limit', '20', '--out', out]);
  return code === 0 ? readFileSync(join(out, 'plan.json'), 'utf8') : null;
}

/** Two days on local clocks, one of 25 hours, half of it with offsets; the horizon is one of its hours. */
function withPrices(instance: GeoInstance): [instance: string, prices: string] {
  const [centre, ...others] = instance.dataCentres;
  const price = {
    ...{ source: 'csv', file: 'p.csv', timeColumn: 'time', valueColumn: 'eur', timeConvention: 'local-beginning' },
    ...{ timeZone: 'Europe/Berlin', intervalMinutes: 60, scale: 0.001, gaps: 'previous' },
  } as const;
  const hours = Array.from({ length: 49 }, (_, hour) => {
    const local = new Date(Date.UTC(2024, 9, 26, hour - (hour > 26 ? 1 : 0))).toISOString().slice(0, 16);
    return `${local.replace('T', ' ')}${hour < 10 ? '+02:00' : ''},${hour - 5.5}`;
  });
  const horizon = { ...instance.horizon, start: '2024-10-27T01:00' };
  const changed = { ...instance, horizon, dataCentres: [{ ...centre!, price }, ...others] };
  return [JSON.stringify(changed), ['time,eur', ...hours, ''].join('\n')];
}

/** A day of wind around the horizon. */
function withWeather(instance: GeoInstance): [instance: string, weather: string] {
  const [centre, ...others] = instance.dataCentres;
  const speed = { source: 'epw', file: 'w.epw', hubM: 80, shearExponent: 0.14 } as const;
  const renewables = { wind: { rotorAreaM2: 100, efficiency: 0.4, speed } };
  const air = '60,A,20,12,60,101300,1400,1361,330,3,700,100,0,0,0,0,270,4.1,5,5,20,77777,9,0,0,0.1,0,88,0.2,0,0';
  const rows = Array.from({ length: 24 }, (_, hour) => `2001,7,11,${hour + 1},${air}`);
  const header = [
    'LOCATION,"Nowhere, by hand",CA,USA,-,0,37.6,-122.4,-8.0,2',
    'DATA PERIODS,1,1,Data,Sunday,7/11,7/11',
  ];
  const changed = { ...instance, dataCentres: [{ ...centre!, renewables }, ...others] };
  return [JSON.stringify(changed), [...header, ...rows, ''].join('\n')];
}

/** All air mixed: every zone and CRAC draws from each in proportion to its flow, which conserves air. */
function withMatrix(instance: RewardRateInstance): [instance: string, matrix: string] {
  const { facility, limits } = instance;
  const flowOf = new Map(facility.nodeTypes.map(({ name, airFlowM3PerS }) => [name, airFlowM3PerS]));
  const flows = [
    ...facility.cracs.map(({ airFlowM3PerS }) => airFlowM3PerS),
    ...facility.nodeGroups.map(({ nodeType, count }) => count * flowOf.get(nodeType)!),
  ];
  const total = flows.reduce((sum, flow) => sum + flow, 0);
  const row = flows.map((flow) => flow / total).join(',');
  const airflow = {
    ...{ source: 'matrix', file: 'm.csv', kind: 'influence', rowsPer: 'nodeGroup' },
    ...{ nodeAirflowFactor: 1, provenance: 'mixed' },
  };
  const { powerCapW, redLineC } = limits;
  const text = JSON.stringify({ ...instance, facility: { ...facility, airflow }, limits: { powerCapW, redLineC } });
  return [text, `${flows.map(() => row).join('\n')}\n`];
}

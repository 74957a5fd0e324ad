import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GeoInstance } from '../../models/families/geo/instance.js';
import type { RewardRateInstance } from '../../models/families/reward-rate/instance.js';
import { readBytes } from '../../src/instances/text-file.js';
import { plenumQuietly } from './quietly.js';

/** Set of valid files with the command lines that read them. The fuzzer damages the file named `target`. */
export interface FuzzSeed {
  readonly kind: string;
  readonly files: Readonly<Record<string, string | Buffer>>;
  readonly target: string;
  /**
   * Command lines, which are run one after another as long as the exit code is 0. A word in braces is the name of a
   * file.
   */
  readonly runs: readonly (readonly string[])[];
}

const SOLVE = ['solve', '{i.json}', '--work-limit', '20', '--time-limit', '3'] as const;
const INSTANCE_RUNS = [['validate', '{i.json}'], SOLVE, ['bound', '{i.json}', '--time-limit', '3']] as const;

/** Returns valid files of every format that Plenum reads, small enough to be run thousands of times. */
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
  for (const family of ['reward-rate', 'robust', 'geo', 'utility', 'jobs']) {
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
  for (const seed of jobsSeeds(text)) seeds.push(seed);
  const bag = JSON.parse(text('robust/tiny-two-nodes.json')) as { workload: object };
  const times = {
    ...bag,
    knownOptimum: undefined,
    workload: { ...bag.workload, tasks: { source: 'csv', file: 't.csv' } },
  };
  one('robust times', { 'i.json': JSON.stringify(times), 't.csv': TIMES }, 't.csv', [['validate', '{i.json}']]);
  const study = ['study', 'check', '{s.yaml}'];
  one('study file', { 's.yaml': STUDY, 'i.json': text('reward-rate/tiny-power-cap.json') }, 's.yaml', [study]);
  const profiles = await builtBy('profiles', text('jobs/tiny-fork-join.json'), join(scratch, 'profiles'));
  for (const words of [['info'], ['check'], ['export', '--format', 'csv', '--out', '{export.csv}']]) {
    one('profile database', { 'd.sqlite': profiles }, 'd.sqlite', [
      ['profiles', words[0]!, '{d.sqlite}', ...words.slice(1)],
    ]);
  }
  const database = await builtBy('templates', text('templates/tiny-set-point.json'), join(scratch, 'templates'));
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
    'templates-vents-zeros-lost.csv': text('malformed/templates-vents-zeros-lost.csv').replace(/^(\d),/gm, '0$1,'),
  };
  for (const target of Object.keys(ventFiles)) one('vent matrices', ventFiles, target, [['validate', '{i.json}']]);
  const [priced, prices] = withPrices(JSON.parse(text('geo/tiny-restricted.json')) as GeoInstance);
  one('CSV series', { 'i.json': priced, 'p.csv': prices }, 'p.csv', [['validate', '{i.json}']]);
  const [windy, weather] = withWeather(JSON.parse(text('geo/tiny-restricted.json')) as GeoInstance);
  one('weather', { 'i.json': windy, 'w.epw': weather }, 'w.epw', [['validate', '{i.json}']]);
  const instance = JSON.parse(text('reward-rate/tiny-two-node-types.json')) as RewardRateInstance;
  const [imported, matrix] = withMatrix(instance);
  for (const [n, written] of matrix.entries()) {
    one('matrix', { 'i.json': imported, 'm.csv': written }, 'm.csv', [['validate', '{i.json}'], SOLVE]);
    if (n > 0) continue;
    const heat = imported.replace('"influence"', '"heatRecirculation"');
    one('matrix', { 'i.json': heat, 'm.csv': HEAT }, 'm.csv', [['validate', '{i.json}'], SOLVE]);
  }
  const arrivals = `epochS,${instance.workload.taskTypes.map(({ name }) => name).join(',')}\n3600${',1'.repeat(instance.workload.taskTypes.length)}\n`;
  const day = ['day', '{i.json}', '--arrivals', '{a.csv}', '--work-limit', '20', '--time-limit', '3'];
  one('arrivals', { 'i.json': imported, 'm.csv': matrix[0]!, 'a.csv': arrivals }, 'a.csv', [day]);
  return seeds;
}

const TASKS = 'task,taskType,arrivalS,cores,startingUtility\nx,solver,0,4,8\ny,solver,30,2,4\n';

const TRACE = [0, 5, 9]
  .map((at, n) => `${n + 1} ${at} 0 10 4 -1 -1 4 -1 -1 1 1 1 1 -1 -1 -1 -1`)
  .concat('')
  .join('\n');

/** Values of jobs for instances whose jobs have none in their file. */
const DRAWN_VALUES = {
  value: {
    softDeadlineOverLeastTime: { least: 1, most: 2 },
    fallOverLeastTime: { least: 1, most: 2 },
    worthPerCoreHour: { least: 1, most: 2 },
  },
};

/** Returns jobs instances, logs of jobs, and workflow records in both formats. */
function jobsSeeds(text: (name: string) => string): FuzzSeed[] {
  const base = JSON.parse(text('jobs/tiny-paces.json')) as {
    readonly jobTypes: { readonly types: readonly { name: string }[] };
  };
  const withArrivals = (arrivals: object): string =>
    JSON.stringify({ ...base, ...DRAWN_VALUES, knownOptimum: undefined, arrivals });
  const [first] = base.jobTypes.types;
  const csv = `job,jobType,arrivalS,pace\na,${first!.name},0,1\nb,${first!.name},30,1.1\n`;
  const fromLog = withArrivals({ source: 'swf', file: 't.swf', startS: 0 });
  const validate = ['validate', '{i.json}'] as const;
  const seeds: FuzzSeed[] = [
    {
      kind: 'jobs list',
      files: { 'i.json': withArrivals({ source: 'csv', file: 't.csv' }), 't.csv': csv },
      target: 't.csv',
      runs: [validate, SOLVE],
    },
    { kind: 'jobs log', files: { 'i.json': fromLog, 't.swf': TRACE }, target: 't.swf', runs: [validate, SOLVE] },
  ];
  const take = ['import', 'wfcommons', '{w.json}', '--multi-core', 'split', '--speed', '2', '--out', '{o.json}'];
  for (const record of [WORKFLOW, FLAT_WORKFLOW]) {
    seeds.push({
      kind: 'workflow record',
      files: { 'w.json': JSON.stringify(record) },
      target: 'w.json',
      runs: [take],
    });
  }
  return seeds;
}

const MACHINES = { nodeName: 'm', cpu: { speedInMHz: 2400, speed: 2400 } };
const RUN = { runtimeInSeconds: 60, avgCPU: 150 };

/** A workflow of two tasks in WfFormat 1.5. FLAT_WORKFLOW is the same workflow in WfFormat 1.4. */
const WORKFLOW = {
  name: 'w',
  schemaVersion: '1.5',
  workflow: {
    specification: {
      tasks: [
        { name: 'a', id: 'a', parents: [], children: ['b'], outputFiles: ['f'] },
        { name: 'b', id: 'b', parents: ['a'], children: [], inputFiles: ['f'] },
      ],
      files: [{ id: 'f', sizeInBytes: 1000 }],
    },
    execution: {
      tasks: [
        { id: 'a', ...RUN, machines: ['m'] },
        { id: 'b', ...RUN, coreCount: 2 },
      ],
      machines: [MACHINES],
    },
  },
};
const FLAT_WORKFLOW = {
  name: 'w',
  schemaVersion: '1.4',
  workflow: {
    machines: [MACHINES],
    tasks: [
      { name: 'a', id: '1', ...RUN, children: ['b'], files: [{ name: 'f', link: 'output', sizeInBytes: 1000 }] },
      {
        name: 'b',
        id: '2',
        ...RUN,
        cores: 2,
        parents: ['1'],
        files: [{ name: 'f', link: 'input', sizeInBytes: 1000 }],
      },
    ],
  },
};

const TIMES =
  'task,taskType,mean:Fast,variance:Fast,mean:Slow,variance:Slow\na,compute,60,36,100,225\nb,memory,80,64,,\n';

const HEAT = '0.05 0.01\n0.02 0.06\n';

const STUDY = `format: plenum.study
formatVersion: 1
name: fuzzed
instances: [i.json]
changes:
  limits.powerCapW: [900, 1000 W, 1.1 kW]
methods: [config-lp, greedy-power]
budgets: [{ time: 2 s }, { work: 5 }]
seeds: [1, 2]
without:
  - { method: greedy-power, seed: 2 }
`;

async function builtBy(command: 'templates' | 'profiles', instance: string, directory: string): Promise<Buffer> {
  mkdirSync(directory, { recursive: true });
  const [file, out] = [join(directory, 'i.json'), join(directory, 'd.sqlite')];
  writeFileSync(file, instance);
  const { code, text } = await plenumQuietly([command, 'build', file, '--workers', '1', '--out', out]);
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

/**
 * Returns an instance with prices from a file, and the file: two days in local time, one of them of 25 hours. Some of
 * its times have UTC offsets. The horizon of the instance is one of these hours.
 */
function withPrices(instance: GeoInstance): [instance: string, prices: string] {
  const [centre, ...others] = instance.dataCentres;
  const price = {
    source: 'csv',
    file: 'p.csv',
    timeColumn: 'time',
    valueColumn: 'eur',
    timeConvention: 'local-beginning',
    timeZone: 'Europe/Berlin',
    intervalMinutes: 60,
    scale: 0.001,
    gaps: 'previous',
  } as const;
  const hours = Array.from({ length: 49 }, (_, hour) => {
    const local = new Date(Date.UTC(2024, 9, 26, hour - (hour > 26 ? 1 : 0))).toISOString().slice(0, 16);
    return `${local.replace('T', ' ')}${hour < 10 ? '+02:00' : ''},${hour - 5.5}`;
  });
  const horizon = { ...instance.horizon, start: '2024-10-27T01:00' };
  const changed = { ...instance, horizon, dataCentres: [{ ...centre!, price }, ...others] };
  return [JSON.stringify(changed), ['time,eur', ...hours, ''].join('\n')];
}

/** Returns an instance with wind data from a weather file, and the file: one day that contains the horizon. */
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

/**
 * Returns an instance with an influence matrix from a file, and the matrix in several file formats. All air is fully
 * mixed: every zone and CRAC draws from each source in proportion to the source's flow.
 */
function withMatrix(instance: RewardRateInstance): [instance: string, matrix: readonly string[]] {
  const { facility, limits } = instance;
  const flowOf = new Map(facility.nodeTypes.map(({ name, airFlowM3PerS }) => [name, airFlowM3PerS]));
  const flows = [
    ...facility.cracs.map(({ airFlowM3PerS }) => airFlowM3PerS),
    ...facility.nodeGroups.map(({ nodeType, count }) => count * flowOf.get(nodeType)!),
  ];
  const airflow = {
    source: 'matrix',
    file: 'm.csv',
    kind: 'influence',
    rowsPer: 'nodeGroup',
    nodeAirflowFactor: 1,
    provenance: 'mixed',
  };
  const { powerCapW, redLineC } = limits;
  const text = JSON.stringify({ ...instance, facility: { ...facility, airflow }, limits: { powerCapW, redLineC } });
  const market = ['%%MatrixMarket matrix array real general', `${flows.length} ${flows.length}`];
  // Column by column.
  const columns = mixed(flows, ' ')
    .split('\n')[0]!
    .split(' ')
    .flatMap((share) => flows.map(() => share));
  return [text, [mixed(flows, ','), mixed(flows, '  '), [...market, ...columns, ''].join('\n')]];
}

/** Returns the text of the influence matrix of fully mixed air. Every row contains the shares of the flows. */
function mixed(flows: readonly number[], separator: string): string {
  const total = flows.reduce((sum, flow) => sum + flow, 0);
  const row = flows.map((flow) => flow / total).join(separator);
  return `${flows.map(() => row).join('\n')}\n`;
}

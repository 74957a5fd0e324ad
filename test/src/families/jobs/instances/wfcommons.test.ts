import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recordFaults } from '../../../../../src/families/jobs/instances/wfcommons/consistency.js';
import { type ImportChoices, importedType } from '../../../../../src/families/jobs/instances/wfcommons/job-type.js';
import { workflowRecord } from '../../../../../src/families/jobs/instances/wfcommons/record.js';
import { describeShared } from '../../../../support/shared-data.js';

interface Task {
  id: string;
  parents: string[];
  children: string[];
  inputFiles?: string[];
  outputFiles?: string[];
}

interface Run {
  id: string;
  runtimeInSeconds?: number;
  avgCPU?: number;
  coreCount?: number;
  machines?: string[];
}

interface Machine {
  nodeName: string;
  cpu?: { speedInMHz?: number };
}

interface Written {
  schemaVersion: string;
  workflow: {
    specification: { tasks: Task[]; files: { id: string; sizeInBytes: number }[] };
    execution: { tasks: Run[]; machines: Machine[] };
  };
}

const CHOICES: ImportChoices = { speedGHz: null, multiCore: 'refuse', missingBytes: null };

/** The example of the documents, changed. */
function written(change: (record: Written) => void = () => undefined): string {
  const record = JSON.parse(readFileSync('docs/examples/workflow.json', 'utf8')) as Written;
  change(record);
  return JSON.stringify(record);
}

function imported(text: string, choices: Partial<ImportChoices> = {}, referenceGHz = 2.4) {
  const read = workflowRecord(text);
  if (!read.ok) return { ok: false as const, faults: read.faults };
  const faults = recordFaults(read.record);
  if (faults.length > 0) return { ok: false as const, faults };
  return importedType('job', read.record, { ...CHOICES, ...choices }, referenceGHz);
}

function typeOf(text: string, choices: Partial<ImportChoices> = {}, referenceGHz?: number) {
  const made = imported(text, choices, referenceGHz);
  if (!made.ok) throw new Error(JSON.stringify(made.faults));
  return made;
}

function pathsOf(change: (record: Written) => void, choices: Partial<ImportChoices> = {}): string[] {
  const made = imported(written(change), choices);
  return made.ok ? [] : made.faults.map(({ path }) => path);
}

interface FlatTask {
  name: string;
  id?: string;
  parents?: string[];
  children?: string[];
  runtimeInSeconds?: number;
  cores?: number;
  machine?: string;
}

/** The example of the documents as WfFormat 1.3 or 1.4 has it: one list of tasks, which refer to each other by name and bring their files. */
function folded(version: string, change: (tasks: FlatTask[]) => unknown = () => undefined): string {
  const { specification, execution } = (JSON.parse(written()) as Written).workflow;
  const sizeOf = new Map(specification.files.map(({ id, sizeInBytes }) => [id, sizeInBytes]));
  const [time, size] = version === '1.3' ? ['runtime', 'size'] : ['runtimeInSeconds', 'sizeInBytes'];
  const tasks = specification.tasks.map(({ id, parents, children, inputFiles = [], outputFiles = [] }, n) => {
    const { runtimeInSeconds, avgCPU, machines } = execution.tasks[n]!;
    const file = (link: string) => (name: string) => ({ name, link, [size]: sizeOf.get(name) ?? 0 });
    const files = [...inputFiles.map(file('input')), ...outputFiles.map(file('output'))];
    const run = { [time]: runtimeInSeconds, avgCPU, machine: machines?.[0] };
    return { name: id, type: 'compute', parents, children, files, ...run };
  });
  change(tasks as FlatTask[]);
  const machines = execution.machines.map(({ nodeName, cpu }) => ({ nodeName, cpu: { speed: cpu!.speedInMHz } }));
  return JSON.stringify({ schemaVersion: version, workflow: { makespan: 1, executedAt: 'then', machines, tasks } });
}

const specified = (n: number, field: string) => `workflow.specification.tasks[${n}].${field}`;
const executed = (n: number, field: string) => `workflow.execution.tasks[${n}].${field}`;

describe('a workflow record', () => {
  it('becomes tasks with the CPU share of their times, and edges with the files handed over', () => {
    expect(typeOf(written())).toEqual({
      ok: true,
      type: {
        name: 'job',
        tasks: [
          { name: 'split_1', timeS: 120, cpuShare: 0.3 },
          { name: 'scan_2', timeS: 900 },
          { name: 'scan_3', timeS: 1500 },
          { name: 'merge_4', timeS: 60, cpuShare: 0.5 },
          { name: 'report_5', timeS: 0, cpuShare: 0 },
        ],
        edges: [
          { from: 'split_1', to: 'scan_2', bytes: 2e9 },
          { from: 'split_1', to: 'scan_3', bytes: 2e9 },
          { from: 'scan_2', to: 'merge_4', bytes: 3e7 },
          { from: 'scan_3', to: 'merge_4', bytes: 5e7 },
          { from: 'merge_4', to: 'report_5', bytes: 8e7 },
        ],
      },
      notes: ['tasks: 1 with a time of 0 s, which is kept.'],
    });
  });

  it('of version 1.6 is read, and further properties are passed over', () => {
    const text = written((record) => {
      record.schemaVersion = '1.6';
      Object.assign(record.workflow.execution.tasks[0]!, { energyInKWh: 1, avgPowerInW: 5, command: { program: 'x' } });
    });
    expect(typeOf(text).type).toEqual(typeOf(written()).type);
  });

  it('counts a file that several children read on each edge', () => {
    const { edges } = typeOf(
      written(({ workflow }) => {
        for (const n of [1, 2])
          workflow.specification.tasks[n]!.inputFiles = ['part-1.dat', 'part-2.dat', 'part-2.dat'];
      }),
    ).type;
    expect(edges!.slice(0, 2).map(({ bytes }) => bytes)).toEqual([4e9, 4e9]);
  });

  it('has the times of machines of another speed converted, the CPU part alone', () => {
    const text = written(({ workflow }) => {
      workflow.execution.machines.push({ nodeName: 'slow', cpu: { speedInMHz: 1200 } });
      workflow.execution.tasks[0]!.machines = ['slow'];
      workflow.execution.tasks[1]!.machines = ['slow'];
    });
    const { tasks } = typeOf(text).type;
    // 36 s of CPU take half as long at twice the frequency; 84 s stay.
    expect(tasks[0]).toEqual({ name: 'split_1', timeS: 102, cpuShare: expect.closeTo(18 / 102, 12) as number });
    expect(tasks[1]).toEqual({ name: 'scan_2', timeS: 450 });
    expect(tasks[2]).toEqual({ name: 'scan_3', timeS: 1500 });
  });

  it('without avgCPU scales as a whole, and says so', () => {
    const text = written(({ workflow }) => {
      delete workflow.execution.tasks[0]!.avgCPU;
    });
    const { type, notes } = typeOf(text);
    expect(type.tasks[0]).toEqual({ name: 'split_1', timeS: 120 });
    expect(notes[0]).toContain('1 without avgCPU');
  });

  it('with tasks of several cores is refused, or they are split and share their data evenly', () => {
    const two = ({ workflow }: Written): void => {
      Object.assign(workflow.execution.tasks[1]!, { coreCount: 2, avgCPU: 150 });
    };
    expect(pathsOf(two)).toEqual([executed(1, 'coreCount')]);
    const { tasks, edges } = typeOf(written(two), { multiCore: 'split' }).type;
    expect(tasks.slice(1, 3)).toEqual([
      { name: 'scan_2 #1', timeS: 900, cpuShare: 0.75 },
      { name: 'scan_2 #2', timeS: 900, cpuShare: 0.75 },
    ]);
    expect(edges!.filter(({ from, to }) => `${from} ${to}`.includes('scan_2'))).toEqual([
      { from: 'split_1', to: 'scan_2 #1', bytes: 1e9 },
      { from: 'split_1', to: 'scan_2 #2', bytes: 1e9 },
      { from: 'scan_2 #1', to: 'merge_4', bytes: 15e6 },
      { from: 'scan_2 #2', to: 'merge_4', bytes: 15e6 },
    ]);
  });

  it('with use of several cores becomes as many tasks as its processor time fills', () => {
    const text = written(({ workflow }) => {
      Object.assign(workflow.execution.tasks[1]!, { avgCPU: 250 });
      Object.assign(workflow.execution.tasks[2]!, { avgCPU: 100.9 });
    });
    const { type, notes } = typeOf(text, { multiCore: 'split' });
    expect(type.tasks.slice(1, 5)).toEqual([
      { name: 'scan_2 #1', timeS: 900 },
      { name: 'scan_2 #2', timeS: 900 },
      { name: 'scan_2 #3', timeS: 450 },
      { name: 'scan_3', timeS: 1500 },
    ]);
    expect(notes[0]).toContain('1 used more cores than they had');
  });

  it('whose use looks like fractions, or speeds like GHz, is warned about, and read as it stands', () => {
    const text = written(({ workflow }) => {
      for (const task of workflow.execution.tasks) task.avgCPU = 0.98;
    });
    const { type, notes } = typeOf(text);
    expect(type.tasks[1]).toEqual({ name: 'scan_2', timeS: 900, cpuShare: 0.0098 });
    expect(notes[0]).toContain('the greatest avgCPU is 0.98');
    expect(typeOf(written()).notes.join(' ')).not.toMatch(/avgCPU|MHz/);
    const inGHz = written(({ workflow }) => (workflow.execution.machines[0]!.cpu!.speedInMHz = 2.4));
    expect(typeOf(inGHz).notes.join(' ')).toContain('the slowest machine has 2.4 MHz');
  });

  it.each(['1.3', '1.4'])('of version %s says the same as one of 1.5', (version) => {
    const found = typeOf(folded(version));
    expect(found.type).toEqual(typeOf(written()).type);
    expect(found.notes.some((note) => note.includes('KB'))).toBe(version === '1.3');
  });

  it('of version 1.4 may state a relation once, call tasks by their identifiers, or leave relations to the files', () => {
    const whole = typeOf(written()).type;
    const once = folded('1.4', (tasks) => {
      for (const task of tasks) delete task.children;
    });
    expect(typeOf(once).type).toEqual(whole);
    const called = folded('1.4', (tasks) => {
      for (const task of tasks) {
        task.id = `ID-${task.name}`;
        task.parents = task.parents!.map((name) => `ID-${name}`);
        delete task.children;
      }
    });
    expect(typeOf(called).type).toEqual(whole);
    const silent = folded('1.4', (tasks) => {
      for (const task of tasks) {
        delete task.parents;
        delete task.children;
      }
    });
    // Between merge and report no file is missing: all relations of the example hand one over.
    expect(typeOf(silent).type).toEqual(whole);
    expect(typeOf(silent).notes[1]).toContain('4 without parents wait for those that write what they read');
  });

  it.each<[string, (tasks: FlatTask[]) => unknown, string]>([
    ['with a parent that is nowhere', (tasks) => tasks[1]!.parents!.push('none'), 'workflow.tasks[1].parents[1]'],
    ['without a time', (tasks) => delete tasks[2]!.runtimeInSeconds, 'workflow.tasks[2].runtimeInSeconds'],
    ['with a task twice', (tasks) => (tasks[2]!.name = tasks[1]!.name), 'workflow.tasks[2].name'],
    ['of several cores', (tasks) => (tasks[0]!.cores = 4), 'workflow.tasks[0].cores'],
    ['on a machine that is nowhere', (tasks) => (tasks[0]!.machine = 'none'), 'workflow.tasks[0].machine'],
  ])('of version 1.4 %s is refused at the place', (_, change, path) => {
    const made = imported(folded('1.4', change));
    expect(made.ok ? [] : made.faults.map((one) => one.path)).toContain(path);
  });

  it('of more tasks than a job may have is refused with their number', () => {
    const task = (n: number) => ({ name: `t${n}`, runtimeInSeconds: 1 });
    const of = (count: number): string =>
      JSON.stringify({ schemaVersion: '1.4', workflow: { tasks: Array.from({ length: count }, (_, n) => task(n)) } });
    expect(typeOf(of(10_000), { speedGHz: 2 }).type.tasks).toHaveLength(10_000);
    const made = imported(of(10_001));
    expect(made.ok ? [] : made.faults).toMatchObject([
      { path: 'workflow.tasks', value: 'a list of 10001 entries', allowed: 'a list of 1 to 10000 entries' },
    ]);
  });

  it('of a machine without a speed needs one', () => {
    const nameless = ({ workflow }: Written): void => {
      delete workflow.execution.machines[0]!.cpu;
    };
    expect(pathsOf(nameless)).toEqual([0, 1, 2, 3, 4].map((n) => executed(n, 'machines')));
    const { type, notes } = typeOf(written(nameless), { speedGHz: 1.2 });
    expect(type.tasks[1]!.timeS).toBe(450);
    expect(notes.join(' ')).toContain('5 on machines without a speed: taken to be 1.2 GHz');
  });

  it('whose tasks name no machine ran on the only one there is', () => {
    const silent = ({ workflow }: Written): void => {
      for (const task of workflow.execution.tasks) delete task.machines;
    };
    expect(typeOf(written(silent)).type).toEqual(typeOf(written()).type);
    const among = (record: Written): void => {
      silent(record);
      record.workflow.execution.machines.push({ nodeName: 'other', cpu: { speedInMHz: 1200 } });
    };
    expect(pathsOf(among)).toHaveLength(5);
  });

  it('with a file handed over that has no size needs one; a file that is not handed over needs none', () => {
    const sizeless =
      (...names: string[]) =>
      ({ workflow }: Written): void => {
        workflow.specification.files = workflow.specification.files.filter(({ id }) => !names.includes(id));
      };
    expect(pathsOf(sizeless('all.dat', 'report.pdf'))).toEqual([]);
    expect(pathsOf(sizeless('hits-1.csv'))).toEqual([specified(3, 'inputFiles[0]')]);
    const { type, notes } = typeOf(written(sizeless('hits-1.csv')), { missingBytes: 7 });
    expect(type.edges![2]).toEqual({ from: 'scan_2', to: 'merge_4', bytes: 7 });
    expect(notes.join(' ')).toContain('files: 1 without a size');
  });

  it.each<[string, (record: Written) => void, string[]]>([
    ['of another version', (r) => (r.schemaVersion = '1.2'), ['schemaVersion']],
    ['of a version to come', (r) => (r.schemaVersion = '1.50'), ['schemaVersion']],
    [
      'with a parent that is nowhere',
      (r) => r.workflow.specification.tasks[1]!.parents.push('none'),
      [specified(1, 'parents[1]')],
    ],
    [
      'with a child that does not know its parent',
      (r) => (r.workflow.specification.tasks[1]!.parents = []),
      [specified(0, 'children[0]')],
    ],
    [
      'with a parent that does not know its child',
      (r) => r.workflow.specification.tasks[0]!.children.pop(),
      [specified(2, 'parents[0]')],
    ],
    [
      'with a cycle',
      (r) => {
        r.workflow.specification.tasks[4]!.children.push('split_1');
        r.workflow.specification.tasks[0]!.parents.push('report_5');
      },
      ['workflow.specification.tasks'],
    ],
    ['with a task without execution', (r) => r.workflow.execution.tasks.splice(2, 1), [specified(2, 'id')]],
    [
      'with the execution of a task that is nowhere',
      (r) => r.workflow.execution.tasks.push({ id: 'none', runtimeInSeconds: 1 }),
      [executed(5, 'id')],
    ],
    ['with a task twice', (r) => (r.workflow.specification.tasks[2]!.id = 'scan_2'), []],
    [
      'with a negative time',
      (r) => (r.workflow.execution.tasks[0]!.runtimeInSeconds = -1),
      [executed(0, 'runtimeInSeconds')],
    ],
    [
      'without a time',
      (r) => delete r.workflow.execution.tasks[0]!.runtimeInSeconds,
      [executed(0, 'runtimeInSeconds')],
    ],
    ['with half a core too many', (r) => (r.workflow.execution.tasks[0]!.coreCount = 1.5), [executed(0, 'coreCount')]],
    [
      'with more tasks than a job may have',
      (r) => (r.workflow.execution.tasks[0]!.coreCount = 20_000),
      [executed(0, 'coreCount')],
    ],
  ])('%s is refused at the place', (name, change, paths) => {
    const found = pathsOf(change, name === 'with more tasks than a job may have' ? { multiCore: 'split' } : {});
    if (paths.length > 0) expect(found).toEqual(paths);
    else expect(found[0]).toBe(specified(2, 'id'));
  });

  it('names the tasks of a cycle', () => {
    const made = imported(
      written(({ workflow }) => {
        workflow.specification.tasks[4]!.children.push('split_1');
        workflow.specification.tasks[0]!.parents.push('report_5');
      }),
    );
    expect(made.ok ? '' : made.faults[0]!.value).toBe(
      'a cycle of 4: split_1 -> scan_2 -> merge_4 -> report_5 -> split_1',
    );
  });

  it('that is no object, or cut off, is refused', () => {
    for (const text of ['[]', 'null', '{"schemaVersion": "1.5"', '{"schemaVersion": "1.5"}']) {
      expect(imported(text).ok).toBe(false);
    }
  });
});

/** Sum of task times and the longest path of them, s. */
function timesOf(text: string, referenceGHz: number) {
  const { tasks, edges = [] } = typeOf(text, {}, referenceGHz).type;
  const endS = new Map<string, number>();
  const endOf = (name: string): number => {
    const known = endS.get(name);
    if (known !== undefined) return known;
    const before = edges.filter(({ to }) => to === name).map(({ from }) => endOf(from));
    const found = Math.max(0, ...before) + tasks.find((task) => task.name === name)!.timeS!;
    endS.set(name, found);
    return found;
  };
  const sumS = tasks.reduce((sum, { timeS }) => sum + timeS!, 0);
  return { counts: [tasks.length, edges.length], sumS, pathS: Math.max(...tasks.map(({ name }) => endOf(name))) };
}

describeShared('bacass of WfInstances', 'data', 'wfcommons/bacass-dirt02-001.json', (path) => {
  it('has 11 tasks and 14 edges, 3,962 s of work and 2,150 s on its longest path', () => {
    const { counts, sumS, pathS } = timesOf(readFileSync(path, 'utf8'), 2.4);
    expect(counts).toEqual([11, 14]);
    expect([Math.round(sumS), Math.round(pathS)]).toEqual([3962, 2150]);
  });
});

describeShared('forkjoin-10 of WfInstances', 'data', 'wfcommons/helloworld-forkjoin-10-chameleon.json', (path) => {
  it('has 10 tasks and 16 edges, and three tasks of which 60 % scale', () => {
    const text = readFileSync(path, 'utf8');
    const { counts, pathS } = timesOf(text, 1.2);
    expect(counts).toEqual([10, 16]);
    expect(Math.abs(pathS - 307)).toBeLessThan(2);
    const shares = typeOf(text, {}, 1.2).type.tasks.map(({ cpuShare = 1 }) => cpuShare);
    expect(shares.filter((share) => share < 0.62)).toHaveLength(3);
  });
});

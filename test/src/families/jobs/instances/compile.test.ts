import { describe, expect, it } from 'vitest';
import type { JobsInstance, JobTypeRow, NodeTypeRow } from '../../../../../models/families/jobs/instance.js';
import { utilityAt } from '../../../../../models/families/utility-function.js';
import { bundledJobsInstances } from '../../../../support/bundled.js';
import { jobsFiles } from '../../../../../src/families/jobs/instances/load.js';
import { monthOf } from '../../../../support/jobs/month-of.js';

const level = (frequencyGHz: number, dynamicPowerW = 1) => ({ frequencyGHz, dynamicPowerW });

const node = (name: string, frequencies: readonly number[], speed?: number): NodeTypeRow => ({
  name,
  nodes: 1,
  coresPerNode: 4,
  staticPowerW: 0.5,
  levels: frequencies.map((f) => level(f)),
  ...(speed === undefined ? {} : { speed }),
});

function instanceOf(types: readonly JobTypeRow[], nodeTypes: readonly NodeTypeRow[], more: object = {}): JobsInstance {
  const value = { shape: 'deadlines', worth: 1, softDeadlineS: 10, endS: 20 };
  const judged = jobsFiles.judge({
    format: 'plenum.jobs',
    formatVersion: 1,
    name: 'test',
    seed: 1,
    period: { durationS: 3600 },
    platform: { source: 'nodes', bytesPerS: 100, nodeTypes },
    jobTypes: { source: 'table', types },
    arrivals: { source: 'table', jobs: [{ name: 'j', jobType: types[0]!.name, arrivalS: 5, value }] },
    ...more,
  });
  if (!judged.ok) throw new Error(JSON.stringify(judged.faults));
  return judged.instance;
}

describe('a month compiled', () => {
  it('has tasks in a topological order with their names, and edges by the task they lead to, then by the one they come from', () => {
    const type: JobTypeRow = {
      name: 'diamond',
      tasks: ['end', 'left', 'right', 'begin'].map((name, n) => ({ name, timeS: n + 1 })),
      edges: [
        { from: 'right', to: 'end', bytes: 300 },
        { from: 'begin', to: 'right' },
        { from: 'left', to: 'end', bytes: 200 },
        { from: 'begin', to: 'left', bytes: 50 },
      ],
    };
    const { month, names, types } = monthOf(instanceOf([type], [node('n', [1])]));
    expect(names.tasks).toEqual([['begin', 'left', 'right', 'end']]);
    const graph = month.types[0]!.graphs[0]!;
    expect([...graph.timeS]).toEqual([4, 2, 3, 1]);
    expect([...graph.firstEdge]).toEqual([0, 0, 1, 2, 4]);
    expect([...graph.edgeFrom]).toEqual([0, 0, 1, 2]);
    // 100 bytes a second.
    expect([...graph.transferS]).toEqual([0.5, 0, 2, 3]);
    // begin, right, end with free transfers: 4 + 3 + 1 s; ten seconds of work.
    expect(types[0]).toEqual({ name: 'diamond', leastTimeS: 8, workCoreH: 10 / 3600 });
  });

  it('is refused for a type whose tasks take less than a millionth of a second together, or nothing', () => {
    const ofTime = (timeS: number) => () =>
      monthOf(instanceOf([{ name: 't', tasks: [{ name: 'a', timeS }] }], [node('n', [1])]));
    expect(ofTime(1e-300)).toThrow('jobTypes.types[0].tasks');
    expect(ofTime(9e-7)).toThrow('jobTypes.types[0].tasks');
    expect(ofTime(0)).toThrow('jobTypes.types[0].tasks');
    expect(ofTime(1e-6)().types[0]!.leastTimeS).toBe(1e-6);
  });

  it('scales the share of a time that is in proportion to 1 / frequency, and all of it with the speed of the node type', () => {
    const type: JobTypeRow = { name: 't', tasks: [{ name: 'a', timeS: 100, cpuShare: 0.75 }] };
    const { month, types } = monthOf(instanceOf([type], [node('n', [0.5, 1, 2]), node('twice', [1], 2)]));
    // At 2 GHz, the highest, 100 s: 25 s that stay and 75 s of 150e9 cycles.
    expect([...month.types[0]!.graphs[0]!.timeS]).toEqual([325, 175, 100]);
    expect([...month.types[0]!.graphs[1]!.timeS]).toEqual([87.5]);
    // What a job is worth by default goes by the work on the node type on which it takes least time, here the second one.
    expect(types[0]).toEqual({ name: 't', leastTimeS: 87.5, workCoreH: 87.5 / 3600 });
  });

  it('takes listed times as they are, and a reference frequency that is given', () => {
    const type: JobTypeRow = {
      name: 't',
      tasks: [
        { name: 'a', timeS: 0 },
        { name: 'b', timeS: 10 },
        { name: 'c', timesS: { n: [7, 7] } },
      ],
    };
    const platform = { source: 'nodes', bytesPerS: 1, referenceGHz: 1, nodeTypes: [node('n', [1, 2])] };
    const { month, types } = monthOf(instanceOf([type], [], { platform }));
    expect([...month.types[0]!.graphs[0]!.timeS]).toEqual([0, 0, 10, 5, 7, 7]);
    expect(types[0]!.leastTimeS).toBe(7);
  });

  it('has levels of cores, or of tasks where the platform says so', () => {
    const type: JobTypeRow = { name: 't', tasks: [{ name: 'a', timeS: 1 }] };
    const platform = { source: 'nodes', bytesPerS: 1, nodeTypes: [node('n', [1])] };
    expect(monthOf(instanceOf([type], [], { platform })).month.levelsOf).toBe('core');
    for (const levelsOf of ['core', 'task'] as const) {
      expect(monthOf(instanceOf([type], [], { platform: { ...platform, levelsOf } })).month.levelsOf).toBe(levelsOf);
    }
  });

  it('makes levels of the P-states of a facility, the slowest first, and powers at the supply lines', () => {
    const { instance } = bundledJobsInstances().find((one) => one.instance.name === 'facility-4')!;
    const platform = instance.platform as Extract<JobsInstance['platform'], { source: 'facility' }>;
    const own = platform.facility.nodeTypes[2]!;
    const changed = {
      ...own,
      cores: 10,
      idlePowerW: 80,
      psuEfficiency: 0.8,
      pStateFrequenciesGHz: [4, 2, 1],
      tasks: [
        {
          taskType: 'a',
          timeS: { atHighestFrequency: 10, atLowestFrequency: 40 },
          corePowerW: [8, 4, 2],
          memoryIntensity: 0,
        },
        { taskType: 'b', timeS: [3, 5, 9], corePowerW: [1, 1, 1], memoryIntensity: 0 },
      ],
    };
    const { month } = monthOf({
      ...instance,
      platform: {
        ...platform,
        powerOf: 'a',
        idleShare: 0.5,
        pStates: [0, 2, 6],
        facility: {
          ...platform.facility,
          nodeTypes: [changed],
          nodeGroups: [{ nodeType: own.name, count: 3, rack: 'R1' }],
        },
      },
      jobTypes: {
        source: 'table',
        types: [
          {
            name: 'job',
            tasks: [
              { name: 'x', taskType: 'a', length: 2 },
              { name: 'y', taskType: 'b' },
            ],
            value: { shape: 'points', points: [{ ageS: 0, value: 1 }] },
          },
        ],
      },
    });
    // Static: half of 80 / 0.8 W over ten cores.
    expect(month.nodeTypes).toEqual([
      {
        name: own.name,
        nodes: 3,
        coresPerNode: 10,
        power: { dynamicPowerW: Float64Array.of(2.5, 10), staticPowerW: 5 },
      },
    ]);
    expect([...month.types[0]!.graphs[0]!.timeS]).toEqual([80, 20, 9, 3]);
  });

  it('has the value of a job by age: to the soft deadline all, then straight to nothing at the end', () => {
    const type: JobTypeRow = {
      name: 't',
      tasks: [{ name: 'a', timeS: 100 }],
      value: { shape: 'deadlines', worth: 8, softDeadlineS: 20, softDeadlineOverLeastTime: 1.3, endOverLeastTime: 3.5 },
    };
    const points = [
      { ageS: 0, value: 6 },
      { ageOverLeastTime: 2, value: 3 },
      { ageS: 200, value: 1 },
    ];
    const jobs = [
      { name: 'a', jobType: 't', arrivalS: 0 },
      { name: 'b', jobType: 't', arrivalS: 1, value: { shape: 'points', points } },
      { name: 'c', jobType: 't', arrivalS: 1, value: { shape: 'deadlines', worth: 2, softDeadlineS: 0, endS: 0 } },
      { name: 'd', jobType: 't', arrivalS: 1, value: { shape: 'deadlines', worth: 2, softDeadlineS: 50, endS: 50 } },
    ];
    const { values } = monthOf(instanceOf([type], [node('n', [1])], { arrivals: { source: 'table', jobs } })).month;
    // Soft deadline at 20 + 130 s, end at 350 s.
    expect([0, 150, 200, 250, 350, 1e6].map((ageS) => utilityAt(values, 0, ageS))).toEqual([8, 8, 6, 4, 0, 0]);
    expect([0, 100, 199.999, 200, 1e6].map((ageS) => utilityAt(values, 1, ageS))).toEqual([
      6,
      4.5,
      expect.closeTo(3, 4),
      1,
      1,
    ]);
    expect([0, 10].map((ageS) => utilityAt(values, 2, ageS))).toEqual([0, 0]);
    expect([49.999, 50].map((ageS) => utilityAt(values, 3, ageS))).toEqual([2, 0]);
  });

  it('draws curves in least response times and core-hours, and paces, within their ranges', () => {
    const type: JobTypeRow = {
      name: 't',
      tasks: [
        { name: 'a', timeS: 1800 },
        { name: 'b', timeS: 3600 },
      ],
    };
    const { month } = monthOf(
      instanceOf([type], [node('n', [1])], {
        value: {
          softDeadlineOverLeastTime: { least: 1, most: 2 },
          fallOverLeastTime: { least: 0.5, most: 1 },
          worthPerCoreHour: { least: 2, most: 4 },
        },
        pace: { least: 0.7, most: 1.3 },
        arrivals: {
          source: 'generated',
          jobs: 2000,
          rates: { weekday: new Array(24).fill(1), weekend: new Array(24).fill(1) },
        },
      }),
    );
    const { values, paceOf } = month;
    const soft = Array.from({ length: 2000 }, (_, j) => values.startS[values.firstPiece[j]! + 1]!);
    const fall = soft.map((s, j) => values.startS[values.firstPiece[j]! + 2]! - s);
    const worth = soft.map((_, j) => values.value[values.firstPiece[j]!]!);
    const within = (numbers: readonly number[], least: number, most: number) => {
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(least);
      expect(Math.max(...numbers)).toBeLessThanOrEqual(most);
      // Five standard errors of the mean of 2,000 uniform numbers.
      const mean = numbers.reduce((a, b) => a + b, 0) / numbers.length;
      expect(Math.abs(mean - (least + most) / 2)).toBeLessThan((5 * (most - least)) / Math.sqrt(12 * 2000));
    };
    within(soft, 3600, 7200);
    within(fall, 1800, 3600);
    within(worth, 3, 6);
    within([...paceOf], 0.7, 1.3);
  });
});

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import type { RobustInstance, TaskRow } from '../../../../../models/families/robust/instance.js';
import { familyOfFile } from '../../../../../src/workbench/find-family.js';
import { robustFiles, loadRobustInstance } from '../../../../../src/families/robust/instances/load.js';
import { robustSchema } from '../../../../../models/families/robust/instance.js';
import { ROBUST_TASKS, tinyRobust } from '../../../../support/robust.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

function load(instance: unknown): ReturnType<typeof loadRobustInstance> {
  const file = join(temporaryDirectory(), 'instance.json');
  writeFileSync(file, JSON.stringify(instance));
  return loadRobustInstance(file);
}

function warningsOf(instance: RobustInstance): string[] {
  const loaded = load(instance);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  return loaded.warnings;
}

const withTasks = (...tasks: TaskRow[]): RobustInstance => tinyRobust({ tasks, limits: { deadlineS: 900 } }).instance;

const GENERATED = {
  source: 'generated',
  count: 20,
  seed: 1,
  meanS: 100,
  taskCoV: 0.25,
  columnCoV: 0.2,
  timeCoV: 0.25,
  varianceTaskCoV: 0.25,
  varianceColumnCoV: 0.25,
  columns: 'per-node',
} as const;

describe('the times of a loaded instance', () => {
  it('are those of the table, by column, with Infinity where a task cannot run', () => {
    const { instance, times } = tinyRobust();
    const loaded = load(instance);
    expect(loaded).toMatchObject({ ok: true, warnings: [] });
    if (!loaded.ok) return;
    expect({ ...loaded.times, taskName: null }).toEqual({ ...times, taskName: null });
    expect(loaded.times.meanS[2 * 3 + 1]).toBe(Infinity);
    expect(loaded.times.taskName(3)).toBe('t4');
  });

  it('a node uses its own column where any row names it, others that of their type', () => {
    const { instance } = tinyRobust({
      facility: { nodes: [{ name: 'slow', nodeType: 'S', count: 3 }] },
      tasks: [
        { name: 'a', taskType: 'compute', meanS: { S: 1, 'slow-2': 2 }, coefficientOfVariation: 0.5 },
        { name: 'b', taskType: 'memory', meanS: { S: 3 }, varianceS2: { S: 4 } },
      ],
    });
    const loaded = load(instance);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    const { columnNames, columnOfNode, meanS, varianceS2 } = loaded.times;
    expect(columnNames).toEqual(['S', 'slow-2']);
    expect([...columnOfNode]).toEqual([0, 1, 0]);
    expect([...meanS]).toEqual([1, 2, 3, Infinity]);
    expect([...varianceS2]).toEqual([0.25, 1, 4, 0]);
  });

  it('the hash is that of the bytes of a file without other files', () => {
    const file = 'instances/robust/tiny-one-task.json';
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
    expect(loadRobustInstance(file)).toMatchObject({ ok: true, sha256 });
  });

  it('one task on one core is an instance, and so are ten thousand cores for it', () => {
    const one = {
      name: 'S',
      cores: 1000,
      idlePowerW: 8,
      overheadPowerW: 8,
      pStates: [{ frequencyGHz: 1, dynamicPowerW: 0 }],
    };
    const { instance } = tinyRobust({
      facility: { nodeTypes: [one], nodes: [{ name: 'S', nodeType: 'S', count: 10 }] },
      tasks: [{ name: 'a', taskType: 'compute', meanS: { S: 1 }, coefficientOfVariation: 0 }],
    });
    expect(load(instance)).toMatchObject({ ok: true });
  });
});

describe('warnings', () => {
  test.each<[string, RobustInstance, RegExp]>([
    [
      'a standard deviation squared twice',
      withTasks({ name: 'a', taskType: 'compute', meanS: { F: 100 }, varianceS2: { F: 40_000 } }, ROBUST_TASKS[2]!),
      /task "a" has a time with a coefficient of variation above 1 \(up to 2\): is varianceS2 a variance/,
    ],
    [
      'several tasks that vary too much',
      withTasks(
        { name: 'a', taskType: 'compute', meanS: { F: 100, S: 1 }, varianceS2: { F: 100, S: 4 } },
        { name: 'b', taskType: 'memory', meanS: { F: 100 }, coefficientOfVariation: 3 },
        ROBUST_TASKS[0]!,
      ),
      /2 tasks \(first: "a"\) have .* \(up to 3\)/,
    ],
    [
      'a task longer than the deadline',
      withTasks({ name: 'a', taskType: 'compute', meanS: { F: 1000 }, varianceS2: { F: 1 } }, ROBUST_TASKS[2]!),
      /limits.deadlineS: task "a" has no node .* 900 s \(up to 1000 s\)/,
    ],
    [
      'more work than cores',
      tinyRobust({ limits: { deadlineS: 121 }, tasks: [...ROBUST_TASKS, { ...ROBUST_TASKS[2]!, name: 't5' }] })
        .instance,
      /need 480 core-seconds where each is fastest; 3 cores have 363/,
    ],
    [
      'a node type without nodes',
      tinyRobust({ facility: { nodes: [{ name: 'fast', nodeType: 'F' }] }, limits: { deadlineS: 900 } }).instance,
      /no node is of type "S"/,
    ],
    [
      'a task type without tasks',
      withTasks({ name: 'a', taskType: 'memory', meanS: { F: 10, S: 10 }, varianceS2: { F: 1, S: 1 } }),
      /no task is of type "compute"/,
    ],
    [
      'a node no task can run on',
      withTasks(...ROBUST_TASKS.map((task) => ({ ...task, meanS: { F: 10 }, varianceS2: { F: 1 } }))),
      /no task can run on "S"/,
    ],
    [
      'a generated mean above the deadline',
      {
        ...tinyRobust().instance,
        workload: { ...tinyRobust().instance.workload, tasks: { ...GENERATED, meanS: 221 } },
      },
      /workload.tasks.meanS: the mean time of 221 s exceeds the deadline of 220 s/,
    ],
    [
      'generated times as often negative as not',
      {
        ...tinyRobust().instance,
        workload: { ...tinyRobust().instance.workload, tasks: { ...GENERATED, timeCoV: 1.5 } },
      },
      /workload.tasks.timeCoV: 1.5/,
    ],
  ])('%s is warned of', (_, instance, sentence) => {
    expect(warningsOf(instance).filter((warning) => sentence.test(warning))).toHaveLength(1);
  });

  it('a coefficient of variation of exactly 1 is not', () => {
    const still = withTasks(
      { name: 'a', taskType: 'compute', meanS: { F: 3 }, varianceS2: { F: 9 } },
      ROBUST_TASKS[2]!,
    );
    expect(warningsOf(still).join()).not.toContain('variation');
  });
});

describe('the family of an instance file', () => {
  it('is told by its format alone', () => {
    expect(familyOfFile('instances/robust/tiny-one-task.json')).toMatchObject({ ok: true, family: { name: 'robust' } });
    expect(familyOfFile('instances/reward-rate/tiny-arrivals.json')).toMatchObject({
      ok: true,
      family: { name: 'reward-rate' },
    });
    expect(familyOfFile('instances/malformed/robust-many-faults.json')).toMatchObject({
      ok: true,
      family: { name: 'robust' },
    });
  });

  it('need not be said first', () => {
    const file = join(temporaryDirectory(), 'instance.json');
    writeFileSync(file, '{ "name": "a \\"format\\"", "format": "plenum.robust-bag-of-tasks" }');
    expect(familyOfFile(file)).toMatchObject({ ok: true, family: { name: 'robust' } });
  });

  it.each([
    ['instances/malformed/robust-other-format.json', 'format'],
    ['instances/malformed/not-an-object.json', 'format'],
    ['instances/malformed/comment.json', 'line 2, column 3'],
    ['instances/no-such-file.json', ''],
    ['instances', ''],
  ])('%s has none, and says why', (file, path) => {
    const found = familyOfFile(file);
    expect(found.ok ? null : found.faults.map((fault) => [fault.file, fault.path])).toEqual([[file, path]]);
  });

  it('a reward-rate instance is not read as a robust one', () => {
    const loaded = loadRobustInstance('instances/reward-rate/tiny-arrivals.json');
    expect(loaded.ok ? [] : loaded.faults.map(({ path }) => path)).toEqual(['format']);
  });
});

describe('the schema', () => {
  it('gives every field a meaning and allows no unknown keys', () => {
    const text = JSON.stringify(z.toJSONSchema(robustSchema));
    const leaves = text.match(/\{"type":"(number|integer|string)"[^{}]*\}/g)!;
    const propertyNames = text.match(/"propertyNames":/g)!.length;
    expect(leaves.filter((leaf) => !leaf.includes('"description"'))).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining('number') as string),
    );
    expect(propertyNames).toBe(2);
    expect(text.match(/"additionalProperties":(false|\{)/g)!.length).toBe(text.match(/"type":"object"/g)!.length);
  });

  it('says the unit that the name of a field says', () => {
    const units = { W: 'W', GHz: 'GHz', J: 'J', S: 's', S2: 's2' } as const;
    const text = JSON.stringify(z.toJSONSchema(robustSchema));
    const found = [...text.matchAll(/"(\w+(W|GHz|J|S|S2))":\{"type":"number"[^{}]*?"unit":"([^"]+)"/g)];
    for (const [, , suffix, unit] of found) expect(unit).toBe(units[suffix as keyof typeof units]);
    expect(found.length).toBeGreaterThan(5);
  });

  it('a value from elsewhere than a file is judged alike', () => {
    expect(robustFiles.judge(tinyRobust().instance)).toMatchObject({ ok: true });
    expect(robustFiles.judge(null)).toMatchObject({ ok: false, faults: [{ path: 'format' }] });
  });
});

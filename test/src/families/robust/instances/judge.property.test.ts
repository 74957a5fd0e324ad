import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundledRobustInstances } from '../../../../support/bundled.js';
import { robustFiles, timesOf } from '../../../../../src/families/robust/instances/load.js';
import { randomRobustModel } from '../../../../support/robust.js';
import { fuzzCount } from '../../../../support/fuzz.js';

describe('judging robust instances', () => {
  it('a column that could mean a node of a group or a type is refused', () => {
    const { instance } = randomRobustModel(1);
    const [type] = instance.facility.nodeTypes;
    const pathsWith = (name: string, count: number): string[] => {
      const facility = {
        nodeTypes: [type!, { ...type!, name }],
        nodes: [
          { name: 'rack', nodeType: type!.name, count },
          { name: 'other', nodeType: name },
        ],
      };
      const rows = { name: 'a', taskType: instance.workload.taskTypes[0]!.name, coefficientOfVariation: 0 };
      const tasks = { source: 'table' as const, tasks: [{ ...rows, meanS: { [type!.name]: 1, [name]: 2 } }] };
      const judged = robustFiles.judge({ ...instance, facility, workload: { ...instance.workload, tasks } });
      return judged.ok ? [] : judged.faults.map(({ path }) => path);
    };
    expect(pathsWith('rack-2', 2)).toEqual(['facility.nodes[0].name']);
    expect(pathsWith('rack', 1)).toEqual(['facility.nodes[0].name']);
    for (const [name, count] of [
      ['rack-3', 2],
      ['rack-0', 2],
      ['rack-02', 2],
      ['rack-1', 1],
    ] as const) {
      expect(pathsWith(name, count)).toEqual([]);
    }
  });

  it('budgets of large machines and variances of long tasks are in range', () => {
    const { instance } = randomRobustModel(1);
    const { tasks } = instance.workload;
    if (tasks.source !== 'table') throw new Error('no table');
    const [first, ...rest] = tasks.tasks;
    const varianceS2 = Object.fromEntries(Object.keys(first!.meanS).map((column) => [column, 4e12]));
    const long = { ...tasks, tasks: [{ ...first!, varianceS2 }, ...rest] };
    const limits = { ...instance.limits, energyBudgetJ: 2e12 };
    expect(robustFiles.judge({ ...instance, limits, workload: { ...instance.workload, tasks: long } }).ok).toBe(true);
  });

  it('whatever instance is drawn is accepted, and its times are those it was drawn with', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (seed) => {
        const { instance, times } = randomRobustModel(seed, { mostPlans: Infinity });
        expect(robustFiles.judge(JSON.parse(JSON.stringify(instance)))).toMatchObject({ ok: true });
        const found = timesOf(instance, '.');
        if (!found.ok) throw new Error('a table needs no file');
        expect({ ...found.times, taskName: null }).toEqual({ ...times, taskName: null });
      }),
      { seed: 48, numRuns: fuzzCount(200) },
    );
  });

  it('whatever is put in the place of a value is accepted or refused in words, never thrown at', () => {
    const instances = bundledRobustInstances()
      .map(({ instance }) => instance)
      .filter(({ name }) => name.startsWith('tiny-') || name === 'spec25-tight');
    const junk = fc.oneof(
      fc.constantFrom<unknown>(null, undefined, 0, -1, 1e308, '', ' ', '__proto__', [], {}, true, 'Fast', 'table'),
      fc.double(),
      fc.string(),
      fc.array(fc.nat(3), { maxLength: 2 }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...instances),
        fc.array(fc.nat(), { minLength: 1, maxLength: 9 }),
        junk,
        (one, turns, value) => {
          const draft = JSON.parse(JSON.stringify(one)) as Record<string, unknown>;
          replaceSomewhere(draft, turns, value);
          const judged = robustFiles.judge(draft);
          if (judged.ok) return;
          expect(judged.faults.length).toBeGreaterThan(0);
          for (const { allowed, remedy } of judged.faults) {
            expect(allowed).toMatch(/\S/);
            expect(allowed).not.toContain('another value');
            expect(remedy).toMatch(/\S/);
          }
        },
      ),
      { seed: 70, numRuns: fuzzCount(1000) },
    );
  });

  it('whatever is cut off a file, it is refused with a place', () => {
    const text = JSON.stringify(bundledRobustInstances().at(-1)!.instance);
    fc.assert(
      fc.property(fc.nat(text.length - 1), (length) => {
        const judged = robustFiles.judgeText(text.slice(0, length));
        expect(judged.ok ? '' : judged.faults[0]!.path).toMatch(/^line 1, column \d+$/);
      }),
      { seed: 94, numRuns: fuzzCount(100) },
    );
  });
});

/** Walks down by the turns, each modulo what there is, and replaces what it comes to. */
function replaceSomewhere(root: Record<string, unknown>, turns: readonly number[], value: unknown): void {
  let at = root;
  for (const [depth, turn] of turns.entries()) {
    const keys = Object.keys(at);
    if (keys.length === 0) return;
    const key = keys[turn % keys.length]!;
    const next = at[key];
    if (depth === turns.length - 1 || typeof next !== 'object' || next === null) {
      at[key] = value;
      return;
    }
    at = next as Record<string, unknown>;
  }
}

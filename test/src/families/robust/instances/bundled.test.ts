import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { GeneratedTasks, RobustInstance } from '../../../../../models/families/robust/instance.js';
import { withFieldTable } from '../../../../../src/workbench/bundled.js';
import { bundledRobustInstances } from '../../../../support/bundled.js';
import { robustFiles, loadRobustInstance } from '../../../../../src/families/robust/instances/load.js';
import { robustSchema } from '../../../../../models/families/robust/instance.js';
import { specNodes, specNodeTypes } from '../../../../support/spec-nodes.js';
import { PROCESSORS, SERVERS } from '../../../../support/spec-servers.js';

const named = (name: string): RobustInstance =>
  bundledRobustInstances().find(({ instance }) => instance.name === name)!.instance;

describe('bundled robust instances', () => {
  it.each(bundledRobustInstances())('$file loads as it stands, without a warning', ({ file, instance }) => {
    const loaded = loadRobustInstance(file);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    expect(loaded.instance).toEqual(instance);
    expect(loaded.instance.knownOptimum !== undefined).toBe(instance.name.startsWith('tiny-'));
    expect(loaded.warnings).toEqual([]);
  });

  it('sizes, limits and robustness are those of section 2.7', () => {
    for (const [copies, names] of [
      [1, ['spec25-thesis', 'spec25-tight', 'spec25-high-affinity', 'spec25-low-affinity']],
      [10, ['spec250-thesis', 'spec250-tight']],
    ] as const) {
      for (const name of names) {
        const { facility, workload, limits } = named(name);
        const cores = facility.nodes.reduce(
          (sum, { nodeType, count = 1 }) =>
            sum + count * facility.nodeTypes.find((type) => type.name === nodeType)!.cores,
          0,
        );
        expect(cores).toBe(458 * copies);
        expect((workload.tasks as GeneratedTasks).count).toBe(10_000 * copies);
        expect(limits).toEqual({
          deadlineS: copies === 1 ? 15_500 : 13_500,
          energyBudgetJ: 58e6 * copies,
          energyRobustness: 0.9,
          makespanRobustness: 0.9,
        });
        expect(workload.taskTypes.map((type) => type.frequencySensitivity)).toEqual(
          Array.from({ length: 16 }, (_, type) => (25 + 5 * type) / 100),
        );
      }
    }
  });

  it('instances of one pair differ in what their names say alone', () => {
    const without = ({ workload, ...rest }: RobustInstance) => ({
      ...rest,
      name: '',
      description: '',
      energyVariance: '',
      workload: { ...workload, tasks: { ...workload.tasks, meanS: 0, affinity: '' } },
    });
    expect(without(named('spec25-tight'))).toEqual(without(named('spec25-thesis')));
    expect(without(named('spec25-high-affinity'))).toEqual(without(named('spec25-thesis')));
    expect(without(named('spec250-tight'))).toEqual(without(named('spec250-thesis')));
    const meanS = (name: string): number => (named(name).workload.tasks as GeneratedTasks).meanS;
    expect(meanS('spec25-high-affinity')).toBe(meanS('spec25-low-affinity'));
  });
});

describe('the servers of Table A.1', () => {
  it.each([
    ['spec25-thesis', 1],
    ['spec250-thesis', 10],
  ])('are the nodes of %s, each %i times', (name, copies) => {
    expect(named(name).facility).toEqual({ nodeTypes: specNodeTypes(), nodes: specNodes(copies) });
  });

  it('are 25 with 458 cores; they idle at 2,584 W and draw 7,916 W at full load', () => {
    const sum = (value: (typeof SERVERS)[number][keyof (typeof SERVERS)[number]][]): number =>
      value.reduce<number>((total, one) => total + Number(one), 0);
    expect(SERVERS.map(({ node }) => node)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
    expect(sum(SERVERS.map(({ cores }) => cores))).toBe(458);
    expect(sum(SERVERS.map(({ idlePowerW }) => idlePowerW))).toBeCloseTo(2584.1, 6);
    expect(sum(SERVERS.map(({ fullPowerW }) => fullPowerW))).toBeCloseTo(7916.1, 6);
    expect(SERVERS.filter(({ servers }) => servers > 1).map(({ node, servers }) => [node, servers])).toEqual([
      [15, 4],
      [17, 2],
    ]);
  });

  it('each has static power left for its cores once memory, drives and cards are served', () => {
    for (const { name, idlePowerW, overheadPowerW, cores } of specNodeTypes()) {
      expect([name, (idlePowerW - overheadPowerW) / cores > 0.8]).toEqual([name, true]);
    }
    const overhead = specNodeTypes().map(({ overheadPowerW }) => overheadPowerW);
    expect(overhead).toEqual([
      122, 8, 37, 20, 65, 13, 8, 19, 8, 14, 14, 31, 20, 14, 124, 79, 40, 38, 19, 25, 30, 8, 26, 43, 19,
    ]);
  });

  it('with all cores in P-state 0 draw what was published for full load', () => {
    for (const [index, { idlePowerW, cores, pStates }] of specNodeTypes().entries()) {
      const { fullPowerW } = SERVERS[index]!;
      // Four digits are stored.
      expect((idlePowerW + cores * pStates[0]!.dynamicPowerW) / fullPowerW).toBeCloseTo(1, 3);
    }
  });

  it('power falls with V^2 f: node 1 at 1.4 of 2.4 GHz and 0.95 of 1.275 V', () => {
    const { pStates } = specNodeTypes()[0]!;
    expect(pStates).toHaveLength(5);
    expect(pStates[4]).toEqual({ frequencyGHz: 1.4, dynamicPowerW: 2.717 });
    expect(pStates[0]!.dynamicPowerW * (0.95 / 1.275) ** 2 * (1.4 / 2.4)).toBeCloseTo(2.717, 2);
  });

  it('all have a processor whose highest frequency comes first and voltage falls', () => {
    for (const { processor } of SERVERS) {
      const { frequenciesMHz, highestV, lowestV } = PROCESSORS.get(processor)!;
      expect([...frequenciesMHz].sort((a, b) => b - a)).toEqual(frequenciesMHz);
      expect(highestV).toBeGreaterThan(lowestV);
    }
    expect(new Set(SERVERS.map(({ processor }) => processor)).size).toBe(PROCESSORS.size);
  });
});

describe('docs/robust/instances.md', () => {
  const document = readFileSync('docs/robust/instances.md', 'utf8');

  it('lists the fields as they are', () => {
    expect(withFieldTable(document, z.toJSONSchema(robustSchema))).toBe(document);
  });

  it('shows an example that is accepted', () => {
    expect(robustFiles.judgeText(/```json\n([\s\S]*?)```/.exec(document)![1]!)).toMatchObject({ ok: true });
  });
});

import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TemplatesInstance } from '../../../../../models/families/templates/instance.js';
import { coresByQuadrant } from '../../../../support/cores-by-quadrant.js';
import { stateCount } from '../../../../../models/families/templates/states.js';
import { withFieldTable } from '../../../../../src/workbench/bundled.js';
import { bundledTemplatesInstances } from '../../../../support/bundled.js';
import { templatesFiles, loadTemplatesInstance } from '../../../../../src/families/templates/instances/load.js';
import { templatesSchema } from '../../../../../models/families/templates/instance.js';
import { quadrantOf } from '../../../../../models/families/templates/compile.js';

const BUNDLED = bundledTemplatesInstances();
const named = (name: string): TemplatesInstance => BUNDLED.find(({ instance }) => instance.name === name)!.instance;

describe('bundled templates instances', () => {
  it('no file is large', () => {
    for (const { file } of BUNDLED) expect(statSync(file).size).toBeLessThan(100_000);
  });

  it.each(BUNDLED)('$file loads as it stands', ({ file, instance }) => {
    const loaded = loadTemplatesInstance(file);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    expect(loaded.instance).toEqual(instance);
    expect(loaded.instance.knownOptimum !== undefined).toBe(instance.name.startsWith('tiny-'));
    // Nominal air flow recirculates most of the air, and the tool says so.
    const nominal = instance.name === 'room-1080-nominal';
    expect(loaded.warnings).toEqual(nominal ? [expect.stringContaining('at least 48.8 % of the inlet air')] : []);
  });

  it.each(['room-1080', 'room-1080-nominal'])('%s has the quadrants and the grid of section 5.6', (name) => {
    const { facility, quadrants, grid, ventOpenings, outletLimitC, taskTypes } = named(name);
    expect(coresByQuadrant(named(name))).toEqual([1080, 1620, 1620, 3240]);
    const nodes = quadrants.map(() => new Map<string, number>());
    for (const { rack, nodeType, count } of facility.nodeGroups) {
      const own = nodes[quadrantOf(quadrants, rack, nodeType)]!;
      own.set(nodeType, (own.get(nodeType) ?? 0) + count);
    }
    expect(nodes.map((own) => [...own])).toEqual([[['TS140', 270]], [['Z600', 270]], [['Z600', 270]], [['Z820', 270]]]);
    expect(quadrants.map(({ tiles }) => tiles)).toEqual([['Q1'], ['Q2'], ['Q3'], ['Q4']]);
    expect(stateCount(grid)).toBe(10_800);
    expect(ventOpenings.length ** quadrants.length).toBe(81);
    expect([outletLimitC, taskTypes.length]).toEqual([33, 10]);
    // Every range is cut into equal parts whose middles are the values; the paper rounds those of quadrants 2 and 3 to whole numbers.
    const middles = (most: number, parts: number): number[] =>
      Array.from({ length: parts }, (_, k) => ((2 * k + 1) * most) / (2 * parts));
    expect(grid.arrivingWorkPerS).toEqual(middles(22, 5));
    expect(grid.runningCores[0]).toEqual(middles(1080, 3));
    expect(grid.runningCores[3]).toEqual(middles(3240, 9));
    for (const q of [1, 2]) {
      for (const [k, middle] of middles(1620, 4).entries()) {
        expect(Math.abs(grid.runningCores[q]![k]! - middle)).toBeLessThanOrEqual(3);
      }
    }
  });

  it('the two rooms differ in their air alone', () => {
    const [balanced, nominal] = [named('room-1080'), named('room-1080-nominal')];
    expect(balanced.facility.airflow).toMatchObject({ nodeAirflowFactor: 0.45, mixingFraction: 0 });
    expect(nominal.facility.airflow).toMatchObject({ nodeAirflowFactor: 1, mixingFraction: 0.8 });
    const { name, description, facility, ...rest } = balanced;
    expect(nominal).toMatchObject({ ...rest, facility: { ...facility, airflow: nominal.facility.airflow } });
    expect([name, description]).not.toEqual([nominal.name, nominal.description]);
  });
});

describe('docs/templates/instances.md', () => {
  const document = readFileSync('docs/templates/instances.md', 'utf8');

  it('lists the fields as they are', () => {
    expect(withFieldTable(document, z.toJSONSchema(templatesSchema))).toBe(document);
  });

  it('shows an example that is accepted', () => {
    expect(templatesFiles.judgeText(/```json\n([\s\S]*?)```/.exec(document)![1]!)).toMatchObject({ ok: true });
  });

  it('says of every bundled instance what it is', () => {
    for (const { instance } of BUNDLED) expect(document).toContain(`\`${instance.name}\``);
  });
});

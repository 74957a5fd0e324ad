import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadGeoInstance } from '../../../src/families/geo/instances/load.js';
import { geoWarnings } from '../../../src/families/geo/instances/warnings.js';
import { loadRewardRateInstance } from '../../../src/families/reward-rate/instances/load.js';
import type { NodePower } from '../../../src/facility/node-power.js';
import { loadRobustInstance } from '../../../src/families/robust/instances/load.js';
import { robustWarnings } from '../../../src/families/robust/instances/warnings.js';
import { loadTemplatesInstance } from '../../../src/families/templates/instances/load.js';
import { templatesWarnings } from '../../../src/families/templates/instances/warnings.js';
import { powerUnitWarnings, temperatureUnitWarnings, timeUnitWarnings } from '../../../src/facility/unit-warnings.js';
import { BASE, seriesOf } from '../../support/geo-day.js';
import { tinyRobust } from '../../support/robust.js';
import { repository } from '../../support/repository.js';
import { plenum } from '../../support/run-cli.js';
import { writeWith } from '../../support/small-instance.js';
import { tinyTemplates } from '../../support/tiny-templates.js';

const FAMILIES = [
  ['reward-rate', loadRewardRateInstance],
  ['geo', loadGeoInstance],
  ['robust', loadRobustInstance],
  ['templates', loadTemplatesInstance],
] as const;
const UNIT = /looks? like|half full/;

describe('no unit is doubted', () => {
  it.each(FAMILIES)('in a bundled instance of %s', (family, load) => {
    const folder = join(repository, 'instances', family);
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) {
      const loaded = load(join(folder, file));
      if (!loaded.ok) throw new Error(`${file} is not valid`);
      expect(loaded.warnings.filter((warning) => UNIT.test(warning))).toEqual([]);
    }
  });

  // Cores, idle and full load of published measurements: SPECpower (2 to 6 times idle), eight accelerators in a node, a desktop.
  it.each([
    [64, 176, 713],
    [4, 17.8, 57.2],
    [256, 100, 900],
    [112, 1400, 10_200],
    [1, 3, 300],
    [4, 5, 45],
  ])('of a node of %s cores that draws %s W idle and %s W at full load', (cores, idleW, fullLoadW) => {
    expect(powerUnitWarnings('nodeTypes', [node(cores, idleW, fullLoadW)])).toEqual([]);
  });
});

function node(cores: number, idleW: number, fullLoadW: number): NodePower {
  return { nodeType: 'N', nodes: 1, cores, idleW, fullLoadW, taskType: 'a', pState: 0 };
}

describe('power that looks like', () => {
  it.each([
    // 30 + 4 x 100 = 430 W: 14 times idle; 100 / 4 = 25 W per core.
    ['a whole node per core', node(4, 30, 430), '100 W per core make 430 W', 'divide it by its cores (25 W?)'],
    // 3000 + 64 x 700 = 47,800 W, 16 times idle; and 12,000 + 64 x 200 = 24,800 W, twice idle but beyond any node.
    ['a whole node per core of 64', node(64, 3000, 47_800), '700 W per core make 47800 W', '(10.94 W?)'],
    ['a node beyond any', node(64, 12_000, 24_800), '200 W per core make 24800 W', '(3.125 W?)'],
    ['kW at idle', node(4, 0.15, 68.15), 'idlePowerW: 0.15 W for a node of 4 cores looks like kW', '(150?)'],
    ['kW of a core', node(4, 150, 150.068), '4 cores at work add 0.068 W to 150 W at idle', 'give watts'],
  ])('%s is told with its path, its value and a remedy', (_, power, value, remedy) => {
    const told = powerUnitWarnings('facility.nodeTypes', [node(4, 30, 64), power]);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('facility.nodeTypes[1]');
    expect(told[0]).toContain(value);
    expect(told[0]).toContain(remedy);
  });
});

describe('temperatures', () => {
  // (86 - 32) 5/9 = 30; (59 - 32) 5/9 = 15; (95 - 32) 5/9 = 35
  it.each([
    [86, 'redLine', '86 C looks like Fahrenheit; give Celsius (30.0?)'],
    [59, 'setPoint', '(15.0?)'],
    [95, 'outletLimit', '(35.0?)'],
  ] as const)('of %s as %s look like Fahrenheit', (value, what, told) => {
    expect(temperatureUnitWarnings('path', value, what).join()).toContain(told);
  });

  it.each([
    [59.9, 'redLine'],
    [49.9, 'setPoint'],
    [79.9, 'outletLimit'],
  ] as const)('of %s as %s may well be Celsius', (value, what) => {
    expect(temperatureUnitWarnings('path', value, what)).toEqual([]);
  });
});

describe('times', () => {
  const paths = { times: 'T', deadline: 'D' };
  it('in hours and deadlines in hours are told, the rest is not', () => {
    // 0.05 h = 180 s; a deadline of 0.5 h = 1800 s.
    expect(timeUnitWarnings(paths, [0.01, 0.05], [86_400]).join()).toContain('T: no task takes more than 0.05 s');
    expect(timeUnitWarnings(paths, [0.01, 0.05], [86_400]).join()).toContain('give seconds (180?)');
    expect(timeUnitWarnings(paths, [180, 400], [0.5]).join()).toContain('D: 0.5 s, and no task takes less than 180 s');
    expect(timeUnitWarnings(paths, [180, 400], [0.5]).join()).toContain('looks like hours (1800 s?)');
    expect(timeUnitWarnings(paths, [0.01, 0.2], [86_400])).toEqual([]);
    expect(timeUnitWarnings(paths, [0.01, 0.05], [3599])).toEqual([]);
    expect(timeUnitWarnings(paths, [180, 400], [0.51])).toEqual([]);
    expect(timeUnitWarnings(paths, [], [1])).toEqual([]);
    expect(timeUnitWarnings(paths, [0.01], [])).toEqual([]);
  });
});

describe('plenum validate', () => {
  it.each([
    ['limits.redLineC', 86, 'limits.redLineC: 86 C looks like Fahrenheit'],
    ['facility.cracs[0].setPointMaxC', 77, 'facility.cracs[0].setPointMaxC: 77 C looks like Fahrenheit'],
    ['facility.nodeTypes[0].idlePowerW', 0.02, 'facility.nodeTypes[0].idlePowerW: 0.02 W for a node of 2'],
    // 30 + 3 x 240 = 750 W, 25 times idle
    ['facility.nodeTypes[1].tasks[0].corePowerW', [240, 70], 'facility.nodeTypes[1]: 240 W per core make 750 W'],
  ])('warns of %s = %j in a reward-rate instance', async (path, value, told) => {
    const { code, stderr } = await plenum('validate', writeWith(path, value).file);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Note: /);
    expect(stderr).toContain(told);
  });
});

describe('the other families doubt', () => {
  const told = (warnings: readonly string[]): string[] => warnings.filter((one) => UNIT.test(one));

  it('red line and set-points of a geo room', () => {
    const [[name, room]] = Object.entries(BASE.rooms) as [[string, (typeof BASE.rooms)[string]]];
    const cracs = room.cracs.map((crac) => ({ ...crac, setPointMaxC: 77 }));
    const odd = { ...BASE, rooms: { ...BASE.rooms, [name]: { ...room, redLineC: 86, cracs } } };
    expect(told(geoWarnings(odd, seriesOf(BASE)))).toEqual([
      `rooms.${name}.redLineC: 86 C looks like Fahrenheit; give Celsius (30.0?).`,
      `rooms.${name}.cracs[0].setPointMaxC: 77 C looks like Fahrenheit; give Celsius (25.0?).`,
    ]);
  });

  it('outlet limit and deadline of a templates instance', () => {
    const tiny = tinyTemplates('tiny-two-quadrants');
    const taskTypes = tiny.taskTypes.map((task) => ({ ...task, deadlineS: 0.01 }));
    // The job takes 8 s on the quick type.
    expect(told(templatesWarnings({ ...tiny, outletLimitC: 95, taskTypes }))).toEqual([
      'outletLimitC: 95 C looks like Fahrenheit; give Celsius (35.0?).',
      'taskTypes: 0.01 s, and no task takes less than 8 s; the deadline looks like hours (36 s?), or the times like milliseconds: give seconds.',
    ]);
  });

  it('idle power and deadline of a robust instance', () => {
    const { instance, times } = tinyRobust();
    const nodeTypes = instance.facility.nodeTypes.map((type) => ({ ...type, cores: 2, idlePowerW: 0.3 }));
    const odd = {
      ...instance,
      facility: { ...instance.facility, nodeTypes },
      limits: { ...instance.limits, deadlineS: 0.02 },
    };
    expect(told(robustWarnings(odd, times))).toEqual([
      expect.stringContaining('limits.deadlineS: 0.02 s, and no task takes less than 60 s'),
      'facility.nodeTypes[0].idlePowerW: 0.3 W for a node of 2 cores looks like kW; give watts (300?).',
      'facility.nodeTypes[1].idlePowerW: 0.3 W for a node of 2 cores looks like kW; give watts (300?).',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { FloorBox } from '../../../../../models/physics/airflow/grid.js';
import { geometryFaults } from '../../../../../models/physics/airflow/geometry-faults.js';
import type { RoomLayout } from '../../../../../models/facility/facility.js';
import { parseGeoPlan } from '../../../../../src/families/geo/check/parse-geo-plan.js';
import { parsePlan } from '../../../../../src/families/reward-rate/check/parse-plan.js';
import { parseRobustPlan } from '../../../../../src/families/robust/check/parse-robust-plan.js';
import { csvRecords } from '../../../../../src/instances/csv-records.js';
import { geoFiles } from '../../../../../src/families/geo/instances/load.js';
import { readJson } from '../../../../../src/instances/json-reader.js';
import { longListFault, MAX_LIST_ENTRIES } from '../../../../../src/instances/list-lengths.js';
import { rewardRateFiles } from '../../../../../src/families/reward-rate/instances/load.js';
import { formatFaults, type LocalFault, MAX_FAULTS, shortened } from '../../../../../src/instances/fault.js';
import { csvRows } from '../../../../../src/families/robust/instances/csv-times.js';
import { robustFiles } from '../../../../../src/families/robust/instances/load.js';
import { templatesFiles } from '../../../../../src/families/templates/instances/load.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { textOf } from '../../../../architecture/source-files.js';
import { fuzzCount } from '../../../../support/fuzz.js';

type Judged = { readonly ok: true } | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** With the entries that all lists may have: a bag may have a million tasks. */
const FAMILIES: readonly (readonly [string, string, (raw: unknown) => Judged, number])[] = [
  ['reward-rate', 'reward-rate/tiny-power-cap', rewardRateFiles.judge, 500_000],
  ['robust', 'robust/tiny-one-task', robustFiles.judge, 1_200_000],
  ['geo', 'geo/tiny-restricted', geoFiles.judge, 500_000],
  ['templates', 'templates/tiny-one-quadrant', templatesFiles.judge, 500_000],
];

function faultsOf(judged: Judged): readonly LocalFault[] {
  return judged.ok ? [] : judged.faults;
}

/** As told and counted. */
function expectCounted(faults: readonly LocalFault[], count: number): void {
  expect(faults).toHaveLength(MAX_FAULTS + 1);
  expect(faults.at(-1)?.more).toBe(count - MAX_FAULTS);
  const text = formatFaults(faults.map((fault) => ({ file: 'f.json', ...fault })));
  expect(text).toContain(`f.json: ${count} faults`);
  expect(text).toContain(`and ${count - MAX_FAULTS} more`);
  expect(text.length).toBeLessThan(100_000);
}

function instance(name: string): Record<string, unknown> {
  return JSON.parse(textOf(`instances/${name}.json`)) as Record<string, unknown>;
}

describe('a list of many problems', () => {
  it.each(FAMILIES)('names 100 of 20,000 unknown keys and counts the rest: %s', (_, name, judge) => {
    const raw = instance(name);
    for (let n = 0; n < 20_000; n++) raw[`unknown${n}`] = n;
    expectCounted(faultsOf(judge(raw)), 20_000);
  });

  it.each(FAMILIES)('names 100 of 2,000 names of one object and counts the rest: %s', (family, name, judge) => {
    const raw = instance(name) as { facility?: Record<string, unknown>; nodeTypes?: unknown[] };
    const owner = family === 'geo' ? raw : raw.facility!;
    const [first] = (owner as { nodeTypes: unknown[] }).nodeTypes;
    (owner as { nodeTypes: unknown[] }).nodeTypes = Array.from({ length: 2000 }, () => first);
    const faults = faultsOf(judge(raw));
    expect(faults).toHaveLength(MAX_FAULTS + 1);
    expect(faults.at(-1)!.more).toBeGreaterThanOrEqual(1999 - MAX_FAULTS);
  });

  it.each(FAMILIES)(
    'refuses a list too long by its length, right or wrong ones, as one problem: %s',
    (_, name, judge, most) => {
      for (const entry of [7, null, ['x'], {}]) {
        const raw = { ...instance(name), nodeTypes: new Array<unknown>(most + 1).fill(entry) };
        expect(faultsOf(judge(raw))).toEqual([
          {
            path: 'nodeTypes',
            value: `a list of ${most + 1} entries`,
            allowed: `at most ${most} entries in all lists of the file together`,
            remedy: 'Shorten the list, or divide the instance.',
          },
        ]);
      }
    },
  );

  it.each(FAMILIES)('refuses an object of more than 100,000 keys by their number: %s', (_, name, judge) => {
    const keys = Object.fromEntries(Array.from({ length: 100_001 }, (__, n) => [`key${n}`, n]));
    expect(faultsOf(judge({ ...instance(name), facility: keys }))).toMatchObject([
      { path: 'facility', value: 'an object of 100001 keys', allowed: 'at most 100000 keys' },
    ]);
  });

  it('counts the entries of nested lists together and names the longest of them', () => {
    const lists = (count: number): unknown => ({ a: { 'b c': [[1, 2, 3], ...new Array<unknown>(count).fill([])] } });
    expect(longListFault(lists(MAX_LIST_ENTRIES - 4))).toBeNull();
    expect(longListFault(lists(MAX_LIST_ENTRIES - 3))).toMatchObject({
      path: 'a["b c"]',
      value: `a list of ${MAX_LIST_ENTRIES - 2} entries`,
    });
  });

  it('names 100 of 20,000 references to 20,000 other names and counts the rest', () => {
    const raw = instance('reward-rate/tiny-power-cap') as {
      facility: { nodeGroups: { nodeType: string }[]; nodeTypes: { name: string }[] };
    };
    const [group] = raw.facility.nodeGroups;
    const [type] = raw.facility.nodeTypes;
    raw.facility.nodeTypes = Array.from({ length: 20_000 }, (_, n) => ({ ...type!, name: `type ${n}` }));
    raw.facility.nodeGroups = Array.from({ length: 20_000 }, (_, n) => ({ ...group!, nodeType: `other ${n}` }));
    const faults = faultsOf(rewardRateFiles.judge(raw));
    expect(faults).toHaveLength(MAX_FAULTS + 1);
    expect(faults[0]!.remedy).toMatch(/^Did you mean "type \d+"\?/);
  });

  it('names 100 of 100,000 repeated keys by their places and counts the rest', () => {
    const text = `{${Array.from({ length: 100_001 }, () => '"a": 1').join(',\n')}}`;
    const read = readJson(text);
    const faults = read.ok ? [] : read.faults;
    expectCounted(faults, 100_000);
    expect(faults[41]!.value).toBe('"a" again at line 43, column 1');
  });

  it('names 100 of 100,000 unknown columns and counts the rest', () => {
    const judged = robustFiles.judge(instance('robust/tiny-one-task'));
    if (!judged.ok) throw new Error('not a valid instance');
    const columns = Array.from({ length: 100_000 }, (_, n) => `column${n}`);
    const rows = csvRows(`task,taskType,${columns.join(',')}\n1\n`, judged.instance);
    expectCounted(rows.ok ? [] : rows.faults, 100_000);
  });

  it.each([
    ['reward-rate', (text: string) => parsePlan(text, 'p.json'), 'plenum.reward-rate-plan'],
    ['robust', (text: string) => parseRobustPlan(text, 'p.json'), 'plenum.robust-bag-of-tasks-plan'],
    ['geo', (text: string) => parseGeoPlan(text, 'p.json'), 'plenum.geo-plan'],
  ] as const)('names 100 of 20,000 unknown keys of a plan and counts the rest: %s', (_, parse, format) => {
    const keys = Object.fromEntries(Array.from({ length: 20_000 }, (__, n) => [`unknown${n}`, n]));
    const parsed = parse(JSON.stringify({ format, formatVersion: 1, ...keys }));
    const faults = 'faults' in parsed ? parsed.faults : [];
    expect(faults).toHaveLength(MAX_FAULTS + 1);
    expect(faults.at(-1)!.more).toBeGreaterThanOrEqual(20_000 - MAX_FAULTS);
  });
});

const LAYOUT: RoomLayout = {
  lengthXM: 40,
  widthYM: 40,
  heightZM: 3,
  cellM: { x: 0.5, y: 0.5, z: 0.5 },
  levelsPerRack: 1,
  racks: [],
  cracPlacements: [],
  tiles: [],
  aisles: [],
};

function withTiles(boxes: readonly Omit<FloorBox, 'heightZM'>[]): RoomLayout {
  return { ...LAYOUT, tiles: boxes.map((box, n) => ({ name: `T${n}`, opening: 1, ...box })) };
}

describe('overlaps of boxes', () => {
  it('are those of all pairs, for boxes drawn anywhere', () => {
    const draw = randomStream(11, 'boxes').uniform;
    for (let trial = 0; trial < fuzzCount(40); trial++) {
      const boxes = Array.from({ length: 12 }, () => ({
        xM: 0.25 * Math.floor(150 * draw()),
        yM: 0.25 * Math.floor(150 * draw()),
        widthXM: 0.5 + 0.25 * Math.floor(8 * draw()),
        depthYM: 0.5 + 0.25 * Math.floor(24 * draw()),
      }));
      const snap = (at: number): number => Math.round(at / 0.5);
      const meet = (a: number, b: number, aLength: number, bLength: number): boolean =>
        Math.min(a + aLength, b + bLength) - Math.max(a, b) > 1e-6;
      const meetSnapped = (a: number, b: number, aLength: number, bLength: number): boolean =>
        Math.min(snap(a + aLength), snap(b + bLength)) > Math.max(snap(a), snap(b));
      const expected = boxes.flatMap((b, n) =>
        boxes.slice(0, n).flatMap((a, m) => {
          const byTest = (test: typeof meet): boolean =>
            test(a.xM, b.xM, a.widthXM, b.widthXM) && test(a.yM, b.yM, a.depthYM, b.depthYM);
          return byTest(meet) || byTest(meetSnapped) ? [`tiles[${n}] tiles[${m}]`] : [];
        }),
      );
      const found = geometryFaults(withTiles(boxes))
        .filter(({ message }) => message.includes('overlap'))
        .map(({ path, allowed }) => `${/tiles.*/.exec(path)![0]} ${/tiles.*/.exec(allowed)![0]}`);
      expect(found).toEqual(expected);
    }
  });

  it.each([500, 2_000, 20_000])('of %i tiles in one place are no more than each tile once, and some', (count) => {
    const tile = { xM: 1, yM: 1, widthXM: 1, depthYM: 1 };
    const faults = geometryFaults(withTiles(Array.from({ length: count }, () => tile)));
    expect(faults.length).toBeGreaterThanOrEqual(count - 1 < 200 ? count - 1 : 200);
    expect(faults.length).toBeLessThan(count + 300);
  });
});

describe('what a file holds is quoted by its beginning only', () => {
  it('however long values, keys and names are', () => {
    const long = 'x'.repeat(1_000_000);
    const raw = { ...instance('reward-rate/tiny-power-cap'), [long]: long, name: { long: [long, long] } };
    const faults = faultsOf(rewardRateFiles.judge(raw)).map((fault) => shortened({ file: 'f.json', ...fault }));
    expect(faults.map(({ path }) => path.slice(0, 5)).sort()).toEqual(['name', 'xxxxx']);
    for (const fault of faults) expect(JSON.stringify(fault).length).toBeLessThan(3000);
    expect(formatFaults(faults).length).toBeLessThan(4000);
  });
});

describe('a quote that is never closed', () => {
  it('in 10 MB of CSV is told at its line', () => {
    expect(csvRecords(`a,b\n1,"${'text, and more\n'.repeat(700_000)}`)).toEqual({
      path: 'line 2',
      fault: 'a quote that is never closed',
    });
  });

  it('and a closed one of 10 MB is read', () => {
    const cell = 'a ""quoted"" line\n'.repeat(600_000);
    const records = csvRecords(`a,b\n1,"${cell}"\n2,3\n`);
    if ('fault' in records) throw new Error(records.fault);
    expect(records.map(({ line, fields }) => [line, fields[1]!.length])).toEqual([
      [1, 1],
      [2, cell.length - 2 * 600_000],
      [600_003, 1],
    ]);
  });
});

describe('text', () => {
  it('with half a surrogate pair is refused by its path, as a value and as a key', () => {
    const read = readJson('{"a": ["ok \\ud83d\\ude00", "\\ud800"], "\\udc00b": 1}');
    expect(read.ok ? [] : read.faults.map(({ path, allowed }) => [path, allowed.slice(0, 16)])).toEqual([
      ['a[1]', 'whole characters'],
      ['', 'whole characters'],
    ]);
  });

  it.each(['a\nb', 'a\u2028b', 'a\rb'])('of a name must be one line: %j', (name) => {
    const raw = instance('reward-rate/tiny-power-cap');
    const faults = faultsOf(rewardRateFiles.judge({ ...raw, name }));
    expect(faults.map(({ path }) => path)).toEqual(['name']);
    expect(faults[0]!.remedy).toContain('A name must be one line');
  });

  it('of a rack may hold neither a line break nor a control character', () => {
    for (const rack of ['R\n1', 'R\u001b[31m1', 'R\u00851']) {
      const raw = instance('reward-rate/tiny-power-cap') as { facility: { nodeGroups: { rack: string }[] } };
      raw.facility.nodeGroups[0]!.rack = rack;
      expect(faultsOf(rewardRateFiles.judge(raw)).map(({ path }) => path)).toContain('facility.nodeGroups[0].rack');
    }
  });
});

describe('"$schema"', () => {
  it.each(FAMILIES)('may be said in a %s instance', (_, name, judge) => {
    const raw = instance(name);
    expect(judge({ $schema: 'https://example.org/schema.json', ...raw })).toEqual(judge(raw));
    expect(judge(raw).ok).toBe(true);
    expect(faultsOf(judge({ $schema: 3, ...raw })).map(({ path }) => path)).toEqual(['$schema']);
  });
});

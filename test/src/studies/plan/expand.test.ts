import { describe, expect, it, test } from 'vitest';
import type { NotExpanded, StudyInstance } from '../../../../src/studies/plan/axes.js';
import { type Expansion, expandStudy, type ExpandRequest } from '../../../../src/studies/plan/expand.js';
import { judgeStudy } from '../../../../src/studies/plan/judge.js';
import type { WrittenStudy } from '../../../../src/studies/plan/schema.js';

const FAMILIES = [{ name: 'toy', methods: [{ name: 'one' }, { name: 'two' }] }];

function instance(name: string, fields: readonly (string | null)[] = []): StudyInstance {
  const made = { name, sha256: '0'.repeat(64), generated: null };
  return { label: name, aliases: [`toy/${name}`], family: 'toy', made, file: `/${name}.json`, fields };
}

function expanded(
  written: Omit<WrittenStudy, 'format' | 'formatVersion' | 'name'>,
  more: Partial<ExpandRequest> = {},
): Expansion | NotExpanded {
  const judged = judgeStudy(
    { format: 'plenum.study', formatVersion: 1, name: 'toy', instances: ['a', 'b'], ...written },
    FAMILIES,
  );
  if (!judged.ok) throw new Error(JSON.stringify(judged.faults));
  const fields = judged.study.changes.map(({ field }) => field);
  return expandStudy({
    study: judged.study,
    instances: [instance('a', fields), instance('b', fields)],
    version: '1',
    families: new Map([['toy', { defaultMethod: 'one', options: ['depth'], inputs: [] }]]),
    yes: false,
    inputDigests: new Map(),
    fileOfChanged: (id) => `/made/${id}.json`,
    ...more,
  });
}

/** Cells of an expansion as lists of the named axes' values. */
function cells(answer: Expansion | NotExpanded, ...axes: readonly string[]): unknown[] {
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer.runs.map(({ cell }) => axes.map((axis) => cell[axis]));
}

describe('the runs of a study', () => {
  it('are the product of its axes, the last turning fastest, numbered from 0', () => {
    const answer = expanded({ methods: 'all', seeds: [5, 7], options: { depth: [1, 2] } });
    const expected: unknown[] = [];
    for (const name of ['a', 'b'])
      for (const method of ['one', 'two'])
        for (const depth of [1, 2]) for (const seed of [5, 7]) expected.push([name, method, depth, seed]);
    expect(cells(answer, 'instance', 'method', 'depth', 'seed')).toEqual(expected);
    expect(answer.ok && answer.runs.map(({ position }) => position)).toEqual([...expected.keys()]);
  });

  it('advance together along axes that are zipped', () => {
    const answer = expanded({ changes: { capW: ['1 kW', '2 kW'] }, seeds: '1..2', zip: [['instances', 'capW']] });
    expect(cells(answer, 'instance', 'capW', 'seed')).toEqual([
      ['a', 1000, 1],
      ['a', 1000, 2],
      ['b', 2000, 1],
      ['b', 2000, 2],
    ]);
    const others = expanded({ seeds: '1..2', methods: 'all', zip: [['methods', 'seeds']] });
    expect(cells(others, 'instance', 'method', 'seed')).toEqual([
      ['a', 'one', 1],
      ['a', 'two', 2],
      ['b', 'one', 1],
      ['b', 'two', 2],
    ]);
  });

  it('are those that filters leave, by the words of the file', () => {
    const answer = expanded({
      methods: 'all',
      changes: { capW: '1 kW..3 kW step 1 kW' },
      budgets: { time: ['1 min', '2 min'] },
      only: [{ instance: 'toy/a', capW: ['1 kW', '3 kW'], budget: '1 min' }],
      without: [{ method: 'two', capW: 1000 }],
    });
    expect(cells(answer, 'instance', 'capW', 'method', 'budget')).toEqual([
      ['a', 1000, 'one', '60 s'],
      ['a', 3000, 'one', '60 s'],
      ['a', 3000, 'two', '60 s'],
    ]);
  });

  it('that are the same are one: a family without an option is run once for all of its values', () => {
    const answer = expanded(
      { options: { depth: [1, 2, 3] } },
      { families: new Map([['toy', { defaultMethod: 'one', options: [], inputs: [] }]]) },
    );
    expect(cells(answer, 'instance', 'depth')).toEqual([
      ['a', null],
      ['b', null],
    ]);
    expect(answer).toHaveProperty('merged', 4);
  });

  it('of an instance without a changed field are of the instance as it is', () => {
    const without = { instances: [instance('a', ['limits.capW']), instance('b', [null])] };
    const answer = expanded({ changes: { capW: ['1 kW', '2 kW'] } }, without);
    expect(cells(answer, 'instance', 'capW')).toEqual([
      ['a', 1000],
      ['a', 2000],
      ['b', null],
    ]);
    expect(answer.ok && answer.runs.map(({ file }) => file!.startsWith('/made/'))).toEqual([true, true, false]);
    expect(answer.ok && answer.runs[0]!.identity.instance.changes).toEqual([
      { field: 'limits.capW', value: 1000, factor: false },
    ]);
  });

  it('have keys of what is asked, whatever the file is called and wherever it lies', () => {
    const one = expanded({});
    const other = expanded({}, { instances: [{ ...instance('a'), file: '/elsewhere.json', label: 'z' }] });
    if (!one.ok || !other.ok) throw new Error('refused');
    expect(other.runs[0]!.key).toBe(one.runs[0]!.key);
    expect(new Set(one.runs.map(({ key }) => key)).size).toBe(2);
  });

  it('have another key where a file that an option names has other contents', () => {
    const families = new Map([['toy', { defaultMethod: 'one', options: ['profiles'], inputs: ['profiles'] }]]);
    const of = (digest: string): string => {
      const inputDigests = new Map([['p.db', digest]]);
      const answer = expanded({ options: { profiles: 'p.db' } }, { families, inputDigests });
      return answer.ok ? answer.runs[0]!.key : '';
    };
    expect(of('1')).not.toBe(of('2'));
    expect(of('1')).toBe(of('1'));
  });

  it('have no path of a file that an option names in their address, but beside it', () => {
    const families = new Map([['toy', { defaultMethod: 'one', options: ['profiles'], inputs: ['profiles'] }]]);
    const [one, other] = ['/home/a/p.db', 'p.db'].map((profiles) => {
      const answer = expanded({ options: { profiles } }, { families, inputDigests: new Map([[profiles, '1']]) });
      return answer.ok ? answer.runs[0]! : null;
    });
    expect(one!.key).toBe(other!.key);
    expect([one!.inputs, other!.inputs]).toEqual([{ profiles: '/home/a/p.db' }, { profiles: 'p.db' }]);
  });
});

describe('a study without runs', () => {
  test.each([
    [{ zip: [['instances', 'colour']] }, 'zip[0]', 'colour'],
    [{ zip: [['methods', 'seeds', 'methods']] }, 'zip[0]', 'method'],
    [{ seeds: '1..3', zip: [['instances', 'seeds']] }, 'zip[0]', 'instance: 2, seed: 3'],
    [{ only: [{ colour: 'red' }] }, 'only[0].colour', 'colour'],
    [{ without: [{ method: 'three' }] }, 'without[0].method', 'three'],
    [{ only: [{ seed: 9 }] }, 'only[0].seed', 9],
    [{ without: [{ seed: 1 }] }, 'without', [{ seed: 1 }]],
    [
      { methods: { toy: ['one'] }, seeds: [1, 2], only: [{ seed: 1 }], without: [{ seed: 1 }] },
      'without',
      [{ seed: 1 }],
    ],
    [{ seeds: '1..6000' }, '', 'a product of 12000 runs'],
  ] as const)('%j is refused at %s', (written, path, value) => {
    expect(expanded(written as never)).toMatchObject({ ok: false, path, value });
  });

  it('has more than a million of them, and --yes does not help', () => {
    const answer = expanded({ seeds: '1..2000', options: { depth: '1..500' } }, { yes: true });
    expect(answer).toMatchObject({ ok: false, value: 'a product of 2000000 runs', allowed: 'at most 1000000 runs' });
  });
});

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memory, templates, type TemplatesDayOptions } from '../../../src/library/index.js';
import { accepted, bundledFile } from '../../../src/reproduction/library-calls.js';
import { plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

const ROOM = 'templates/tiny-two-quadrants';
const DAY: TemplatesDayOptions = { rate: 0.05, durationS: 1800, overcoolingC: 15, throttlingC: 24 };
const WORDS = ['--rate', '0.05', '--duration-s', '1800', '--overcooling-c', '15', '--throttling-c', '24'];

/** What JSON says of a record, but for times. */
const timeless = (record: object): unknown => ({ ...(JSON.parse(JSON.stringify(record)) as object), timeS: null });

describe('templates in the library', () => {
  it('build, query and day give the records that --json prints', async () => {
    const [own, other] = [join(temporaryDirectory(), 'a.sqlite'), join(temporaryDirectory(), 'a.sqlite')];
    const built = accepted(await templates.build(ROOM, { out: own, workers: 1 }));
    expect(built.ended).toBe('done');
    await plenumJson('templates', 'build', ROOM, '--out', other, '--workers', '1');
    const state = accepted(await templates.query(own, { arriving: 1, running: [0, 4], power: 2000 }));
    const asked = ['--arriving', '1', '--running', '0,4', '--power', '2kW'];
    const { json } = await plenumJson('templates', 'query', other, ...asked);
    expect({ ...(timeless(state.record) as object), details: { ...state.record.details, database: '' } }).toEqual({
      ...(timeless(json) as object),
      details: { ...(json['details'] as object), database: '' },
    });
    const day = accepted(await templates.day(ROOM, { ...DAY, methods: 'greedy+templates', database: own }));
    const words = [...WORDS, '--methods', 'greedy+templates', '--database', own];
    expect(timeless(day.record)).toEqual(timeless((await plenumJson('templates', 'day', ROOM, ...words)).json));
  });

  it('with a memory a room is opened once, and templates are solved when its days come to them and kept in a folder', async () => {
    const cache = join(temporaryDirectory(), 'cache');
    const asked = { ...DAY, methods: 'greedy+templates', asAsked: true, cache, memory: memory() };
    const first = accepted(await templates.day(ROOM, asked));
    const solved = readdirSync(
      join(
        cache,
        readdirSync(cache).find((name) => name.startsWith('templates-'))!,
      ),
    );
    expect(solved.length).toBeGreaterThan(0);
    const again = accepted(await templates.day(ROOM, asked));
    expect(again.record.details).toEqual(first.record.details);
    expect(again.record.timeS['open']).toBeLessThan(first.record.timeS['open']!);
    // Others stay further below the limit, in a folder of their own.
    accepted(await templates.day(ROOM, { ...asked, marginK: 2 }));
    expect(readdirSync(cache).filter((name) => name.startsWith('templates-'))).toHaveLength(2);
  });

  it('templates kept in a folder are of the bytes of an instance and of the files that it names', async () => {
    const [folder, cache] = [temporaryDirectory(), join(temporaryDirectory(), 'cache')];
    const room = join(folder, 'room.json');
    const instance = JSON.parse(readFileSync(await bundledFile(ROOM), 'utf8')) as object;
    for (const spaces of [0, 1]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(room, JSON.stringify(instance, null, spaces));
      accepted(await templates.day(room, { ...DAY, methods: 'greedy+templates', asAsked: true, cache }));
    }
    expect(readdirSync(cache).filter((name) => name.startsWith('templates-'))).toHaveLength(2);
  });

  it('a day has an outcome for every budget, and the power of every interval that is asked for', async () => {
    const asked = { ...DAY, methods: 'greedy+overcooling', energyBudget: [1, 100], seriesIntervalS: 600 };
    const { details } = accepted(await templates.day(ROOM, asked)).record;
    const [{ budgets }] = details['methods'] as [
      { budgets: { outcome: { stoppedAtS: number | null }; powerW: number[] }[] },
    ];
    expect(budgets.map(({ outcome }) => outcome.stoppedAtS === null)).toEqual([false, true]);
    expect(budgets.map(({ powerW }) => powerW.length)).toEqual([3, 3]);
    // After the stop nothing is drawn.
    expect(budgets[0]!.powerW.at(-1)).toBe(0);
    const { idleOvercooledJ, fullLoadOvercooledJ } = details['steadyEnergy'] as Record<string, number>;
    expect(idleOvercooledJ).toBeLessThan(fullLoadOvercooledJ!);
  });

  it('what is asked amiss is refused with the options as the call names them', async () => {
    const out = join(temporaryDirectory(), 'a.sqlite');
    const path = async (answer: ReturnType<typeof templates.day>): Promise<unknown> => {
      const told = await answer;
      return told.ok ? null : told.faults.map(({ file, path: option }) => `${file}: ${option}`);
    };
    const odd = (options: object): TemplatesDayOptions => ({ ...DAY, ...options });
    expect(await path(templates.day(ROOM, odd({ duration: 5 })))).toEqual(['call: duration']);
    expect(await path(templates.day(ROOM, odd({ durationS: -5 })))).toEqual(['call: durationS']);
    expect(await path(templates.day(ROOM, odd({ energyBudget: [1, 1] })))).toEqual(['call: energyBudget']);
    expect(await path(templates.day(ROOM, odd({ methods: 'greedy+templates' })))).toEqual(['call: database']);
    expect(await path(templates.day(ROOM, odd({ cache: out })))).toEqual(['call: cache']);
    expect(await path(templates.day(ROOM, odd({ marginK: 1 })))).toEqual(['call: marginK']);
    expect(await path(templates.day(ROOM, odd({ rounding: 'ceiling' })))).toEqual(['call: rounding']);
    expect(await path(templates.day(ROOM, odd({ asAsked: true, database: out })))).toEqual(['call: asAsked']);
    expect(await path(templates.day('templates/nowhere', DAY))).toEqual(['templates/nowhere: ']);
    expect(await path(templates.build(ROOM, {} as { out: string }))).toEqual(['call: out']);
    expect(existsSync(out)).toBe(false);
  });
});

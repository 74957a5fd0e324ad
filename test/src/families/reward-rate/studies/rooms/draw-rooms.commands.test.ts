import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, solve, type SolveOptions } from '../../../../../../src/library/index.js';
import { accepted, faultsOf } from '../../../../../support/accepted.js';
import { lastingDirectory } from '../../../../../support/small-instance.js';

const directory = lastingDirectory();

describe('plenum solve and check in drawn rooms', () => {
  it('both draw the same 1,000 rooms where the instance says what is uncertain; the report shows them', async () => {
    const instance = JSON.parse(readFileSync('instances/reward-rate/tiny-red-line.json', 'utf8')) as object;
    const file = join(directory, 'instance.json');
    // More power breaks limits in some rooms and less in none.
    writeFileSync(file, JSON.stringify({ ...instance, uncertainty: { nodePower: { least: 0.9, most: 1.1 } } }));
    const out = join(directory, 'out');
    const { record, plan } = accepted(await solve(file, { out }));
    const { rooms } = record.details as { rooms: { rooms: number; stated: boolean; within: { probability: number } } };
    expect([record.feasible, rooms.rooms, rooms.stated]).toEqual([true, 1000, true]);
    expect(rooms.within.probability).toBeGreaterThan(0.3);
    expect(rooms.within.probability).toBeLessThan(0.7);
    expect(accepted(await check(file, plan!)).record.details).toMatchObject({ rooms });
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('If the room is another');
  });

  it('only as many as asked for, from default ranges, where the instance states nothing', async () => {
    const { record } = accepted(await solve('tiny-red-line', { rooms: 7 }));
    expect(record.details).toMatchObject({
      rooms: {
        rooms: 7,
        stated: false,
        ranges: { nodePower: { most: 1.05 }, influence: { least: 0.9, most: 1.1 }, inletRise: null },
      },
    });
    expect(faultsOf(await solve('tiny-red-line', { rooms: 0 }))).toMatchObject([{ path: 'rooms' }]);
  });
});

/** Record of the reserve that raises the share of rooms. */
interface Stated {
  readonly rooms: { readonly within: { readonly probability: number } };
  readonly roomsReserve?: {
    readonly reserve: Readonly<Record<string, number>> | null;
    readonly reason: string | null;
    readonly tried: { readonly rewardPerS: number; readonly within: { readonly probability: number } } | null;
  };
}

/** Options for what is reserved, in the library and on the command line. */
const OPTIONS_OF: Readonly<Record<string, readonly [keyof SolveOptions, string]>> = {
  powerW: ['reservePower', '--reserve-power'],
  inletK: ['reserveInlet', '--reserve-inlet'],
  coolingShare: ['reserveCooling', '--reserve-cooling'],
};

async function stated(file: string, options: SolveOptions = {}): Promise<Stated & { readonly objective: number }> {
  const { record } = accepted(await solve(file, options));
  return { ...(record.details as unknown as Stated), objective: record.objective! };
}

describe('the reserve that plenum solve states for 95 % of the rooms', () => {
  const written = (name: string, uncertainty: object): string => {
    const instance = JSON.parse(readFileSync(`instances/reward-rate/${name}.json`, 'utf8')) as object;
    const file = join(directory, `${name}.json`);
    writeFileSync(file, JSON.stringify({ ...instance, uncertainty }));
    return file;
  };

  it.each<[string, object]>([
    ['tiny-red-line', { nodePower: { least: 0.9, most: 1.1 } }],
    ['tiny-two-node-types', { nodePower: { least: 0.95, most: 1.05 }, taskTime: { least: 0.95, most: 1.05 } }],
    ['tiny-sleep', { influence: { least: 0.8, most: 1.2 }, nodePower: { least: 0.93, most: 1.07 } }],
  ])(
    'of %s raises it in rooms of another seed, once it is asked for, at the reward stated',
    async (name, uncertainty) => {
      const file = written(name, uncertainty);
      const { rooms, roomsReserve } = await stated(file, { out: join(directory, name) });
      expect(rooms.within.probability).toBeLessThan(0.9);
      const { reserve, reason, tried } = roomsReserve!;
      expect([reason, tried!.within.probability >= 0.95]).toEqual([null, true]);
      const fields = Object.entries(reserve!);
      expect(fields.length).toBeGreaterThan(0);
      const words = fields.map(([field, value]) => `${OPTIONS_OF[field]![1]} ${value}`);
      expect(readFileSync(join(directory, name, 'report.html'), 'utf8')).toContain(words.join(' '));
      const reserving = Object.fromEntries(fields.map(([field, value]) => [OPTIONS_OF[field]![0], value]));
      const again = await stated(file, { ...reserving, rooms: 3000, seed: 7 });
      // Of 200 rooms a share of 95 % is good to 3 %.
      expect(again.rooms.within.probability).toBeGreaterThan(0.92);
      expect(Math.abs(again.objective / tried!.rewardPerS - 1)).toBeLessThan(0.005);
    },
  );

  it('is none where too many rooms break limits that have none, and the reason is said', async () => {
    const file = written('tiny-deadline', { taskTime: { least: 1, most: 1.9 } });
    const { roomsReserve } = await stated(file, { out: join(directory, 'late') });
    expect(roomsReserve).toMatchObject({
      reserve: null,
      tried: null,
      reason: expect.stringContaining('deadlines') as string,
    });
  });

  it('is not looked for where plans are robust, or keep limits in enough rooms as they are', async () => {
    for (const uncertainty of [
      { nodePower: { least: 0.9, most: 1.1 }, robust: true },
      { nodePower: { least: 0.9, most: 0.99 } },
    ]) {
      const { rooms, roomsReserve } = await stated(written('tiny-red-line', uncertainty));
      expect([rooms.within.probability, roomsReserve]).toEqual([1, undefined]);
    }
  });
});

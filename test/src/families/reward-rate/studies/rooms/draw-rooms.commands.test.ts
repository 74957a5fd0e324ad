import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plenumJson } from '../../../../../support/run-cli.js';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'plenum-rooms-'));
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

describe('plenum solve and check in drawn rooms', () => {
  it('both draw the same 1,000 rooms where the instance says what is uncertain; the report shows them', async () => {
    const instance = JSON.parse(readFileSync('instances/reward-rate/tiny-red-line.json', 'utf8')) as object;
    const file = join(directory, 'instance.json');
    // More power breaks limits in some rooms and less in none.
    writeFileSync(file, JSON.stringify({ ...instance, uncertainty: { nodePower: { least: 0.9, most: 1.1 } } }));
    const out = join(directory, 'out');
    const { code, json } = await plenumJson('solve', file, '--out', out);
    const { rooms } = json['details'] as { rooms: { rooms: number; stated: boolean; within: { probability: number } } };
    expect([code, rooms.rooms, rooms.stated]).toEqual([0, 1000, true]);
    expect(rooms.within.probability).toBeGreaterThan(0.3);
    expect(rooms.within.probability).toBeLessThan(0.7);
    const checked = await plenumJson('check', file, join(out, 'plan.json'));
    expect(checked.json['details']).toMatchObject({ rooms });
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('If the room is another');
  });

  it('only as many as asked for, from default ranges, where the instance states nothing', async () => {
    const { json } = await plenumJson('solve', 'instances/reward-rate/tiny-red-line.json', '--rooms', '7');
    expect(json['details']).toMatchObject({
      rooms: {
        rooms: 7,
        stated: false,
        ranges: { nodePower: { most: 1.05 }, influence: { least: 0.9, most: 1.1 }, inletRise: null },
      },
    });
    const refused = await plenumJson('solve', 'instances/reward-rate/tiny-red-line.json', '--rooms', '0');
    expect(refused.code).toBe(2);
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

const OPTION_OF: Readonly<Record<string, string>> = {
  powerW: '--reserve-power',
  inletK: '--reserve-inlet',
  coolingShare: '--reserve-cooling',
};

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
      const out = join(directory, `${name}-reserved`);
      const { json } = await plenumJson('solve', file, '--out', join(directory, name));
      const { rooms, roomsReserve } = json['details'] as Stated;
      expect(rooms.within.probability).toBeLessThan(0.9);
      const { reserve, reason, tried } = roomsReserve!;
      expect([reason, tried!.within.probability >= 0.95]).toEqual([null, true]);
      const options = Object.entries(reserve!).flatMap(([field, value]) => [OPTION_OF[field]!, String(value)]);
      expect(options.length).toBeGreaterThan(0);
      expect(readFileSync(join(directory, name, 'report.html'), 'utf8')).toContain(options.join(' '));
      const reserved = await plenumJson('solve', file, ...options, '--rooms', '3000', '--seed', '7', '--out', out);
      const again = reserved.json['details'] as Stated;
      // Of 200 rooms a share of 95 % is good to 3 %.
      expect(again.rooms.within.probability).toBeGreaterThan(0.92);
      expect(Math.abs((reserved.json['objective'] as number) / tried!.rewardPerS - 1)).toBeLessThan(0.005);
    },
  );

  it('is none where too many rooms break limits that have none, and the reason is said', async () => {
    const file = written('tiny-deadline', { taskTime: { least: 1, most: 1.9 } });
    const { json } = await plenumJson('solve', file, '--out', join(directory, 'late'));
    const { roomsReserve } = json['details'] as Stated;
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
      const { json } = await plenumJson('solve', written('tiny-red-line', uncertainty));
      const { rooms, roomsReserve } = json['details'] as Stated;
      expect([rooms.within.probability, roomsReserve]).toEqual([1, undefined]);
    }
  });
});

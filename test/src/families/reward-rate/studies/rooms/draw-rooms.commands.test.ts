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
      rooms: { rooms: 7, stated: false, ranges: { nodePower: { most: 1.05 } } },
    });
    const refused = await plenumJson('solve', 'instances/reward-rate/tiny-red-line.json', '--rooms', '0');
    expect(refused.code).toBe(2);
  });
});

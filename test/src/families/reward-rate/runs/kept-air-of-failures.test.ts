import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import { openModel } from '../../../../../src/families/reward-rate/runs/open.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

const before = process.env['PLENUM_CACHE'];
afterEach(() => {
  process.env['PLENUM_CACHE'] = before;
});

/** Writes the bundled room of two CRACs, of which any one may fail, with so many cells that its air is kept. */
function fineRoom(directory: string, survive: RewardRateInstance['limits']['survive']): string {
  const instance = JSON.parse(readFileSync('instances/reward-rate/tiny-survive.json', 'utf8')) as RewardRateInstance;
  const { airflow } = instance.facility;
  if (airflow.source !== 'room') throw new Error('the room is drawn');
  const { x, y, z } = airflow.layout.cellM;
  Object.assign(airflow.layout.cellM, { x: x / 4, y: y / 4, z: z / 4 });
  Object.assign(airflow, { mixingM2PerS: 0.1 });
  const file = join(directory, 'fine.json');
  writeFileSync(file, JSON.stringify({ ...instance, limits: { ...instance.limits, survive } }));
  return file;
}

function airOf(file: string): InfluenceMatrix {
  const opened = openModel(file);
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  return opened.matrix;
}

it('air after failures is kept like that of the healthy room, each in a file of its own, and read after that', () => {
  const directory = temporaryDirectory();
  process.env['PLENUM_CACHE'] = directory;
  const names = (): string[] => readdirSync(join(directory, 'air'));
  airOf(fineRoom(directory, undefined));
  const [healthy, ...none] = names();
  expect(none).toEqual([]);
  const file = fineRoom(directory, 'any-crac');
  const drawn = airOf(file);
  expect(drawn.afterFailure).toHaveLength(2);
  const failed = names().filter((name) => name !== healthy);
  expect(failed).toHaveLength(2);
  expect(airOf(file)).toEqual(drawn);
  // The file of the healthy air in place of the others is found for all three: nothing is drawn.
  for (const name of failed) copyFileSync(join(directory, 'air', healthy!), join(directory, 'air', name));
  const { weights, afterFailure } = airOf(file);
  expect(afterFailure!.map(({ matrix }) => matrix.weights)).toEqual([weights, weights]);
  expect(names()).toHaveLength(3);
});

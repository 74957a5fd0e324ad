import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { DrawAir } from '../../../../../models/facility/failed-units.js';
import type { Facility } from '../../../../../models/facility/facility.js';
import { withSurvivedAir } from '../../../../../models/families/reward-rate/failed-rooms.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { roomInfluenceMatrix } from '../../../../../models/physics/airflow/room-matrix.js';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import { airFolder, keptAir } from '../../../../../src/facility/kept-air.js';
import { openModel } from '../../../../../src/families/reward-rate/runs/open.js';
import { triesAll } from '../../../../support/fuzz.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

const before = process.env['PLENUM_CACHE'];
afterEach(() => {
  process.env['PLENUM_CACHE'] = before;
});

const ROOM = JSON.parse(readFileSync('instances/reward-rate/tiny-survive.json', 'utf8')) as RewardRateInstance;

/** Returns the air flow of a room with cells of another size, in shares of those of the bundled room of two CRACs. */
function onCells(airflow: Facility['airflow'], share: number): Facility['airflow'] {
  if (airflow.source !== 'room' || ROOM.facility.airflow.source !== 'room') throw new Error('the room is drawn');
  const { x, y, z } = ROOM.facility.airflow.layout.cellM;
  const layout = { ...airflow.layout, cellM: { x: x * share, y: y * share, z: z * share } };
  return { ...airflow, layout, mixingM2PerS: 0.1 };
}

/** The bundled room of two CRACs, of which any one may fail, with so many cells that its air is kept. */
function fineRoom(survive: RewardRateInstance['limits']['survive']): RewardRateInstance {
  const { facility, limits } = ROOM;
  const airflow = onCells(facility.airflow, 1 / 4);
  return { ...ROOM, facility: { ...facility, airflow }, limits: { ...limits, survive } };
}

/** Draws and keeps the air of a room as a run does, but on larger cells: those of the fine room take seconds. */
const drawn: DrawAir = (facility, zoneFlows) => {
  const coarse = { ...facility, airflow: onCells(facility.airflow, 1) };
  return keptAir(facility, () => roomInfluenceMatrix(coarse, undefined, zoneFlows), airFolder(), zoneFlows);
};

function airOf(instance: RewardRateInstance, directory: string): InfluenceMatrix {
  if (!triesAll()) {
    const { facility } = instance;
    const coarse = { ...facility, airflow: onCells(facility.airflow, 1) };
    return withSurvivedAir(
      instance,
      keptAir(facility, () => roomInfluenceMatrix(coarse)),
      drawn,
    );
  }
  const file = join(directory, 'fine.json');
  writeFileSync(file, JSON.stringify(instance));
  const opened = openModel(file);
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  return opened.matrix;
}

it('air after failures is kept like that of the healthy room, each in a file of its own, and read after that', () => {
  const directory = temporaryDirectory();
  process.env['PLENUM_CACHE'] = directory;
  const names = (): string[] => readdirSync(join(directory, 'air'));
  airOf(fineRoom(undefined), directory);
  const [healthy, ...none] = names();
  expect(none).toEqual([]);
  const room = fineRoom('any-crac');
  const first = airOf(room, directory);
  expect(first.afterFailure).toHaveLength(2);
  const failed = names().filter((name) => name !== healthy);
  expect(failed).toHaveLength(2);
  expect(airOf(room, directory)).toEqual(first);
  // The file of the healthy air in place of the others is found for all three: nothing is drawn.
  for (const name of failed) copyFileSync(join(directory, 'air', healthy!), join(directory, 'air', name));
  const { weights, afterFailure } = airOf(room, directory);
  expect(afterFailure!.map(({ matrix }) => matrix.weights)).toEqual([weights, weights]);
  expect(names()).toHaveLength(3);
});

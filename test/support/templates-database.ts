import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import initSqlJs, { type SqlDatabase } from 'sql.js';
import type { StateGrid, TemplatesInstance } from '../../models/families/templates/instance.js';
import { openTemplates } from '../../src/families/templates/instances/open.js';
import { tinyTemplatesInstances } from './bundled.js';
import { type BuildRequest, buildTemplates } from '../../src/families/templates/runs/build.js';
import type { BuildAnswer } from '../../src/runs/database/build.js';

const directories: string[] = [];

/** Path of a directory, removed after each test. */
export function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'plenum-templates-'));
  directories.push(directory);
  return directory;
}

afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

export function tinyTemplates(name: string, changes: Partial<TemplatesInstance> = {}): TemplatesInstance {
  const found = tinyTemplatesInstances().find((one) => one.name === name)!;
  return { ...found, ...changes };
}

/**
 * Instance of the room with two quadrants with unmixed air, so that its second vent combination, closed to a half in Q1
 * and open in Q2, is best.
 */
export function unmixed(): TemplatesInstance {
  const { facility } = tinyTemplates('tiny-two-quadrants');
  const { airflow } = facility;
  if (airflow.source !== 'room') throw new Error('a room');
  const changes = { facility: { ...facility, airflow: { ...airflow, mixingFraction: 0 } }, knownOptimum: undefined };
  return tinyTemplates('tiny-two-quadrants', { ...changes, outletLimitC: 26 });
}

/** Grid of 60 vectors of running cores of the room with two quadrants: five chunks, 240 states. */
export const FIVE_CHUNKS: StateGrid = {
  arrivingWorkPerS: [1, 9],
  runningCores: [
    [0, 4, 8, 12, 16, 20, 24, 28, 32, 36],
    [0, 3, 6, 9, 12, 15],
  ],
  powerLimitW: [2000, 2800],
};

export function fiveChunks(): TemplatesInstance {
  return tinyTemplates('tiny-two-quadrants', { grid: FIVE_CHUNKS, knownOptimum: undefined });
}

export type Opened = BuildRequest['opened'];

export function writeInstance(directory: string, instance: TemplatesInstance): string {
  const file = join(directory, 'instance.json');
  writeFileSync(file, JSON.stringify(instance));
  return file;
}

export function openedFrom(instance: TemplatesInstance): Opened {
  const opened = openTemplates(writeInstance(newDirectory(), instance));
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  return opened;
}

export function built(opened: Opened, out: string, more: Partial<BuildRequest> = {}): Promise<BuildAnswer> {
  return buildTemplates({
    opened,
    out,
    rounding: 'safe',
    workers: 1,
    force: false,
    plenumVersion: 'test',
    interrupted: () => false,
    onChunk: () => undefined,
    onWarning: () => undefined,
    ...more,
  });
}

/** The bytes after statements have changed them. */
export async function altered(bytes: Uint8Array, change: (database: SqlDatabase) => void): Promise<Uint8Array> {
  const { Database } = await initSqlJs();
  // It works on the very bytes it is given.
  const database = new Database(Uint8Array.from(bytes));
  change(database);
  const after = database.export();
  database.close();
  return after;
}

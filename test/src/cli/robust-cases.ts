import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RobustInstance } from '../../../models/families/robust/instance.js';
import type { RobustRunResult } from '../../../src/families/robust/runs/result.js';
import { repository } from '../../support/repository.js';
import { type CliRun, type Enveloped, type Json, plenumJson, withDetails } from '../../support/run-cli.js';

export const ROBUST_DIRECTORY = join(repository, 'instances/robust');

export function robustFile(name: string): string {
  return join(ROBUST_DIRECTORY, `${name}.json`);
}

/** The bundled instances whose best plans are known. */
export const TINY: readonly string[] = readdirSync(ROBUST_DIRECTORY)
  .filter((name) => name.startsWith('tiny-'))
  .map((name) => name.replace('.json', ''));

export function robustInstance(name: string): RobustInstance {
  return JSON.parse(readFileSync(robustFile(name), 'utf8')) as RobustInstance;
}

export function readJson(file: string): Json {
  return JSON.parse(readFileSync(file, 'utf8')) as Json;
}

/** Without what the clock put into it. */
export function timeless(text: string): string {
  return text.replace(/"timeS": ?(\{[^}]*\}|[-\d.e]+)/g, '"timeS": 0');
}

export interface SolvedRun extends CliRun {
  readonly json: Enveloped<RobustRunResult>;
}

/** `plenum solve --json`, what the family adds beside what all have. */
export async function solveRobust(...words: readonly string[]): Promise<SolvedRun> {
  const run = await plenumJson('solve', ...words);
  return { ...run, json: withDetails(run.json) } as unknown as SolvedRun;
}

/** A directory for all tests of a file: whoever makes it removes it. */
export function sharedDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'plenum-robust-'));
}

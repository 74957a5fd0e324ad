import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RobustInstance } from '../../../models/problems/robust/instance.js';
import type { RobustRunResult } from '../../../src/runs/robust/result.js';
import { type CliRun, type Json, plenumJson, repository } from '../../support/run-cli.js';

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
  readonly json: RobustRunResult;
}

/** `plenum solve --json`. */
export async function solveRobust(...words: readonly string[]): Promise<SolvedRun> {
  return (await plenumJson('solve', ...words)) as unknown as SolvedRun;
}

/** A directory for all tests of a file: whoever makes it removes it. */
export function sharedDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'plenum-robust-'));
}

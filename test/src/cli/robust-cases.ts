import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RobustInstance } from '../../../models/families/robust/instance.js';
import type { RobustRunResult } from '../../../src/families/robust/runs/result.js';
import { repository } from '../../support/repository.js';
import type { SolveOptions } from '../../../src/library/index.js';
import { solvedAs, type SolvedRun } from '../../support/accepted.js';
import type { Json } from '../../support/run-cli.js';

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

/** Returns the run of `solve` on a robust instance. */
export function solveRobust(instance: string, options: SolveOptions = {}): Promise<SolvedRun<RobustRunResult>> {
  return solvedAs(instance, options);
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Words } from '../../src/families/family.js';
import { repository } from './repository.js';

/** What a family's small instances are asked beside what is asked of every family. */
export interface SmallRequests {
  /** Fields to sweep over, as the command line takes them. */
  readonly over?: readonly string[];
  /** Options by verb, or by command of its own ("templates day"). */
  readonly words?: Readonly<Record<string, Words>>;
  /** Name of the bundled instance for a verb that the smallest does not suit. */
  readonly instances?: Readonly<Record<string, string>>;
}

/** By family, as far as there is something to say. */
export const SMALL_REQUESTS: Readonly<Record<string, SmallRequests>> = {
  'reward-rate': { over: ['powerCapW=x0.9,x1'], words: { day: { profile: 'flat' } } },
  robust: { instances: { generate: 'spec25-thesis' } },
  templates: { words: { 'templates day': { throttlingC: 25 } } },
  utility: {
    over: ['leniency=1,2'],
    words: { sweep: { method: 'upt', filter: 'per-resource', trials: 2 } },
    instances: { generate: 'serial-100', sweep: 'tiny-facility' },
  },
  jobs: { over: ['nodes=1,2'], words: { sweep: { method: 'val-opt' } }, instances: { generate: 'month-2x10' } },
};

/** Returns the paths of a family's bundled instances that are checked by hand. */
export function tinyInstances(family: string): readonly string[] {
  const directory = join(repository, 'instances', family);
  const names = readdirSync(directory).filter((name) => name.startsWith('tiny-') && name.endsWith('.json'));
  return names.map((name) => join(directory, name));
}

/** Returns the path of the shortest of them that has a plan, by its own word. */
export function tiniestInstance(family: string): string {
  const solvable = tinyInstances(family).filter((file) => {
    const { knownOptimum } = JSON.parse(readFileSync(file, 'utf8')) as { readonly knownOptimum?: object };
    return knownOptimum === undefined || Object.values(knownOptimum).some((value) => value !== null);
  });
  const bytes = new Map(solvable.map((file) => [file, statSync(file).size]));
  return solvable.toSorted((a, b) => bytes.get(a)! - bytes.get(b)!)[0]!;
}

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Family } from '../families/family.js';
import { FAMILIES } from '../families/registry.js';
import { readTextFile } from '../instances/text-file.js';
import { type ListedStudy, listStudies } from './study/listed.js';
import { ENVELOPE_VERSION } from './envelope.js';
import { planningEngineNames } from '../solvers/linear/load.js';

/** A method of a family. */
export interface ListedMethod {
  readonly name: string;
  readonly family: string;
  /** Description of the method, in a line. */
  readonly summary: string;
  /** True if `solve` takes the method where none is named, for all instances or for those of `defaultFor`. */
  readonly default: boolean;
  /** Words for the instances whose default it is; null if they are all or none. */
  readonly defaultFor: string | null;
}

/** An instance as it is written: nothing has been judged. */
export interface ListedInstance {
  /** Path. */
  readonly file: string;
  readonly name: string;
  readonly family: string;
  /** Description from the instance itself; empty where it has none. */
  readonly description: string;
  /** Counts and limits, by family. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Instances there are to plan for, and the methods to plan with. */
export interface Listing {
  readonly envelopeVersion: number;
  /** Methods of all families, each family's default first. */
  readonly methods: readonly ListedMethod[];
  /** LP engines by name. */
  readonly engines: readonly string[];
  /** Bundled studies: `plenum study run` takes them by name. */
  readonly studies: readonly ListedStudy[];
  readonly instances: readonly {
    readonly record: ListedInstance;
    /** Text on counts and limits of the instance. */
    readonly text: string;
  }[];
}

/** Methods, LP engines and the instances in the folders that the families have below `directory`. */
export async function list(directory: string, families: readonly Family[] = FAMILIES): Promise<Listing> {
  const instances: Listing['instances'][number][] = [];
  for (const family of families) instances.push(...(await instancesOf(family, join(directory, family.name))));
  return {
    envelopeVersion: ENVELOPE_VERSION,
    methods: families.flatMap(({ name: family, methods }) =>
      methods.map(({ name, summary, defaultFor = null }, n) => {
        return { name, family, summary, default: n === 0 || defaultFor !== null, defaultFor };
      }),
    ),
    engines: planningEngineNames,
    studies: listStudies(join(directory, 'studies')),
    instances,
  };
}

/**
 * Returns the instances of a directory as they are written: those of another format and broken ones are left out, but
 * nothing is judged, which would take many times as long.
 */
async function instancesOf(family: Family, directory: string): Promise<Listing['instances']> {
  if (!existsSync(directory)) return [];
  const parts = await family.load();
  const names = readdirSync(directory).filter((name) => name.endsWith('.json'));
  return names.sort(usefulFirst(family.example)).flatMap((fileName) => {
    const file = join(directory, fileName);
    const read = readTextFile(file);
    const value: unknown = read.ok ? parsed(read.text) : null;
    if (typeof value !== 'object' || value === null || !('name' in value) || !('format' in value)) return [];
    if (value.format !== family.format || typeof value.name !== 'string') return [];
    const { name } = value;
    const description = 'description' in value && typeof value.description === 'string' ? value.description : '';
    try {
      const { facts, text } = parts.use(({ row }) => row(value));
      return [{ record: { file, name, family: family.name, description, details: facts }, text }];
    } catch (error) {
      if (error instanceof TypeError) return [];
      throw error;
    }
  });
}

/** Pattern of the names of instances made for tests and for work by hand: no facility is so small. */
const SMALL = /^(?:tiny|small)-/;

/**
 * Returns the order of file names: the example of the family, then instances by the numbers in their names, small ones
 * behind them.
 */
function usefulFirst(example: string | undefined): (one: string, other: string) => number {
  const rank = (file: string): number => (file === `${example ?? ''}.json` ? 0 : SMALL.test(file) ? 2 : 1);
  const name = (file: string): string => file.replace(/\.json$/, '');
  return (one, other) =>
    rank(one) - rank(other) || name(one).localeCompare(name(other), 'en', { numeric: true, sensitivity: 'base' });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

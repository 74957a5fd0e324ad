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
  /** True if `solve` takes this method when none is named, for all instances or for those of `defaultFor`. */
  readonly default: boolean;
  /** Description of the instances for which the method is the default; null if it is the default for all or none. */
  readonly defaultFor: string | null;
}

/** An instance as its file states it, without being judged. */
export interface ListedInstance {
  /** Path of the file. */
  readonly file: string;
  readonly name: string;
  readonly family: string;
  /** Description in the instance file; empty if it has none. */
  readonly description: string;
  /** Counts and limits, by family. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The instances that can be planned for, and the methods that can be used. */
export interface Listing {
  readonly envelopeVersion: number;
  /** Methods of all families, each family's default first. */
  readonly methods: readonly ListedMethod[];
  /** LP engines by name. */
  readonly engines: readonly string[];
  /** Bundled studies, which `plenum study run` accepts by name. */
  readonly studies: readonly ListedStudy[];
  readonly instances: readonly {
    readonly record: ListedInstance;
    /** Text on counts and limits of the instance. */
    readonly text: string;
  }[];
}

/** Returns the methods, the LP engines, and the instances in the families' folders below `directory`. */
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
 * Returns the instances in a directory, unjudged, which is many times faster. Files of other formats and broken files
 * are left out.
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

/** Pattern of the names of instances for tests and for work by hand, too small for real facilities. */
const SMALL = /^(?:tiny|small)-/;

/**
 * Returns the order of file names in lists: the family's example, then instances by the numbers in their names, small
 * ones last.
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

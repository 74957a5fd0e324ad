import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Family } from '../families/family.js';
import { FAMILIES } from '../families/registry.js';
import { readTextFile } from '../instances/text-file.js';
import { type ListedStudy, listStudies } from './study/listed.js';
import { ENVELOPE_VERSION } from './envelope.js';
import { planningEngineNames } from '../solvers/linear/load.js';

/** A method of a family, as `plenum list` shows it. */
export interface ListedMethod {
  readonly name: string;
  readonly family: string;
  /** Description of the method in one line. */
  readonly summary: string;
  /** True if `solve` uses the method by default, for all instances or those in `defaultFor`. */
  readonly default: boolean;
  /** Instances for which the method is the default, in words; null if for all or none. */
  readonly defaultFor: string | null;
}

/** An instance as its file describes it, not validated. */
export interface ListedInstance {
  readonly file: string;
  readonly name: string;
  readonly family: string;
  /** Description stated in the instance file; empty if there is none. */
  readonly description: string;
  /** Numbers and limits of the instance; the keys depend on the family. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** What `plenum list` lists: instances, methods, LP engines and studies. */
export interface Listing {
  readonly envelopeVersion: number;
  /** Methods of all families, each family's default first. */
  readonly methods: readonly ListedMethod[];
  readonly engines: readonly string[];
  /** Bundled studies, as `plenum study run` accepts them. */
  readonly studies: readonly ListedStudy[];
  readonly instances: readonly {
    readonly record: ListedInstance;
    /** Counts and limits of the instance, in words. */
    readonly text: string;
  }[];
}

/** Returns the methods, LP engines and studies, and the instances in the families' folders below `directory`. */
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
 * Returns the instances of a family in a directory, without files of other formats. The instances are not validated,
 * because that takes many times longer.
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
    const { facts, text } = parts.use(({ row }) => row(value));
    return [{ record: { file, name, family: family.name, description, details: facts }, text }];
  });
}

/** Pattern of the file names of small instances, for tests and calculations by hand. */
const SMALL = /^(?:tiny|small)-/;

/**
 * Returns a function that compares file names for sorting. The family's example comes first, and small instances come
 * last. Otherwise names are in alphabetical order, with numbers by size.
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

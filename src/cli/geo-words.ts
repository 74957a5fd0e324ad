import { join } from 'node:path';
import type { Command } from 'commander';
import { DEFAULT_GEO_METHOD, GEO_METHODS, type GeoMethod, geoMethodNamed } from '../methods/registry.js';
import { outputFiles } from '../runs/files.js';
import { unknownMethod } from './options.js';
import { boundingApart, type BoundWords } from './robust-words.js';

/** The method, unless a limit was set to a bound that nobody proves apart from it. */
export function geoMethod(name: string = DEFAULT_GEO_METHOD, words: BoundWords): GeoMethod {
  const found = geoMethodNamed(name);
  if (found === undefined) throw unknownMethod(name, 'geo');
  return boundingApart(found, GEO_METHODS, words);
}

/** Whether an option was given, not left at its preset. */
export function isGiven(command: Command, word: string): boolean {
  return command.getOptionValueSource(word) === 'cli';
}

export const LEDGER_FILE = 'ledger.csv';

/** Where a geo run's files go. */
export function geoOutputFiles(directory: string): readonly string[] {
  return [...Object.values(outputFiles(directory)), join(directory, LEDGER_FILE)];
}

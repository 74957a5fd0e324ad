import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GeoInstance } from '../../../models/families/geo/instance.js';
import type { GeoRunResult } from '../../../src/families/geo/runs/result.js';
import { repository } from '../../support/repository.js';
import type { SolveOptions } from '../../../src/library/index.js';
import { solvedAs, type SolvedRun } from '../../support/accepted.js';

const GEO_DIRECTORY = join(repository, 'instances/geo');

export function geoFile(name: string): string {
  return join(GEO_DIRECTORY, `${name}.json`);
}

/** The bundled instances whose best plans are known. */
export const TINY_GEO: readonly string[] = readdirSync(GEO_DIRECTORY)
  .filter((name) => name.startsWith('tiny-'))
  .map((name) => name.replace('.json', ''));

export function geoInstance(name: string): GeoInstance {
  return JSON.parse(readFileSync(geoFile(name), 'utf8')) as GeoInstance;
}

/** The file of a changed instance. */
export function writtenGeo(directory: string, instance: GeoInstance): string {
  const file = join(directory, `${instance.name}.json`);
  writeFileSync(file, JSON.stringify(instance));
  return file;
}

/** Two centres, two epochs: where energy is cheap it is dirty. */
export function withCarbon(): GeoInstance {
  const instance = geoInstance('tiny-arbitrage');
  const [west, east] = instance.dataCentres;
  return {
    ...instance,
    dataCentres: [
      { ...west!, carbon: { source: 'series', gramsPerKwh: [900, 100] } },
      { ...east!, carbon: { source: 'series', gramsPerKwh: [200, 800] } },
    ],
  };
}

/** No arrivals that nodes of this kind could serve. */
export function overloaded(): GeoInstance {
  const instance = geoInstance('tiny-one-epoch');
  return { ...instance, taskTypes: [{ ...instance.taskTypes[0]!, arrivalRatePerS: [100] }] };
}

/** Returns the run of `solve` on a geo instance. */
export function solveGeo(instance: string, options: SolveOptions = {}): Promise<SolvedRun<GeoRunResult>> {
  return solvedAs(instance, options);
}

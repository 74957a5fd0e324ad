import type { GeoInstance } from '../../../../models/problems/geo/instance.js';
import { withSchemaKey } from '../../../instances/schema-text.js';
import { jsonText } from '../../../instances/json-text.js';
import { geoJsonSchema } from './schema.js';
import { tinyGeoInstances } from './tiny.js';
import { manyCentres } from './us-200.js';
import { usInstance } from './us.js';

export interface BundledGeoInstance {
  /** Path relative to the repository. */
  readonly file: string;
  readonly instance: GeoInstance;
}

/** The instances under instances/geo. */
export function bundledGeoInstances(): BundledGeoInstance[] {
  return [
    usInstance({ centres: 4, workload: 'hybrid' }),
    usInstance({ centres: 4, workload: 'memory' }),
    usInstance({ centres: 4, workload: 'cpu' }),
    usInstance({ centres: 8, workload: 'hybrid' }),
    usInstance({ centres: 16, workload: 'hybrid' }),
    manyCentres({ centres: 200, taskTypes: 20, seed: 1 }),
    ...tinyGeoInstances(),
  ].map((instance) => ({ file: `instances/geo/${instance.name}.json`, instance }));
}

/** Committed files of the family that are generated from the code. */
export function geoGeneratedFiles(): { readonly file: string; readonly text: string }[] {
  return [
    ...bundledGeoInstances().map(({ file, instance }) => ({ file, text: jsonText(instance) })),
    { file: 'instances/geo.schema.json', text: jsonText(withSchemaKey(geoJsonSchema())) },
  ];
}

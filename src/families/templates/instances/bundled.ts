import type { TemplatesInstance } from '../../../../models/problems/templates/instance.js';
import { withSchemaKey } from '../../../instances/schema-text.js';
import { jsonText } from '../../../instances/json-text.js';
import { room1080 } from './room-1080.js';
import { templatesJsonSchema } from './schema.js';
import { tinyTemplatesInstances } from './tiny.js';

export interface BundledTemplatesInstance {
  /** Path relative to the repository. */
  readonly file: string;
  readonly instance: TemplatesInstance;
}

/** The instances under instances/templates. */
export function bundledTemplatesInstances(): BundledTemplatesInstance[] {
  return [room1080({ airflow: 'balanced' }), room1080({ airflow: 'nominal' }), ...tinyTemplatesInstances()].map(
    (instance) => ({ file: `instances/templates/${instance.name}.json`, instance }),
  );
}

/** Committed files of the family that are generated from the code. */
export function templatesGeneratedFiles(): { readonly file: string; readonly text: string }[] {
  return [
    ...bundledTemplatesInstances().map(({ file, instance }) => ({ file, text: jsonText(instance) })),
    { file: 'instances/templates.schema.json', text: jsonText(withSchemaKey(templatesJsonSchema())) },
  ];
}

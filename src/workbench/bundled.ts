import type { Family, Generated, GeneratedFile } from '../families/family.js';
import { jsonText } from '../instances/json-text.js';
import { fieldTable } from '../instances/field-table.js';
import type { JsonSchemaNode } from '../instances/schema-text.js';
import { optionsPage } from './options-page.js';

/** Every committed file that follows from the code: bundled instances of all families, their JSON Schemas, the page of options. A test fails when one is stale. */
export async function generatedFiles(families: readonly Family[]): Promise<GeneratedFile[]> {
  const made = await Promise.all(families.map(generatedBy));
  const { studyJsonSchema } = await import('../studies/plan/schema.js');
  const study = { file: 'instances/study.schema.json', text: jsonText(studyJsonSchema()) };
  return [...made.flatMap((one) => one?.files ?? []), study, optionsPage(families)];
}

/** A page with a table of the fields of a format, and the JSON Schema the table is made of. */
export interface FieldPage {
  readonly page: string;
  readonly schema: JsonSchemaNode;
}

/** Pages of formats by family. */
export async function fieldPages(families: readonly Family[]): Promise<FieldPage[]> {
  const made = await Promise.all(families.map(generatedBy));
  const { studyJsonSchema } = await import('../studies/plan/schema.js');
  const pages = made.flatMap((one, f) => (one === null ? [] : [{ page: families[f]!.page, schema: one.schema }]));
  return [...pages, { page: 'docs/studies/file.md', schema: studyJsonSchema() }];
}

async function generatedBy({ load }: Family): Promise<Generated | null> {
  const parts = await load();
  return parts.use(({ generated }) => generated?.() ?? Promise.resolve(null));
}

/** Mark in a document after which its generated table of fields begins. */
const TABLE_START = '<!-- fields: generated, see src/workbench/bundled.ts -->';
/** Mark in a document before which its generated table of fields ends. */
const TABLE_END = '<!-- end of fields -->';

/** A document with its field table brought up to date. @throws RangeError when the marks are missing. */
export function withFieldTable(document: string, schema: JsonSchemaNode): string {
  const start = document.indexOf(TABLE_START);
  const end = document.indexOf(TABLE_END);
  if (start < 0 || end < start) throw new RangeError(`The document lacks ${TABLE_START} or ${TABLE_END}`);
  return `${document.slice(0, start)}${TABLE_START}\n\n${fieldTable(schema)}\n${document.slice(end)}`;
}

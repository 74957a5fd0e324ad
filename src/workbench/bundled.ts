import * as z from 'zod';
import type { Family, GeneratedFile } from '../families/family.js';
import type { JudgedPages } from '../families/judged.js';
import { jsonText } from '../instances/json-text.js';
import { fieldTable } from '../instances/field-table.js';
import { detailsTable, type FieldWords } from '../reports/figures.js';
import { type JsonSchemaNode, withSchemaKey } from '../instances/schema-text.js';
import { limitTable, toleranceTable } from './judged-tables.js';

/** A file format: its JSON Schema, and the page whose table of fields is made from it. */
export interface FieldPage {
  /** Path of the committed JSON Schema relative to the repository. */
  readonly file: string;
  readonly page: string;
  readonly schema: JsonSchemaNode;
}

/**
 * Returns the JSON Schemas of instance and study files, as committed; a test fails if a committed one is out of date.
 */
export async function schemaFiles(families: readonly Family[]): Promise<GeneratedFile[]> {
  return (await fieldPages(families)).map(({ file, schema }) => ({ file, text: jsonText(withSchemaKey(schema)) }));
}

/** Returns the file formats with a documentation page: the instances of all families, and studies. */
export async function fieldPages(families: readonly Family[]): Promise<FieldPage[]> {
  const schemas = await Promise.all(families.map(schemaOf));
  const pages = schemas.flatMap((schema, f) => {
    const { name, page } = families[f]!;
    return schema === null ? [] : [{ file: `instances/${name}.schema.json`, page, schema }];
  });
  const { studyJsonSchema } = await import('../studies/plan/schema.js');
  return [...pages, { file: 'instances/study.schema.json', page: 'docs/studies/file.md', schema: studyJsonSchema() }];
}

/** Returns the JSON Schema (2020-12) of a family's instances; null if it has none. */
export async function schemaOf({ load }: Family): Promise<JsonSchemaNode | null> {
  const parts = await load();
  const schema = await parts.use((own) => own.schema?.() ?? Promise.resolve(null));
  return schema === null ? null : z.toJSONSchema(schema as z.ZodType);
}

/** Returns the documentation pages that follow from the declarations of families. */
export async function pagesOf(families: readonly Family[]): Promise<GeneratedFile[]> {
  const pages = families.map(async ({ load }) => (await load()).use((parts) => parts.pages?.() ?? Promise.resolve([])));
  return (await Promise.all(pages)).flat();
}

/** Returns the fields of `details` in run records, by family; without families that declare none. */
export async function fieldsByFamily(families: readonly Family[]): Promise<ReadonlyMap<string, readonly FieldWords[]>> {
  const made = await Promise.all(
    families.map(async ({ name, load }) => {
      const fields = await (await load()).use((parts) => parts.fields?.() ?? Promise.resolve([]));
      return [name, fields] as const;
    }),
  );
  return new Map(made.filter(([, fields]) => fields.length > 0));
}

/** Returns what the checkers of families read and report, by family; without families that do not declare it. */
export async function judgedByFamily(families: readonly Family[]): Promise<ReadonlyMap<string, JudgedPages>> {
  const made = new Map<string, JudgedPages>();
  for (const { name, load } of families) {
    const judged = await (await load()).use((parts) => parts.judged?.() ?? Promise.resolve(null));
    if (judged !== null) made.set(name, judged);
  }
  return made;
}

/**
 * Returns the page of a family's plan with its table of fields brought up to date.
 *
 * @throws RangeError if the document has no marks around the table
 */
export function withPlanTable(document: string, { plan: { schema } }: JudgedPages): string {
  return withTable(document, 'fields of the plan', fieldTable(z.toJSONSchema(schema as z.ZodType)));
}

/**
 * Returns the page of a family's checker with its tables of limits and tolerances brought up to date.
 *
 * @throws RangeError if the document has no marks around a table
 */
export function withJudgedTables(document: string, judged: JudgedPages): string {
  const tables = Object.entries(judged.limits).map(
    ([of, limits]) => [of, limitTable(limits, judged.tolerances)] as const,
  );
  return tables.reduce(
    (text, [of, table]) => withTable(text, `limits of ${of}`, table),
    withTable(document, 'tolerances', toleranceTable(judged.tolerances)),
  );
}

/**
 * Returns a document with its table of a file format's fields brought up to date.
 *
 * @throws RangeError if the document has no marks around the table.
 */
export function withFieldTable(document: string, schema: JsonSchemaNode): string {
  return withTable(document, 'fields', fieldTable(schema));
}

/**
 * Returns a document with its table of the fields of `details` brought up to date.
 *
 * @throws RangeError if the document has no marks around the table.
 */
export function withDetailsTable(document: string, fields: readonly FieldWords[]): string {
  return withTable(document, 'fields of details', detailsTable(fields));
}

function withTable(document: string, marks: string, table: string): string {
  const [begin, finish] = [`<!-- ${marks}: generated, see src/workbench/bundled.ts -->`, `<!-- end of ${marks} -->`];
  const [start, end] = [document.indexOf(begin), document.indexOf(finish)];
  if (start < 0 || end < start) throw new RangeError(`The document lacks ${begin} or ${finish}`);
  return `${document.slice(0, start)}${begin}\n\n${table}\n${document.slice(end)}`;
}

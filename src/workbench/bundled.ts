import type { Family, Generated, GeneratedFile } from '../families/family.js';
import { jsonText } from '../instances/json-text.js';
import { fieldTable } from '../instances/field-table.js';
import { detailsTable, type FieldWords } from '../reports/figures.js';
import type { JsonSchemaNode } from '../instances/schema-text.js';

/** Every committed file that follows from the code: bundled instances of all families and their JSON Schemas. A test fails when one is stale. */
export async function generatedFiles(families: readonly Family[]): Promise<GeneratedFile[]> {
  const made = await Promise.all(families.map(generatedBy));
  const { studyJsonSchema } = await import('../studies/plan/schema.js');
  const study = { file: 'instances/study.schema.json', text: jsonText(studyJsonSchema()) };
  return [...made.flatMap((one) => one?.files ?? []), study];
}

/** A generated table and the page that holds it. */
export interface TablePage {
  readonly page: string;
  readonly table: Table;
}

/** A table with the words of the marks it stands between. */
interface Table {
  readonly marks: 'fields' | 'fields of details';
  readonly text: string;
}

/** Every generated table: fields of the formats, and of `details` in the results, by family. */
export async function tablePages(families: readonly Family[]): Promise<TablePage[]> {
  const made = await Promise.all(families.map(generatedBy));
  const { studyJsonSchema } = await import('../studies/plan/schema.js');
  const formats = made.flatMap((one, f) =>
    one === null ? [] : [{ page: families[f]!.page, table: formatTable(one.schema) }],
  );
  const study = { page: 'docs/studies/file.md', table: formatTable(studyJsonSchema()) };
  const results = [...(await fieldsByFamily(families))].map(([name, fields]) => ({
    page: `docs/${name}/results.md`,
    table: { marks: 'fields of details', text: detailsTable(fields) } as const,
  }));
  return [...formats, study, ...results];
}

/** Fields of `details` of a run, by family. */
export async function fieldsByFamily(families: readonly Family[]): Promise<ReadonlyMap<string, readonly FieldWords[]>> {
  const made = await Promise.all(
    families.map(async ({ name, load }) => {
      const fields = await (await load()).use((parts) => parts.fields?.() ?? Promise.resolve([]));
      return [name, fields] as const;
    }),
  );
  return new Map(made.filter(([, fields]) => fields.length > 0));
}

async function generatedBy({ load }: Family): Promise<Generated | null> {
  const parts = await load();
  return parts.use(({ generated }) => generated?.() ?? Promise.resolve(null));
}

/** The table of the fields of a format. */
export function formatTable(schema: JsonSchemaNode): Table {
  return { marks: 'fields', text: fieldTable(schema) };
}

/** A document with a table brought up to date. @throws RangeError when the marks are missing. */
export function withTable(document: string, { marks, text }: Table): string {
  const [begin, finish] = [`<!-- ${marks}: generated, see src/workbench/bundled.ts -->`, `<!-- end of ${marks} -->`];
  const [start, end] = [document.indexOf(begin), document.indexOf(finish)];
  if (start < 0 || end < start) throw new RangeError(`The document lacks ${begin} or ${finish}`);
  return `${document.slice(0, start)}${begin}\n\n${text}\n${document.slice(end)}`;
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FAMILIES } from '../families/registry.js';
import {
  fieldPages,
  fieldsByFamily,
  judgedByFamily,
  pagesOf,
  schemaFiles,
  withDetailsTable,
  withFieldTable,
  withJudgedTables,
  withPlanTable,
} from './bundled.js';
import { optionsPage } from './options-page.js';
import { loadExperiments } from './study/experiments.js';

// Rewrites the committed files that follow from the code. After a build, from the root of the repository:
//   node dist/src/workbench/write-bundled.js
const root = process.argv[2] ?? '.';
for (const { file, text } of [
  ...(await schemaFiles(FAMILIES)),
  optionsPage(FAMILIES),
  ...(await pagesOf(FAMILIES)),
  ...(await (await loadExperiments()).bundledStudies()),
]) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
for (const { page, schema } of await fieldPages(FAMILIES)) {
  const file = join(root, page);
  writeFileSync(file, withFieldTable(readFileSync(file, 'utf8'), schema));
}
for (const [family, fields] of await fieldsByFamily(FAMILIES)) {
  const file = join(root, `docs/${family}/results.md`);
  writeFileSync(file, withDetailsTable(readFileSync(file, 'utf8'), fields));
}
for (const [family, judged] of await judgedByFamily(FAMILIES)) {
  const file = join(root, judged.plan.page);
  writeFileSync(file, withPlanTable(readFileSync(file, 'utf8'), judged));
  const checker = join(root, `docs/${family}/checker.md`);
  writeFileSync(checker, withJudgedTables(readFileSync(checker, 'utf8'), judged));
}

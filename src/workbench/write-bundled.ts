import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FAMILIES } from '../families/registry.js';
import { generatedFiles, tablePages, withTable } from './bundled.js';
import { reproductionStudies } from './study/reproduction-studies.js';

// Rewrites the committed files that follow from the code. After a build, from the root of the repository:
//   node dist/src/workbench/write-bundled.js
const root = process.argv[2] ?? '.';
for (const { file, text } of [...(await generatedFiles(FAMILIES)), ...(await reproductionStudies())]) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
for (const { page, table } of await tablePages(FAMILIES)) {
  const file = join(root, page);
  writeFileSync(file, withTable(readFileSync(file, 'utf8'), table));
}

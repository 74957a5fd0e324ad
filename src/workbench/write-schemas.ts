import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAMILIES } from '../families/registry.js';
import { fieldsByFamily } from './bundled.js';
import { schemaFiles } from './schema.js';

// Rewrites the committed JSON Schemas of what the verbs print. After a build, from the root of the repository:
//   node dist/src/workbench/write-schemas.js
const root = process.argv[2] ?? '.';
for (const { file, text } of schemaFiles(await fieldsByFamily(FAMILIES))) writeFileSync(join(root, file), text);

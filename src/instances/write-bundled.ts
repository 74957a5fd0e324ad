import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles, withFieldTable } from './bundled.js';

// Rewrites the committed files that follow from the code. After a build, from the root of the repository:
//   node dist/src/instances/write-bundled.js
const root = process.argv[2] ?? '.';
for (const { file, text } of generatedFiles()) writeFileSync(join(root, file), text);
const format = join(root, 'docs/instance-format.md');
writeFileSync(format, withFieldTable(readFileSync(format, 'utf8')));

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles, withFieldTable } from './bundled.js';
import { geoJsonSchema } from './geo/schema.js';
import { robustJsonSchema } from './robust/schema.js';
import { rewardRateJsonSchema } from './schema.js';
import { templatesJsonSchema } from './templates/schema.js';

// Rewrites the committed files that follow from the code. After a build, from the root of the repository:
//   node dist/src/instances/write-bundled.js
const root = process.argv[2] ?? '.';
for (const { file, text } of generatedFiles()) writeFileSync(join(root, file), text);
for (const [document, schema] of [
  ['docs/reward-rate/instances.md', rewardRateJsonSchema()],
  ['docs/robust/instances.md', robustJsonSchema()],
  ['docs/geo/instances.md', geoJsonSchema()],
  ['docs/templates/instances.md', templatesJsonSchema()],
] as const) {
  const file = join(root, document);
  writeFileSync(file, withFieldTable(readFileSync(file, 'utf8'), schema));
}

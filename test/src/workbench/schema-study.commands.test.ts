import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { schemaFiles } from '../../../src/workbench/schema.js';
import { schemaFaults } from '../../support/committed-schema.js';
import { repository } from '../../support/repository.js';
import { plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

it('the schema of an arena is what the code writes (else run write-schemas)', () => {
  const { file, text } = schemaFiles(new Map()).find((one) => one.file.endsWith('/arena.schema.json'))!;
  expect(JSON.parse(readFileSync(join(repository, file), 'utf8'))).toEqual(JSON.parse(text));
});

it('the schemas of studies hold for what their commands print, arenas included', async () => {
  const folder = join(temporaryDirectory(), 'arena');
  const room = ['arena', 'reward-rate/tiny-two-node-types', '--methods', 'greedy,lp', '--variants', '2', '--work', '5'];
  const asked: readonly (readonly [schema: string, ...words: string[]])[] = [
    ['arena', ...room, '--write-study', join(temporaryDirectory(), 'study.json')],
    ['arena', ...room, '--out', folder],
    ['study-check', 'study', 'check', folder],
    ['study-run', 'study', 'run', folder],
    ['study-status', 'study', 'status', folder],
    ['study-report', 'study', 'report', folder],
    ['study-export', 'study', 'export', folder, '--out', join(temporaryDirectory(), 'runs.csv')],
  ];
  for (const [schema, ...words] of asked) {
    const { code, json } = await plenumJson(...words);
    expect([words, code, schemaFaults(schema, json)]).toEqual([words, 0, []]);
  }
});

import { expect, test } from 'vitest';
import { readVersion } from '../../../src/workbench/version.js';
import { repository } from '../../support/repository.js';
import { plenumJson } from '../../support/run-cli.js';

test.each([
  [['--help'], 0, { help: expect.stringContaining('Usage: plenum') as string }],
  [['solve', '--help'], 0, { help: expect.stringContaining('Usage: plenum') as string }],
  [['templates', 'build', '--help'], 0, { help: expect.stringContaining('Usage: plenum') as string }],
  [['help', 'solve'], 0, { help: expect.stringContaining('Usage: plenum') as string }],
  [['--version'], 0, { version: readVersion(repository) }],
  [[], 2, { error: 'badInput' }],
  [['nonsense'], 2, { error: 'badInput' }],
  [['templates'], 2, { error: 'badInput' }],
  [['templates', 'nonsense'], 2, { error: 'badInput' }],
  [['solve'], 2, { error: 'badInput' }],
  [['solve', '--nonsense'], 2, { error: 'badInput' }],
  [['list', 'x'], 2, { error: 'badInput' }],
])('--json prints exactly one object for %j', async (words, code, json) => {
  const run = await plenumJson(...words);
  expect([run.code, run.json]).toEqual([code, expect.objectContaining(json)]);
  if (code === 0) expect([run.stderr, Object.keys(run.json)]).toEqual(['', Object.keys(json)]);
});

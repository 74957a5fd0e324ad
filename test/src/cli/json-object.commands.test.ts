import { describe, expect, test } from 'vitest';
import { readVersion } from '../../../src/workbench/version.js';
import { repository } from '../../support/repository.js';
import { plenumJson } from '../../support/run-cli.js';

describe('--json prints exactly one object', () => {
  test.each([
    ['--help'],
    ['solve', '--help'],
    ['templates', '--help'],
    ['templates', 'build', '--help'],
    ['help', 'solve'],
  ])('for help: %s %s %s', async (...words) => {
    const { code, json, stderr } = await plenumJson(...words);
    expect([code, stderr]).toEqual([0, '']);
    expect(json['help']).toContain('Usage: plenum');
  });

  test('for the version', async () => {
    const { code, json } = await plenumJson('--version');
    expect([code, json]).toEqual([0, { version: readVersion(repository) }]);
  });

  test.each([
    [],
    ['nonsense'],
    ['templates'],
    ['templates', 'nonsense'],
    ['solve'],
    ['solve', '--nonsense'],
    ['list', 'x'],
  ])('for words that make no sense: %s %s', async (...words) => {
    const { code, json } = await plenumJson(...words);
    expect([code, json['error']]).toEqual([2, 'badInput']);
  });
});

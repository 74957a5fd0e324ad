import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../../src/families/registry.js';
import { optionsPage } from '../../../src/workbench/options-page.js';

describe('the page of options', () => {
  const { file, text } = optionsPage(FAMILIES);

  it('is what the declarations say (else run write-bundled)', () => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('has every option of every family', () => {
    const flags = FAMILIES.flatMap(({ options }) => Object.values(options).map((option) => option.flags));
    expect(flags.filter((one) => !text.includes(`| \`${one}\` |`))).toEqual([]);
  });
});

describe('the exports of all families', () => {
  const names = [...new Set(FAMILIES.flatMap(({ exports = [] }) => exports.map(({ name }) => name)))].sort();

  it.each([
    ['docs/results.md', /what was `exported` \(([^)]*)\)/],
    ['docs/schemas/export.schema.json', /Name of the part: ([^.]*)\./],
  ])('stand in %s', (page, pattern) => {
    const [, listed] = pattern.exec(readFileSync(page, 'utf8'))!;
    expect(
      listed!
        .replaceAll('`', '')
        .split(/, | or /)
        .sort(),
    ).toEqual(names);
  });
});

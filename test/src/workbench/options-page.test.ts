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

  it.each(['docs/results.md', 'docs/schemas/export.schema.json', 'docs/studies/exports.md'])('stand in %s', (page) => {
    const text = readFileSync(page, 'utf8');
    const [, listed] = /(?:what was `exported` \(|Name of the part: )([^).]*)/.exec(text) ?? [];
    const found =
      listed === undefined
        ? [...text.matchAll(/^\| `(\w+)` \| \w/gm)].map(([, name]) => name!)
        : listed.match(/(?!or\b)\w+/g)!;
    expect([...new Set(found)].sort()).toEqual(names);
  });
});

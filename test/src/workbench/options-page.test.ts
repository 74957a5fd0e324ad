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

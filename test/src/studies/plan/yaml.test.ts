import { describe, expect, it, test } from 'vitest';
import type { LocalFault } from '../../../../src/instances/fault.js';
import { readYaml } from '../../../../src/studies/plan/yaml.js';

describe('YAML', () => {
  it('is plain data of the core schema, with anchors and aliases', () => {
    const text = 'a: &list [1, x, true, null, 0x10]\nb: *list\nc: "2024-01-01"\nd: 2024-01-01\ne: no\n';
    expect(readYaml(text)).toEqual({
      ok: true,
      value: { a: [1, 'x', true, null, 16], b: [1, 'x', true, null, 16], c: '2024-01-01', d: '2024-01-01', e: 'no' },
    });
  });

  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
  for (let n = 1; n < 10; n++) {
    const [before, own] = [String.fromCharCode(96 + n), String.fromCharCode(97 + n)];
    bomb.push(`${own}: &${own} [${Array.from({ length: 10 }, () => `*${before}`).join(', ')}]`);
  }
  test.each([
    ['an alias that stands for millions', `${bomb.join('\n')}\n`, '', 'aliases'],
    ['a tag of its own', 'a: !!js/function "x"\n', 'line 1, column 4', '!!js/function'],
    ['a tag of a program', 'a: !run 1\n', 'line 1, column 4', '!run'],
    ['a key twice', 'a: 1\nb: 2\na: 3\n', 'line 3, column 1', 'every key once'],
    ['the key that is none', 'a:\n  __proto__: 1\n', 'line 2, column 3', '__proto__'],
    ['a key that is a list', '? [1, 2]\n: 3\n', 'line 1, column 3', 'no text'],
    ['a key that is a number', '1: 2\n', 'line 1, column 1', 'no text'],
    ['deep nesting', `${'['.repeat(200)}${']'.repeat(200)}`, '', '64 levels'],
    ['very deep nesting', '['.repeat(100_000), '', ''],
    ['two documents', 'a: 1\n---\nb: 2\n', 'line 2, column 1', ''],
    ['a key that was written twice in a list', 'a: [{b: 1, b: 2}]\n', 'line 1, column 12', 'every key once'],
    ['a tag of bytes', 'a: !!binary aGVsbG8=\n', 'line 1, column', 'without tags'],
    ['an anchor that holds itself', 'a: &a [*a]\n', 'line 1, column 8', 'within what it stands for'],
    ['brackets as deep as the parser fails', '['.repeat(900) + ']'.repeat(900), '', '64 levels'],
    ['an unknown anchor', 'a: *nobody\n', 'line 1, column 4', ''],
    ['an open quote', 'a: "x\n', '', ''],
    ['a tab as indent', 'a:\n\tb: 1\n', 'line 2', ''],
  ])('with %s is refused, with its place', (_, text, path, value) => {
    const answer = readYaml(text);
    expect(answer.ok).toBe(false);
    if (answer.ok) return;
    expect(answer.faults[0]!.path).toContain(path);
    expect(JSON.stringify(answer.faults[0])).toContain(value);
  });

  const listOf = (entries: number, entry: string): string => `a: [${`${entry}, `.repeat(entries)}]\n`;
  // 100 aliases, and 100,000 values or marks (docs/studies/file.md).
  test.each([
    ['aliases of a value', (n: number) => `a: &a 1\nb: ${listOf(n, '*a').slice(3)}`, 100, 'aliases'],
    ['aliases of a list, one a line', (n: number) => `a: &a [1]\nb:\n${'- *a\n'.repeat(n)}`, 100, 'aliases'],
    ['anchors with an alias each', (n: number) => 'b:\n'.concat('- &a 1\n- *a\n'.repeat(n)), 100, 'aliases'],
    ['values in brackets', (n: number) => listOf(n - 2, '1'), 100_000, 'values, keys or marks'],
    ['values one a line', (n: number) => `a:\n${'- 1\n'.repeat(n - 1)}`, 100_000, 'values, keys or marks'],
    ['entries without a value', (n: number) => `a:\n${'-\n'.repeat(n)}`, 100_000, 'values, keys or marks'],
    ['empty lists', (n: number) => listOf(n - 2, '[]'), 100_000, 'values, keys or marks'],
    ['quoted texts', (n: number) => listOf(n - 2, '"1"'), 100_000, 'values, keys or marks'],
    ['comments', (n: number) => `a: 1\n${'#\n'.repeat(n / 2 - 1)}`, 1_000_000, 'lines, comments and indents'],
  ])('with %s is read below the limit, and refused with their number beyond', (_, textOf, most, what) => {
    // What the parser takes long over is read at a tenth.
    const fits = readYaml(textOf(most <= 100 ? most : most / 10));
    expect(fits.ok ? [] : fits.faults).toEqual([]);
    const answer = readYaml(textOf(most + 2));
    const [{ value, remedy }] = answer.ok ? [{ value: null, remedy: '' }] : (answer.faults as [LocalFault]);
    expect([Number.parseInt(String(value), 10) > most, String(value)]).toEqual([true, expect.stringContaining(what)]);
    expect(remedy).not.toBe('');
  });

  it('with more closing brackets than a list has is refused by their number alone', () => {
    const answer = readYaml(`a: [${']'.repeat(300_000)}`);
    expect(answer.ok ? [] : answer.faults.map(({ value }) => value)).toEqual(['300000 values, keys or marks']);
  });

  it('a text that looks like aliases is a text', () => {
    const text = `a: |\n${'  *a *b\n'.repeat(200)}`;
    expect(readYaml(text)).toEqual({ ok: true, value: { a: '*a *b\n'.repeat(200) } });
    expect(readYaml(`a: [${'"*a", '.repeat(200)}]\n`).ok).toBe(true);
  });

  it('an alias stands for the last node of its name before it', () => {
    expect(readYaml('a: &x 1\nb: *x\nc: &x 2\nd: *x\n')).toEqual({ ok: true, value: { a: 1, b: 1, c: 2, d: 2 } });
    expect(readYaml('a: *x\nb: &x 1\n')).toMatchObject({ ok: false, faults: [{ value: 'x' }] });
  });

  it('with thousands of keys is read', () => {
    const keys = Array.from({ length: 2000 }, (_, n) => `k${n}: 1`);
    const read = readYaml(`${keys.join('\n')}\n`);
    expect(read.ok && Object.keys(read.value as object).length).toBe(2000);
  });

  it('a merge key is a key like any other', () => {
    expect(readYaml('a: &a {x: 1}\nb:\n  <<: *a\n')).toEqual({
      ok: true,
      value: { a: { x: 1 }, b: { '<<': { x: 1 } } },
    });
  });
});

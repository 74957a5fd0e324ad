import { describe, expect, it, test } from 'vitest';
import { readYaml } from '../../../../src/studies/plan/yaml.js';

describe('YAML', () => {
  it('is plain data of the core schema, with anchors and aliases', () => {
    const text = 'a: &list [1, x, true, null, 0x10]\nb: *list\nc: "2024-01-01"\nd: 2024-01-01\ne: no\n';
    expect(readYaml(text)).toEqual({
      ok: true,
      value: {
        ...{ a: [1, 'x', true, null, 16], b: [1, 'x', true, null, 16] },
        ...{ c: '2024-01-01', d: '2024-01-01', e: 'no' },
      },
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
    expect(answer.problems[0]!.path).toContain(path);
    expect(JSON.stringify(answer.problems[0])).toContain(value);
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

import { Visitor } from 'rolldown/utils';
import { describe, expect, it } from 'vitest';
import { parsed } from './module-facts.js';
import { filesBelow, textOf } from './source-files.js';

/** Settings that take code out of a rule: each needs a comment directly above. */
const LESS = /^\s*"[^"]+": "off"|^\s*"ignorePatterns":/;

/** Returns the lines of a rule set that take code out of a rule without saying why. */
function unexplained(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines
    .filter((line, n) => LESS.test(line) && !lines[n - 1]?.trim().startsWith('//'))
    .map((line) => line.trim());
}

/** Returns the lines where a literal under a cast is spread in a literal, which no rule of the linter finds. */
function castSpreads(file: string, text: string): readonly number[] {
  if (!text.includes('...({')) return [];
  const lines: number[] = [];
  new Visitor({
    SpreadElement: ({ start, argument }) => {
      let inner = argument;
      while (
        inner.type === 'TSAsExpression' ||
        inner.type === 'TSSatisfiesExpression' ||
        inner.type === 'ParenthesizedExpression'
      ) {
        inner = inner.expression;
      }
      if (inner.type === 'ObjectExpression') lines.push(text.slice(0, start).split('\n').length);
    },
  }).visit(parsed(file, text));
  return lines;
}

describe('the rule set of the linter', () => {
  it('says why a rule is off and why files are left out', () => {
    expect(unexplained(textOf('.oxlintrc.json'))).toEqual([]);
    const text = '  // Why.\n  "a": "off",\n  "b": "off",\n  "ignorePatterns": [],\n  "c": "error"';
    expect(unexplained(text)).toEqual(['"b": "off",', '"ignorePatterns": [],']);
  });

  it('is not got round by a cast of a literal that is spread', () => {
    const files = ['src', 'models', 'bench', 'test'].flatMap((room) => filesBelow(room, '.ts'));
    const found = files.flatMap((file) => castSpreads(file, textOf(file)).map((line) => `${file}:${line}`));
    expect(found).toEqual([]);
    const text =
      'const a = { ...({ b: 1 } as const) };\nconst c = { ...({ b: 1 } as object) };\nconst d = [...({ e }.e)];\nf({ ...g });';
    expect(castSpreads('a.ts', text)).toEqual([1, 2]);
  });
});

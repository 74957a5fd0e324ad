import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shellLine, withinQuotes } from '../../../../src/runs/clusters/shell-words.js';

const NASTY = [
  'plain',
  '',
  'a b',
  "it's",
  '"',
  '$HOME',
  '`id`',
  'a\\b',
  '*',
  '!x',
  'a\nb',
  '~',
  '#',
  '-n',
  '%s',
  "'\\''",
  'é;|&<>()',
];

/** Words as a shell reads them, each behind a ":" and a zero byte after it. */
function readByShell(line: string): string[] {
  const text = execFileSync('/bin/sh', ['-c', `for word in ${line}; do printf ':%s\\0' "$word"; done`], {
    encoding: 'utf8',
  });
  return text
    .split('\0')
    .slice(0, -1)
    .map((word) => word.slice(1));
}

describe('words of a shell', () => {
  it('a shell reads each text as it was', () => {
    expect(readByShell(shellLine(NASTY))).toEqual(NASTY);
  });

  it('within quotes, too', () => {
    const single = NASTY.map((text) => `'x${withinQuotes(text, 'single')}y'`).join(' ');
    const double = NASTY.map((text) => `"x${withinQuotes(text, 'double')}y"`).join(' ');
    const expected = NASTY.map((text) => `x${text}y`);
    expect(readByShell(single)).toEqual(expected);
    expect(readByShell(double)).toEqual(expected);
  });
});

import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shellLine, withinQuotes } from '../../../../src/runs/clusters/shell-words.js';
import { filledIn, templateFault } from '../../../../src/runs/clusters/template.js';

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

/** A template in which `show` is given the folder of the study, and the word that it is to be given. */
type Shown = readonly [template: string, word: (folder: string) => string];
const own = (folder: string): string => folder;

/** Words that `show` is given by a template that is filled in. */
function shownBy(template: string, folder: string): string[] {
  const values = { command: 'true', script: 'true', name: 'n', index: 1, count: 2, folder, list: 'l' };
  const line = `show() { printf ':%s\\0' "$@"; }\n${filledIn(`${template}\n{script}`, values)}`;
  const text = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return text.split('\0').flatMap((word) => (word.startsWith(':') ? [word.slice(1)] : []));
}

describe('a placeholder of a template', () => {
  const accepted: readonly Shown[] = [
    ['show {folder}', own],
    ['show "{folder}"', own],
    ["show '{folder}'", own],
    ['show -o{folder}/x', (folder) => `-o${folder}/x`],
    ['show "a $(echo b) {folder}"', (folder) => `a b ${folder}`],
    ['show "a `echo b` {folder}"', (folder) => `a b ${folder}`],
    ['x=$(echo ")" \'(\' \\) "$(echo "c")"); show {folder}', own],
    ['x=${x:-"}"}; show "${x#{}{folder}"', (folder) => `}${folder}`],
    ['( ( show {folder} ) )', own],
    ['true <<"E"; show {folder}\n$( " `\nE', own],
    ["true <<-'E F'; show {folder}\n \"\n\tE F\nshow {folder}", own],
    ['true # it\'s "\nshow {folder}', own],
    ['show "\\"" a#b\'\' {folder}', own],
    ['d={folder}; show "$(printf %s "$d")"', (folder) => folder.replace(/\n+$/, '')],
  ];
  it.each(accepted)('in %s is read as it was', (template, word) => {
    expect(templateFault(`${template}\n{script}`)).toBeNull();
    for (const folder of NASTY) expect(shownBy(template, folder).at(-1)).toBe(word(folder));
  });

  it.each([
    [
      '$(...)',
      ['show $(echo {folder})', 'show "$(echo {folder})"', "show $(echo '{folder}')", 'show $(( {folder} + 1 ))'],
    ],
    ['$(...)', ['show "$(echo "$(echo {folder})")"', 'show $(echo $(echo b) {folder})', 'show $(echo ")" {folder})']],
    ['$(...)', ['show "a $( (echo b) ) $(echo (b) {folder}"', "show $(echo \\) ')' {folder})"]],
    [
      'backticks',
      ['show `echo {folder}`', 'show "`echo {folder}`"', 'show `echo "{folder}"`', 'show `a \\`b {folder}`'],
    ],
    ['${...}', ['show ${x:-a {folder}}', 'show "${x:-{folder}}"']],
    ["$'...'", ["show $'{folder}'", "show $'it\\'s {folder}'"]],
    ['here-document', ['cat <<E\n{folder}\nE', "cat <<'E'\n{folder}\nE", 'cat <<-"E F"; show a\n"\n{folder}\nE F']],
    ['here-document', ['cat <<A <<B\na\nA\n{folder}\nB', 'cat <<E\n {folder}\n E\n{folder}\nE']],
    ['comment', ['show a # {folder}', '# {folder}', 'show a;#{folder}']],
  ])('in %s is refused', (place, templates) => {
    for (const template of templates) {
      expect([template, templateFault(`${template}\n{script}`)?.value]).toEqual([template, `{folder} in ${place}`]);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { filesBelow, textOf } from './source-files.js';

/** Folders whose words this test holds to docs/style.md. */
const FOLDERS: readonly string[] = ['models', 'src', 'test/support'];

/** Modules that are not held to it: scripts that a page embeds, whose comments are bytes of the page. */
const EXEMPT = /\/script-[a-z]+\.ts$/;

/** First words with which no noun phrase begins; "Changes", "Runs" and the like may be nouns and are left to the reader. */
const NO_NOUN = new Set(
  [
    'What Whatever Whether How Where Which When Who Whoever Whose Why While',
    'Above After Along Among As At Before Below Beside Besides Between Beyond By During For From If In Instead Into Of Off On Onto Out',
    'Over Per Since So Than Then To Together Towards Under Until Up Upon With Within Without',
    'And Because But Either Neither Nor Or Though Unless Yet and or',
    'Again Also Already Always Ever Further Here Mostly Never Not Now Once Only Still There Thus Too',
    'It Its This That These Those They True False Null true false null undefined',
    'Is Are Was Were Be Being Been Has Have Had Having Can Could Does Do Did May Might Must Should Will Would',
    'Asked Called Given Handed Judged Keeping Kept Made Met Named Raised Taken Told Written',
    'Adds Appends Applies Asks Begins Brings Builds Calibrates Calls Carries Checks Chooses Clears Closes Collects Compares Compiles',
    'Computes Contains Copies Creates Decides Depends Divides Drops Empties Evaluates Exchanges Factorises Fills Finds Follows Forgets',
    'Founds Gets Gives Goes Hands Holds Improves Interpolates Joins Keeps Lets Looks Lowers Maps Moves Opens Overwrites Passes Plays',
    'Prints Puts Raises Reads Receives Refuses Removes Repairs Replaces Reports Returns Says Schedules Selects Sends Serves Settles',
    'Shows Snaps Solves Splits Spreads Stands Stores Takes Tells Throws Turns Updates Visits Waits Wakes Watches Widens Wishes Writes',
  ].flatMap((line) => line.split(' ')),
);

/** Docstrings of a module: line of the first character, and text without stars and line breaks. */
function docstrings(text: string): { readonly line: number; readonly words: string }[] {
  return [...text.matchAll(/\/\*\*(?=[\s*])([\s\S]*?)\*\//g)].map(({ 1: inside, index }) => ({
    line: text.slice(0, index).split('\n').length,
    words: inside!.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim(),
  }));
}

/** Lines of a module's constants, named in capitals, that have no docstring directly above. */
function undocumented(text: string): number[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    if (!/^(?:export )?const [A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b(?! *\()/.test(line)) return [];
    let above = index - 1;
    if (!lines[above]?.trimEnd().endsWith('*/')) return [index + 1];
    while (above > 0 && !lines[above]!.includes('/*')) above--;
    return lines[above]!.trimStart().startsWith('/**') ? [] : [index + 1];
  });
}

describe('words', () => {
  const files = FOLDERS.flatMap((folder) => filesBelow(folder, '.ts')).filter((file) => !EXEMPT.test(file));

  it('a docstring begins with a noun phrase', () => {
    const found = files.flatMap((file) =>
      docstrings(textOf(file))
        .filter(({ words }) => /^[@.]/.test(words) || NO_NOUN.has(/^[\w'-]*/.exec(words)![0]))
        .map(({ line, words }) => `${file}:${line} ${words.slice(0, 60)}`),
    );
    expect(found).toEqual([]);
    expect(files.length).toBeGreaterThan(400);
  });

  it('every constant of a module has a docstring of its own', () => {
    const found = files.flatMap((file) => undocumented(textOf(file)).map((line) => `${file}:${line}`));
    expect(found).toEqual([]);
  });

  it('offences are found', () => {
    expect(
      docstrings('/** What it is. */\nconst a = 1;\n/**\n * Length of\n * a day, s.\n */\n').map((one) => one.words),
    ).toEqual(['What it is.', 'Length of a day, s.']);
    expect(
      undocumented('/** Both. */\nconst A_B = 1;\nconst C = 2;\n\nexport const D1: number = 3;\nconst camel = 4;\n'),
    ).toEqual([3, 5]);
    expect(undocumented('/**\n * Long.\n */\nconst A = 1;\n/* Not one. */\nconst B = 2;\n')).toEqual([6]);
  });
});

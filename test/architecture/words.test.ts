import { describe, expect, it } from 'vitest';
import { filesBelow, textOf } from './source-files.js';

/** Folders whose words this test holds to docs/style.md. */
const FOLDERS: readonly string[] = ['models', 'src', 'test/support'];

/** Modules that are not held to it: scripts that a page embeds, whose comments are bytes of the page. */
const EXEMPT = /\/script-[a-z]+\.ts$/;

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

  it('every constant of a module has a docstring of its own', () => {
    const found = files.flatMap((file) => undocumented(textOf(file)).map((line) => `${file}:${line}`));
    expect(found).toEqual([]);
    expect(files.length).toBeGreaterThan(400);
  });

  it('constants that are greatest or least values are named MAX_ or MIN_', () => {
    const named = /^(?:export )?const (?:GREATEST|LARGEST|LONGEST|HIGHEST|MOST|LEAST|SMALLEST|LOWEST|SHORTEST)_/m;
    expect(files.filter((file) => named.test(textOf(file)))).toEqual([]);
  });

  it('offences are found', () => {
    expect(
      undocumented('/** Both. */\nconst A_B = 1;\nconst C = 2;\n\nexport const D1: number = 3;\nconst camel = 4;\n'),
    ).toEqual([3, 5]);
    expect(undocumented('/**\n * Long.\n */\nconst A = 1;\n/* Not one. */\nconst B = 2;\n')).toEqual([6]);
  });
});

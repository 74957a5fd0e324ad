import { describe, expect, it } from 'vitest';
import { mutantsOf, mutated } from '../../bench/tests/mutants.js';

/** Returns the texts that a module becomes, one for each change. */
function texts(text: string): readonly string[] {
  return mutantsOf('a.ts', text).map((mutant) => mutated(text, mutant));
}

describe('mutants (npm run mutate)', () => {
  it.each([
    ['const a = b < c;', ['const a = b <= c;']],
    ['const a = b && !c;', ['const a = b || !c;', 'const a = b && c;']],
    ['a += Math.min(b, c);', [';', 'a -= Math.min(b, c);', 'a += Math.max(b, c);']],
    ['if (a) throw b;', ['if (true) throw b;', 'if (false) throw b;', 'if (a) ;']],
    ['const a = b ? 2 : 0;', ['const a = true ? 2 : 0;', 'const a = false ? 2 : 0;', 'const a = b ? 2 : 1;']],
    ['f(true);', [';', 'f(false);']],
    ['for (;;) i++;', ['for (;;) i--;']],
    // A text joined to another has no difference, and a type is no value.
    ["const a = b + ' m';", []],
    ['let a: 0 | true;', []],
  ])('%s', (text, becomes) => {
    expect(texts(text).toSorted()).toEqual(becomes.toSorted());
  });

  it('say in which line they are', () => {
    expect(mutantsOf('a.ts', 'const a = 2;\nconst b = a > 3;')).toMatchObject([{ line: 2, before: '>', after: '>=' }]);
  });
});

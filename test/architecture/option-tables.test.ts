import { Visitor } from 'rolldown/utils';
import { describe, expect, it } from 'vitest';
import { parsed } from './module-facts.js';
import { filesBelow, textOf } from './source-files.js';

/** An option written out in a table: its flag without the value, and its help. */
interface Written {
  readonly flag: string;
  readonly help: string;
  readonly place: string;
}

/** Words before a help that say when the option counts; the option is the same without them. */
const CONDITION = /^with --[a-z-]+: /;

/** Returns the options that a module writes out. An option that is spread from another one is not among them. */
function writtenIn(file: string, text: string): readonly Written[] {
  const found: Written[] = [];
  new Visitor({
    ObjectExpression: ({ properties, start }) => {
      const textOfKey = (name: string): string | null => {
        for (const one of properties) {
          if (one.type !== 'Property' || one.key.type !== 'Identifier' || one.key.name !== name) continue;
          return one.value.type === 'Literal' && typeof one.value.value === 'string' ? one.value.value : null;
        }
        return null;
      };
      const [flags, help] = [textOfKey('flags'), textOfKey('help')];
      if (flags === null || help === null) return;
      const place = `${file}:${text.slice(0, start).split('\n').length}`;
      found.push({ flag: flags.split(' ')[0]!, help: help.replace(CONDITION, ''), place });
    },
  }).visit(parsed(file, text));
  return found;
}

/** Returns the places of options that are written out several times with the same help. */
function twice(written: readonly Written[]): readonly (readonly string[])[] {
  const places = new Map<string, readonly string[]>();
  for (const { flag, help, place } of written) {
    const key = `${flag}: ${help}`;
    places.set(key, [...(places.get(key) ?? []), place]);
  }
  return [...places.values()].filter(({ length }) => length > 1);
}

describe('tables of options', () => {
  it('share an option with the same flag and the same help', () => {
    const written = filesBelow('src/families', '.ts')
      .filter((file) => textOf(file).includes('flags: '))
      .flatMap((file) => writtenIn(file, textOf(file)));
    expect(twice(written)).toEqual([]);
    expect(written.length).toBeGreaterThan(100);
  });

  it('are told of an option written out again, with a value or a condition of its own', () => {
    const text = [
      "const a = { flags: '--out <file>', help: 'the page' };",
      "const b = { flags: '--out <dir>', help: 'with --front: the page' };",
      "const c = { flags: '--out <file>', help: 'the plan' };",
      "const d = { ...a, help: 'the page' };",
    ].join('\n');
    expect(twice(writtenIn('a.ts', text))).toEqual([['a.ts:1', 'a.ts:2']]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../../src/instances/json-reader.js';
import { jsonText } from '../../../src/instances/json-text.js';
import { fuzzCount } from '../../support/fuzz.js';

function places(text: string): string[] {
  const read = readJson(text);
  return read.ok ? [] : read.faults.map((fault) => fault.path);
}

describe('readJson', () => {
  it('reads what JSON.parse reads, as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        // That key alone is refused.
        fc.pre(!text.includes('"__proto__"'));
        expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown });
      }),
      { seed: 1, numRuns: fuzzCount(500) },
    );
  });

  it('refuses what JSON.parse refuses', () => {
    const cut = fc.tuple(
      fc.json({ maxDepth: 4 }),
      fc.nat(),
      fc.constantFrom('', ',', '}', ']', '"', '\\', 'x', '-', '.', '01'),
    );
    fc.assert(
      fc.property(cut, ([text, at, insert]) => {
        const broken = text.slice(0, at % (text.length + 1)) + insert + text.slice((at % (text.length + 1)) + 1);
        const parsed = tryParse(broken);
        const read = readJson(broken);
        // A key may have become the twin of another one: only then may readJson be stricter.
        expect(read.ok || (parsed.ok && read.faults.every(({ path }) => !path.startsWith('line')))).toBe(parsed.ok);
      }),
      { seed: 2, numRuns: fuzzCount(1000) },
    );
  });

  it.each([
    ['{"a": 1,}', 'line 1, column 9'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3'],
    ['[1, 2', 'line 1, column 6'],
    ['{"a": tru}', 'line 1, column 7'],
    ['{"a": .5}', 'line 1, column 7'],
    ['"a\nb"', 'line 1, column 3'],
    ['"\\x"', 'line 1, column 1'],
    ['', 'line 1, column 1'],
    ['1 2', 'line 1, column 3'],
  ])('says where %j goes wrong', (text, place) => {
    expect(places(text)).toEqual([place]);
  });

  it('names every repeated key by its path', () => {
    expect(places('{"a": {"b": 1, "b": 2}, "c": [{"d": 1, "d": 1}]}')).toEqual(['a.b', 'c[0].d']);
  });

  it('names every key "__proto__" by its path, however it is written: no schema of an object by name looks at it', () => {
    expect(places('{"a": {"__proto__": 1}, "b": [{"c": 1, "\\u005f_proto__": {}}], "d": "__proto__"}')).toEqual([
      'a.__proto__',
      'b[0].__proto__',
    ]);
  });

  it('lets NaN and infinities through for the schema to refuse by path', () => {
    expect(readJson('[NaN, Infinity, -Infinity, 1e999]')).toEqual({
      ok: true,
      value: [NaN, Infinity, -Infinity, Infinity],
    });
  });

  it('reads a string of tens of megabytes without running out of stack', () => {
    const long = 'a\\n'.repeat(5e6);
    const read = readJson(`"${long}"`);
    expect(read.ok && (read.value as string).length).toBe(1e7);
  });
});

describe('jsonText', () => {
  it('writes what reads back as the same value', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const value = JSON.parse(text) as unknown;
        expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { seed: 3, numRuns: fuzzCount(300) },
    );
  });

  it('leaves undefined fields out', () => {
    expect(jsonText({ a: undefined, b: [{ c: undefined }] })).toBe('{ "b": [{}] }\n');
  });
});

function tryParse(text: string): { ok: boolean } {
  try {
    JSON.parse(text);
    return { ok: true };
  } catch {
    return { ok: false };
  }
}

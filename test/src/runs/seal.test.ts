import { describe, expect, it } from 'vitest';
import { seal, sealLines, unseal, unsealLines } from '../../../src/runs/seal.js';

describe('a sealed line', () => {
  it('has the first 16 digits of the SHA-256 of subject, line break and entry', () => {
    // printf 'abc\n{"n":1}' | sha256sum
    expect(seal('abc', '{"n":1}')).toBe('{"digest":"cef9e69d204adca9","entry":{"n":1}}');
  });

  it('opens for its subject alone, and with no character changed, added or left out', () => {
    const line = seal('one', '{"gap":0.0123,"name":"ü"}');
    expect(unseal('one', line)).toBe('{"gap":0.0123,"name":"ü"}');
    expect(unseal('another', line)).toBeNull();
    for (let at = 0; at < line.length; at++) {
      for (const other of ['', '7', `${line[at]!}0`]) {
        const changed = line.slice(0, at) + other + line.slice(at + 1);
        if (changed !== line) expect(unseal('one', changed)).toBeNull();
      }
    }
    expect(unseal('one', '{"gap":0.0123}')).toBeNull();
  });
});

describe('sealed lines', () => {
  const text = '{"head":1}\n[1,2]\n[3,4]\n';
  it('give back what was sealed, and name the first line that does not fit', () => {
    const sealed = sealLines('records', text);
    expect(unsealLines('records', sealed)).toBe(text);
    expect(() => unsealLines('records', sealed.replace('3,4', '3,5'))).toThrow('Line 3 ');
    expect(() => unsealLines('records', sealed.replace('"head":1', '"head":2'))).toThrow('Line 1 ');
    expect(() => unsealLines('records', text)).toThrow('Line 1 ');
  });

  it('of two texts cannot be mixed', () => {
    const [head] = sealLines('records', text).split('\n');
    const [, row] = sealLines('records', '{"head":2}\n[1,2]\n').split('\n');
    expect(() => unsealLines('records', `${head!}\n${row!}\n`)).toThrow('Line 2 ');
  });
});

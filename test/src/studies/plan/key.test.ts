import { expect, it } from 'vitest';
import { canonicalJson } from '../../../../src/studies/plan/canonical-json.js';
import { keyOf } from '../../../../src/studies/plan/key.js';
import type { RunIdentity } from '../../../../src/studies/plan/run.js';

const IDENTITY: RunIdentity = {
  verb: 'solve',
  family: 'reward-rate',
  instance: { name: 'tiny', sha256: 'ab', generated: null, changes: [] },
  method: 'config-lp',
  options: { naive: false, engine: 'highs' },
  seed: 1,
  budget: { timeLimitS: null, workLimit: 20 },
  more: {},
  version: '1.0.0',
};

it('canonical JSON sorts keys at every depth, keeps the order of lists and has no spaces', () => {
  expect(canonicalJson({ b: [2, { d: 1, c: undefined, a: null }], a: 'x y' })).toBe(
    '{"a":"x y","b":[2,{"a":null,"d":1}]}',
  );
});

it('canonical JSON refuses what is no number of JSON', () => {
  expect(() => canonicalJson({ gap: Number.NaN })).toThrow('NaN is no number');
});

it('the key is the SHA-256 of the canonical JSON, whatever the order in which the identity was written', () => {
  // printf '%s' '<canonical JSON>' | sha256sum
  expect(keyOf(IDENTITY)).toBe('fca3f704e310ce471253dd6a72b35326fe5eefc64dd5ae42fe1212c84fece141');
  const turned = Object.fromEntries(Object.entries(IDENTITY).reverse()) as unknown as RunIdentity;
  expect(keyOf(turned)).toBe(keyOf(IDENTITY));
});

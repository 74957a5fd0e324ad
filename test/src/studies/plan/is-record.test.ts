import { expect, it, test } from 'vitest';
import { canonicalJson } from '../../../../src/studies/plan/canonical-json.js';
import { isRunRecord } from '../../../../src/studies/plan/is-record.js';

/** Identity whose SHA-256 key.test.ts has from sha256sum. */
const RUN = {
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
const KEY = 'fca3f704e310ce471253dd6a72b35326fe5eefc64dd5ae42fe1212c84fece141';
const NONE = { failure: null, feasible: null, better: null, infeasibility: null };
const NO_FIGURES = { objective: null, objectiveUnit: null, bound: null, boundScope: null, gap: null, gapReason: null };
const OUTCOME = {
  ...NONE,
  ...NO_FIGURES,
  termination: 'failed',
  violations: [],
  warnings: [],
  work: {},
  trajectory: [],
  values: {},
};
const TEXTS = { plenumVersion: '1.0.0', nodeVersion: 'v20', host: 'h', platform: 'linux x64' };
const MACHINE = { ...TEXTS, timeS: {}, cpuS: null, peakMemoryMiB: null, trajectoryTimeS: [] };
const RECORD = { format: 'plenum.run', formatVersion: 1, key: KEY, run: RUN, outcome: OUTCOME, machine: MACHINE };

it('a record in all its parts is one', () => {
  expect(isRunRecord(KEY, canonicalJson(RECORD))).toBe(true);
});

test.each([
  ['another version of the format', { ...RECORD, formatVersion: 9 }],
  ['the answer of another run', { ...RECORD, run: { ...RUN, seed: 2 } }],
  ['no run', { ...RECORD, run: null }],
  ['an empty outcome', { ...RECORD, outcome: {} }],
  ['no outcome', { ...RECORD, outcome: undefined }],
  ['no machine', { ...RECORD, machine: undefined }],
  ['a text as objective', { ...RECORD, outcome: { ...OUTCOME, objective: '<script>' } }],
  ['a number as trajectory', { ...RECORD, outcome: { ...OUTCOME, trajectory: 5 } }],
  ['a failure without a reason', { ...RECORD, outcome: { ...OUTCOME, failure: {} } }],
])('with %s it is none', (_, record) => {
  expect(isRunRecord(KEY, canonicalJson(record))).toBe(false);
});

it('text that is cut off is none', () => {
  expect(isRunRecord(KEY, canonicalJson(RECORD).slice(0, -1))).toBe(false);
});

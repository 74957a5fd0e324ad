import type { LimitName } from '../../models/facility/limits.js';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { RunOutcome, RunRecord } from '../../src/studies/plan/record.js';
import type { RunIdentity } from '../../src/studies/plan/run.js';

/**
 * Texts that break tables: quotes, commas, line breaks, formulas, halves of characters, very long ones. None begins with
 * a mark of byte order, which the libraries that read files in tests take away.
 */
const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', ' ', ',', '"', '""', '\r\n', '\n', "'", '=1+1', '@x', '-5', '+', '1e3', 'null', 'true', '\t'),
  fc.constantFrom('a,"b"\r\nc', 'x\uFEFFx', 'Kälte\u2028', '🙂', '\ud83d', 'a\0b', "'=1", 'x'.repeat(70_000)),
);
const anyNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 0.1 + 0.2, 5e-324, 1.7976931348623157e308, 2 ** 53, 1 / 3, -1e21),
);
const orNull = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(of, { nil: null });
const scalar = fc.oneof(hostileText, anyNumber, fc.boolean(), fc.constant(null));
const name = fc.oneof(fc.constantFrom('steps', 'Steps', 'runs', 'key', 'a.b', 'zones[*].x'), hostileText);
const byName = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> => fc.dictionary(name, of, { maxKeys: 3 });
const seed = fc.oneof(fc.nat(), fc.constantFrom(0, Number.MAX_SAFE_INTEGER, 2 ** 31, 2 ** 32));

const identity: fc.Arbitrary<RunIdentity> = fc.record({
  verb: fc.constantFrom('solve' as const, 'compare' as const, 'day' as const),
  family: fc.constantFrom('reward-rate', 'geo', 'jobs'),
  instance: fc.record({
    name: hostileText,
    sha256: orNull(fc.constantFrom('a'.repeat(64), 'b'.repeat(64))),
    generated: orNull(fc.record({ words: byName(scalar), seed })),
    changes: fc.array(fc.record({ field: name, value: scalar, factor: fc.boolean() }), { maxLength: 2 }),
  }),
  method: orNull(hostileText),
  options: byName(scalar),
  seed,
  budget: fc.record({ timeLimitS: orNull(anyNumber), workLimit: orNull(fc.nat()) }),
  more: byName(fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }))),
  version: fc.constant('0.1.0'),
});

const outcome: fc.Arbitrary<RunOutcome> = fc.record({
  termination: fc.constantFrom('optimal' as const, 'workLimit' as const, 'failed' as const),
  failure: orNull(fc.record({ reason: fc.constantFrom('crashed' as const, 'memory' as const), message: hostileText })),
  feasible: orNull(fc.boolean()),
  objective: orNull(anyNumber),
  objectiveUnit: orNull(hostileText),
  better: orNull(fc.constantFrom('more' as const, 'less' as const)),
  bound: orNull(anyNumber),
  boundScope: orNull(hostileText),
  gap: orNull(anyNumber),
  gapReason: orNull(hostileText),
  violations: fc.array(
    fc.record({
      constraint: hostileText as fc.Arbitrary<LimitName>,
      where: hostileText,
      unit: hostileText,
      value: anyNumber,
      limit: anyNumber,
      amount: anyNumber,
    }),
    { maxLength: 2 },
  ),
  infeasibility: fc.constant(null),
  warnings: fc.array(hostileText, { maxLength: 2 }),
  work: byName(anyNumber),
  trajectory: fc.array(fc.tuple(fc.nat(), orNull(anyNumber), orNull(anyNumber)), { maxLength: 3 }),
  values: byName(fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }))),
});

/** Records of the most awkward studies, each with a key of its own. */
export const randomRecord: fc.Arbitrary<RunRecord> = fc
  .record({ run: identity, outcome, salt: fc.nat(), timeS: byName(anyNumber), host: hostileText })
  .map(({ run, outcome: of, salt, timeS, host }) => ({
    format: 'plenum.run' as const,
    formatVersion: 1 as const,
    key: createHash('sha256')
      .update(`${salt}${JSON.stringify(run)}`)
      .digest('hex'),
    run,
    outcome: of,
    machine: {
      plenumVersion: '0.1.0',
      nodeVersion: 'v20.19.0',
      platform: 'linux',
      host,
      timeS,
      cpuS: 1.5,
      peakMemoryMiB: null,
      trajectoryTimeS: of.trajectory.map((_, n) => n / 3),
    },
  }));

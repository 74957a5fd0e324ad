import { beforeAll, describe, expect, it } from 'vitest';
import type { LinearProgram } from '../../../../models/forms/linear-program.js';
import type { LpAnswer, LpEngine } from '../../../../src/solvers/linear/engine.js';
import { lpEngineNames, loadLpEngine } from '../../../../src/solvers/linear/load.js';
import { randomProgram } from '../../../conformance/random-program.js';
import { fuzzCount } from '../../../support/fuzz.js';

function solveOnce(engine: LpEngine, program: LinearProgram): LpAnswer {
  const session = engine.open(program);
  try {
    return session.solve();
  } finally {
    session.dispose();
  }
}

/** Disagreements of two answers in words, or null. */
function disagreement(reference: LpAnswer, other: LpAnswer): string | null {
  const alike =
    reference.proven === other.proven ||
    [reference.proven, other.proven].every(
      (word) => word !== 'optimal' && word !== 'nothing' && word !== 'unbounded',
    ) ||
    [reference.proven, other.proven].every((word) => word !== 'optimal' && word !== 'nothing' && word !== 'infeasible');
  if (!alike) return `${reference.proven} against ${other.proven} (${other.detail})`;
  if (reference.point === null || other.point === null || reference.proven !== 'optimal') return null;
  const difference = Math.abs(reference.point.objective - other.point.objective);
  return difference <= 1e-6 * Math.max(1, Math.abs(reference.point.objective))
    ? null
    : `${reference.point.objective} against ${other.point.objective}`;
}

describe('engines against each other', () => {
  const engines: LpEngine[] = [];

  beforeAll(async () => {
    for (const name of lpEngineNames) engines.push(await loadLpEngine(name));
  });

  it('all three find the same status and objective on 300 random programs', () => {
    const seen = { optimal: 0, infeasible: 0, unbounded: 0 };
    const faults: string[] = [];
    for (let seed = 1; seed <= fuzzCount(300, 300); seed += 1) {
      const program = randomProgram(seed, { columns: 14, rows: 12, boxed: seed % 4 !== 0 });
      const answers = engines.map((engine) => solveOnce(engine, program));
      const first = answers[0]!;
      if (first.proven in seen) seen[first.proven as keyof typeof seen] += 1;
      answers.forEach((answer, k) => {
        const fault = disagreement(first, answer);
        if (fault !== null) faults.push(`seed ${seed}, ${engines[k]!.name}: ${fault}`);
      });
    }
    expect(faults).toEqual([]);
    // The sample must be worth the name: a fair share of each outcome.
    expect(seen.optimal).toBeGreaterThan(150);
    expect(seen.infeasible).toBeGreaterThan(40);
    expect(seen.unbounded).toBeGreaterThan(10);
  });

  it('the engines that take integer columns agree on 60 small programs', () => {
    const able = engines.filter((engine) => engine.abilities.integers);
    const faults: string[] = [];
    for (let seed = 1; seed <= fuzzCount(60); seed += 1) {
      const program = randomProgram(seed, { columns: 8, rows: 6, integers: true, boxed: true });
      const answers = able.map((engine) => solveOnce(engine, program));
      answers.forEach((answer, k) => {
        const fault = disagreement(answers[0]!, answer);
        if (fault !== null) faults.push(`seed ${seed}, ${able[k]!.name}: ${fault}`);
      });
    }
    expect(able.length).toBeGreaterThan(1);
    expect(faults).toEqual([]);
  });
});

import { expect } from 'vitest';
import type { LinearProgram } from '../../models/forms/linear-program.js';
import type { LpAnswer, LpEngine } from '../../src/solvers/linear/engine.js';

const TOLERANCE = 1e-6;

/** Two answers to one model: same status, same objective. */
export function expectSameAnswer(one: LpAnswer, other: LpAnswer): void {
  expect([one.stopped, one.proven]).toEqual([other.stopped, other.proven]);
  if (one.proven !== 'optimal') return;
  expectNear(one.point!.objective, other.point!.objective);
}

/** The optimal objective when one bound of one row is moved by `step` (both, for an equality). */
export function objectiveAfter(
  engine: LpEngine,
  model: LinearProgram,
  row: number,
  side: 'lower' | 'upper',
  step: number,
): number {
  const session = engine.open(model);
  try {
    const { lower, upper } = model.rows[row]!;
    const both = lower === upper;
    session.setRowBounds(
      row,
      both || side === 'lower' ? lower + step : lower,
      both || side === 'upper' ? upper + step : upper,
    );
    return session.solve().point!.objective;
  } finally {
    session.dispose();
  }
}

/** Karush-Kuhn-Tucker conditions and strong duality, recomputed here from the model alone. */
export function expectOptimalityConditions(model: LinearProgram, answer: LpAnswer): void {
  const { rows: duals, reducedCosts } = answer.duals!;
  const { columnValues, rowActivities, objective } = answer.point!;
  const reduced = model.columns.map((column) => column.cost);
  const activities = model.rows.map(() => 0);
  model.rows.forEach((row, i) => {
    row.columnIndices.forEach((j, k) => {
      reduced[j]! -= duals[i]! * row.coefficients[k]!;
      activities[i]! += columnValues[j]! * row.coefficients[k]!;
    });
  });
  let dualObjective = model.offset ?? 0;
  // A price pushes against the bound it names: in a maximisation a positive one against the upper bound.
  const consider = (price: number, value: number, lower: number, upper: number): void => {
    expect(value).toBeGreaterThanOrEqual(lower - TOLERANCE);
    expect(value).toBeLessThanOrEqual(upper + TOLERANCE);
    if (Math.abs(price) <= TOLERANCE) return;
    const bound = price > 0 === (model.sense === 'maximize') ? upper : lower;
    expectNear(value, bound);
    dualObjective += price * bound;
  };
  model.columns.forEach((column, j) => {
    expectNear(reducedCosts[j]!, reduced[j]!);
    consider(reducedCosts[j]!, columnValues[j]!, column.lower, column.upper);
  });
  model.rows.forEach((row, i) => {
    expectNear(rowActivities[i]!, activities[i]!);
    consider(duals[i]!, rowActivities[i]!, row.lower, row.upper);
  });
  expectNear(dualObjective, objective);
}

function expectNear(value: number, expected: number): void {
  expect(Math.abs(value - expected)).toBeLessThanOrEqual(TOLERANCE * Math.max(1, Math.abs(expected)));
}

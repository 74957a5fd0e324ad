import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { Violation } from '../../../../models/families/violation.js';
import type { NodeAssignment } from '../../../../models/families/reward-rate/plan.js';
import { type PlanConstraint, planView } from '../../../../models/families/reward-rate/plan-constraint.js';
import { type Fault, type Refused, refused } from '../../../instances/fault.js';
import { fileFault } from '../../../instances/text-file.js';
import { ExitAttempt, importWithoutExit, LoadEndless, MAX_LOAD_S, withoutExit } from '../../../runs/foreign-code.js';

/** Thrown if a user's constraint throws or does not return an amount. Its message names the module at fault. */
export class ConstraintFault extends Error {
  readonly fault: Fault;

  constructor(file: string, name: string, value: unknown) {
    super(`${file}: constraint "${name}"`);
    this.name = 'ConstraintFault';
    const allowed =
      'violation(plan) returns a finite number: by how much the plan breaks the limit, 0 or less when kept';
    this.fault = { file, path: name, value, allowed, remedy: 'Correct the module (docs/reward-rate/config-ls.md).' };
  }
}

/** Words that describe the required form of a constraint, for messages. */
const SHAPE = '{ name: text, unit: text, violation: (plan) => number }';

/**
 * Returns the constraints that the module in `file` exports by default, or faults if they are not valid. Without a file
 * there are none.
 */
export async function constraintsOf(
  file: string | undefined,
): Promise<{ readonly ok: true; readonly constraints: readonly PlanConstraint[] } | Refused> {
  if (file === undefined) return { ok: true, constraints: [] };
  const faultAt = (path: string, value: unknown, allowed: string): Refused =>
    refused({ file, path, value, allowed, remedy: 'See the example in docs/reward-rate/config-ls.md.' });
  const unreadable = fileFault(file);
  if (unreadable !== null) return refused({ file, ...unreadable });
  let list: unknown;
  try {
    list = (await importWithoutExit(pathToFileURL(resolve(file)).href, file))['default'];
  } catch (error) {
    if (error instanceof ExitAttempt) return faultAt('', error.call, 'a module that leaves the program running');
    const allowed =
      error instanceof LoadEndless
        ? `a module that finishes loading, within ${MAX_LOAD_S} s`
        : 'a JavaScript module that can be imported';
    return faultAt('', messageOf(error), allowed);
  }
  if (!Array.isArray(list)) return faultAt('default', typeof list, `a list of ${SHAPE}`);
  const entries: readonly unknown[] = list;
  const faults = entries.flatMap((entry, c): Fault[] =>
    isConstraint(entry)
      ? []
      : [{ file, path: `default[${c}]`, value: typeof entry, allowed: SHAPE, remedy: 'Give it all three fields.' }],
  );
  if (faults.length > 0) return { ok: false, faults };
  const constraints = entries.filter(isConstraint);
  const twice = constraints.findIndex(({ name }, c) => constraints.findIndex((other) => other.name === name) < c);
  if (twice >= 0) return faultAt(`default[${twice}].name`, constraints[twice]!.name, 'a name no other constraint has');
  return { ok: true, constraints: constraints.map((constraint) => guarded(file, constraint)) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isConstraint(entry: unknown): entry is PlanConstraint {
  if (typeof entry !== 'object' || entry === null) return false;
  const { name, unit, violation } = entry as Partial<Record<keyof PlanConstraint, unknown>>;
  return typeof name === 'string' && name !== '' && typeof unit === 'string' && typeof violation === 'function';
}

function guarded(file: string, { name, unit, violation }: PlanConstraint): PlanConstraint {
  return {
    name,
    unit,
    violation: (plan) => {
      let amount: unknown;
      try {
        amount = withoutExit(() => violation(plan));
      } catch (error) {
        throw new ConstraintFault(file, name, error instanceof ExitAttempt ? error.call : messageOf(error));
      }
      if (typeof amount !== 'number' || !Number.isFinite(amount)) throw new ConstraintFault(file, name, String(amount));
      return amount;
    },
  };
}

/** Returns the plan's violations of the user's own limits. */
export function ownViolations(
  matrix: InfluenceMatrix,
  assignments: readonly NodeAssignment[],
  constraints: readonly PlanConstraint[],
): Violation[] {
  if (constraints.length === 0) return [];
  const view = planView(matrix, assignments);
  return constraints.flatMap(({ name, unit, violation }) => {
    const amount = violation(view);
    return amount > 0 ? [{ constraint: 'own', where: name, unit, value: amount, limit: 0, amount }] : [];
  });
}

// @ts-check
// A bundled instance solved, and its plan judged by the checker; then the same plan with one CRAC blowing warmer air.
//
//   node solve-and-check.mjs [instance]
import { check, formatFaults, open, solve } from 'plenum';

const instance = process.argv[2] ?? 'tiny-two-node-types';

const opened = await open(instance);
if (!opened.ok) throw new Error(formatFaults(opened.faults));
console.log(`${opened.name} (${opened.family}): ${opened.text}`);

const solved = await solve(instance, { timeLimitS: 60 });
if (!solved.ok) throw new Error(formatFaults(solved.faults));
const { objective, objectiveUnit, bound, gap } = solved.record;
console.log(`${solved.ended}: ${objective} ${objectiveUnit}, bound ${bound}, gap ${gap}`);
if (solved.plan === null) throw new Error('no plan');

const verdict = await check(instance, solved.plan);
if (!verdict.ok) throw new Error(formatFaults(verdict.faults));
console.log(`the checker says: ${verdict.record.feasible ? 'feasible' : 'not feasible'}, ${verdict.record.objective}`);

// What a family's plan holds beside instance and method is its own: docs/results.md.
const { setPointsC } = /** @type {import('plenum').Plan & { setPointsC: Record<string, number> }} */ (solved.plan);
const warmer = Object.fromEntries(Object.entries(setPointsC).map(([crac, setPointC]) => [crac, setPointC + 2]));
const worse = await check(instance, { ...solved.plan, setPointsC: warmer });
if (!worse.ok) throw new Error(formatFaults(worse.faults));
for (const { constraint, where, amount, unit } of worse.record.violations ?? []) {
  console.log(`2 C warmer: ${constraint} at ${where || 'the facility'} is passed by ${amount} ${unit}`);
}

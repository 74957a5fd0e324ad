// @ts-check
// Every method that there is for an instance, in one table: what it found, what is proven, and how many steps it took.
//
//   node compare-methods.mjs [instance]
import { formatProblems, list, open, solve } from 'plenum';

const instance = process.argv[2] ?? 'reward-rate/tiny-colocation';
const opened = await open(instance);
if (!opened.ok) throw new Error(formatProblems(opened.problems));

const { methods } = await list();
const rows = [];
for (const { name: method } of methods.filter(({ family }) => family === opened.family)) {
  // Steps, not seconds, end the searches: the table is the same wherever it is made.
  const solved = await solve(instance, { method, seed: 1, workLimit: 200 });
  if (!solved.ok) throw new Error(formatProblems(solved.problems));
  const { objective, bound, gap, feasible } = solved.record;
  rows.push({ method, ended: solved.ended, feasible, objective, bound, gap });
}
console.table(rows);

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../../src/families/registry.js';
import { judgedByFamily, withJudgedTables, withPlanTable } from '../../../src/workbench/bundled.js';
import { limitTable, toleranceTable } from '../../../src/workbench/judged-tables.js';

const judged = await judgedByFamily(FAMILIES);

describe.each([...judged])('pages of plan and checker of %s', (family, pages) => {
  it('have the tables that follow from the code', () => {
    const plan = readFileSync(pages.plan.page, 'utf8');
    expect(withPlanTable(plan, pages)).toBe(plan);
    const checker = readFileSync(`docs/${family}/checker.md`, 'utf8');
    expect(withJudgedTables(checker, pages)).toBe(checker);
  });

  it('name no tolerance that there is not, and have none that nothing uses', () => {
    const used = Object.values(pages.limits).flatMap((table) =>
      Object.values(table).flatMap(({ tolerances = [] }) => tolerances),
    );
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(pages.tolerances).toSorted());
  });
});

describe('tables of a checker', () => {
  const tolerances = { sum: { value: 1e-8, of: 'the figure', compares: 'sums', origin: 'ours' } };

  it('are those of utility and jobs', () => {
    expect([...judged.keys()]).toEqual(['utility', 'jobs']);
  });

  it('have a row for each limit, with its tolerances or none', () => {
    const limits = { plan: { meaning: 'names' }, claim: { meaning: 'figures', tolerances: ['sum'] } };
    expect(limitTable(limits, tolerances)).toBe(
      '| `constraint` | What is wrong | Tolerance |\n| --- | --- | --- |\n| `plan` | names | none |\n| `claim` | figures | 1e-8 (sum) |\n',
    );
  });

  it('have a row for each tolerance', () => {
    expect(toleranceTable(tolerances).split('\n')[2]).toBe('| sum | 1e-8 | the figure | sums | ours |');
  });
});

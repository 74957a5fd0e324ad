import { describe, expect, it } from 'vitest';
import type { JobsPlan } from '../../../../../models/families/jobs/plan.js';
import { check, solve } from '../../../../../src/library/index.js';
import { accepted, faultsOf } from '../../../../support/accepted.js';

const INSTANCE = 'instances/jobs/tiny-paces.json';

/** Plan that solve has written, and the answer of `check` to it with a change. */
/** Plan of an instance, and what check says of it once it is changed. */
async function solved(instance = INSTANCE) {
  const { plan } = accepted(await solve(instance, { method: 'val-opt' }));
  const checked = (change: object = {}) => check(instance, { ...plan!, ...change });
  return { plan: plan as unknown as JobsPlan, checked };
}

describe('the check of a month', () => {
  it('accepts what solve has found, with its value and energy', async () => {
    const { plan, checked } = await solved();
    const { record, lines } = accepted(await checked());
    const { value, energyJ } = plan.claimed;
    expect(record).toMatchObject({ feasible: true, objective: value, violations: [], details: { energyJ, moves: 0 } });
    expect(lines.join('\n')).toMatch(/^Feasible: .*\nValue [\d.]+, energy [\d.]+ J\.\n2 jobs: /);
  });

  it('names the limits that a plan breaks', async () => {
    const { record } = accepted(await (await solved()).checked({ dropped: [] }));
    expect(record).toMatchObject({ feasible: false, objective: null, details: { energyJ: null } });
    expect(record.violations).toEqual([expect.objectContaining({ constraint: 'jobMissing', unit: 'count' })]);
  });

  it('refuses plans of another form or for another instance', async () => {
    const { checked } = await solved();
    const negative = await checked({ claimed: { value: -1, energyJ: 0 } });
    expect(faultsOf(negative)).toEqual([expect.objectContaining({ path: 'claimed.value' })]);
    const other = await checked({ instance: { name: 'other', sha256: 'b'.repeat(64) } });
    expect(faultsOf(other)).toEqual([expect.objectContaining({ path: 'instance.name' })]);
  });

  it('judges the room that an instance asks for', async () => {
    const { plan, checked } = await solved('instances/jobs/facility-4.json');
    expect(accepted(await checked()).record).toMatchObject({ feasible: true, violations: [] });
    const room = { ...plan.room!, setPoints: [{ fromS: 0, setPointC: 60 }] };
    const { record } = accepted(await checked({ room }));
    expect(record.violations!.map(({ constraint }) => constraint)).toContain('redLine');
    expect(record).toMatchObject({ feasible: false, objective: plan.claimed.value });
    expect(faultsOf(await checked({ room: { ...room, setPoints: [] } }))).not.toEqual([]);
  });
});

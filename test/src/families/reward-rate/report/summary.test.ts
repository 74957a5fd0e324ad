import { describe, expect, it } from 'vitest';
import { summaryText } from '../../../../../src/families/reward-rate/report/summary.js';
import { awkward, CONTROL, infeasiblePlan, LONG, withoutPlan } from '../../../../fixtures/report/awkward.js';
import { facilityInput } from '../../../../fixtures/report/facility.js';

const GOLDEN = '../../../../fixtures/report/golden';

describe('summaryText', () => {
  it.each([
    ['room', facilityInput(30)],
    ['awkward', awkward],
    ['without-plan', withoutPlan],
    ['infeasible-plan', infeasiblePlan],
  ])('says the same as the checked-in text: %s', async (name, input) => {
    await expect(summaryText(input)).toMatchFileSnapshot(`${GOLDEN}/summary-${name}.txt`);
  });

  it('stays short enough for a terminal', () => {
    const lines = summaryText(facilityInput(120)).split('\n');
    expect(lines.length).toBeLessThanOrEqual(35);
    for (const line of lines.filter((text) => !/^(warning|power|bound covers) /.test(text)))
      expect(line.length).toBeLessThan(110);
  });

  it('lets no name restyle the terminal or break a line', () => {
    const text = summaryText(awkward);
    expect(text).not.toContain(CONTROL);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(text).not.toContain(LONG);
  });

  it('says why when there is no plan, no bound or no gap', () => {
    expect(summaryText(withoutPlan)).toMatch(/^reward rate +none, because there is no plan$/m);
    expect(summaryText(withoutPlan)).toContain('idle nodes alone draw 120.5 W more than the cap');
    expect(summaryText(awkward)).toMatch(/^upper bound +none, because this run proves none$/m);
  });

  it('names every kind of violation and never calls such a plan feasible', () => {
    const text = summaryText(infeasiblePlan);
    expect(text).toContain('NOT FEASIBLE');
    expect(text).toContain('violated by 0.5000 K');
    expect(text).not.toContain(': feasible');
  });
});

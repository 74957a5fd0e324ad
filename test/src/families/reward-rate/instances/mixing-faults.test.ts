import { expect, it } from 'vitest';
import { rewardRateFiles } from '../../../../../src/families/reward-rate/instances/load.js';
import { smallInstance } from '../../../../support/small-instance.js';

/** What is accepted in place of an air flow with other fields, by path. */
function faultsWith(airflow: object): string[] {
  const instance = smallInstance();
  const { facility } = instance;
  const judged = rewardRateFiles.judge({
    ...instance,
    facility: { ...facility, airflow: { ...facility.airflow, ...airflow } },
  });
  return judged.ok ? [] : judged.faults.map(({ path, allowed }) => `${path}: ${allowed}`);
}

it('a stated mixing beside an imported matrix is refused, as there is no room to draw', () => {
  expect(smallInstance().facility.airflow.source).toBe('matrix');
  expect(faultsWith({})).toEqual([]);
  expect(faultsWith({ mixingM2PerS: 0.1 })).toEqual([expect.stringContaining('facility.airflow.mixingM2PerS')]);
});

import { celsius } from '../../../../reports/format.js';
import { nameOf, quantity } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { numeric, tableOf } from '../../../../reports/html/table.js';
import type { ReportRequest } from '../input.js';

/** Returns the report section on set-point steps and the reward they cost; [] if CRACs accept any set-point. */
export function stepsSections({ record: { result } }: ReportRequest): SectionOptions[] {
  const { setPointSteps } = result;
  if (setPointSteps === undefined) return [];
  const { withoutStep, cracs } = setPointSteps;
  const body = tableOf('Set-points are whole multiples of the step, counted from 0 °C.', cracs, [
    { head: 'CRAC', wide: true, of: ({ crac }) => nameOf(crac) },
    numeric('Step, K', ({ stepK }) => String(stepK)),
    numeric('Set-point', ({ setPointC }) => quantity(celsius(setPointC))),
    numeric('Without the step', ({ crac }) => quantity(celsius(withoutStep.setPointsC[crac]))),
  ]);
  return [{ id: 'set-point-steps', title: 'Set-points in steps', body: [body] }];
}

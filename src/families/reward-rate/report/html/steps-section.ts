import { celsius } from '../../../../reports/format.js';
import { markup, nameOf, quantity } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import type { ReportInput } from '../input.js';
import { survivalText } from '../survival-text.js';
import { settingsText } from '../settings-text.js';
import { stepsCostText } from '../steps-text.js';

/** Section on set-points that CRACs accept in steps and what that costs; none where they accept any. */
export function stepsSections({ record: { result } }: ReportInput): SectionOptions[] {
  const { setPointSteps } = result;
  if (setPointSteps === undefined) return [];
  const { withoutStep, cracs } = setPointSteps;
  const body = table({
    caption: 'Set-points are whole multiples of the step, counted from 0 °C.',
    columns: [
      { head: 'CRAC', wide: true },
      { head: 'Step, K', numeric: true },
      { head: 'Set-point', numeric: true },
      { head: 'Without the step', numeric: true },
    ],
    rows: cracs.map(({ crac, stepK, setPointC }) => [
      nameOf(crac),
      String(stepK),
      quantity(celsius(setPointC)),
      quantity(celsius(withoutStep.setPointsC[crac] ?? null)),
    ]),
  });
  const cost = markup`<p>Steps of set-points ${stepsCostText(setPointSteps)}.</p>`;
  return [{ id: 'set-point-steps', title: 'Set-points in steps', body: [cost, body] }];
}

/** Section on failures that the plan survives and what that costs; none where there are none. */
export function survivalSections({ record: { result } }: ReportInput): SectionOptions[] {
  const { survival } = result;
  if (survival === undefined) return [];
  const body = markup`<p>The plan survives ${survivalText(survival)}.</p>`;
  return [{ id: 'survival', title: 'What surviving failures costs', body: [body] }];
}

/** Section on limits on different settings and what they cost; none where there are none. */
export function settingsSections({ record: { result } }: ReportInput): SectionOptions[] {
  const { distinctSettings } = result;
  if (distinctSettings === undefined) return [];
  const body = markup`<p>${settingsText(distinctSettings)}.</p>`;
  return [{ id: 'distinct-settings', title: 'Few different settings', body: [body] }];
}

import type { RobustEvaluation } from '../../../../../models/problems/robust/outcome.js';
import { energyText, excessText, robustnessText } from '../summary.js';
import { type Markup, markup } from '../../../../reports/html/markup.js';
import { table } from '../../../../reports/html/table.js';

/** The energy as Eqs. 9 and 10 have it, beside that until every node's last core is done in fact. */
export function untilLastCore(evaluation: RobustEvaluation, budgetJ: number): readonly Markup[] {
  const { phi, energyMeanJ, energySdJ, energyByPart, energyUntilLastCore: last } = evaluation;
  return [
    markup`<p>A node is on until its last core is done in fact, which takes ${excessText(last.excessJ, last.energyMeanJ)} until the one expected to be last (Eq. 9): the budget of ${energyText(budgetJ)} is kept with probability ${robustnessText(last.energyRobustness)}, if times and energy are normal, where phi says ${robustnessText(phi)}.</p>\n`,
    table({
      caption:
        'Energy as the thesis computes it, which is what the limit is about, and until the last core of every node is done, which is what to budget for.',
      columns: [
        { head: '' },
        { head: 'As the thesis computes', numeric: true },
        { head: 'Until the last core is done', numeric: true },
      ],
      rows: [
        ['Overhead', energyText(energyByPart.overheadJ), energyText(last.overheadJ)],
        ['Expected energy', energyText(energyMeanJ), energyText(last.energyMeanJ)],
        ['Standard deviation', energyText(energySdJ), energyText(last.energySdJ)],
        ['Chance to keep the budget', robustnessText(phi), robustnessText(last.energyRobustness)],
      ],
    }),
  ];
}

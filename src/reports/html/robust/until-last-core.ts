import type { RobustEvaluation } from '../../../../models/problems/robust/outcome.js';
import { significant } from '../../format.js';
import { robustnessText } from '../../robust-summary.js';
import { type Content, markup } from '../markup.js';
import { table } from '../table.js';

const megajoules = (joules: number): string => significant(joules / 1e6, 5);

/** The energy as Eqs. 9 and 10 have it, beside that until every node's last core is done in fact. */
export function untilLastCore(evaluation: RobustEvaluation, budgetJ: number): readonly Content[] {
  const { phi, energyMeanJ, energySdJ, energyByPart, energyUntilLastCore: last } = evaluation;
  return [
    markup`<p>A node is on until its last core is done in fact, which is ${megajoules(last.excessJ)} MJ more than until the one expected to be last (Eq. 9): the budget of ${megajoules(budgetJ)} MJ is kept with probability ${robustnessText(last.energyRobustness)} and not with phi, ${robustnessText(phi)}, if times and energy are normal.</p>\n`,
    table({
      caption:
        'Energy as the thesis computes it, which is what the limit is about, and until the last core of every node is done, which is what to budget for.',
      columns: [
        { head: '' },
        { head: 'As the thesis computes', numeric: true },
        { head: 'Until the last core is done', numeric: true },
      ],
      rows: [
        ['Overhead, MJ', megajoules(energyByPart.overheadJ), megajoules(last.overheadJ)],
        ['Expected energy, MJ', megajoules(energyMeanJ), megajoules(last.energyMeanJ)],
        ['Standard deviation, MJ', megajoules(energySdJ), megajoules(last.energySdJ)],
        ['Chance to keep the budget', robustnessText(phi), robustnessText(last.energyRobustness)],
      ],
    }),
  ];
}

import type { BudgetAnalysis, ClassAnalysis } from '../../studies/analysis/analysis.js';
import { oneLine } from '../format.js';
import { interval } from '../html/interval.js';
import { figure, markup, nameOf, NOTHING, type Content, type Markup } from '../html/markup.js';
import { byBudget } from './by-budget.js';
import type { SectionOptions } from '../html/section.js';
import { table } from '../html/table.js';
import type { StudyReport } from './input.js';
import { budgetText, effectText, objectiveOf, probabilityText, seenBy, type SeenPair, unitBehind } from './words.js';

/**
 * Maximum number of columns of a matrix of pairs of methods, so that it fits on paper. With more methods there are
 * several matrices.
 */
const MAX_COLUMNS = 8;

/** Returns the section that compares methods pairwise, for each class of comparable runs. */
export function pairSection({ analysis: { classes, confidence } }: StudyReport): SectionOptions {
  const compared = classes.filter(({ budgets }) => budgets.some(({ pairs }) => pairs.length > 0));
  return {
    id: 'pairs',
    title: 'Every pair of methods',
    body: [
      classes.map((one, c) =>
        compared.includes(one)
          ? [
              markup`<h3>${nameOf(one.name)}</h3>\n`,
              byBudget(one.budgets, (budget, b) => pairsOf(one, budget, `${String(c)}.${String(b)}`, confidence)),
            ]
          : [],
      ),
      compared.length === 0
        ? NOTHING
        : markup`<p class="caption">Read along the row: the method of the row against that of the column. Wilcoxon's signed-rank test on the cases of both, two-sided, p after Holm's adjustment over all pairs of a budget; effect: matched-pairs rank-biserial correlation from −1 to +1; last: cases won / lost / tied.</p>\n`,
    ],
  };
}

function pairsOf(one: ClassAnalysis, budget: BudgetAnalysis, at: string, confidence: number): Content {
  if (budget.pairs.length === 0) return NOTHING;
  const methods = one.methods.filter((method) =>
    budget.pairs.some(({ first, second }) => first === method || second === method),
  );
  const chunks: string[][] = [];
  for (let n = 0; n < methods.length; n += MAX_COLUMNS) chunks.push(methods.slice(n, n + MAX_COLUMNS));
  const caption = `Method of the row against method of the column: ${oneLine(one.name)}, ${budgetText(budget.budget)}${OVER[budget.over ?? 'instances']}`;
  return [
    chunks.map((columns) => matrix(caption, methods, columns, budget, at, confidence)),
    markup`<details><summary>Differences of the objectives, ${budgetText(budget.budget)}</summary>
${differences(one, budget, at, confidence)}</details>\n`,
  ];
}

function matrix(
  caption: string,
  methods: readonly string[],
  columns: readonly string[],
  { pairs }: BudgetAnalysis,
  at: string,
  confidence: number,
): Markup {
  const cellOf = (method: string, other: string): Markup => {
    if (method === other) return markup`<td class="self"><span aria-hidden="true">·</span></td>`;
    const seen = seenBy(pairs, method, other, confidence);
    return seen === null
      ? markup`<td><span class="none">no common case</span></td>`
      : pairCell(seen, `${at}.${oneLine(method)}.${oneLine(other)}`);
  };
  return markup`<div class="scroll short matrix" tabindex="0" role="region" aria-label="${caption}">
<table><caption>${caption}</caption>
<thead><tr><th scope="col">Method</th>${columns.map((one) => markup`<th scope="col">${nameOf(one)}</th>`)}</tr></thead>
<tbody>
${methods.map((method) => markup`<tr><th scope="row">${nameOf(method)}</th>${columns.map((other) => cellOf(method, other))}</tr>\n`)}</tbody>
</table></div>\n`;
}

/**
 * Words that say in what the samples of a statistical test differ: in instances, or only in random seeds on the same
 * instances.
 */
const OVER = { instances: '', seeds: ', over seeds on these instances alone' } as const;

/** Text for each outcome of a test, with a sign that is distinct without colour. */
const SIGNS = { better: '▲ better', worse: '▼ worse', 'not told apart': '≈ not told apart' } as const;

function pairCell({ pair, verdict, wins, losses, ties, effect }: SeenPair, at: string): Markup {
  const words = verdict === null ? '= no difference' : SIGNS[verdict];
  const kind = verdict === 'better' ? ' good' : verdict === 'worse' ? ' bad' : '';
  const p =
    pair.pHolm === null
      ? markup`p none`
      : markup`p <data data-field="pHolm.${at}" value="${String(pair.pHolm)}">${probabilityText(pair.pHolm)}</data>`;
  const r =
    effect === null
      ? NOTHING
      : markup`<br>effect <data data-field="effect.${at}" value="${String(effect)}">${effectText(effect).replace('-', '−')}</data>`;
  return markup`<td class="pair-cell${kind}"><b>${words}</b><br>${p}${r}<br><span data-field="balance.${at}">${String(wins)} / ${String(losses)} / ${String(ties)}</span></td>`;
}

function differences(one: ClassAnalysis, { pairs, budget }: BudgetAnalysis, at: string, confidence: number): Content {
  const write = objectiveOf(one);
  const level = `${String(100 * confidence)} % interval`;
  return table({
    caption: `Difference of the objectives${unitBehind(one)}, first less second, over the cases in which both have a plan (mean with its t-interval; typical: Hodges-Lehmann with its exact interval); ${one.better} is better: ${oneLine(one.name)}, ${budgetText(budget)}`,
    columns: [
      { head: 'First less second' },
      { head: 'Cases', numeric: true },
      { head: 'Mean', numeric: true },
      { head: level, numeric: true },
      { head: 'Typical', numeric: true },
      { head: level, numeric: true },
      { head: 'p', numeric: true },
      { head: 'p (Holm)', numeric: true },
      { head: 'Effect', numeric: true },
    ],
    rows: pairs.map(
      ({ first, second, cases, difference, typicalDifference, p, exact, pHolm, effect, effectInterval }) => [
        markup`${nameOf(first)} less ${nameOf(second)}`,
        String(cases),
        figure(`difference.${at}.${oneLine(first)}.${oneLine(second)}`, difference?.mean, write),
        interval(difference?.interval ?? null, write),
        figure(`difference.typical.${at}.${oneLine(first)}.${oneLine(second)}`, typicalDifference?.estimate, write),
        interval(typicalDifference?.interval ?? null, write),
        p === null ? 'none' : `${probabilityText(p)}${exact ? ' (exact)' : ''}`,
        probabilityText(pHolm),
        effectInterval === null
          ? effectText(effect).replace('-', '−')
          : `${effectText(effect)} (${effectText(effectInterval.low)} … ${effectText(effectInterval.high)})`.replaceAll(
              '-',
              '−',
            ),
      ],
    ),
  });
}

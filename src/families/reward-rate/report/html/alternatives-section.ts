import { fixed, inUnit, watts, percent, rewardPerS } from '../../../../reports/format.js';
import { markup, quantity } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import { inletShown } from '../../../../reports/wording.js';
import type { Measures } from '../../runs/alternatives.js';
import { CRITERION_WORDS, reasonText } from '../alternatives-text.js';
import type { ReportRequest } from '../input.js';

/** Returns the report section on alternative plans of nearly the same reward; [] if the user did not ask for them. */
export function alternativesSections({ record: { result } }: ReportRequest): SectionOptions[] {
  const { alternatives } = result;
  if (alternatives === undefined) return [];
  const { plans, none, best, share, cut } = alternatives;
  const row = (
    name: string,
    objective: number | null,
    own: Measures & { readonly powerW: number },
    changed: string,
  ) => [
    name,
    quantity(rewardPerS(objective)),
    quantity(objective === null || result.objective === null ? null : percent(1 - objective / result.objective)),
    fixed(own.settings, 0),
    fixed(own.nodesOn, 0),
    quantity(inletShown(own.hottestInletC)),
    quantity(inUnit(own.rackSpreadW, 'W')),
    quantity(watts(own.powerW)),
    changed,
  ];
  const body = table({
    caption: `Plans that lose at most ${String(100 * share)} % of the reward, each judged by the checker; every one is better in its criterion. Settings: different things that nodes do; spread: standard deviation of the power of the racks.`,
    columns: [
      { head: 'Plan', wide: true },
      { head: 'Reward rate', numeric: true },
      { head: 'Lost', numeric: true },
      { head: 'Settings', numeric: true },
      { head: 'Nodes on', numeric: true },
      { head: 'Hottest inlet', numeric: true },
      { head: 'Spread of racks', numeric: true },
      { head: 'Power', numeric: true },
      { head: 'Nodes changed', numeric: true },
    ],
    rows: [
      row('this plan', result.objective, best, ''),
      ...plans.map(({ criterion, objective, measures, powerW, changedNodes }) =>
        row(CRITERION_WORDS[criterion], objective, { ...measures, powerW }, fixed(changedNodes, 0)),
      ),
    ],
  });
  const missing = none.map(({ criterion, reason }) => `${CRITERION_WORDS[criterion]}: ${reasonText(reason)}`);
  const notes = [...missing, ...(cut ? ['the search was cut: there may be better ones'] : [])];
  return [
    {
      id: 'alternatives',
      title: 'Alternatives',
      body: notes.length === 0 ? [body] : [body, markup`<p class="caption">None: ${notes.join('; ')}.</p>\n`],
    },
  ];
}

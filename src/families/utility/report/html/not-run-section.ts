import { countOf, inUnit, oneLine, significant } from '../../../../reports/format.js';
import { markup, nameOf, quantity, type Content } from '../../../../reports/html/markup.js';
import { BLUE, GREEN, INK, MUTED, ORANGE, PURPLE, SKY, VERMILLION, YELLOW } from '../../../../reports/html/palette.js';
import { absent, type SectionOptions } from '../../../../reports/html/section.js';
import { stackedBars } from '../../../../reports/html/stacked-bars.js';
import { table } from '../../../../reports/html/table.js';
import type { NotRun, NotRunReason, ReasonCount } from '../../runs/not-run.js';
import { REASON_WORDS } from '../wording.js';
import type { UtilityReportRequest } from './page-input.js';

/**
 * Colours of the reasons in the chart. Reasons with one colour never stand together: those of power limits are of
 * parallel tasks, node prices and preemptions of other ones, and a policy that draws has no prices.
 */
const COLOURS: Readonly<Record<NotRunReason, string>> = {
  late: MUTED,
  budget: VERMILLION,
  filter: GREEN,
  energyPrice: PURPLE,
  powerPrice: BLUE,
  nodePrice: BLUE,
  power: YELLOW,
  notDrawn: PURPLE,
  crowded: ORANGE,
  preempted: YELLOW,
  waiting: SKY,
  leftOut: INK,
};

/** Returns the section on the tasks that did not run: why, how many, what they were worth, of which types. */
export function notRunSection({ record: { result }, figures: { types } }: UtilityReportRequest): SectionOptions {
  const head = { id: 'not-run', title: 'Why tasks did not run' };
  const { notRun, startingUtility, service } = result;
  if (notRun === null) {
    return {
      ...head,
      body: [absent('the run was stopped: what had been dropped until then says nothing of the whole time')],
    };
  }
  if (notRun.tasks === 0) return { ...head, body: [absent('all tasks of the measured time ran to their end')] };
  const reasons = notRun.reasons.map(({ reason }) => reason);
  const count = (row: NotRun, reason: NotRunReason): number =>
    row.reasons.find((one) => one.reason === reason)?.tasks ?? 0;
  const drawn = types.filter(({ types: together }) => together === 1);
  const others = drawn.length < types.length ? ` Types that lost less are not drawn; the table has their sum.` : '';
  const isSimulated = !reasons.includes('leftOut');
  return {
    ...head,
    body: [
      markup`<p>${countOf(notRun.tasks, 'task')}${service === null ? '' : ` of the ${service.arrived}`} that arrived in the measured time did not run to ${notRun.tasks === 1 ? 'its' : 'their'} end. With ${notRun.tasks === 1 ? 'it' : 'them'} went ${quantity(inUnit(shareOf(notRun.startingUtility), 'share'))} of the starting utility of that time.${
        isSimulated
          ? ' Of each dropped task it was asked what had stopped a start at the last mapping event before its drop, on each pool and P-state that the policy considers, with the budget left, the filter and the prices as that event left them. The reason is the first test, in the order of the table, that left no option. A task that was dropped at its first event was tested there, against its worth and the budget.'
          : ''
      }</p>\n`,
      table({
        caption: 'Tasks of the measured time that did not run to their end, by reason; every task has one.',
        columns: [
          { head: 'Reason' },
          { head: 'What was found', wide: true },
          { head: 'Tasks', numeric: true },
          { head: 'Starting utility', numeric: true },
          { head: 'Share of all starting utility', numeric: true },
        ],
        rows: notRun.reasons.map(({ reason, ...lost }): Content[] => [
          REASON_WORDS[reason].name,
          REASON_WORDS[reason].meaning,
          ...numbers(lost),
        ]),
        foot: ['All', '', ...numbers(notRun)],
      }),
      stackedBars({
        id: 'not-run-chart',
        title: 'Bars laid end to end for each task type: tasks that did not run, by reason.',
        axis: 'tasks that did not run',
        whole: true,
        names: drawn.map(({ name }) => barName(oneLine(name))),
        parts: reasons.map((reason) => ({
          name: REASON_WORDS[reason].name,
          colour: COLOURS[reason],
          values: drawn.map((row) => count(row, reason)),
        })),
      }),
      markup`<p class="caption">Tasks of the measured time, by type and reason; most starting utility lost first.${others}</p>\n`,
      markup`<details><summary>Task types as a table</summary>
${table({
  caption: 'Tasks of the measured time that did not run, by type; types of which all ran are left out.',
  columns: [
    { head: 'Task type' },
    { head: 'Arrived', numeric: true },
    { head: 'Did not run', numeric: true },
    { head: 'Starting utility', numeric: true },
    ...reasons.map((reason) => ({ head: REASON_WORDS[reason].name, numeric: true })),
  ],
  rows: types.map((row): Content[] => [
    nameOf(row.name),
    String(row.arrived),
    String(row.tasks),
    number(row.startingUtility),
    ...reasons.map((reason) => String(count(row, reason))),
  ]),
})}</details>\n`,
    ],
  };

  function shareOf(lost: number): number {
    return startingUtility > 0 ? lost / startingUtility : 0;
  }

  function numbers({ tasks, startingUtility: lost }: Omit<ReasonCount, 'reason'>): Content[] {
    return [String(tasks), number(lost), quantity(inUnit(shareOf(lost), 'share'))];
  }
}

function number(value: number): Content {
  return quantity({ digits: significant(value, 4), unit: '' });
}

/**
 * Returns a label for a bar, at most 14 characters. The end of a long name is kept, because names of types mostly
 * differ there.
 */
function barName(name: string): string {
  const characters = Array.from(name);
  return characters.length <= 14 ? name : `…${characters.slice(-13).join('')}`;
}

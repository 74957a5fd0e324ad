import type { PlanRecord, SimulationRecord } from '../../studies/uncertainty/record.js';
import {
  aligned,
  count,
  inUnit,
  kilowattHours,
  type Measured,
  number,
  oneLine,
  percent,
  significant,
} from '../../../../reports/format.js';
import { differenceColumns, planColumns, shareText } from '../simulation-figures.js';
import { uncertaintyText } from '../simulation-summary.js';
import { intervalChart } from '../../../../reports/html/interval-chart.js';
import { interval } from '../../../../reports/html/interval.js';
import { counted, figure, markup, nameOf, NOTHING, quantity, type Markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { distributionChart } from './simulation-chart.js';
import { studyPage } from '../../../../reports/html/study-page.js';
import { table, tableOf } from '../../../../reports/html/table.js';

/**
 * Returns the HTML page of `plenum simulate`. Sections are in the order of a reader's questions: what to expect, which
 * plan is better, how reliable that is. All others are collapsed at first.
 */
export function simulationPage(record: SimulationRecord): string {
  return studyPage({
    name: record.instance,
    kind: 'plans under uncertainty',
    lead: markup`${counted(record.plans.length, 'plan')} under uncertain execution times and arrivals: ${counted(record.samples, 'epoch')} of ${significant(record.horizonS)} s, the same draws for every plan.`,
    sections: [
      rewardSection(record),
      ...(record.differences.length > 0 ? [differenceSection(record)] : []),
      assumptionSection(record),
      { ...distributionSection(record), isFolded: true },
      { ...taskSection(record), isFolded: true },
    ],
    record,
  });
}

function rewardSection(record: SimulationRecord): SectionOptions {
  const { plans } = record;
  const [first] = plans;
  const infeasible = plans.filter(({ feasible }) => !feasible);
  return {
    id: 'reward',
    title: 'Reward to expect',
    body: [
      record.termination === 'interrupted'
        ? markup`<div class="callout"><p>Interrupted: these are the epochs simulated until then.</p></div>\n`
        : NOTHING,
      infeasible.length === 0
        ? NOTHING
        : markup`<div class="callout"><p>These plans break a limit and must not be applied: ${infeasible.map(({ name }, n) => markup`${n > 0 ? ', ' : ''}${nameOf(name)}`)}.</p></div>\n`,
      first === undefined ? NOTHING : headlineFigures(first),
      tableOf(
        `Reward rate per epoch. “At least ${shareText(plans)}”: how likely an epoch is to earn that much of the nominal reward.`,
        plans,
        planColumns(plans),
      ),
      energyTable(plans),
    ],
  };
}

function energyTable(plans: readonly PlanRecord[]): Markup {
  return markup`<details><summary>Energy, and how sure the shares are</summary>
${table({
  caption:
    'Energy at the meter per epoch (mean), and the 95 % interval (Wilson) of the share in the last column above.',
  columns: [
    { head: 'Plan' },
    { head: 'Energy', numeric: true },
    { head: '95 % interval', numeric: true },
    { head: `At least ${shareText(plans)}`, numeric: true },
    { head: '95 % interval', numeric: true },
  ],
  rows: plans.map(({ name, energyKWh, reaches }) => [
    nameOf(name),
    quantity(kilowattHours(energyKWh.mean)),
    interval(energyKWh, kilowattHours),
    quantity(percent(reaches.probability)),
    interval(reaches, percent),
  ]),
})}</details>\n`;
}

function headlineFigures({ name, nominalRewardPerS, rewardPerS, ofNominal }: PlanRecord): Markup {
  const reward = (value: Measured) => inUnit(value, 'reward/s', { beside: nominalRewardPerS });
  return markup`<div class="figures">
<div><span class="label">Mean reward rate of ${nameOf(name)}</span><span class="value">${figure('mean', rewardPerS.mean, reward)}</span><span class="note">95 % interval ${interval(rewardPerS, reward)}</span></div>
<div><span class="label">Nominal reward rate</span><span class="value">${figure('nominal', nominalRewardPerS, reward)}</span><span class="note">the checker’s, with times and arrivals as planned</span></div>
<div><span class="label">Mean over nominal</span><span class="value">${figure('ofNominal', ofNominal, number)}</span><span class="note">below 1 where work or cores are short by chance</span></div>
</div>\n`;
}

function distributionSection({ plans }: SimulationRecord): SectionOptions {
  return {
    id: 'distribution',
    title: 'How single epochs scatter',
    body: [
      distributionChart(plans),
      markup`<p class="caption">Share of the epochs by reward rate; dashed: nominal reward rates.</p>\n`,
    ],
  };
}

function differenceSection(record: SimulationRecord): SectionOptions {
  const { differences } = record;
  return {
    id: 'differences',
    title: 'Differences, draw by draw',
    body: [
      intervalChart({
        id: 'difference-means',
        title:
          'Points: mean difference of each plan to the first, with 95 % intervals; the dashed line is no difference.',
        axis: `reward/s more than ${oneLine(differences[0]!.reference)}`,
        rows: differences.map(({ name, rewardPerS: { mean, low, high } }) => ({ name, mean, low, high })),
        mark: 0,
      }),
      tableOf(
        `Reward rate less that of ${oneLine(differences[0]!.reference)} in the same epoch. Common draws leave the given share of the variance that independent ones would have.`,
        differences,
        differenceColumns(record),
      ),
    ],
  };
}

function taskSection({ plans, deadlines }: SimulationRecord): SectionOptions {
  return {
    id: 'tasks',
    title: 'Task types',
    body: plans.map(({ name, taskTypes }, p) => {
      const rate = aligned(taskTypes.flatMap((task) => [task.arrivedPerS, task.completablePerS, task.servedPerS]));
      const tasks = table({
        caption: `Means over the epochs, tasks/s. “Short of cores”: epochs in which more arrives than the plan can complete.`,
        columns: [
          { head: 'Task type' },
          { head: 'Arriving', numeric: true },
          { head: 'Can be completed', numeric: true },
          { head: deadlines ? 'Completed in time' : 'Completed', numeric: true },
          ...(deadlines ? [{ head: 'Within the deadline', numeric: true }] : []),
          { head: 'Short of cores', numeric: true },
        ],
        rows: taskTypes.map((task) => [
          nameOf(task.name),
          quantity(rate(task.arrivedPerS)),
          quantity(rate(task.completablePerS)),
          quantity(rate(task.servedPerS)),
          ...(deadlines ? [quantity(percent(task.onTime))] : []),
          quantity(percent(task.shortOfCores)),
        ]),
      });
      const heading = markup`<h3>${nameOf(name)}</h3>\n${tasks}`;
      return p === 0 ? heading : markup`<details><summary>${nameOf(name)}</summary>${tasks}</details>\n`;
    }),
  };
}

function assumptionSection(record: SimulationRecord): SectionOptions {
  return {
    id: 'assumptions',
    title: 'What was assumed',
    body: [
      markup`<p>Coefficients of variation and rules: ${uncertaintyText(record)}.</p>
<p>Each epoch stands alone: work left over is lost, no queue is carried on. Times are independent from task to task, arrivals of one type from those of another. The figures are Monte Carlo estimates with seed ${quantity(count(record.seed))}; the intervals speak of their sampling error only, not of how well these assumptions fit.</p>\n`,
    ],
  };
}

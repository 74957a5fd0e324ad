import { currencyOf } from '../../../../models/units.js';
import { type Figure, marked } from '../../../reports/figures.js';
import { alignedIn, countOf, inUnit, oneLine } from '../../../reports/format.js';
import { type Content, markup, nameOf, quantity } from '../../../reports/html/markup.js';
import { numeric, type RowColumn } from '../../../reports/html/table.js';
import { constraintName, firstLimit, inletShown } from '../../../reports/wording.js';
import type { DayResult, EpochResult } from '../studies/day/result.js';

const energy = (key: string, joules: number): Content => marked(key, joules, 'J in kWh');

/** Definitions of the figures (named values in reports) of a day. */
export const dayFigures: readonly Figure<DayResult>[] = [
  {
    key: 'reward',
    label: 'reward',
    unit: '',
    of: ({ ledger }) => ledger.reward,
    note: ({ ledger, epochs }) => `in ${ledger.epochsWithPlan} of ${epochs.length} epochs with a plan`,
    in: ['summary', 'card'],
  },
  {
    key: 'rewardBound',
    label: 'upper bound',
    unit: '',
    of: ({ ledger }) => ledger.rewardBound,
    note: ({ ledger }) => markup`(gap ${marked('gap', ledger.gap, 'gap')})`,
    why: () => 'some epoch has none (gap none)',
    in: ['summary', 'card'],
  },
  {
    key: 'totalJ',
    label: 'energy',
    unit: 'J in kWh',
    of: ({ ledger }) => ledger.energy.totalJ,
    note: ({ ledger: { energy: of } }) => {
      const part = (name: string, joules: number): Content =>
        markup`${name} ${quantity(inUnit(joules, 'J in kWh', { beside: of.totalJ }))}`;
      return markup`at the meter: ${part('idle', of.idleJ)}, ${part('cores', of.coresJ)}, ${part('cooling', of.coolingJ)}, ${part('UPS', of.upsLossJ)}, ${part('other', of.otherJ)}`;
    },
    in: ['summary', 'card'],
  },
  {
    key: 'usd',
    label: 'money',
    unit: 'USD',
    of: ({ ledger }) => ledger.money?.usd,
    note: (day) => {
      const { revenueUsd, energyUsd, boundUsd } = day.ledger.money!;
      const usd = (key: string, value: number | null): Content =>
        marked(key, value, 'USD', { currency: currencyOf(day) });
      return markup`(revenue ${usd('revenueUsd', revenueUsd)} less energy ${usd('energyUsd', energyUsd)}); no plans make more than ${usd('boundUsd', boundUsd)}`;
    },
    in: ['summary', 'card'],
  },
  {
    key: 'leastEnergyJ',
    label: 'least energy',
    unit: 'J in kWh',
    of: ({ ledger }) => (ledger.leastEnergyJ === undefined ? undefined : ledger.leastEnergyJ),
    beside: ({ ledger }) => ledger.energy.totalJ,
    note: () => 'at least is used by plans of these rewards',
    in: ['summary', 'card'],
  },
  {
    key: 'waking',
    label: 'waking',
    unit: 'nodes',
    of: ({ ledger }) => ledger.waking?.nodes,
    note: ({ ledger }) => {
      const { energyJ, rewardLost } = ledger.waking!;
      return markup`at the starts of epochs, counted above: at most ${energy('wakingJ', energyJ)} more, ${marked('wakingRewardLost', rewardLost, '')} reward less`;
    },
    in: ['summary', 'fact'],
  },
  {
    key: 'oneByOneReward',
    label: 'one by one',
    unit: '',
    of: ({ ledger }) => ledger.oneByOne?.reward,
    note: (day) => {
      const { energyJ, wakingNodes, usd } = day.ledger.oneByOne!;
      const money =
        usd === undefined ? '' : markup`, ${marked('oneByOneUsd', usd, 'USD', { currency: currencyOf(day) })}`;
      const other = day.epochs.filter(({ alone }) => alone !== undefined).length;
      return markup`of reward when planned without regard to waking, ${energy('oneByOneJ', energyJ)}${money}, ${countOf(wakingNodes, 'node', ['wakes', 'wake'])}; ${String(other)} of ${countOf(day.epochs.length, 'epoch')} ${other === 1 ? 'is' : 'are'} planned otherwise for the day`;
    },
    in: ['summary', 'fact'],
  },
];

export function epochColumns({ epochs }: DayResult): readonly RowColumn<EpochResult>[] {
  const reward = alignedIn(
    'reward/s',
    epochs.flatMap(({ objective, bound }) => [objective, bound]),
  );
  const least = numeric<EpochResult>('Proven least', ({ leastPower }) => quantity(inUnit(leastPower?.boundW, 'W')));
  return [
    { head: 'Epoch', of: ({ epoch }) => nameOf(epoch) },
    numeric(`Reward, ${reward.unit}`, ({ objective }) => quantity(reward.write(objective))),
    numeric('Bound', ({ bound }) => quantity(reward.write(bound))),
    numeric('Gap', ({ gap }) => quantity(inUnit(gap, 'gap'))),
    numeric('Power', ({ power }) => quantity(inUnit(power?.totalW, 'W'))),
    ...(epochs.some(({ leastPower }) => leastPower !== undefined) ? [least] : []),
    numeric('Cap', ({ powerCapW }) => quantity(inUnit(powerCapW, 'W'))),
    numeric('Hottest inlet', ({ hottestInletC }) => quantity(inletShown(hottestInletC))),
    { head: 'What binds, or why there is no plan', wide: true, of: reason },
  ];
}

function reason({ feasible, infeasibility, failure, gapReason, binding }: EpochResult): string {
  if (!feasible) return `none: ${oneLine(firstLimit(infeasibility) ?? failure ?? gapReason ?? 'no feasible plan')}`;
  const kinds = [...new Set(binding.map(({ constraint }) => constraintName(constraint)))];
  return kinds.length === 0 ? 'nothing' : kinds.join(', ');
}

/** Returns the columns of the table of task types over the day. Its last row holds sums. */
export function dayTaskColumns({
  ledger,
  taskTypes,
}: DayResult): readonly RowColumn<DayResult['ledger']['tasks'][number]>[] {
  const { tasks } = ledger;
  const count = alignedIn(
    '',
    tasks.map(({ arrived }) => arrived),
  );
  const reward = alignedIn(
    '',
    tasks.map((entry) => entry.reward),
  );
  const total = (pick: (entry: (typeof tasks)[number]) => number): number =>
    tasks.reduce((sum, entry) => sum + pick(entry), 0);
  const column = (head: string, key: 'arrived' | 'completed' | 'lost'): RowColumn<(typeof tasks)[number]> =>
    numeric(head, (entry) => quantity(count.write(entry[key])), quantity(count.write(total((entry) => entry[key]))));
  return [
    { head: 'Task type', of: (_, place) => nameOf(taskTypes[place]!), foot: 'All' },
    column('Arrived', 'arrived'),
    column('Completed', 'completed'),
    column('Lost', 'lost'),
    numeric('Lost, %', ({ arrived, lost }) => inUnit(arrived > 0 ? lost / arrived : 0, 'share')!.digits),
    numeric('Reward', (entry) => quantity(reward.write(entry.reward)), quantity(reward.write(ledger.reward))),
  ];
}

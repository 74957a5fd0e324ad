import { type Figure, marked, ratedFigures } from '../../reports/figures.js';
import { DEFAULT_CURRENCY } from '../../reports/format.js';
import { type Content, markup, nameOf, NOTHING } from '../../reports/html/markup.js';
import { NOT_RATED } from '../../reports/wording.js';
import type { Facts } from './report/facts.js';
import type { ReportInput } from './report/input.js';
import {
  allOnText,
  drawnRoomsText,
  robustnessText,
  roomsReserveText,
  settingsText,
  stepsText,
  survivalText,
  timeSharing,
} from './report/wording.js';
import type { RunResult } from './runs/result.js';

/** What the figures of a run are of. */
export interface RewardRateShown extends ReportInput {
  readonly facts: Facts;
}

/** Figures of one run alone: its summary and its page. */
const ONE_RUN = ['summary', 'fact'] as const;
/** Figures of one run and of each of many. */
const ALL = ['summary', 'fact', 'compare', 'sweep', 'csv'] as const;
/** Figures of each of many runs, of which a run's own page has a table. */
const MANY_RUNS = ['sweep', 'csv'] as const;

const resultOf = ({ record }: RewardRateShown): RunResult => record.result;
const noPlan = (): string => 'there is no plan';

const [objective, bound, gap] = ratedFigures<RewardRateShown>({
  objective: 'reward rate',
  unit: 'reward/s',
  note: () => 'as rated by the checker',
  why: ({ plan }) => (plan === null ? 'there is no plan' : 'the record rates no plan'),
  bound: 'upper bound',
  proven: 'no plan within its scope earns more',
  gapNote: () => 'of the bound: the most that could still be gained',
  result: resultOf,
});

/** Every figure of a reward-rate run. */
export const figures: readonly Figure<RewardRateShown>[] = [
  objective,
  bound,
  gap,
  {
    key: 'money.usdPerH',
    label: 'money',
    unit: 'USD/h',
    of: (run) => resultOf(run).money?.usdPerH,
    note: (run) => {
      const { revenueUsdPerH, energyUsdPerH, boundUsdPerH, usdPerH } = resultOf(run).money!;
      const usd = (key: string, value: number): Content =>
        marked(`money.${key}`, value, 'USD/h', {
          beside: usdPerH,
          currency: run.instance.currency ?? DEFAULT_CURRENCY,
        });
      return markup`(${usd('revenueUsdPerH', revenueUsdPerH)} earned less ${usd('energyUsdPerH', energyUsdPerH)} for energy); no plan makes more than ${usd('boundUsdPerH', boundUsdPerH)}`;
    },
    in: ALL,
  },
  {
    key: 'money.boundUsdPerH',
    label: 'most money',
    unit: 'USD/h',
    of: (run) => resultOf(run).money?.boundUsdPerH,
    in: MANY_RUNS,
  },
  {
    key: 'money.revenueUsdPerH',
    label: 'revenue',
    unit: 'USD/h',
    of: (run) => resultOf(run).money?.revenueUsdPerH,
    in: MANY_RUNS,
  },
  {
    key: 'money.energyUsdPerH',
    label: 'energy cost',
    unit: 'USD/h',
    of: (run) => resultOf(run).money?.energyUsdPerH,
    in: MANY_RUNS,
  },
  {
    key: 'colocationLoss',
    label: 'co-location',
    unit: 'share',
    of: (run) => {
      const { objective: earned, colocationLoss } = resultOf(run);
      return earned !== null && colocationLoss !== null && Math.abs(colocationLoss) > 1e-9 ? colocationLoss : undefined;
    },
    note: () => 'of what these cores would earn undisturbed is lost',
    meaning:
      "share of the plan's naive estimate that co-location takes: (`naiveRewardPerS` - `rewardPerS`) / `naiveRewardPerS`; 0 when both are 0",
    in: ONE_RUN,
  },
  {
    key: 'boundWithSharing',
    label: 'if sharing',
    unit: 'reward/s',
    of: (run) => resultOf(run).boundWithSharing,
    note: () => 'at most, if nodes share time',
    meaning:
      'only with `--sharing never`: the bound over plans whose nodes may share time as well; `bound`, `gap` and `boundScope` are then those of [plans of one configuration per node](one-configuration.md)',
    in: ONE_RUN,
  },
  {
    key: 'robust',
    label: 'worst room',
    unit: 'object',
    of: (run) => (run.plan === null ? undefined : robustnessText(resultOf(run).robust)),
    in: ONE_RUN,
  },
  { key: 'rooms', label: 'drawn rooms', unit: 'object', of: (run) => drawnRoomsText(resultOf(run).rooms), in: ONE_RUN },
  {
    key: 'roomsReserve',
    label: 'reserve',
    unit: 'object',
    of: (run) => roomsReserveText(resultOf(run).roomsReserve),
    in: ONE_RUN,
  },
  {
    key: 'power.totalW',
    label: 'power',
    unit: 'W',
    of: ({ record: { evaluation } }) => evaluation?.power.totalW ?? null,
    why: (run) => markup`${NOT_RATED}; cap ${limit(run, 'powerCap')}`,
    note: (run) => {
      const { idleW, coresW, coolingW, upsLossW, otherW, totalW } = run.record.evaluation!.power;
      const part = (name: string, key: string, valueW: number): Content =>
        markup`${name} ${marked(`power.${key}`, valueW, 'W', { beside: totalW })}`;
      return markup`of ${limit(run, 'powerCap')} (${part('idle', 'idleW', idleW)}, ${part('cores', 'coresW', coresW)}, ${part('cooling', 'coolingW', coolingW)}, ${part('UPS loss', 'upsLossW', upsLossW)}, ${part('other', 'otherW', otherW)})`;
    },
    in: ALL,
  },
  {
    key: 'power.idleW',
    label: 'idle nodes',
    unit: 'W',
    of: ({ record }) => record.evaluation?.power.idleW,
    in: MANY_RUNS,
  },
  {
    key: 'power.coresW',
    label: 'cores at work',
    unit: 'W',
    of: ({ record }) => record.evaluation?.power.coresW,
    in: MANY_RUNS,
  },
  {
    key: 'power.coolingW',
    label: 'cooling',
    unit: 'W',
    of: ({ record }) => record.evaluation?.power.coolingW,
    in: MANY_RUNS,
  },
  {
    key: 'power.upsLossW',
    label: 'UPS loss',
    unit: 'W',
    of: ({ record }) => record.evaluation?.power.upsLossW,
    in: MANY_RUNS,
  },
  {
    key: 'power.otherW',
    label: 'other load',
    unit: 'W',
    of: ({ record }) => record.evaluation?.power.otherW,
    in: MANY_RUNS,
  },
  {
    key: 'leastPower.boundW',
    label: 'least power',
    unit: 'W',
    of: (run) => resultOf(run).leastPower?.boundW,
    beside: (run) => resultOf(run).leastPower?.powerW,
    note: (run) =>
      markup`proven for this reward, gap ${marked('leastPower.gap', resultOf(run).leastPower!.gap, 'gap')}`,
    in: ALL,
  },
  { key: 'leastPower.gap', label: 'power gap', unit: 'gap', of: (run) => resultOf(run).leastPower?.gap, in: MANY_RUNS },
  {
    key: 'energyKWhPerDay',
    label: 'energy',
    unit: 'kWh',
    of: ({ facts }) => facts.energyKWhPerDay ?? undefined,
    note: ({ facts }) => markup`per day, PUE ${marked('pue', facts.pue, '')}`,
    in: ONE_RUN,
  },
  {
    key: 'setPointsC',
    label: 'set-points',
    unit: 'object',
    of: ({ plan, facts }) =>
      plan === null
        ? null
        : facts.setPoints.map(
            ({ crac, setPointC }, c) =>
              markup`${c > 0 ? ', ' : ''}${nameOf(crac)} ${marked(`setPointC.${c}`, setPointC, 'C')}`,
          ),
    why: noPlan,
    in: ONE_RUN,
  },
  {
    key: 'hottestInletC',
    label: 'hottest inlet',
    unit: 'C',
    of: ({ facts }) => facts.hottestInletC,
    why: (run) => markup`${NOT_RATED}; red line ${limit(run, 'redLine')}`,
    note: (run) => {
      const zone = run.facts.hottestZone;
      const at = zone === null ? 'with a' : markup`at ${nameOf(zone)},`;
      return markup`${at} red line ${limit(run, 'redLine')}`;
    },
    in: ALL,
  },
  {
    key: 'busyNodes',
    label: 'nodes busy',
    unit: 'count',
    of: ({ facts }) => facts.busyNodes,
    why: noPlan,
    note: ({ facts: { nodes, busyCores, cores } }) =>
      markup`of ${String(nodes)}, ${marked('busyCores', busyCores, 'count')} of ${String(cores)} cores`,
    in: ONE_RUN,
  },
  {
    key: 'standbyNodes',
    label: 'on standby',
    unit: 'count',
    of: ({ facts }) => facts.standbyNodes || undefined,
    note: ({ facts }) =>
      markup`of ${String(facts.nodes)} nodes; idle they would draw ${marked('standbySavedW', facts.standbySavedW, 'W')} more${facts.allOn === null ? NOTHING : markup`; ${allOnText(facts.allOn)}`}`,
    in: ONE_RUN,
  },
  {
    key: 'sharing',
    label: 'time shared',
    unit: 'object',
    of: (run) => (run.facts.sharingNodes ? timeSharing(run.facts, resultOf(run).sharing) : undefined),
    in: ONE_RUN,
  },
  {
    key: 'withoutSharing.objective',
    label: 'not sharing',
    unit: 'reward/s',
    of: (run) => resultOf(run).withoutSharing?.objective,
    beside: (run) => resultOf(run).objective,
    note: (run) =>
      markup`gap ${marked('withoutSharing.gap', resultOf(run).withoutSharing!.gap, 'gap')}: the best plan found in which every node runs one mix for good`,
    in: ONE_RUN,
  },
  {
    key: 'setPointSteps',
    label: 'steps',
    unit: 'object',
    of: (run) => stepsText(resultOf(run).setPointSteps),
    in: ONE_RUN,
  },
  {
    key: 'distinctSettings',
    label: 'settings',
    unit: 'object',
    of: (run) => settingsText(resultOf(run).distinctSettings),
    in: ONE_RUN,
  },
  {
    key: 'survival',
    label: 'survives',
    unit: 'object',
    of: (run) => survivalText(resultOf(run).survival),
    in: ONE_RUN,
  },
];

/** Limit as it is written; where a part of it is reserved, what plans keep before it. */
function limit({ instance, record }: RewardRateShown, name: 'powerCap' | 'redLine'): Content {
  const unit = name === 'powerCap' ? 'W' : 'C';
  const { powerCapW, redLineC } = instance.limits;
  const written = name === 'powerCap' ? marked('powerCapW', powerCapW, unit) : marked('redLineC', redLineC, unit);
  const found = record.result.reserves?.find(({ constraint }) => constraint === name);
  if (found === undefined) return written;
  const reserved = marked(`${name}.reserve`, found.reserve, unit === 'C' ? 'K' : unit);
  return markup`${marked(`${name}.kept`, found.kept, unit)} (${written} less a reserve of ${reserved})`;
}

import { unitOfDifference } from '../../../models/facility/limits.js';
import { DEFAULT_CURRENCY } from '../../../models/units.js';
import { type FieldWords, fieldWords, type Figure, marked, ratedFigures } from '../../reports/figures.js';
import { type Content, markup, nameOf, NOTHING } from '../../reports/html/markup.js';
import { BEYOND_MODEL, isBeyondModel, NOT_RATED } from '../../reports/wording.js';
import type { Facts } from './report/facts.js';
import type { ReportRequest } from './report/input.js';
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

/** Data of a run from which its figures (named values in reports) are computed. */
export interface RewardRateShown extends ReportRequest {
  readonly facts: Facts;
}

/** Places that show a figure of a single run: text summary and facts of the HTML report. */
const ONE_RUN = ['summary', 'fact'] as const;
/** Places that show a figure both of a single run and of series of runs. */
const ALL = ['summary', 'fact', 'compare', 'sweep', 'csv'] as const;

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

/** Returns the definition of a figure that only CSV files show. */
function ofMany(key: string, label: string, unit: string, of: Figure<RewardRateShown>['of']): Figure<RewardRateShown> {
  return { key, label, unit, of, in: ['csv'] };
}

/** Definitions of all figures (named values in reports) of a reward-rate run. */
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
  ofMany('money.boundUsdPerH', 'most money', 'USD/h', (run) => resultOf(run).money?.boundUsdPerH),
  ofMany('money.revenueUsdPerH', 'revenue', 'USD/h', (run) => resultOf(run).money?.revenueUsdPerH),
  ofMany('money.energyUsdPerH', 'energy cost', 'USD/h', (run) => resultOf(run).money?.energyUsdPerH),
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
    key: 'naiveRewardPerS',
    label: 'reward without co-location',
    unit: 'reward/s',
    of: ({ record }) => (record.result.feasible ? record.evaluation?.naiveRewardPerS : null),
    in: ['run'],
  },
  {
    key: 'claimedRewardPerS',
    label: 'claimed',
    unit: 'reward/s',
    of: (run) => naiveOf(run)?.naiveRewardPerS,
    in: ['compare'],
  },
  {
    key: 'lostOfClaimed',
    label: 'lost to co-location',
    unit: 'share',
    of: (run) => {
      const { naiveRewardPerS = 0, rewardPerS = 0 } = naiveOf(run) ?? {};
      return naiveRewardPerS > 0 ? 1 - rewardPerS / naiveRewardPerS : null;
    },
    in: ['compare'],
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
  ofMany('power.idleW', 'idle nodes', 'W', ({ record }) => record.evaluation?.power.idleW),
  ofMany('power.coresW', 'cores at work', 'W', ({ record }) => record.evaluation?.power.coresW),
  ofMany('power.coolingW', 'cooling', 'W', ({ record }) => record.evaluation?.power.coolingW),
  ofMany('power.upsLossW', 'UPS loss', 'W', ({ record }) => record.evaluation?.power.upsLossW),
  ofMany('power.otherW', 'other load', 'W', ({ record }) => record.evaluation?.power.otherW),
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
  ofMany('leastPower.gap', 'power gap', 'gap', (run) => resultOf(run).leastPower?.gap),
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
    words: ({ facts }) => (isBeyondModel('C', facts.hottestInletC ?? 0) ? BEYOND_MODEL : null),
    why: (run) => markup`${NOT_RATED}; red line ${limit(run, 'redLine')}`,
    note: (run) => {
      const zone = run.facts.hottestZone;
      const at = zone === null ? 'with a' : markup`at ${nameOf(zone)},`;
      const byMixingC = run.facts.hottestByMixingC;
      const range =
        byMixingC.length === 0
          ? NOTHING
          : byMixingC.some((inletC) => isBeyondModel('C', inletC))
            ? markup`${BEYOND_MODEL} with some of half to twice the mixing of the air; `
            : markup`${marked('hottestByMixingC.least', Math.min(...byMixingC), 'C')} to ${marked('hottestByMixingC.most', Math.max(...byMixingC), 'C')} with half to twice the mixing of the air; `;
      return markup`${at} ${range}red line ${limit(run, 'redLine')}`;
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
    label: 'shared time',
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

/** Returns the evaluation of a feasible plan whose method ignored co-location; null for other plans. */
function naiveOf({ record: { result, evaluation } }: RewardRateShown): ReportRequest['record']['evaluation'] {
  return result.naive && result.feasible ? evaluation : null;
}

/** Returns the text of a limit, with the reduced limit that plans must meet if part of it is reserved. */
function limit({ instance, record }: RewardRateShown, name: 'powerCap' | 'redLine'): Content {
  const unit = name === 'powerCap' ? 'W' : 'C';
  const { powerCapW, redLineC } = instance.limits;
  const written = name === 'powerCap' ? marked('powerCapW', powerCapW, unit) : marked('redLineC', redLineC, unit);
  const found = record.result.reserves?.find(({ constraint }) => constraint === name);
  if (found === undefined) return written;
  const reserved = marked(`${name}.reserve`, found.reserve, unitOfDifference(unit));
  return markup`${marked(`${name}.kept`, found.kept, unit)} (${written} less a reserve of ${reserved})`;
}

/** Documentation of all fields in `details`: the figures, and the fields with more than one value. */
export const fields: readonly FieldWords[] = [
  ...figures,
  ...fieldWords([
    'naive ; true/false ; with `--naive` the method ignored co-location (NERR, Eq. 23); its plan is judged with it all the same',
    'population ; text ; absent without `--population`: the rule for the [population](ga.md#founders-and-duplicates) of `ga`',
    'averagedRewardPerS ; reward/s ; absent without a plan; the objective by time-averaged co-location features, as in [`report`](#report)',
    "claimedObjective ; reward/s or null ; the method's own value. Differs from `objective` for `lp`, which ignores interference",
    'withoutSharing ; object ; absent where no node of the plan shares time, and where no feasible plan without that is known. Else the best plan found in which every core does one thing for good (what [`--sharing never`](config-lp.md#rounding-and-where-the-gap-comes-from) returns): its `objective`, and its `gap` to `bound`, null without a bound that covers it',
    'sharing ; object ; absent where no node [shares time](sharing.md) as a whole: `nodes` that do, `periodS` over which limits hold on average, and `excess`: per kind of limit that is passed for a moment the worst, with `constraint`, `where`, `unit`, `value`, `limit` and `amount` (empty where all hold at every moment)',
    'air ; object ; only where [air depends on which nodes are on standby](standby-air.md): `sets` of such nodes that were planned with, and whether the last chose itself (`settled`)',
    'standby ; object ; absent where no node is on [standby](standby.md): `nodes` that are, and `savedW` that they draw less than idle, W at the wall (of a robust plan in the worst room, as all figures); `allOn`, where it was proven: `bound` (reward/s) that no plan with all nodes on exceeds, null where there is no such plan ([what standby is worth](standby.md#what-standby-is-worth))',
    'reserves ; list ; absent where the instance has no [reserve](reserves.md); per limit with one: `constraint`, `where`, `unit` (W or C), `limit`, `reserve`, `kept` (limit less reserve), `used` by the plan and `left` free below the limit (null without a plan)',
    'setPointSteps ; object ; absent where CRACs accept [any set-point](set-point-steps.md); `cracs` (`crac`, `stepK`, `setPointC`), `planned`, `withoutStep` (`objective`, `bound`, `gap`, `setPointsC`), `lost` (reward/s), `lostShare`',
    'distinctSettings ; object ; absent without [limits on different settings](distinct-settings.md); `limits`, `used` (`rack`, `room`), `withoutLimit` (`objective`, `bound`, `gap`, `used`), `lost` (reward/s), `lostShare`',
    'robust ; object ; absent unless plans must hold in [every room](uncertain-rooms.md#plans-that-hold-in-every-room); `ranges` of the set, and `asStated`: `rewardPerS`, `totalPowerW`, `hottestInletC` in the room as stated (null without a plan). All other figures are those of the worst room',
    'survival ; object ; absent where nothing must be [survived](survive.md), or there is no feasible plan; `survive`, `withoutFailures` (`objective`, `bound`, `gap` of the same run whose plans need not), `lost` (reward/s), `lostShare`',
    'failures ; object ; absent without `--failures` and `--gone`, and without a plan that can be run; [the plan when CRACs fail](failures.md)',
    'alternatives ; object ; absent without `--alternatives` and without a feasible plan; [plans of nearly the same reward](alternatives.md#in-the-result)',
    'rooms ; object ; absent where no rooms were drawn; the plan in rooms drawn from what is [uncertain](uncertain-rooms.md#drawn-rooms)',
    'roomsReserve ; object ; absent unless the instance states what is uncertain and limits hold in fewer than 95 % of these rooms: the [reserve](uncertain-rooms.md#the-reserve-for-95--of-the-rooms) that raises that',
    'leastPower ; object ; of `config-lp`, unless `--objective reward`: `powerW` of the plan at the meter beside `boundW`, below which no plan in `scope` draws that earns `rewardPerS`; `gap` of the two; `toleranceReward` given up ([fields](least-power.md#fields))',
    'money ; object ; with `--objective money`: what the plan makes, and the proven greatest ([fields](money.md#fields-of-detailsmoney))',
    'inletByMixing ; list ; absent unless the room states [mixing](../facility/room-airflow.md#mixing) and there is a plan that can be run; with half and with twice the mixing, at most 0.5 m2/s: `mixingM2PerS`, `hottestInletC` and the zone `hottestInletAt` of the plan',
    'matrixProvenance ; text ; where the air-flow figures come from',
  ]),
];

import { S_PER_H, S_PER_DAY } from '../../../models/units.js';
import type { Claim } from '../claim.js';
import { type FigureData, trialSeries } from '../data.js';
import {
  above,
  ALIKE,
  atMost,
  average,
  type ByTrial,
  greater,
  type Notation,
  PERCENT,
  POINTS,
  type Printed,
  printedGain,
  ratio,
  within,
} from '../rules.js';
import { across, templatesIn } from './data.js';
import { POWER_EVERY_S } from './figures.js';
import { powerAt, under } from './levels.js';

/** Energy budget of the day in Fig. 5.5, MJ. */
const BUDGET_MJ = 12_000;
/** Number of intervals of the day in which mean power is recorded. */
const INTERVALS = S_PER_DAY / POWER_EVERY_S;
/** Length of the alternating intervals of high and low arrival rate in the bursty pattern, s. */
const BURST_S = 7200;

/** Notation of seconds as hours. */
const H: Notation = { factor: 1 / S_PER_H, digits: 2, unit: 'h' };
/** Time when the budget is exhausted with overcooling in the thesis, s. Without any effect it lasts the day. */
const OVERCOOLING_STOP: Printed = { value: 71_000, noEffect: S_PER_DAY, notation: H, at: 'section 5.7' };
/** Time when the budget is exhausted with throttling in the thesis, s: 23.5 h. */
const THROTTLING_STOP: Printed = { ...OVERCOOLING_STOP, value: 84_600 };

const greedy = (data: FigureData): readonly string[] => ['greedy+overcooling', 'greedy+throttling', templatesIn(data)];

function valueAt(data: FigureData, method: string, value: string): ByTrial {
  return trialSeries(data, { pattern: 'bursty', method }, under(value, BUDGET_MJ));
}

function power(data: FigureData, method: string, interval: number): ByTrial {
  return trialSeries(data, { pattern: 'bursty', method }, powerAt(interval));
}

/**
 * Returns for each trial the mean power of a method, W. The mean is over the intervals of the day that `keep` accepts
 * and that end before any of `methods` has used up the energy budget.
 */
function meanPower(
  data: FigureData,
  method: string,
  methods: readonly string[],
  keep: (interval: number) => boolean = () => true,
): ByTrial {
  const stops = across(
    methods.map((one) => valueAt(data, one, 'stopS')),
    (values) => Math.min(...values),
  );
  const byInterval = Array.from({ length: INTERVALS }, (_, k) => power(data, method, k));
  return new Map(
    [...stops].flatMap(([trial, stopS]): [number, number][] => {
      const counted = byInterval.filter((_, k) => keep(k) && (k + 1) * POWER_EVERY_S <= stopS);
      const values = counted.flatMap((one) => one.get(trial) ?? []);
      return values.length === 0 ? [] : [[trial, values.reduce((sum, value) => sum + value, 0) / values.length]];
    }),
  );
}

const isHigh = (interval: number): boolean => Math.floor((interval * POWER_EVERY_S) / BURST_S) % 2 === 0;

/** Returns how much more power overcooling draws than a method whose budget lasts until `stopS`, s, as it follows from both stops. */
function moreThan(stopS: number): Printed {
  return printedGain(stopS / OVERCOOLING_STOP.value - 1, 'stops of section 5.7');
}

/** Claims about the course of a single day (Fig. 5.5). */
export const DAY_CLAIMS: readonly Claim[] = [
  {
    id: 'overcooling-stops',
    figure: 'fig-5.5',
    says: 'Overcooled, the facility exhausts 12,000 MJ at about 71,000 s, 19.5 h.',
    rule: 'time until the stop: the printed 71,000 s, 19.72 h; the effect is how long before midnight',
    parts: (data) => [average('greedy+overcooling', valueAt(data, 'greedy+overcooling', 'stopS'), OVERCOOLING_STOP)],
  },
  {
    id: 'throttling-stops',
    figure: 'fig-5.5',
    says: 'With throttling the budget is exhausted at approximately 23.5 h.',
    decidedBy:
      'follows from the tables: idle nodes and their cooling at 28 C draw 149.0 kW, with which 12,000 MJ last 22.4 h at most, before 24 h and before the printed stop',
    rule: 'time until the stop: the printed one, and before 24 h; the effect is how long before midnight',
    parts: (data) => {
      const stops = valueAt(data, 'greedy+throttling', 'stopS');
      const left = new Map([...stops].map(([trial, stopS]) => [trial, S_PER_DAY - stopS]));
      return [
        average('greedy+throttling', stops, THROTTLING_STOP),
        average('time left', left, (interval) => above(interval, 0), H),
      ];
    },
  },
  {
    id: 'power-follows-arrivals',
    figure: 'fig-5.5',
    says: 'Power increases and decreases with the arrival rate.',
    rule: 'mean power in intervals of the high rate over that of the low rate, until the stop: above 1',
    parts: (data) =>
      greedy(data).map((method) =>
        ratio(
          method,
          meanPower(data, method, [method], isHigh),
          meanPower(data, method, [method], (interval) => !isHigh(interval)),
          (interval) => above(interval, 1),
        ),
      ),
  },
  {
    id: 'overcooling-draws-more',
    figure: 'fig-5.5',
    says: 'Overcooling draws much more power than the others.',
    rule: "mean power until the first stop, greedy+overcooling over each other: what the thesis' stops with the same energy say, 71,000 s against 84,600 and 86,400 s",
    parts: (data) => {
      const methods = greedy(data);
      const [own, throttled, withTemplates] = methods.map((method) => meanPower(data, method, methods));
      return [
        ratio(methods[1]!, own!, throttled!, moreThan(THROTTLING_STOP.value)),
        ratio(methods[2]!, own!, withTemplates!, moreThan(S_PER_DAY)),
      ];
    },
  },
  {
    id: 'templates-draw-less',
    figure: 'fig-5.5',
    says: 'Templates draw slightly less power than throttling at most times.',
    rule: `mean power until the first stop, greedy+templates over greedy+throttling: ${1 - ALIKE} to 1; share of two-hour intervals in which it is less: above 50 %`,
    parts: (data) => {
      const own = templatesIn(data);
      const both = [own, 'greedy+throttling'];
      return [
        ratio('mean power', meanPower(data, own, both), meanPower(data, 'greedy+throttling', both), (interval) =>
          within(interval, 1 - ALIKE, 1),
        ),
        average('intervals', shareBelow(data, both), (interval) => above(interval, 0.5), PERCENT),
      ];
    },
  },
  {
    id: 'templates-drop-more',
    figure: 'fig-5.5',
    says: 'Templates lead to slightly more tasks being dropped than the others.',
    rule: 'dropped tasks over those that arrived before the stop, in percent points: greedy+templates - each other above 0',
    parts: (data) => {
      const own = templatesIn(data);
      return greedy(data)
        .filter((other) => other !== own)
        .map((other) => {
          const dropped = (method: string): ByTrial => valueAt(data, method, 'droppedShare');
          return greater(`over ${other}`, dropped(own), dropped(other), { ...POINTS, digits: 2 });
        });
    },
  },
  {
    id: 'templates-do-not-throttle',
    figure: 'fig-5.5',
    says: 'Templates save cooling without triggering the throttling mechanisms, as occurs with throttling.',
    rule: `throttled core-hours until the stop, greedy+templates over greedy+throttling: at most ${ALIKE}`,
    parts: (data) => {
      const hours = (method: string): ByTrial => valueAt(data, method, 'throttledCoreH');
      const own = templatesIn(data);
      return [ratio(own, hours(own), hours('greedy+throttling'), (interval) => atMost(interval, ALIKE))];
    },
  },
];

/**
 * Returns for each trial the share of intervals in which the first of two methods draws less power than the second.
 * Only intervals count that end before either method has used up the energy budget.
 */
function shareBelow(data: FigureData, [first, second]: readonly string[]): ByTrial {
  const stops = across(
    [first!, second!].map((method) => valueAt(data, method, 'stopS')),
    (values) => Math.min(...values),
  );
  const pairs = Array.from({ length: INTERVALS }, (_, k) => [power(data, first!, k), power(data, second!, k)] as const);
  return new Map(
    [...stops].flatMap(([trial, stopS]): [number, number][] => {
      const counted = pairs.filter(([own], k) => own.has(trial) && (k + 1) * POWER_EVERY_S <= stopS);
      const less = counted.filter(([own, other]) => own.get(trial)! < other.get(trial)!);
      return counted.length === 0 ? [] : [[trial, less.length / counted.length]];
    }),
  );
}

import type { Claim } from '../claim.js';
import { combined, type FigureData, inWords, levelsOf, recordsOf, settingsOf } from '../data.js';
import { above, type ByTrial, greater, type Part, ratio, untested, within } from '../rules.js';
import { PASSING_OVER } from './claims-scale.js';
import { series } from './data.js';
import { methodOf } from './figures.js';

/** Methods of the thesis that the claims compare. */
const METHODS = ['nlp', 'ga', 'greedy'];
/** Workloads by ascending slowdown by co-location (sharing a node). */
const WORKLOADS = ['cpu', 'hybrid', 'memory'];
/** Range of ratios that count as "about half". */
const HALF = [0.4, 0.6] as const;
/** Minimum ratio of greedy's reward to the NLP's at which the difference counts as "fairly insignificant". */
const CLOSE = 0.9;

/**
 * Returns the comparisons that `parts` makes for each of the figure's machine rooms (combinations of air regime and
 * power cap).
 */
function perRoom(data: FigureData, parts: (room: Readonly<Record<string, string>>, name: string) => Part[]): Part[] {
  return settingsOf(data, ['air', 'capKW']).flatMap((room) => parts(room, inWords(room)));
}

/**
 * Returns for each trial the relative gain from planning with co-location effects over planning without them (level
 * "-naive"), without trials in which the naive plan earns nothing.
 */
function awarenessGain(data: FigureData, where: Readonly<Record<string, string>>, method: string): ByTrial {
  const all = series(data, { ...where, method: `${method}-naive` });
  const naive = new Map([...all].filter(([, share]) => share > 0));
  return combined(series(data, { ...where, method }), naive, (aware, unaware) => aware / unaware - 1);
}

/** Claims about workloads and about the slowdown by co-location (tasks that share a node). */
export const WORKLOAD_CLAIMS: readonly Claim[] = [
  {
    id: 'all-meet-constraints',
    figure: 'fig-3.3',
    says: 'All techniques meet the power and thermal constraints.',
    rule: 'by the independent checker: yes if the plan keeps every limit in every trial, no if in none',
    parts: (data) =>
      perRoom(data, (room, name) =>
        levelsOf(data, 'method')
          .filter((method) => METHODS.includes(methodOf(method).method))
          .map((method): Part => {
            const found = settingsOf(data, ['workload']).flatMap(({ workload }) =>
              recordsOf(data, { ...room, workload: workload!, method }),
            );
            if (found.length === 0) return untested(`${name}: ${method}`);
            const kept = found.filter(({ values }) => values['outcome'] === 'plan').length;
            const answer = kept === found.length ? 'yes' : kept === 0 ? 'no' : 'open';
            return { where: `${name}: ${method}`, figure: `limits kept in ${kept} of ${found.length} trials`, answer };
          }),
      ),
  },
  {
    id: 'order',
    figure: 'fig-3.3',
    says: 'For all workload types the NLP technique works best, the GA is second best, greedy last.',
    decidedBy: PASSING_OVER,
    rule: 'share of the full reward, paired by seed: NLP - GA and GA - greedy above 0 on every workload',
    parts: (data) =>
      perRoom(data, (room, name) =>
        WORKLOADS.flatMap((workload) =>
          [
            ['nlp', 'ga'],
            ['ga', 'greedy'],
          ].map(([better, worse]) => {
            const of = (method: string): ByTrial => series(data, { ...room, workload, method });
            return greater(`${name}, ${workload}: ${better!} over ${worse!}`, of(better!), of(worse!));
          }),
        ),
      ),
  },
  {
    id: 'memory-costs',
    figure: 'fig-3.3',
    says: 'Under the same cap all techniques earn significantly less as the memory intensity increases.',
    rule: 'share, paired by seed: CPU - hybrid and hybrid - memory above 0 for every method',
    parts: (data) =>
      perRoom(data, (room, name) =>
        METHODS.flatMap((method) =>
          [1, 2].map((n) => {
            const of = (workload: string): ByTrial => series(data, { ...room, workload, method });
            const [lighter, heavier] = [WORKLOADS[n - 1]!, WORKLOADS[n]!];
            return greater(`${name}, ${method}: ${lighter} over ${heavier}`, of(lighter), of(heavier));
          }),
        ),
      ),
  },
  {
    id: 'memory-half',
    figure: 'fig-3.3',
    says: 'The NLP earns about half as much on the memory-intensive workload as on the CPU-intensive one.',
    rule: `ratio of mean shares, memory to CPU: interval within ${HALF[0]} to ${HALF[1]}`,
    parts: (data) =>
      perRoom(data, (room, name) => {
        const of = (workload: string): ByTrial => series(data, { ...room, workload, method: 'nlp' });
        return [ratio(name, of('memory'), of('cpu'), (interval) => within(interval, ...HALF))];
      }),
  },
  {
    id: 'awareness',
    figure: 'fig-3.3',
    says: 'Considering co-location earns more than ignoring it.',
    rule: 'share, paired by seed: aware - naive above 0 for every method and workload',
    parts: (data) =>
      perRoom(data, (room, name) =>
        METHODS.flatMap((method) =>
          WORKLOADS.map((workload) => {
            const of = (level: string): ByTrial => series(data, { ...room, workload, method: level });
            return greater(`${name}, ${workload}: ${method}`, of(method), of(`${method}-naive`));
          }),
        ),
      ),
  },
  {
    id: 'awareness-grows',
    figure: 'fig-3.3',
    says: 'The benefit of awareness becomes more significant as the memory intensity increases.',
    rule: 'gain (aware / naive - 1; none where the naive plan earns nothing), paired by seed: hybrid - CPU and memory - hybrid above 0 for every method',
    parts: (data) =>
      perRoom(data, (room, name) =>
        METHODS.flatMap((method) =>
          [1, 2].map((n) => {
            const of = (workload: string): ByTrial => awarenessGain(data, { ...room, workload }, method);
            const [lighter, heavier] = [WORKLOADS[n - 1]!, WORKLOADS[n]!];
            return greater(`${name}, ${method}: ${heavier} over ${lighter}`, of(heavier), of(lighter));
          }),
        ),
      ),
  },
  {
    id: 'greedy-close-on-cpu',
    figure: 'fig-3.3',
    says: 'On the CPU-intensive workload the drop-off from NLP to greedy is fairly insignificant.',
    rule: `ratio of mean shares, greedy to NLP: above ${CLOSE}`,
    parts: (data) =>
      perRoom(data, (room, name) => {
        const of = (method: string): ByTrial => series(data, { ...room, workload: 'cpu', method });
        return [ratio(name, of('greedy'), of('nlp'), (interval) => above(interval, CLOSE))];
      }),
  },
  {
    id: 'greedy-half-on-memory',
    figure: 'fig-3.3',
    says: 'On the memory-intensive workload greedy performs half as well as the NLP.',
    rule: `ratio of mean shares, greedy to NLP: interval within ${HALF[0]} to ${HALF[1]}`,
    parts: (data) =>
      perRoom(data, (room, name) => {
        const of = (method: string): ByTrial => series(data, { ...room, workload: 'memory', method });
        return [ratio(name, of('greedy'), of('nlp'), (interval) => within(interval, ...HALF))];
      }),
  },
];

import type { Cell } from '../../experiments/design.js';
import type { Claim } from '../claim.js';
import { combined, type FigureData, inWords, levelsOf, recordsOf, settingsOf } from '../data.js';
import {
  type ByTrial,
  greater,
  isInsignificant,
  number,
  type Part,
  PLAIN,
  type Printed,
  ratio,
  window,
} from '../rules.js';
import { PASSING_OVER } from './claims-scale.js';
import { levelIn, perTechnique, series, type Technique, techniques, techniqueText } from './data.js';
import { MEMORY_APART, methodOf } from './figures.js';

/** Methods of the thesis. */
const METHODS = ['nlp', 'ga', 'greedy'];
/** Workloads by ascending slowdown by co-location (sharing a node). */
const WORKLOADS = ['cpu', 'hybrid', 'memory'];

/** Returns "half", as section 3.6.2 prints it of a ratio of rewards. */
function half(words: string): Printed {
  return { value: 0.5, noEffect: 1, notation: PLAIN, at: 'section 3.6.2', words };
}
/** What the NLP earns on the memory-intensive workload, of what it earns on the CPU-intensive one. */
const ABOUT_HALF = half('approximately half');
/** What greedy earns on the memory-intensive workload, of what the NLP earns. */
const HALF_AS_WELL = half('half as well');

function windowText(printed: Printed): string {
  const { low, high } = window(printed);
  return `${number(low, PLAIN)} to ${number(high, PLAIN)}`;
}

/**
 * Returns the comparisons that `parts` makes for each of the figure's machine rooms (power caps), with the techniques
 * that were run there.
 */
function perRoom(data: FigureData, parts: (room: Cell, name: string) => Part[]): Part[] {
  return settingsOf(data, ['capKW']).flatMap((room) => parts(room, inWords(room)));
}

/** Returns the techniques that were run on all of these workloads in a room. */
function onAll(data: FigureData, room: Cell, workloads: readonly string[]): Technique[] {
  const found = workloads.map((workload) => techniques(data, { ...room, workload }));
  return found[0]!.filter(({ level }) => found.every((some) => some.some((one) => one.level === level)));
}

/**
 * Returns techniques that were run with and without co-location effects; none unless the NLP and greedy both were, so that
 * no setting tests one of them alone.
 */
function bothWays(found: readonly Technique[]): readonly Technique[] {
  const own = found.filter(({ naive }) => naive !== null);
  return ['nlp', 'greedy'].every((asked) => own.some(({ name }) => name === asked)) ? own : [];
}

/**
 * Returns for each trial the relative gain from planning with co-location effects over planning without them, without
 * trials in which the naive plan earns nothing.
 */
function awarenessGain(data: FigureData, where: Cell, { level, naive }: Technique): ByTrial {
  const all = series(data, { ...where, method: naive! });
  const earning = new Map([...all].filter(([, share]) => share > 0));
  return combined(series(data, { ...where, method: level }), earning, (aware, unaware) => aware / unaware - 1);
}

/** Returns the parts that compare each workload with the next heavier one, by technique. */
function byWeight(
  data: FigureData,
  compare: (of: (workload: string) => Cell, technique: Technique, lighter: string, heavier: string) => Part,
  counted: (found: readonly Technique[]) => readonly Technique[] = (found) => found,
): Part[] {
  return perRoom(data, (room) =>
    [1, 2].flatMap((n) => {
      const [lighter, heavier] = [WORKLOADS[n - 1]!, WORKLOADS[n]!];
      const found = counted(onAll(data, room, [lighter, heavier]));
      const at = (workload: string): Cell => ({ ...room, workload });
      return perTechnique(data, room, (technique) => [compare(at, technique, lighter, heavier)], found);
    }),
  );
}

/** Returns the part that compares greedy's share with the NLP's on a workload; none if one of them was not run there. */
function greedyToNlp(data: FigureData, workload: string, test: Parameters<typeof ratio>[3]): Part[] {
  return perRoom(data, (room, name) => {
    const where = { ...room, workload };
    const [greedy, nlp] = [levelIn(data, where, 'greedy'), levelIn(data, where, 'nlp')];
    if (greedy === null || nlp === null) return [];
    const of = (method: string): ByTrial => series(data, { ...room, workload, method });
    return [
      ratio(`${name}, ${workload}: greedy to ${techniqueText({ name: 'nlp', level: nlp })}`, of(greedy), of(nlp), test),
    ];
  });
}

/** Returns the part that compares the NLP's share on the memory-intensive workload with that on the CPU-intensive one. */
function memoryToCpu(data: FigureData): Part[] {
  return perRoom(data, (room, name) => {
    const nlp = onAll(data, room, ['cpu', 'memory']).find(({ name }) => name === 'nlp')?.level;
    if (nlp === undefined) return [];
    const of = (workload: string): ByTrial => series(data, { ...room, workload, method: nlp });
    return [ratio(`${name}: ${techniqueText({ name: 'nlp', level: nlp })}`, of('memory'), of('cpu'), ABOUT_HALF)];
  });
}

/** Returns true if the memory-intensive workload of the data has another demand than the others. */
function isApart(data: FigureData): boolean {
  return levelsOf(data, 'demand').includes(MEMORY_APART);
}

/** Returns a claim that is not judged where the memory-intensive workload has another demand: one claim alone is on that. */
export function notApart(claim: Claim): Claim {
  return { ...claim, parts: (data) => (isApart(data) ? [] : claim.parts(data)) };
}

/** Claims on equal demands. */
const EQUAL: readonly Claim[] = [
  {
    id: 'all-meet-constraints',
    figure: 'fig-3.3',
    says: 'All techniques meet the power and thermal constraints.',
    rule: 'by the independent checker: yes if the plan keeps every limit in every trial, no if in none',
    parts: (data) =>
      perRoom(data, (room, name) =>
        settingsOf(data, ['method'], room)
          .map(({ method }) => method!)
          .filter((method) => METHODS.includes(methodOf(method).method))
          .map((method): Part => {
            const found = settingsOf(data, ['workload'], { ...room, method }).flatMap(({ workload }) =>
              recordsOf(data, { ...room, workload: workload!, method }),
            );
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
    rule: 'share of the full reward, paired by seed: NLP - GA and GA - greedy above 0 on every workload; settings without the GA are not counted',
    parts: (data) =>
      perRoom(data, (room, name) =>
        WORKLOADS.flatMap((workload) => {
          const run = techniques(data, { ...room, workload });
          if (run.length < METHODS.length) return [];
          const of = ({ level }: Technique): ByTrial => series(data, { ...room, workload, method: level });
          return run.slice(1).map((worse, n) => {
            const better = run[n]!;
            const what = `${techniqueText(better)} over ${techniqueText(worse)}`;
            return greater(`${name}, ${workload}: ${what}`, of(better), of(worse));
          });
        }),
      ),
  },
  {
    id: 'memory-costs',
    figure: 'fig-3.3',
    says: 'Under the same cap all techniques earn significantly less as the memory intensity increases.',
    rule: 'share, paired by seed: CPU - hybrid and hybrid - memory above 0 for every method',
    parts: (data) =>
      byWeight(data, (at, technique, lighter, heavier) => {
        const of = (workload: string): ByTrial => series(data, { ...at(workload), method: technique.level });
        return greater(`${techniqueText(technique)}: ${lighter} over ${heavier}`, of(lighter), of(heavier));
      }),
  },
  {
    id: 'memory-half',
    figure: 'fig-3.3',
    says: 'The NLP earns about half as much on the memory-intensive workload as on the CPU-intensive one.',
    rule: `ratio of mean shares, memory to CPU: interval within ${windowText(ABOUT_HALF)}; both workloads equally over-subscribed`,
    parts: memoryToCpu,
  },
  {
    id: 'awareness',
    figure: 'fig-3.3',
    says: 'Considering co-location earns more than ignoring it.',
    rule: 'share, paired by seed: aware - naive above 0 for every technique and workload; settings without both of the NLP and of greedy are not counted; the GA in the room mixed at demand 0.8 alone',
    parts: (data) =>
      perRoom(data, (room, name) =>
        WORKLOADS.flatMap((workload) =>
          bothWays(techniques(data, { ...room, workload })).map((technique) => {
            const { level, naive } = technique;
            const of = (method: string): ByTrial => series(data, { ...room, workload, method });
            return greater(`${name}, ${workload}: ${techniqueText(technique)}`, of(level), of(naive!));
          }),
        ),
      ),
  },
  {
    id: 'awareness-grows',
    figure: 'fig-3.3',
    says: 'The benefit of awareness becomes more significant as the memory intensity increases.',
    rule: 'gain (aware / naive - 1; none where the naive plan earns nothing), paired by seed: hybrid - CPU and memory - hybrid above 0 for every technique; settings as for the claim above',
    parts: (data) =>
      byWeight(
        data,
        (at, technique, lighter, heavier) => {
          const of = (workload: string): ByTrial => awarenessGain(data, at(workload), technique);
          return greater(`${techniqueText(technique)}: ${heavier} over ${lighter}`, of(heavier), of(lighter));
        },
        bothWays,
      ),
  },
  {
    id: 'greedy-close-on-cpu',
    figure: 'fig-3.3',
    says: 'On the CPU-intensive workload the drop-off from NLP to greedy is fairly insignificant.',
    rule: 'ratio of mean shares, greedy to NLP: within 5 % of 1, or its interval contains 1',
    parts: (data) => greedyToNlp(data, 'cpu', isInsignificant),
  },
  {
    id: 'greedy-half-on-memory',
    figure: 'fig-3.3',
    says: 'On the memory-intensive workload greedy performs half as well as the NLP.',
    rule: `ratio of mean shares, greedy to NLP: interval within ${windowText(HALF_AS_WELL)}`,
    parts: (data) => greedyToNlp(data, 'memory', HALF_AS_WELL),
  },
];

/** Claims about workloads and about the slowdown by co-location (tasks that share a node). */
export const WORKLOAD_CLAIMS: readonly Claim[] = [
  ...EQUAL.map(notApart),
  {
    id: 'memory-half-apart',
    figure: 'fig-3.3',
    says: 'The same, if the memory-intensive workload is over-subscribed 1.6 times as much (the thesis states no demand).',
    rule: `ratio of mean shares, memory at demand 1.3 to CPU at 0.8: interval within ${windowText(ABOUT_HALF)}`,
    parts: (data) => (isApart(data) ? memoryToCpu(data) : []),
  },
];

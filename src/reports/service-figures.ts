import { type Figure, marked } from './figures.js';
import { type Content, markup } from './html/markup.js';

/** Places that show what the queue did: all but cards and paired differences. */
export const SERVICE = ['summary', 'fact', 'compare', 'sweep', 'csv'] as const;
/** Places that show figures of many runs. */
const MANY_RUNS = ['compare', 'sweep', 'csv'] as const;

/** Waiting times, slowdowns and utilisation of a run, as a family's checker finds them; null where none ran. */
export interface ServiceFigures {
  readonly waitMeanS: number | null;
  readonly wait95S: number | null;
  readonly slowdownMean: number | null;
  readonly slowdown95: number | null;
  /** Number of tasks or jobs that ran to their end. */
  readonly ran: number;
  readonly utilisation: number;
}

/** What a family's runs say about waiting and utilisation. */
export interface ServiceWords<Of> {
  /** Returns the figures of a run, which stand under `service` in its record; null without a rated schedule. */
  readonly service: (of: Of) => ServiceFigures | null;
  /** Returns the words behind the number of those that ran. */
  readonly ran: (of: Of) => Content;
  /** Words behind the utilisation: of what it is a share. */
  readonly utilisation: string;
}

/** Returns the figures on waiting time, bounded slowdown and utilisation of a family's runs, in the order shown. */
export function serviceFigures<Of>({ service, ran, utilisation }: ServiceWords<Of>): readonly Figure<Of>[] {
  return [
    {
      key: 'service.waitMeanS',
      label: 'mean wait',
      unit: 's of a period',
      of: (one) => service(one)?.waitMeanS ?? undefined,
      note: (one) => {
        const own = service(one)!;
        return markup`; 95th percentile ${marked('service.wait95S', own.wait95S, 's of a period')}; of the ${marked('service.ran', own.ran, 'count')} ${ran(one)}`;
      },
      in: SERVICE,
    },
    {
      key: 'service.wait95S',
      label: '95 % wait',
      unit: 's of a period',
      of: (one) => service(one)?.wait95S ?? undefined,
      in: MANY_RUNS,
    },
    {
      key: 'service.slowdownMean',
      label: 'mean slowdown',
      unit: '1',
      of: (one) => service(one)?.slowdownMean ?? undefined,
      note: (one) =>
        markup`; 95th percentile ${marked('service.slowdown95', service(one)!.slowdown95, '1')}; bounded: time from arrival to end over run time, runs of less than 10 s taken as 10 s`,
      within: [1, Infinity],
      in: SERVICE,
    },
    {
      key: 'service.slowdown95',
      label: '95 % slowdown',
      unit: '1',
      of: (one) => service(one)?.slowdown95 ?? undefined,
      within: [1, Infinity],
      in: MANY_RUNS,
    },
    {
      key: 'service.utilisation',
      label: 'utilisation',
      unit: 'share',
      of: (one) => service(one)?.utilisation,
      note: () => utilisation,
      within: [0, 1],
      in: SERVICE,
    },
  ];
}

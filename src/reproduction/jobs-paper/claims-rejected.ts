import type { Claim } from '../claim.js';
import type { FigureData } from '../data.js';
import { atLeast, average, type ByTrial, difference, greater, type Part } from '../rules.js';
import { meanOf, meanSeries, valuesFor } from './data.js';
import { PAPER_METHODS, PAPER_NODES, type PaperMethod, printedRejected } from './published.js';
import { nodesName } from './settings.js';

/**
 * Method whose results the bundled months were made to match (docs/decisions/jobs-instances.md), so that its cells of
 * Table II are no evidence.
 */
const CALIBRATED: PaperMethod = 'val-en-join-opt';

/** Names of the settings with different numbers of nodes, in ascending order. */
const NODES = PAPER_NODES.map(nodesName);

function rejected(data: FigureData, setting: string, method: string): ByTrial {
  return valuesFor(data, setting, method, 'rejected');
}

/**
 * Returns for each trial the mean, over all numbers of nodes, of a method's share of rejected jobs. Empty if a number
 * of nodes was not run.
 */
function rejectedMean(data: FigureData, method: string): ByTrial {
  const series = NODES.map((setting) => rejected(data, setting, method));
  return series.some(({ size }) => size === 0) ? new Map() : meanSeries(series);
}

/** Claims about rejected jobs (section V-D, Table II). */
export const REJECTED_CLAIMS: readonly Claim[] = [
  {
    id: 'rejected-cells',
    figure: 'jobs-nodes',
    says: 'Rejected jobs are those of Table II.',
    rule: 'share of rejected jobs, mean: the printed cell; the cells of ValEnJoinOpt, to which the bundled months are calibrated, are left out',
    parts: (data) =>
      PAPER_METHODS.filter((method) => method !== CALIBRATED).flatMap((method) =>
        PAPER_NODES.map((nodes) =>
          average(
            `${method}, ${nodesName(nodes)}`,
            rejected(data, nodesName(nodes), method),
            printedRejected(method, nodes),
          ),
        ),
      ),
  },
  {
    id: 'rejected-falls',
    figure: 'jobs-nodes',
    says: 'Rejections fall with the number of nodes.',
    rule: 'share of rejected jobs, paired by trial: each number of nodes less the next above 0, where any are rejected',
    parts: (data) =>
      PAPER_METHODS.flatMap((method) =>
        NODES.slice(1).flatMap((setting, n): Part[] => {
          const before = rejected(data, NODES[n]!, method);
          // Table II itself has 0 after 0.
          if (meanOf(before) === 0) return [];
          return [greater(`${method}, ${NODES[n]!} to ${setting}`, before, rejected(data, setting, method))];
        }),
      ),
  },
  {
    id: 'rejected-order',
    figure: 'jobs-nodes',
    says: 'ValOpt rejects at least as many jobs as ValEnSepOpt, and that more than ValEnJoinOpt, at every number of nodes.',
    rule: 'share of rejected jobs, paired by trial: ValOpt - ValEnSepOpt at least 0, ValEnSepOpt - ValEnJoinOpt above 0',
    parts: (data) =>
      NODES.flatMap((setting) => {
        const of = (method: string): ByTrial => rejected(data, setting, method);
        return [
          difference(`${setting}: val-opt over val-en-sep-opt`, of('val-opt'), of('val-en-sep-opt'), (interval) =>
            atLeast(interval, 0),
          ),
          greater(`${setting}: val-en-sep-opt over val-en-join-opt`, of('val-en-sep-opt'), of('val-en-join-opt')),
        ];
      }),
  },
  {
    id: 'adapt-rejects-least',
    figure: 'jobs-nodes',
    says: 'ValEnAdaptOpt rejects fewest jobs on average, about as many as ValEnJoinOpt (16.3 and 16.4 %).',
    rule: 'share of rejected jobs, mean over nodes: each other - ValEnAdaptOpt, paired by trial, above 0; all but ValEnJoinOpt, to which the bundled months are calibrated: the printed average',
    parts: (data) => {
      const adapt = 'val-en-adapt-opt';
      const of = (method: string): ByTrial => rejectedMean(data, method);
      return [
        ...PAPER_METHODS.filter((method) => method !== adapt).map((other) =>
          greater(`${other} over adapt`, of(other), of(adapt)),
        ),
        ...PAPER_METHODS.filter((method) => method !== CALIBRATED).map((method) =>
          average(`${method}, mean`, of(method), printedRejected(method)),
        ),
      ];
    },
  },
];

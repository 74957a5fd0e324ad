import type { Cell, Design } from '../../experiments/design.js';
import type { FigureOptions } from '../figure-options.js';
import type { JobsFigure } from './names.js';
import { PAPER_METHODS, PAPER_NODES } from './published.js';
import {
  coresName,
  type Group,
  intervalName,
  NO_CHECKPOINTS,
  nodesName,
  profileName,
  READING_LEVELS,
  type Setting,
  variantName,
} from './settings.js';

/**
 * Version of the designs of the jobs paper, raised when the same design gives different records. Since version 3 they
 * hold only what claims, tables and charts read.
 */
const VERSION = 3;
/**
 * Number of the first trial's month. Months 2 to 4 served to choose the defaults (docs/decisions/jobs-run-time.md) and
 * cannot be trials.
 */
const FIRST_TRIAL = 5;
/** Number of trials by scale. Our choice: the paper does not state its number. */
const TRIALS = { reduced: 12, full: 100 };

/** Numbers of cores per node in Fig. 7, with 3 nodes. The paper prints only 10 and 20; the others are our choice. */
export const CORES = { reduced: [10, 14, 16, 20], full: [10, 12, 14, 16, 18, 20] };
/** Numbers of nodes of which the schedules are bounded. */
const BOUNDED_NODES = { reduced: [2, 4, 6], full: PAPER_NODES };
/** Times between checkpoints in Fig. 5, min. The paper prints 1 and, in section V-B, 5; the others are our choice. */
export const INTERVALS_MIN = [1, 2, 5, 10, 20, 60, 240, 720, 1440];
/**
 * Numbers of cores for which profiles (trade-offs of time and energy) are compared, up to the maximum number of tasks
 * of a job, 10.
 */
export const PROFILE_CORES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** Number of cores per node in Figs. 5 and 6. */
const USUAL_CORES = 10;
/** Number of nodes in Figs. 5 and 7. */
const USUAL_NODES = 3;

/** Levels of the factor "method": the methods of the paper and their variants. */
const WITH_VARIANTS = [
  ...PAPER_METHODS,
  ...['val-opt', 'val-en-sep-opt'].map((method) => variantName(method, 'maxBid')),
  variantName('val-en-adapt-opt', 'gaining'),
];

function groupsOf(figure: JobsFigure, scale: FigureOptions['scale']): Group[] {
  const usual = { nodes: USUAL_NODES, coresPerNode: USUAL_CORES };
  switch (figure) {
    case 'jobs-checkpoints':
      return [
        {
          settings: INTERVALS_MIN.map((minutes) => ({
            name: intervalName(minutes),
            ...usual,
            intervalS: 60 * minutes,
          })),
          methods: ['val-en-adapt-opt', variantName('val-en-adapt-opt', 'gaining')],
        },
        { settings: [{ name: NO_CHECKPOINTS, ...usual }], methods: ['val-en-join-opt'] },
      ];
    case 'jobs-nodes':
      return [
        {
          settings: PAPER_NODES.map((nodes) => ({ name: nodesName(nodes), nodes, coresPerNode: USUAL_CORES })),
          methods: [...WITH_VARIANTS, variantName('val-en-adapt-opt', 'levels')],
        },
      ];
    case 'jobs-cores':
      return [
        {
          settings: CORES[scale].map((coresPerNode) => ({
            name: coresName(coresPerNode),
            nodes: USUAL_NODES,
            coresPerNode,
          })),
          methods: WITH_VARIANTS,
        },
      ];
    case 'jobs-profiles':
      return [
        {
          settings: PROFILE_CORES.map((profileCores) => ({ name: profileName(profileCores), profileCores })),
          methods: ['val-en-join-opt'],
        },
      ];
    case 'jobs-bounds':
      return [
        {
          settings: BOUNDED_NODES[scale].map((nodes) => ({
            name: nodesName(nodes),
            nodes,
            coresPerNode: USUAL_CORES,
            isBounded: true,
          })),
          methods: [...PAPER_METHODS, variantName('val-en-adapt-opt', 'gaining'), 'price'],
        },
      ];
  }
}

/**
 * Returns a figure's setting by name.
 *
 * @throws RangeError if the figure has no such setting
 */
export function settingNamed(figure: JobsFigure, name: string): Setting {
  const found = groupsOf(figure, 'full')
    .flatMap(({ settings }) => settings)
    .find((setting) => setting.name === name);
  if (found === undefined) throw new RangeError(`${figure} has no setting "${name}"`);
  return found;
}

/**
 * Returns the experiment design for a figure of the jobs paper. A trial has the same jobs in all cells, whatever the
 * platform.
 */
export function figureDesign(figure: JobsFigure, { scale, trials }: FigureOptions): Design {
  const readings = figure === 'jobs-profiles' ? READING_LEVELS.slice(0, 1) : READING_LEVELS;
  const pairs = groupsOf(figure, scale).flatMap((group) =>
    group.settings.flatMap(({ name: setting }) => group.methods.map((method): Cell => ({ setting, method }))),
  );
  const levels = (factor: string): string[] => [...new Set(pairs.map((cell) => cell[factor]!))];
  const [settingLevels, methodLevels] = [levels('setting'), levels('method')];
  const wanted = new Set(pairs.map((cell) => JSON.stringify(cell)));
  return {
    name: `${figure} ${scale}`,
    version: VERSION,
    factors: [
      { name: 'setting', levels: settingLevels },
      { name: 'method', levels: methodLevels },
      { name: 'reading', levels: readings },
    ],
    without: [
      ...settingLevels
        .flatMap((setting) => methodLevels.map((method): Cell => ({ setting, method })))
        .filter((cell) => !wanted.has(JSON.stringify(cell))),
      // A method of Plenum has nothing as printed.
      ...(methodLevels.includes('price') ? [{ method: 'price', reading: 'printed' }] : []),
    ],
    trials: trials ?? TRIALS[scale],
    seed: FIRST_TRIAL,
    settings: { figure },
  };
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { normalCdf } from '../../models/families/robust/normal.js';
import type { RobustModel } from '../../models/families/robust/model.js';
import { randomStream } from '../../src/random/stream.js';
import { bundledModel } from '../robust/genetic-speed.js';
import { jsonOf, median, PYTHON, tools } from './tools.js';
import { greedySeeds } from '../../src/families/robust/methods/genetic/ga.js';

const here = dirname(fileURLToPath(import.meta.url));

export interface RobustPeersOptions {
  /** True if the Python packages DEAP and NumPy are installed. */
  readonly deap: boolean;
  /** Number of runs of each program, in turns. Medians are shown. */
  readonly runs: number;
  /**
   * Time of a run on the small instance, s. On the large one it is three times as long, because the first thousand
   * generations are slow there.
   */
  readonly seconds: number;
  /** Folder that contains the Python scripts of bench/peers. */
  readonly sources: string;
}

/**
 * Compares the GA of thesis section 2.5.6 with the same algorithm written with DEAP and NumPy, on the robust family.
 * Returns Markdown lines for bench/peers.md.
 */
export function robustGenetic({ deap, runs, seconds, sources }: RobustPeersOptions): string[] {
  const lines = [
    '## The genetic algorithm for bags of tasks',
    '',
    `MO-EC, dynamic penalty, population 200 with the same four greedy seeds, ${seconds} s after the founders (large: ${3 * seconds} s), median of ${runs}.`,
    'A generation is two crossovers, four children, their mutation and evaluation. DEAP evaluates whole chromosomes with NumPy.',
    '',
    '| instance | plenum, generations/s | DEAP with NumPy, generations/s | ratio |',
    '|-|-:|-:|-:|',
  ];
  const scratch = mkdtempSync(join(tmpdir(), 'plenum-robust-peers-'));
  try {
    for (const [name, duration] of [
      ['spec25-thesis', seconds],
      ['spec250-thesis', 3 * seconds],
    ] as const) {
      const data = deap ? writeData(bundledModel(name), scratch) : null;
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let run = 0; run < runs; run++) {
        const script = join(here, '..', 'robust', 'genetic-speed.js');
        ours.push(jsonOf(process.execPath, [script, 'ga', name, String(duration)])['perS']!);
        if (data === null) continue;
        theirs.push(jsonOf(PYTHON, [join(sources, 'deap_robust_ga.py'), data, String(duration)])['perS']!);
      }
      const [mine, other] = [median(ours), data === null ? null : median(theirs)];
      const [figure, ratio] = other === null ? ['skipped', ''] : [other.toFixed(1), (mine / other).toFixed(0)];
      lines.push(`| ${name} | ${mine.toFixed(0)} | ${figure} | ${ratio} |`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return lines;
}

/**
 * Writes a problem and its greedy start plans for another program: one JSON file, and two files with raw doubles
 * [task][column] for mean and variance of task times. A column is a kind of node. Returns the path of the JSON file.
 */
function writeData(model: RobustModel, directory: string): string {
  const meanFile = join(directory, 'mean.bin');
  const varianceFile = join(directory, 'variance.bin');
  writeFileSync(meanFile, Buffer.from(Float64Array.from(model.meanS).buffer));
  writeFileSync(varianceFile, Buffer.from(Float64Array.from(model.varianceS2).buffer));
  const file = join(directory, 'problem.json');
  writeFileSync(
    file,
    JSON.stringify({
      taskCount: model.taskCount,
      columnCount: model.columnCount,
      coreCount: model.coreCount,
      taskTypeCount: model.taskTypeCount,
      deadlineS: model.deadlineS,
      energyBudgetJ: model.energyBudgetJ,
      energyRobustness: normalCdf(model.energyZ),
      meanFile,
      varianceFile,
      taskType: Array.from(model.taskType),
      nodes: model.nodes.map((node) => ({
        column: node.column,
        cores: node.cores,
        overheadW: node.overheadW,
        frequencyGHz: node.frequencyGHz,
        powerW: Array.from(node.powerW),
        powerSquareW2: Array.from(node.powerSquareW2),
        timeScale: Array.from(node.timeScale),
      })),
      seeds: greedySeeds(model, 'mo-ec', randomStream(1, 'bench')).map(({ core, pState }) => ({
        core: Array.from(core),
        pState: Array.from(pState),
      })),
    }),
  );
  return file;
}

/**
 * Prints this part of bench/peers.md alone.
 * - node dist/bench/peers/robust.js [seconds] [runs]
 */
if (process.argv[1]?.endsWith(join('peers', 'robust.js')) === true) {
  const [seconds = '20', runs = '3'] = process.argv.slice(2);
  const sources = join(here, '..', '..', '..', 'bench', 'peers');
  const lines = robustGenetic({ deap: tools().deap.present, runs: Number(runs), seconds: Number(seconds), sources });
  process.stdout.write(`${lines.join('\n')}\n`);
}

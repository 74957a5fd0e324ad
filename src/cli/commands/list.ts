import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadRewardRateInstance, readTextFile } from '../../instances/load.js';
import { judgeRobustText } from '../../instances/robust/load.js';
import { DEFAULT_METHOD, DEFAULT_ROBUST_METHOD, METHODS, ROBUST_METHODS } from '../../methods/registry.js';
import { planningEngineNames } from '../../solvers/linear/load.js';
import { EXIT } from '../exit-codes.js';
import { printJson, printLines } from '../output.js';

/** `plenum list`: methods, LP engines and the bundled instances. */
export function listCommand(packageDirectory: string, options: { readonly json: boolean }): number {
  const directory = join(packageDirectory, 'instances', 'reward-rate');
  const instances = readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const file = join(directory, name);
      const loaded = loadRewardRateInstance(file);
      if (!loaded.ok) return [];
      const { facility, limits, description } = loaded.instance;
      return [
        {
          file,
          name: loaded.instance.name,
          nodes: facility.nodeGroups.reduce((sum, group) => sum + group.count, 0),
          powerCapW: limits.powerCapW,
          redLineC: limits.redLineC,
          description: description ?? '',
        },
      ];
    });
  const robust = robustInstances(packageDirectory);
  const methods = [...METHODS, ...ROBUST_METHODS].map(({ name, family, summary }) => ({
    name,
    family,
    summary,
    default: name === (family === 'robust' ? DEFAULT_ROBUST_METHOD : DEFAULT_METHOD),
  }));
  if (options.json) {
    printJson({ methods, engines: planningEngineNames, instances, robustInstances: robust });
    return EXIT.solved;
  }
  const ofFamily = (family: string): string[] =>
    methods
      .filter((method) => method.family === family)
      .map((method) => `  ${method.name.padEnd(16)} ${method.summary}`);
  printLines(
    [
      'Methods for reward-rate instances (--method)',
      ...ofFamily('reward-rate'),
      '',
      'Methods for robust bag-of-tasks instances (--method)',
      ...ofFamily('robust'),
      '',
      'LP engines (--engine)',
      `  ${planningEngineNames.join(', ')}`,
      '',
      'Instances',
      ...instances.map(
        ({ file, nodes, powerCapW, redLineC }) =>
          `  ${file}  ${nodes} nodes, ${powerCapW / 1000} kW, red line ${redLineC} C`,
      ),
      '',
      'Robust bag-of-tasks instances',
      ...robust.map(
        ({ file, nodes, deadlineS, energyBudgetJ }) =>
          `  ${file}  ${nodes} nodes, ${deadlineS} s, ${energyBudgetJ / 1e6} MJ`,
      ),
    ].join('\n'),
  );
  return EXIT.solved;
}

function robustInstances(packageDirectory: string): {
  readonly file: string;
  readonly name: string;
  readonly nodes: number;
  readonly deadlineS: number;
  readonly energyBudgetJ: number;
  readonly description: string;
}[] {
  const directory = join(packageDirectory, 'instances', 'robust');
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const file = join(directory, name);
      const read = readTextFile(file);
      const judged = read.ok ? judgeRobustText(read.text) : read;
      if (!judged.ok) return [];
      const { instance } = judged;
      const nodes = instance.facility.nodes.reduce((sum, { count = 1 }) => sum + count, 0);
      const { deadlineS, energyBudgetJ } = instance.limits;
      return [{ file, name: instance.name, nodes, deadlineS, energyBudgetJ, description: instance.description ?? '' }];
    });
}

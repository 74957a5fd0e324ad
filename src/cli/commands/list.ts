import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadRewardRateInstance } from '../../instances/load.js';
import { DEFAULT_METHOD, METHODS } from '../../methods/registry.js';
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
  const methods = METHODS.map(({ name, family, summary }) => ({
    name,
    family,
    summary,
    default: name === DEFAULT_METHOD,
  }));
  if (options.json) {
    printJson({ methods, engines: planningEngineNames, instances });
    return EXIT.solved;
  }
  printLines(
    [
      'Methods (--method)',
      ...methods.map((method) => `  ${method.name.padEnd(14)} ${method.summary}`),
      '',
      'LP engines (--engine)',
      `  ${planningEngineNames.join(', ')}`,
      '',
      'Instances',
      ...instances.map(
        ({ file, nodes, powerCapW, redLineC }) =>
          `  ${file}  ${nodes} nodes, ${powerCapW / 1000} kW, red line ${redLineC} C`,
      ),
    ].join('\n'),
  );
  return EXIT.solved;
}

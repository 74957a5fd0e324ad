import { multisetCount } from '../../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';
import type { BoundContext, PooledConfiguration } from '../bound/context.js';
import type { ConfigurationPool } from '../bound/configuration-pool.js';

/** Number of configurations of a node type up to which all are added to the LP, not only generated ones. */
const MAX_CONFIGURATIONS = 300;

/** Adds to the pool all configurations (what a node's cores run) of types with at most MAX_CONFIGURATIONS. */
export function addFewConfigurations(context: BoundContext, pool: ConfigurationPool): void {
  const { classes, tasks } = context;
  for (const [c, { nodeTypes }] of classes.entries()) {
    for (const [j, nodeType] of nodeTypes.entries()) {
      const most = nodeType.tasks.reduce((product, { pStates }) => product * pStates.length, 1);
      if (multisetCount(nodeType.cores, nodeType.tasks.length) * most > 10 * MAX_CONFIGURATIONS) continue;
      const found: { readonly counts: Uint16Array; readonly choices: Uint8Array }[] = [];
      const counts = new Uint16Array(nodeType.tasks.length);
      const choices = new Uint8Array(nodeType.tasks.length);
      const visit = (k: number, left: number): void => {
        if (k === nodeType.tasks.length) {
          if (left < nodeType.cores) found.push({ counts: counts.slice(), choices: choices.slice() });
          return;
        }
        for (let count = 0; count <= left; count++) {
          counts[k] = count;
          for (let choice = 0; choice < (count === 0 ? 1 : nodeType.tasks[k]!.pStates.length); choice++) {
            choices[k] = choice;
            visit(k + 1, left - count);
          }
        }
        counts[k] = 0;
        choices[k] = 0;
      };
      visit(0, nodeType.cores);
      if (found.length > MAX_CONFIGURATIONS) continue;
      for (const one of found) {
        const configuration = configurationFrom(j, nodeType, tasks, one.counts, one.choices);
        if (configuration !== null) pool.add(c, j, configuration);
      }
    }
  }
}

/**
 * Returns the configurations that no other one dominates. A configuration dominates another one if it has at least the
 * same rates at no more power.
 */
export function undominated(configurations: readonly PooledConfiguration[]): PooledConfiguration[] {
  return configurations.filter((pooled) => !configurations.some((other) => other !== pooled && outdoes(other, pooled)));
}

function outdoes(a: PooledConfiguration, b: PooledConfiguration): boolean {
  if (a.powerW > b.powerW) return false;
  let better = a.powerW < b.powerW || a.id < b.id;
  for (let i = 0; i < a.configuration.ratePerS.length; i++) {
    const more = a.configuration.ratePerS[i]! - b.configuration.ratePerS[i]!;
    if (more < 0) return false;
    if (more > 0) better = true;
  }
  return better;
}

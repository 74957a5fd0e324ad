import type { StateGrid } from './instance.js';
import type { TemplateBook } from './online.js';
import { stateCount } from './states.js';
import type { Template } from './template.js';

/**
 * Returns a lookup table from each state of a grid to its template. A lookup creates no objects.
 *
 * @throws RangeError if a state of the grid has no template or two
 */
export function templateBook(grid: StateGrid, templates: Iterable<Template>): TemplateBook {
  const count = stateCount(grid);
  const byState: (Template | undefined)[] = Array<Template | undefined>(count).fill(undefined);
  for (const template of templates) {
    const { state } = template;
    if (!(state in byState)) throw new RangeError(`There is no state ${state}: the grid has ${count}, counted from 0`);
    if (byState[state] !== undefined) throw new RangeError(`State ${state} is there twice`);
    byState[state] = template;
  }
  const missing = byState.indexOf(undefined);
  if (missing >= 0) throw new RangeError(`State ${missing} is missing`);
  const all = byState as Template[];
  return {
    grid,
    template: (state) => {
      const found = all[state];
      if (found === undefined) throw new RangeError(`There is no state ${state}: the grid has ${count}, from 0`);
      return found;
    },
  };
}

/**
 * Returns the number of busy cores of one node if `cores` are spread evenly over a block of equal nodes. The remainder
 * is spread over the first nodes.
 *
 * @param node index of the node in the block
 */
export function coresOfNode(cores: number, nodeCount: number, node: number): number {
  return Math.floor(cores / nodeCount) + (node < cores % nodeCount ? 1 : 0);
}

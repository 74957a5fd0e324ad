import type { JobsInstance } from '../../../../models/families/jobs/instance.js';
import { bundledInstance } from '../../../instances/bundled.js';

/** Returns the bundled instance of a month with 500 jobs on equal nodes. The jobs do not depend on the platform. */
export function monthInstance(nodes: number, coresPerNode: number): JobsInstance {
  const month = bundledInstance('jobs', 'month-3x10') as JobsInstance;
  const { platform } = month;
  if (platform.source !== 'nodes') throw new RangeError('The bundled months name their nodes');
  return {
    ...month,
    name: `month-${nodes}x${coresPerNode}`,
    description: month.description?.replace('3 nodes of 10 cores', `${nodes} nodes of ${coresPerNode} cores`),
    platform: { ...platform, nodeTypes: platform.nodeTypes.map((type) => ({ ...type, nodes, coresPerNode })) },
  };
}

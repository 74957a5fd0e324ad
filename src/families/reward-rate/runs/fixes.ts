import type { Fix } from '../../../runs/result.js';
import { withStandby } from '../../../../models/families/reward-rate/standby.js';
import { idleConflict } from '../methods/infeasibility.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import { fixesBy, nodeFixes } from './explain/fixes.js';
import type { LimitName } from '../../../../models/facility/limits.js';
import { movablesOf } from './explain/knobs.js';
import { nodesOffOf } from './explain/off-nodes.js';
import type { OpenedModel } from './open.js';

/**
 * Kinds of limits that are examined after every run without a plan. For each, the smallest change after which a plan
 * exists is searched. `plenum explain` examines more kinds.
 */
const BY_DEFAULT: readonly LimitName[] = ['powerCap', 'redLine'];

/**
 * Returns the smallest increases of the power cap and the red line after which a plan exists, as the field `fixes` of a
 * record. Each of the two limits is raised alone if this suffices. If each suffices alone, both raised in proportion is
 * another answer. If neither suffices, both are raised together.
 *
 * With an LP engine, the fewest nodes to switch off are also returned. The field is absent if there are no such changes,
 * and with several working CRACs, for which it is not always proven that there is no plan.
 */
export function knownFixes(
  opened: Pick<OpenedModel, 'instance' | 'matrix' | 'model'>,
  engine?: LpEngine,
): { readonly fixes?: readonly Fix[] } {
  if (opened.model.cracs.length !== 1) return {};
  const conflict = idleConflict(withStandby(opened.model));
  if (conflict === null) return {};
  const movables = movablesOf(opened.instance, opened.model.limits).filter(({ kind }) => BY_DEFAULT.includes(kind));
  const nodeTypes = engine === undefined ? [] : nodesOffOf(opened.instance).map(({ where }) => where);
  const nodes = engine === undefined ? [] : [...nodeFixes(opened, engine, nodeTypes)];
  const fixes = [...fixesBy(opened, conflict, movables), ...nodes].filter(({ proven }) => proven);
  return fixes.length === 0 ? {} : { fixes: fixes.map(({ changes, message }) => ({ changes, message })) };
}

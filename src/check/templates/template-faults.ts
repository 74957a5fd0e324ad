import type { Template } from '../../../models/problems/templates/template.js';
import type { Violation } from '../../../models/problems/violation.js';
import { addFault, addIfAbove, addIfBelow } from '../findings.js';
import type { CheckedRoom } from './room.js';

const BINDINGS: Readonly<Record<Template['status'], readonly string[]>> = {
  optimal: ['work', 'power', 'saturated', 'outlet', 'none'],
  infeasible: ['infeasible-power', 'infeasible-outlet'],
};
/** Of a node's cores: what rounding may have made of a whole number. */
const CORE_TOLERANCE = 1e-6;

/** "template": what makes no sense at all, so that nothing can be computed from it. */
export function addTemplateFaults(room: CheckedRoom, template: Template, violations: Violation[]): void {
  const unless = (holds: boolean, phrase: string): void => {
    if (!holds) addFault(violations, 'template', phrase);
  };
  const { status, binding, vents, setPointC, utilisation, allowableCores } = template;
  const known = Object.hasOwn(BINDINGS, status);
  unless(known, `unknown status "${status}"`);
  if (known) unless(BINDINGS[status].includes(binding), `binding "${binding}" of a state that is ${status}`);
  unless(Number.isInteger(vents) && vents >= 0 && vents < room.matrices.length, `no vent combination ${String(vents)}`);
  unless(Number.isFinite(setPointC), 'a set-point that is no number');
  for (const name of ['workPerS', 'powerW', 'tasksPerJ', 'boundTasksPerJ', 'hottestOutletC'] as const) {
    unless(Number.isFinite(template[name]), `${name} is no number`);
  }
  unless(utilisation.length === room.blocks.length, `${utilisation.length} utilisations`);
  unless(Array.from(utilisation).every(Number.isFinite), 'utilisations that are no numbers');
  unless(allowableCores.length === room.blocks.length, `allowable cores of ${allowableCores.length} blocks`);
  unless(Array.from(allowableCores).every(Number.isInteger), 'allowable cores that are no whole numbers');
}

/** "allowableCores": more than there are, or further from the utilisation than with each node's cores, or the block's, rounded down or up. */
export function addCoreFaults(
  { blocks }: CheckedRoom,
  { utilisation, allowableCores }: Template,
  violations: Violation[],
): void {
  for (const [b, { name, nodes, cores }] of blocks.entries()) {
    const value = allowableCores[b]!;
    const wanted = utilisation[b]! * cores;
    const ofNode = wanted / nodes;
    const most = Math.max(nodes * Math.ceil(ofNode - CORE_TOLERANCE), Math.floor(wanted + 1 + CORE_TOLERANCE));
    const least = Math.min(nodes * Math.floor(ofNode + CORE_TOLERANCE), Math.ceil(wanted - 1 - CORE_TOLERANCE));
    const common = { where: name, unit: 'cores', value, tolerance: 0 };
    addIfAbove(violations, 'allowableCores', { ...common, limit: Math.min(cores, Math.max(0, most)) });
    addIfBelow(violations, 'allowableCores', { ...common, limit: Math.max(0, Math.min(cores, least)) });
  }
}

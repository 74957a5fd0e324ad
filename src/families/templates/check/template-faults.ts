import type { Template } from '../../../../models/families/templates/template.js';
import type { Violation } from '../../../../models/families/violation.js';
import { addFault, addIfAbove, addIfBelow } from '../../../check/findings.js';
import type { CheckedRoom } from './room.js';

/** Names of the binding limits that a template may have, by its status. */
const BINDINGS: Readonly<Record<Template['status'], readonly string[]>> = {
  optimal: ['work', 'power', 'saturated', 'outlet', 'none'],
  infeasible: ['infeasible-power', 'infeasible-outlet'],
};
/** Maximum distance of a node's number of cores from a whole number at which it counts as whole, in cores. */
const CORE_TOLERANCE = 1e-6;
/**
 * Maximum distance of a node's number of cores below a whole number at which rounding down still gives that number, in
 * cores. It is smaller than CORE_TOLERANCE. With a larger value, cores rounded down from just below a whole number
 * would be a fault.
 */
const WHOLE_TOLERANCE = 1e-8;

/** Adds "template" faults for values that make it impossible to compute the template's effect. */
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
  for (const { vents: of, prices } of template.proof ?? []) {
    const { wattPerWork, blocks, wattPerK } = prices;
    const isOne = of === null || (Number.isInteger(of) && of >= 0 && of < room.matrices.length);
    const isThere = Array.from(blocks).every((b) => Number.isInteger(b) && b >= 0 && b < room.blocks.length);
    const isNumber = Number.isFinite(wattPerWork) && Array.from(wattPerK).every(Number.isFinite);
    unless(isOne && isThere && isNumber && blocks.length === wattPerK.length, 'prices that make no sense');
  }
  const { awakeNodes } = template;
  if (awakeNodes !== undefined) {
    unless(awakeNodes.length === room.blocks.length, `awake nodes of ${awakeNodes.length} blocks`);
    unless(Array.from(awakeNodes).every(Number.isInteger), 'awake nodes that are no whole numbers');
    const isThere = Array.from(awakeNodes).every((on, b) => on >= 0 && on <= room.blocks[b]!.nodes);
    if (awakeNodes.length === room.blocks.length)
      unless(isThere, 'more awake nodes than there are, or fewer than none');
  }
  unless(Array.from(allowableCores).every(Number.isInteger), 'allowable cores that are no whole numbers');
}

/**
 * Checks the whole numbers of cores of a template and adds "allowableCores" faults. A block's number must be between 0
 * and the cores of its running nodes. The total of all blocks of a quadrant and node type must not be less than if the
 * cores of every node were rounded down, nor more than if they were rounded up.
 */
export function addCoreFaults(
  { blocks, quadrantNames }: CheckedRoom,
  { utilisation, allowableCores, awakeNodes }: Template,
  violations: Violation[],
): void {
  const groups = new Map<string, { value: number; least: number; most: number; wanted: number }>();
  for (let b = 0; b < blocks.length; b += 1) {
    const { name, quadrant, nodeType, nodes: all, cores } = blocks[b]!;
    const nodes = awakeNodes?.[b] ?? all;
    const most = (nodes * cores) / all;
    const value = allowableCores[b]!;
    if (value < 0 || value > most) {
      const common = { where: name, unit: 'cores', value, tolerance: 0 };
      addIfAbove(violations, 'allowableCores', { ...common, limit: most });
      addIfBelow(violations, 'allowableCores', { ...common, limit: 0 });
    }
    const wanted = utilisation[b]! * cores;
    const key = `${quadrantNames[quadrant]!}, ${nodeType}`;
    let group = groups.get(key);
    if (group === undefined) {
      group = { value: 0, least: 0, most: 0, wanted: 0 };
      groups.set(key, group);
    }
    group.value += value;
    group.wanted += wanted;
    if (nodes === 0) continue;
    group.least += nodes * Math.floor((wanted + WHOLE_TOLERANCE) / nodes);
    group.most += nodes * Math.ceil(wanted / nodes - CORE_TOLERANCE);
  }
  for (const [where, { value, least, most, wanted }] of groups) {
    const common = { where, unit: 'cores', value, tolerance: 0 };
    // Rounding may cost a core where a sum lacks its last bits.
    addIfAbove(violations, 'allowableCores', { ...common, limit: Math.max(most, Math.floor(wanted + CORE_TOLERANCE)) });
    addIfBelow(violations, 'allowableCores', {
      ...common,
      limit: Math.min(least, Math.ceil(wanted - 1 - CORE_TOLERANCE)),
    });
  }
}

/** Adds a "rounding" fault for each block that does not round up the cores of each running node (section 5.4.3). */
export function addCeilingFaults(
  { blocks }: CheckedRoom,
  { utilisation, allowableCores, awakeNodes }: Template,
  violations: Violation[],
): void {
  for (let b = 0; b < blocks.length; b += 1) {
    const { name: where, nodes: all, cores } = blocks[b]!;
    const nodes = awakeNodes?.[b] ?? all;
    const value = allowableCores[b]!;
    const wanted = nodes === 0 ? 0 : (utilisation[b]! * cores) / nodes;
    const limit = nodes * Math.ceil(wanted - CORE_TOLERANCE);
    // At a whole number the last bits of a utilisation say whether it is passed.
    if (value === limit || value === nodes * Math.ceil(wanted - WHOLE_TOLERANCE)) continue;
    violations.push({ constraint: 'rounding', where, unit: 'cores', value, limit, amount: Math.abs(value - limit) });
  }
}

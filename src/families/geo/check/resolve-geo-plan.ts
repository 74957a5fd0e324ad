import type { GeoInstance, GeoNodeType } from '../../../../models/families/geo/instance.js';
import type { GeoPlan, NodeLoad, PlanCell } from '../../../../models/families/geo/plan.js';
import type { CoreShare } from '../../../../models/facility/core-share.js';
import { FRACTION_TOLERANCE } from '../../../check/findings.js';
import type { ResolvedShare, ResolvedSlice } from '../../../check/resolved-plan.js';
import { runningTask, type TasksOfInstance } from '../../../check/running-task.js';

/** A contradiction between plan and instance ("plan" or "coreTime"), or missing instance data that the plan needs. */
export interface GeoPlanFault {
  readonly kind: 'plan' | 'coreTime' | 'instance';
  /** Path in the plan, e.g. "loads[2].cores[0].count". */
  readonly path: string;
  readonly value: string;
  readonly allowed: string;
  readonly remedy: string;
}

export interface ResolvedLoad {
  /** Index into the instance's node types. */
  readonly type: number;
  readonly nodeType: GeoNodeType;
  readonly shares: readonly ResolvedShare[];
}

export interface ResolvedCell {
  readonly setPointC: number;
  /** Energy of sun and wind used or fed in, kWh; undefined means as much as possible. */
  readonly renewableKwh: number | undefined;
  /**
   * Loads in the cell that a node can run. `nodes` is the number of nodes that run the load, above 0. `index` is the
   * load's number in the plan.
   */
  readonly nodes: readonly { readonly load: ResolvedLoad; readonly index: number; readonly nodes: number }[];
}

export interface ResolvedGeoPlan {
  /** Cells, indexed [epoch][data centre]. A cell that is missing in the plan has set-point NaN and no nodes. */
  readonly cells: readonly (readonly ResolvedCell[])[];
  /** Loads by their number in the plan; null for a load that no node could run. */
  readonly loads: readonly (ResolvedLoad | null)[];
  readonly faults: readonly GeoPlanFault[];
}

type Report = (kind: GeoPlanFault['kind'], path: string, value: unknown, allowed: string, remedy: string) => void;

/** Maximum number of nodes accepted in a plan: beyond it doubles cannot distinguish neighbouring integers. */
const MAX_NODES = Number.MAX_SAFE_INTEGER;
/** Absolute zero, C: the lowest set-point accepted in a plan. */
const MIN_TEMPERATURE_C = -273.15;
/** Highest set-point accepted in a plan, C. */
const MAX_TEMPERATURE_C = 1000;

/**
 * Returns the plan with the instance's objects in place of names. Parts that contradict the instance are left out, with
 * one fault for each.
 */
export function resolveGeoPlan(instance: GeoInstance, plan: GeoPlan): ResolvedGeoPlan {
  const faults: GeoPlanFault[] = [];
  const report: Report = (kind, path, value, allowed, remedy) => {
    const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
    faults.push({ kind, path, value: text, allowed, remedy });
  };
  const tasks = { taskTypes: instance.taskTypes, colocation: instance.colocation.model };
  const loads = plan.loads.map((load, n) => resolveLoad(instance, tasks, load, `loads[${n}]`, report));
  const epochs = instance.horizon.epochs;
  const centres = instance.dataCentres.length;
  if (plan.epochs.length !== epochs) {
    report(
      'plan',
      'epochs.length',
      plan.epochs.length,
      `${epochs}, as in the instance's horizon`,
      'One list per epoch.',
    );
  }
  const cells = Array.from({ length: epochs }, (_, t) => {
    const row = plan.epochs[t];
    if (row !== undefined && row.length !== centres) {
      const remedy = 'Give every data centre its cell, in the order of the instance.';
      report('plan', `epochs[${t}].length`, row.length, `${centres}, one per data centre`, remedy);
    }
    return Array.from({ length: centres }, (__, d) => resolveCell(loads, row?.[d], `epochs[${t}][${d}]`, report));
  });
  return { cells, loads, faults };
}

function resolveCell(
  loads: readonly (ResolvedLoad | null)[],
  cell: PlanCell | undefined,
  at: string,
  report: Report,
): ResolvedCell {
  // A row that is too short has its fault already.
  if (cell === undefined) return { setPointC: NaN, renewableKwh: undefined, nodes: [] };
  const isTemperature = cell.setPointC >= MIN_TEMPERATURE_C && cell.setPointC <= MAX_TEMPERATURE_C;
  if (!isTemperature) {
    const allowed = `a number of degrees C from ${MIN_TEMPERATURE_C} to ${MAX_TEMPERATURE_C}`;
    report('plan', `${at}.setPointC`, cell.setPointC, allowed, 'Give the set-point.');
  }
  const { renewableKwh } = cell;
  if (renewableKwh !== undefined && !Number.isFinite(renewableKwh)) {
    report('plan', `${at}.renewableKwh`, renewableKwh, 'a finite number of kWh', 'Give the energy, or leave it out.');
  }
  const seen = new Set<number>();
  const nodes: { load: ResolvedLoad; index: number; nodes: number }[] = [];
  cell.nodes.forEach(([index, count], n) => {
    const path = `${at}.nodes[${n}]`;
    if (!(Number.isInteger(index) && index >= 0 && index < loads.length)) {
      report('plan', `${path}[0]`, index, `a whole number from 0 to ${loads.length - 1}`, 'Number a load of `loads`.');
      return;
    }
    if (seen.has(index)) {
      report('plan', `${path}[0]`, index, 'every load once', 'Add its nodes to those listed before.');
      return;
    }
    seen.add(index);
    if (!(Number.isSafeInteger(count) && count >= 0)) {
      report('plan', `${path}[1]`, count, `a whole number of nodes from 0 to ${MAX_NODES}`, 'Nodes are whole.');
      return;
    }
    const load = loads[index];
    if (load && count > 0) nodes.push({ load, index, nodes: count });
  });
  return { setPointC: isTemperature ? cell.setPointC : NaN, renewableKwh, nodes };
}

function resolveLoad(
  instance: GeoInstance,
  tasks: TasksOfInstance,
  { nodeType: name, cores }: NodeLoad,
  at: string,
  report: Report,
): ResolvedLoad | null {
  const type = instance.nodeTypes.findIndex((one) => one.name === name);
  if (type < 0) {
    report('plan', `${at}.nodeType`, name, 'a node type of the instance', 'Correct the name.');
    return null;
  }
  const nodeType = instance.nodeTypes[type]!;
  let sound = true;
  let busyCores = 0;
  const shares: ResolvedShare[] = [];
  for (const [c, share] of cores.entries()) {
    const path = `${at}.cores[${c}]`;
    const isCount = Number.isInteger(share.count) && share.count >= 0;
    if (!isCount) report('coreTime', `${path}.count`, share.count, 'a whole number, 0 or more', 'Cores are whole.');
    else busyCores += share.count;
    const slices = resolveSlices(tasks, nodeType, share, path, report);
    if (isCount && slices !== null) shares.push({ count: share.count, slices });
    else sound = false;
  }
  if (busyCores > nodeType.cores) {
    const remedy = 'Leave out some cores.';
    report('coreTime', `${at}.cores`, busyCores, `at most ${nodeType.cores} cores of "${name}"`, remedy);
    sound = false;
  }
  return sound ? { type, nodeType, shares } : null;
}

function resolveSlices(
  tasks: TasksOfInstance,
  nodeType: GeoNodeType,
  share: CoreShare,
  at: string,
  report: Report,
): ResolvedSlice[] | null {
  const slices: ResolvedSlice[] = [];
  let sound = true;
  let busy = 0;
  for (const [s, { taskType, pState, fraction }] of share.slices.entries()) {
    const path = `${at}.slices[${s}]`;
    if (!(Number.isFinite(fraction) && fraction >= -FRACTION_TOLERANCE)) {
      report('plan', `${path}.fraction`, fraction, 'a share of time, 0 to 1', 'Correct the fraction.');
      sound = false;
      continue;
    }
    const task = runningTask(tasks, nodeType, taskType, pState);
    if ('blame' in task) {
      const what = task.blame === 'plan' ? 'a task type and P-state the node type has' : 'a complete instance';
      report(task.blame, path, { taskType, pState }, what, `${task.reason}.`);
      sound = false;
    } else if (fraction > 0) {
      busy += fraction;
      slices.push({ task, fraction });
    }
  }
  if (busy > 1 + FRACTION_TOLERANCE) {
    report('coreTime', `${at}.slices`, busy, 'fractions of at most 1 in sum', 'A core has no more than all its time.');
    sound = false;
  }
  return sound ? slices : null;
}

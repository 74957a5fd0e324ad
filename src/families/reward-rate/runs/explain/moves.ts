import { allowedBeside } from '../../../../../models/families/reward-rate/set-point-steps.js';
import { rowAt } from '../../../../../models/physics/thermal/worst-response.js';
import type { CoreShare } from '../../../../../models/facility/core-share.js';
import type { NodeAssignment, RewardRatePlan, TimeShare } from '../../../../../models/families/reward-rate/plan.js';
import { pStateTable } from '../../../../../models/physics/power/p-states.js';
import type { RewardRateCrac, RewardRateNodeType } from '../../../../../models/families/reward-rate/instance.js';
import { decimal } from '../../../../../models/families/reward-rate/limit-steps.js';
import type { PlannedRoom } from './trial.js';
import { valueText } from './words.js';

/**
 * Change of a plan that may cool an inlet. 'setPoint': all set-points become colder. 'exchange': a node's work moves to
 * another node, or both exchange their work. 'stop': a node's work stops.
 */
export type MoveKind = 'setPoint' | 'exchange' | 'stop';

/** Changed plan that may cool an inlet, with a sentence that describes the change. */
export interface Move {
  readonly kind: MoveKind;
  readonly plan: RewardRatePlan;
  readonly message: string;
}

/** Amount by which the move 'setPoint' lowers all set-points, K. */
const LOWERED_K = 0.1;
/**
 * Maximum number of nodes whose work is stopped or moved: those whose work warms the inlet most. One node represents
 * all of a zone with the same work.
 */
const MAX_SOURCES = 8;
/** Maximum number of nodes to which a node's work is moved: those with which the inlet cools most. */
const MAX_TARGETS = 4;

/** A node of a zone, given by its work: the index of its assignment in the plan, or null if the node idles. */
interface Place {
  readonly zone: number;
  readonly assignment: number | null;
  readonly workW: number;
}

/**
 * Returns moves that may cool a zone's inlet: all set-points colder, a node's work stopped, or a node's work exchanged
 * with that of another node of its type.
 */
export function candidateMoves(room: PlannedRoom, zone: number): Move[] {
  const { matrix, model, evaluation } = room;
  const rowKPerW = rowAt(model.thermal, zone, Float64Array.from(evaluation.zoneNodePowerW));
  const places = placesOf(room);
  const warms = ({ zone: b, workW }: Place): number => rowKPerW[b]! * workW;
  const sources = places
    .filter((one) => one.workW > 0)
    .sort((a, b) => warms(b) - warms(a))
    .slice(0, MAX_SOURCES);
  const exchanges = sources.flatMap((from) => {
    const cools = (to: Place): number => (rowKPerW[from.zone]! - rowKPerW[to.zone]!) * (from.workW - to.workW);
    return places
      .filter((to) => matrix.zones[to.zone]!.nodeType === matrix.zones[from.zone]!.nodeType && cools(to) > 0)
      .sort((a, b) => cools(b) - cools(a))
      .slice(0, MAX_TARGETS)
      .map((to) => exchange(room, from, to));
  });
  return [...colder(room), ...exchanges, ...sources.map((from) => stop(room, from))];
}

/** Returns one Place for each assignment of a plan, and one for each zone with idle nodes. */
function placesOf({ model, matrix, plan }: PlannedRoom): Place[] {
  const typeOf = new Map(model.instance.facility.nodeTypes.map((type) => [type.name, type]));
  const zoneOf = new Map(matrix.zones.map(({ name }, b) => [name, b]));
  const used = matrix.zones.map(() => 0);
  for (const { zone, nodes } of [...plan.assignments, ...(plan.standby ?? [])]) used[zoneOf.get(zone)!]! += nodes;
  const busy = plan.assignments.flatMap((one, assignment): Place[] => {
    const zone = zoneOf.get(one.zone)!;
    const type = typeOf.get(matrix.zones[zone]!.nodeType)!;
    return one.nodes === 0 ? [] : [{ zone, assignment, workW: workW(one, type) }];
  });
  const idle = matrix.zones.flatMap(({ nodeCount }, zone) =>
    nodeCount > used[zone]! ? [{ zone, assignment: null, workW: 0 }] : [],
  );
  return [...busy, ...idle];
}

function worksOf({ cores, shares }: NodeAssignment): readonly TimeShare[] {
  return shares ?? [{ share: 1, cores }];
}

/** Returns the power above idle that the work of an assignment adds to each of its nodes on average, at the wall, W. */
function workW(assignment: NodeAssignment, type: RewardRateNodeType): number {
  const powerOf = (taskType: string, pState: number): number =>
    pStateTable(
      type,
      type.tasks.find((task) => task.taskType === taskType)!,
    ).powerW[pState]!;
  const slicesW = ({ count, slices }: CoreShare): number =>
    count * slices.reduce((sum, one) => sum + one.fraction * powerOf(one.taskType, one.pState), 0);
  return worksOf(assignment).reduce(
    (sum, { share, cores }) => sum + share * cores.reduce((own, core) => own + slicesW(core), 0),
    0,
  );
}

function colder({ instance, model, plan }: PlannedRoom): Move[] {
  const { cracs } = instance.facility;
  const below = (crac: RewardRateCrac, setPointC: number): number => {
    const { setPointStepC: stepK, setPointMinC } = crac;
    return stepK === undefined
      ? Math.max(Math.min(setPointC, setPointMinC), decimal(setPointC - LOWERED_K))
      : (allowedBeside(crac, stepK, setPointC - Math.max(LOWERED_K, stepK)).belowC ?? setPointC);
  };
  const atWork = cracs.filter(({ name }) => model.cracs.some((one) => one.name === name));
  const lowered = atWork.map((crac) => [crac.name, below(crac, plan.setPointsC[crac.name]!)] as const);
  if (lowered.every(([name, setPointC]) => setPointC === plan.setPointsC[name])) return [];
  const hasSteps = cracs.some(({ setPointStepC }) => setPointStepC !== undefined);
  const amount = `${valueText(LOWERED_K, 'K')}${hasSteps ? ', or the step of the CRAC where that is more' : ''}`;
  const message = `Lower all set-points by ${amount}, as far as their ranges go.`;
  const setPointsC = { ...plan.setPointsC, ...Object.fromEntries(lowered) };
  return [{ kind: 'setPoint', plan: { ...plan, setPointsC }, message }];
}

/** Returns the assignments of a plan after one node at each of these places stops its work. */
function without(plan: RewardRatePlan, places: readonly Place[]): NodeAssignment[] {
  return plan.assignments.flatMap((one, n) => {
    const nodes = one.nodes - places.filter(({ assignment }) => assignment === n).length;
    return nodes > 0 ? [{ ...one, nodes }] : [];
  });
}

function stop({ plan, matrix }: PlannedRoom, from: Place): Move {
  const message = `Stop the work of a node of ${placeText(plan, matrix.zones[from.zone]!.name, from)}.`;
  return { kind: 'stop', plan: { ...plan, assignments: without(plan, [from]) }, message };
}

function exchange({ plan, matrix }: PlannedRoom, from: Place, to: Place): Move {
  const at = ({ zone }: Place): string => matrix.zones[zone]!.name;
  const work = (place: Place, zone: string): NodeAssignment[] =>
    place.assignment === null ? [] : [{ ...plan.assignments[place.assignment]!, zone, nodes: 1 }];
  const assignments = [...without(plan, [from, to]), ...work(from, at(to)), ...work(to, at(from))];
  const message =
    to.assignment === null
      ? `Take the work of a node of ${placeText(plan, at(from), from)} to an idle one of ${at(to)}.`
      : `Exchange the work of a node of ${placeText(plan, at(from), from)} with that of one of ${placeText(plan, at(to), to)}.`;
  return { kind: 'exchange', plan: { ...plan, assignments }, message };
}

/** Returns words for a zone and what the node there runs: "R1/L1 (5 x sp in P-state 2, 3 x ua in P-state 0)". */
function placeText({ assignments }: RewardRatePlan, zone: string, { assignment }: Place): string {
  const works = worksOf(assignments[assignment!]!).map(({ cores }) =>
    cores.map(({ count, slices }) => {
      const each = slices.map(({ taskType, pState }) => `${taskType} in P-state ${pState}`);
      return `${count} x ${each.length === 0 ? 'nothing' : each.join(' and ')}`;
    }),
  );
  return `${zone} (${works.map((runs) => runs.join(', ')).join('; then ')})`;
}

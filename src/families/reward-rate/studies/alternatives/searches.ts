import { pStateTable } from '../../../../../models/physics/power/p-states.js';
import { allowedBeside } from '../../../../../models/families/reward-rate/set-point-steps.js';
import type { NodeType } from '../../../../../models/facility/facility.js';
import type { Criterion } from '../../runs/alternatives.js';
import { type Group, groupsOf, pursued, regrouped, standbyState, targetsFor } from './exchanges.js';
import { type AlternativesRoom, type Candidate, type Judge, rackPowersW, spread } from './judge.js';
import { changed, isAtRest, isSharing, type Run } from './placement.js';

/**
 * Local search from the best plan for one that is better in one criterion. Returns the best candidate found, or the
 * start.
 *
 * @param colder candidate of an earlier search, with lower set-points; absent if there is none
 */
export type Search = (room: AlternativesRoom, start: Candidate, judge: Judge, colder?: Candidate) => Candidate;

/** Maximum number of rare settings (what a node's cores run) that `fewestSettings` tries to replace in each step. */
const MAX_SOURCES = 8;
/** Maximum number of replacements tried for a rare setting (what a node's cores run): the most frequent settings. */
const MAX_TARGETS = 10;
/** Number of the most frequent settings (what a node's cores run) tried in pairs as a replacement of a rare one. */
const MAX_MIXED = 4;
/** Number of times that the step of lowering set-points is halved. Ours: a range of 25 K goes down to 0.001 K. */
const HALVINGS = 15;
/** Maximum number of rounds in which `coolest` gives up work to lower set-points further. */
const MAX_ROUNDS = 12;
/** Number of consecutive rejected exchanges between racks after which the search ends. */
const MAX_EXCHANGES = 300;

/**
 * Searches for fewer different settings (what a node's cores run). In each step, all nodes of a rare setting get one
 * other setting, or are divided between two others. The replacement that loses the least reward is taken.
 */
const fewestSettings: Search = (room, start, judge) => {
  let best = start;
  for (;;) {
    const next = withoutOne(room, best, judge, replaced) ?? withoutOne(room, best, judge, mixed);
    if (next === null) return best;
    best = next;
  }
};

/** Yields placements in which no node of the group `source` runs what it ran before. */
type Replacing = (
  room: AlternativesRoom,
  placement: Candidate['placement'],
  source: Group,
  groups: readonly Group[],
) => Iterable<Candidate['placement']>;

/**
 * Returns the best candidate in which one of the rarest settings (what a node's cores run) is replaced. It must lower
 * the number of different settings. Null if there is none.
 */
function withoutOne(room: AlternativesRoom, best: Candidate, { judge }: Judge, replacing: Replacing): Candidate | null {
  const groups = groupsOf(room, best.placement);
  const sources = groups.filter(({ run }) => !isAtRest(run)).slice(0, MAX_SOURCES);
  let next: Candidate | null = null;
  for (const source of sources) {
    for (const placement of replacing(room, best.placement, source, groups)) {
      const found = judge(placement, best.setPointsC);
      if (found === null || found.measures.settings >= best.measures.settings) continue;
      if (next === null || isPreferred(found, next)) next = found;
    }
  }
  return next;
}

const replaced: Replacing = (room, placement, source, groups) =>
  targetsFor(room, groups, source, MAX_TARGETS).map((target) =>
    regrouped(room, placement, source, target, source.run.nodes),
  );

/**
 * Yields placements in which half of the nodes of a group run one other setting and half run another. One of the two
 * settings may draw more power than before if the other draws less.
 */
const mixed: Replacing = function* (room, placement, source, groups) {
  const { nodes } = source.run;
  const targets = nodes < 2 ? [] : targetsFor(room, groups, source, MAX_MIXED);
  for (const one of targets) {
    const half = regrouped(room, placement, source, one, Math.floor(nodes / 2));
    for (const other of targets) if (other !== one) yield regrouped(room, half, source, other, nodes);
  }
};

function isPreferred(one: Candidate, other: Candidate): boolean {
  const more = other.measures.settings - one.measures.settings;
  return more === 0 ? one.evaluation.rewardPerS > other.evaluation.rewardPerS : more > 0;
}

/** Searches for a plan with more nodes on standby. Nodes whose work earns least are put on standby first. */
const fewestNodesOn: Search = (room, start, judge) => {
  const isLess = (next: Candidate, before: Candidate): boolean => next.measures.nodesOn < before.measures.nodesOn;
  const off = (zone: number) => standbyState(room.model, zone) ?? undefined;
  let best = start;
  for (;;) {
    const tried = groupsOf(room, best.placement).flatMap((group): [Group, Candidate][] => {
      if (typeof group.run.doing === 'string') return [];
      const one = judge.judge(regrouped(room, best.placement, group, off, 1), best.setPointsC);
      return one !== null && isLess(one, best) ? [[group, one]] : [];
    });
    const [cheapest] = tried.sort(([, a], [, b]) => b.evaluation.rewardPerS - a.evaluation.rewardPerS);
    if (cheapest === undefined) return best;
    const [group, one] = cheapest;
    best = pursued(one, judge, (placement, nodes) => regrouped(room, placement, group, off, nodes), isLess);
  }
};

/**
 * Searches for a lower hottest inlet. Set-points are lowered as far as the power cap allows. Then work that earns
 * little per watt is given up to lower them further.
 */
const coolest: Search = (room, start, judge) => {
  let best = lowered(room, start, judge);
  let current = best;
  for (let round = 0; round < MAX_ROUNDS && !judge.isSpent(); round++) {
    const lighter = cheapestWatts(room, current, judge);
    if (lighter === null) break;
    current = lowered(room, lighter, judge);
    if (current.measures.hottestInletC < best.measures.hottestInletC) best = current;
  }
  return best;
};

/** Returns the candidate with all set-points lowered by the same amount, as far as ranges and limits allow. */
function lowered({ model, matrix, instance }: AlternativesRoom, start: Candidate, { judge }: Judge): Candidate {
  const atWork = new Set(model.cracs.map(({ index }) => matrix.cracNames[index]!));
  const leastC = new Map(instance.facility.cracs.map(({ name, setPointMinC }) => [name, setPointMinC]));
  const spareOf = (name: string): number =>
    atWork.has(name) ? Math.max(0, start.setPointsC[name]! - leastC.get(name)!) : 0;
  const cracOf = new Map(instance.facility.cracs.map((crac) => [crac.name, crac]));
  const allowed = (name: string, setPointC: number): number => {
    const crac = cracOf.get(name)!;
    return crac.setPointStepC === undefined
      ? setPointC
      : (allowedBeside(crac, crac.setPointStepC, setPointC).aboveC ?? setPointC);
  };
  const lower = (byK: number): Candidate['setPointsC'] =>
    Object.fromEntries(
      Object.entries(start.setPointsC).map(([name, setPointC]) => [
        name,
        atWork.has(name) ? allowed(name, setPointC - Math.min(byK, spareOf(name))) : setPointC,
      ]),
    );
  let step = Math.max(0, ...matrix.cracNames.map(spareOf));
  let best = start;
  let loweredK = 0;
  for (let n = 0; n < HALVINGS && step > 0; n++, step /= 2) {
    const next = judge(start.placement, lower(loweredK + step));
    if (next === null || next.measures.hottestInletC >= best.measures.hottestInletC) continue;
    best = next;
    loweredK += step;
    if (n === 0) break;
  }
  return best;
}

/**
 * Returns the candidate in which some nodes do work of less power: the change that loses the least reward per watt
 * saved, for as many nodes as the checker accepts. Null if no change saves power.
 */
function cheapestWatts(room: AlternativesRoom, start: Candidate, judge: Judge): Candidate | null {
  const hottest = start.evaluation.zoneInletC.reduce((most, inletC, b, all) => (inletC > all[most]! ? b : most), 0);
  const rowKPerW = room.model.thermal.inletRow(hottest);
  const order = [...start.placement.keys()].sort((a, b) => rowKPerW[b]! - rowKPerW[a]! || a - b);
  const groups = groupsOf(room, start.placement);
  const wattsLess = (next: Candidate, before: Candidate): number =>
    before.evaluation.power.totalW - next.evaluation.power.totalW;
  let cheapest: {
    readonly perW: number;
    readonly group: Group;
    readonly target: ReturnType<typeof targetsFor>[number];
  } | null = null;
  for (const group of groups.filter(({ run }) => !isAtRest(run))) {
    for (const target of targetsFor(room, groups, group, MAX_TARGETS)) {
      const one = judge.judge(regrouped(room, start.placement, group, target, 1, order), start.setPointsC);
      if (one === null || !(wattsLess(one, start) > 0)) continue;
      const perW = Math.max(0, start.evaluation.rewardPerS - one.evaluation.rewardPerS) / wattsLess(one, start);
      if (cheapest === null || perW < cheapest.perW) cheapest = { perW, group, target };
    }
  }
  if (cheapest === null) return null;
  const { group, target } = cheapest;
  const change = (placement: Candidate['placement'], nodes: number) =>
    regrouped(room, placement, group, target, nodes, order);
  const found = pursued(start, judge, change, (next, before) => wattsLess(next, before) > 0);
  return found === start ? null : found;
}

/**
 * Possible exchange of what two nodes of the same type do. `from` and `to` are their zones; `heavy` draws more power
 * than `light`. `spreadW` is the standard deviation of rack powers after the exchange.
 */
interface Exchange {
  readonly from: number;
  readonly to: number;
  readonly heavy: Run;
  readonly light: Run;
  readonly spreadW: number;
}

/**
 * Searches for more even rack powers by exchanging work between racks. The search starts once from the best plan and
 * once from a candidate with lower set-points, which allows more exchanges. The better result is returned.
 */
const mostEven: Search = (room, start, judge, colder) => {
  const own = levelled(room, start, judge);
  const other = colder === undefined ? own : levelled(room, colder, judge);
  return other.measures.rackSpreadW < own.measures.rackSpreadW ? other : own;
};

/** Searches for more even rack powers by exchanging work of one node type between racks of high and of low power. */
const levelled: Search = (room, start, judge) => {
  const failed = new Set<string>();
  const nameOf = ({ from, to, heavy, light }: Exchange): string => JSON.stringify([from, heavy.key, to, light.key]);
  const apply = ({ from, to, heavy, light }: Exchange, { placement, setPointsC }: Candidate): Candidate | null =>
    judge.judge(
      changed(changed(placement, from, heavy.key, light.doing, 1), to, light.key, heavy.doing, 1),
      setPointsC,
    );
  let best = start;
  for (let tries = 0; tries < MAX_EXCHANGES && !judge.isSpent();) {
    const open = exchanges(room, best).filter((one) => !failed.has(nameOf(one)));
    const [first] = open;
    if (first === undefined) break;
    const next = apply(first, best);
    if (next !== null && next.measures.rackSpreadW < best.measures.rackSpreadW) {
      best = next;
      tries = 0;
    } else {
      failed.add(nameOf(first));
      tries += 1;
    }
  }
  return best;
};

/** Returns the exchanges that lower the standard deviation of rack powers, the best first. */
function exchanges({ matrix, instance }: AlternativesRoom, { placement, evaluation }: Candidate): Exchange[] {
  const powers = rackPowersW(matrix, evaluation.zoneNodePowerW);
  const names = [...powers.keys()];
  const typeOf = new Map(instance.facility.nodeTypes.map((type) => [type.name, type]));
  const meanW = [...powers.values()].reduce((sum, own) => sum + own, 0) / powers.size;
  const baseW = spread([...powers.values()]);
  const places = placement.flatMap((runs, b) =>
    runs
      .filter((run) => !isSharing(run))
      .map((run) => ({ b, run, workW: nodeW(run, typeOf.get(matrix.zones[b]!.nodeType)!) })),
  );
  const found: Exchange[] = [];
  for (const heavy of places) {
    const fromW = powers.get(matrix.zones[heavy.b]!.rack)!;
    for (const light of places) {
      if (heavy.workW <= light.workW || matrix.zones[heavy.b]!.nodeType !== matrix.zones[light.b]!.nodeType) continue;
      const toW = powers.get(matrix.zones[light.b]!.rack)!;
      const movedW = heavy.workW - light.workW;
      // The change of the variance times the number of racks; only these two racks change.
      const change =
        (fromW - movedW - meanW) ** 2 + (toW + movedW - meanW) ** 2 - (fromW - meanW) ** 2 - (toW - meanW) ** 2;
      if (!(change < -1e-9 * meanW ** 2) || matrix.zones[heavy.b]!.rack === matrix.zones[light.b]!.rack) continue;
      const spreadW = Math.sqrt(Math.max(0, baseW ** 2 + change / names.length));
      found.push({ from: heavy.b, to: light.b, heavy: heavy.run, light: light.run, spreadW });
    }
  }
  return found.sort((a, b) => a.spreadW - b.spreadW || a.from - b.from || a.to - b.to);
}

/** Returns the average power of a node above idle, at the output of its power supply, W; negative on standby. */
function nodeW(
  { doing }: Run,
  type: NodeType & { readonly sleepPowerW?: number | undefined; readonly offPowerW?: number | undefined },
): number {
  if (doing === null) return 0;
  if (typeof doing === 'string') {
    const standbyW = doing === 'off' ? type.offPowerW : type.sleepPowerW;
    return (standbyW ?? type.idlePowerW) - type.idlePowerW;
  }
  const powerOf = (taskType: string, pState: number): number =>
    pStateTable(
      type,
      type.tasks.find((task) => task.taskType === taskType)!,
    ).powerW[pState]!;
  return (doing.cores ?? []).reduce(
    (sum, { count, slices }) =>
      sum + count * slices.reduce((own, one) => own + one.fraction * powerOf(one.taskType, one.pState), 0),
    0,
  );
}

/** Local search for each criterion. */
export const SEARCHES: Readonly<Record<Criterion, Search>> = { fewestSettings, fewestNodesOn, coolest, mostEven };

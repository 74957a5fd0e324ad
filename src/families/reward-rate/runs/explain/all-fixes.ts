import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { IdleConflict } from '../../methods/infeasibility.js';
import { cheapestOfSeveral } from './cheapest-of-several.js';
import { fixesBy, type TestedFix } from './fixes.js';
import { knobsOf } from './knobs.js';
import type { LimitWords } from './limit-words.js';
import type { LimitName } from '../../../../../models/facility/limits.js';
import { PER_PRICE } from './prices.js';
import type { Lever } from './relief.js';
import { canBeRelieved, cheapestFix, nodeFixes } from './relief-fixes.js';
import type { Room } from './trial.js';

/** Kinds of priced limits in the cheapest combination of changes. Nodes switched off are added separately. */
const COMBINED: readonly LimitName[] = [
  ...(['redLine', 'inletReserve', 'setPointMin', 'setPointMax', 'rackPower', 'pduPower'] as const),
  ...(['coolingCapacity', 'powerReserve', 'powerCap'] as const),
];

/**
 * Yields tested changes (fixes) after which a plan exists, for a facility that violates a limit even when idle. If
 * prices were given, the cheapest combination comes first. Then come the smallest changes of limits, then nodes
 * switched off.
 */
export function* allFixes(
  room: Room,
  engine: LpEngine,
  idle: IdleConflict,
  limits: LimitWords,
): Generator<TestedFix, void> {
  const seen = new Set<string>();
  for (const fix of candidates(room, engine, idle, limits)) {
    const key = JSON.stringify(fix.changes.map((one) => JSON.stringify([one.constraint, one.where, one.to])).sort());
    if (seen.has(key)) continue;
    seen.add(key);
    yield fix;
  }
}

function* candidates(
  room: Room,
  engine: LpEngine,
  idle: IdleConflict,
  { movables, priceOf, isPriced }: LimitWords,
): Generator<TestedFix, void> {
  const nodeTypes = movables.flatMap(({ kind, where }) => (kind === 'nodesOff' ? [where] : []));
  if (isPriced) {
    const levers = leversOf(room, idle, { movables, priceOf });
    const priceOfNode = (where: string): number | null =>
      nodeTypes.includes(where) ? priceOf({ kind: 'nodesOff', where }) : null;
    const priced = nodeTypes.filter((where) => priceOfNode(where) !== null);
    const knobs = levers.map(({ knob }) => knob);
    const cheapest = canBeRelieved(room)
      ? cheapestFix(room, engine, priceOfNode, levers)
      : cheapestOfSeveral(room, knobs, priced, priceOf);
    if (cheapest !== null) yield cheapest;
  }
  yield* fixesBy(
    room,
    idle,
    movables.filter(({ kind }) => kind !== 'nodesOff'),
  );
  yield* nodeFixes(room, engine, nodeTypes);
}

/** Returns the limits that have a price and a kind in COMBINED, as levers: limits that can be loosened step by step. */
function leversOf(
  { instance: { limits } }: Room,
  idle: IdleConflict,
  { movables, priceOf }: Pick<LimitWords, 'movables' | 'priceOf'>,
): Lever[] {
  const broken = [idle, ...idle.others];
  return movables.flatMap((one): Lever[] => {
    const price = priceOf(one);
    if (price === null || !COMBINED.includes(one.kind)) return [];
    const amount = broken.find(({ constraint, where }) => constraint === one.kind && where === one.where)?.amount;
    const [knob] = knobsOf([one], () => amount) as [Lever['knob']];
    const gain = one.kind === 'coolingCapacity' ? 1 - (limits.reserve?.coolingShare ?? 0) : 1;
    return [{ kind: one.kind, where: one.where, knob, price: price / (PER_PRICE[one.unit] ?? 1), gain }];
  });
}

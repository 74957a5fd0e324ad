import type { RewardRateInstance } from '../../../../../models/problems/reward-rate/instance.js';
import type { Fix, LimitChange } from '../../../../runs/result.js';
import type { IdleConflict } from '../../methods/infeasibility.js';
import { type Knob, knobsOf } from './knobs.js';
import type { Kind, Movable } from './movable.js';
import { leastTurns, type Turn } from './search-fixes.js';
import { isKeptByIdling, type Room, verdictOn } from './trial.js';
import { changesText, stepText } from './words.js';

/** Fix whose changes were tested by the checker, too. */
export interface TestedFix extends Fix {
  /** True if it is proven that no plan exists with any of the changes a step less. */
  readonly proven: boolean;
  /** Nodes that are switched off, by rack; absent where all limits that move are others. */
  readonly nodesOff?: readonly RackNodes[];
  /** Price than which no combination of changes that have one costs less, proven; absent where that was not asked. */
  readonly priceBound?: number;
}

/** Number of nodes of one type in one rack. */
export interface RackNodes {
  readonly rack: string;
  readonly nodeType: string;
  readonly nodes: number;
}

/** Kinds that are in the way only where they are broken: their needs are what the nodes draw, whatever the set-points. */
const ONLY_BROKEN: readonly Kind[] = ['rackPower', 'pduPower'];
/** Maximum number of racks, PDUs and CRACs whose limits are moved: every one of them costs a few tests. */
const MAX_PLACES = 200;

/**
 * Returns the fixes of a room in which even idling breaks a limit, by these limits alone: each compiled as an instance
 * of its own, in which a plan exists, and whose idle plan the checker accepts. Those without nodes on standby come
 * first.
 */
export function* fixesBy(room: Room, conflict: IdleConflict, movables: readonly Movable[]): Generator<TestedFix, void> {
  const broken = [conflict, ...conflict.others];
  const amountOf = ({ kind, where }: Movable): number | undefined =>
    broken.find((one) => one.constraint === kind && (kind === 'redLine' || one.where === where))?.amount;
  const inTheWay = movables.filter((one) => !ONLY_BROKEN.includes(one.kind) || amountOf(one) !== undefined);
  if (inTheWay.length > MAX_PLACES) return;
  const knobs = knobsOf(inTheWay, amountOf);
  const staysOn = knobs.filter(({ kind }) => kind !== 'standby' && kind !== 'minimumOn');
  const seen = new Set<string>();
  for (const some of staysOn.length < knobs.length ? [staysOn, knobs] : [knobs]) {
    for (const turn of leastTurns(some, (steps) => verdictOn(room, turned(room.instance, some, steps)))) {
      const fix = fixOf(some, turn);
      const key = JSON.stringify(fix.changes);
      if (seen.has(key)) continue;
      seen.add(key);
      const steps = some.map((_, k) => turn.steps.get(k) ?? 0);
      if (isKeptByIdling(room, turned(room.instance, some, steps))) yield fix;
    }
  }
}

function turned(instance: RewardRateInstance, knobs: readonly Knob[], steps: readonly number[]): RewardRateInstance {
  return knobs.reduce((sum, knob, k) => knob.turned(sum, steps[k]!), instance);
}

function fixOf(knobs: readonly Knob[], { steps, proven }: Turn): TestedFix {
  const parts = [...steps].map(([k, own]) => ({ knob: knobs[k]!, changes: knobs[k]!.changes(own) }));
  const changes: LimitChange[] = parts.flatMap((part) => part.changes);
  const less = [...new Set(parts.map((part) => stepText(part.knob.step, part.changes[0]!.unit)))];
  const rest = proven ? `none does with ${less.join(' or ')} less` : 'whether less would do is open';
  return { changes, proven, message: `A plan exists with ${changesText(changes)}; ${rest}.` };
}

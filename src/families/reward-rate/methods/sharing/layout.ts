import { type Configuration, isWithoutWork } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { MasterSolution } from '../room-program/room-lp.js';
import { idleOf } from '../room-program/rounding-configurations.js';

/**
 * A part (time of nodes in one configuration) is dropped as rounding error if it is less than this, in nodes. It is
 * kept if its tasks are so short that it completes more than this fraction of some task type's arrivals.
 */
const ROUND_OFF = 1e-8;
/** Fractions of time that add up to at least 1 minus this count as 1 (rounding error). */
const ROUNDING = 1e-12;

export interface Part {
  readonly configuration: Configuration;
  /** Fraction of the time, above 0 and at most 1. */
  readonly share: number;
}

/** Nodes of one zone: those that keep one configuration, and those that divide their time over several. */
export interface ZoneLayout {
  readonly whole: readonly Configuration[];
  /** [node that divides its time]: configurations in which it works. It idles, awake, for the rest of the time. */
  readonly shared: readonly (readonly Part[])[];
}

/**
 * Turns the LP's fractional numbers of nodes into nodes of each zone. Whole numbers of a configuration become nodes
 * that keep it. The fractional rests are laid end to end and cut into nodes, which divide their time over them. Whole
 * numbers of standby become nodes on standby; a fractional rest becomes idle time of a running node.
 */
export function layoutOf(model: RewardRateModel, { used }: Pick<MasterSolution, 'used'>): ZoneLayout[] {
  return model.zones.map(({ nodeCount }, b) => {
    const idle = idleOf(model, b);
    const columns = used[b]!.filter(({ configuration }) => !isWithoutWork(configuration)).map(
      ({ configuration, units }) => ({ configuration, units: nearlyWhole(model, configuration, units) }),
    );
    const awake = used[b]!.reduce(
      (sum, { configuration, units }) => sum + (configuration.coreW > 0 && isWithoutWork(configuration) ? units : 0),
      0,
    );
    const busy = columns.reduce((sum, { units }) => sum + units, 0);
    const asleep = Math.max(0, Math.floor(nodeCount - busy - awake + ROUND_OFF));
    const whole: Configuration[] = [];
    const shared: Part[][] = [];
    let cell: Part[] = [];
    let filled = 0;
    const close = (): void => {
      const [only] = cell;
      if (cell.length === 1 && only!.share >= 1 - ROUNDING) whole.push(only!.configuration);
      else if (cell.length > 0) shared.push(cell);
      cell = [];
      filled = 0;
    };
    // Whole units first: they need no cell that is begun.
    for (const { configuration, units } of columns) {
      for (let n = Math.floor(units); n > 0 && whole.length < nodeCount; n--) whole.push(configuration);
    }
    for (const { configuration, units } of columns) {
      let left = units - Math.floor(units);
      while (!isRoundOff(model, configuration, left) && whole.length + shared.length < nodeCount) {
        const share = Math.min(left, 1 - filled);
        cell.push({ configuration, share });
        filled += share;
        left -= share;
        if (filled >= 1 - ROUNDING) close();
      }
    }
    if (cell.length > 0 && whole.length + shared.length < nodeCount) close();
    for (let n = 0; n < asleep && whole.length + shared.length < nodeCount; n++) whole.push(idle);
    while (whole.length + shared.length < nodeCount) shared.push([]);
    return { whole, shared };
  });
}

function nearlyWhole(model: RewardRateModel, configuration: Configuration, units: number): number {
  const nearest = Math.round(units);
  return isRoundOff(model, configuration, Math.abs(units - nearest)) ? nearest : units;
}

function isRoundOff({ arrivalRatePerS }: RewardRateModel, { ratePerS }: Configuration, units: number): boolean {
  if (units > ROUND_OFF) return false;
  return units <= 0 || ratePerS.every((rate, i) => rate * units <= ROUND_OFF * arrivalRatePerS[i]!);
}

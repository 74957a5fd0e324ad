import type { TransientRoom } from '../../../../../models/physics/thermal/transient.js';
import type { MappingName, TemplateBook, ThermalName } from '../../../../../models/families/templates/online.js';
import type { ArrivalSequence } from '../../../../online/arrivals.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';

export interface DayRequest {
  readonly model: TemplatesModel;
  /** Room to simulate; may differ from the one the templates were made for. */
  readonly rooms: TransientRooms;
  readonly arrivals: ArrivalSequence;
  readonly mapping: MappingName;
  readonly thermal: ThermalName;
  /** Templates, needed only by the method `templates`; otherwise null. */
  readonly book: TemplateBook | null;
  /**
   * Energy budgets, J; Infinity for no limit. Without templates any number, because a budget only decides when the room
   * stops; with templates exactly one, because they depend on what is left of it.
   */
  readonly energyBudgetsJ: readonly number[];
  /** Seed for random nodes (LBBR; `ties` random). */
  readonly seed: number;
  readonly options?: Partial<DayOptions> | undefined;
}

/** Returns the temperature model of a vent combination, the same object every time (see `transientRooms`). */
export type TransientRooms = (vents: number) => TransientRoom;

export interface DayOptions {
  /** Longest step of temperatures and of checks for hot nodes, s; steps also end at every mapping and thermal event. */
  readonly thermalStepS: number;
  /** Interval of the series, s; does not affect outcomes. */
  readonly seriesIntervalS: number;
  /**
   * Interval between mapping events, t^map, s (section 5.4.1); next: between thermal events, t^thermal. Events are at 0
   * and all multiples before the end of the day.
   */
  readonly mappingIntervalS: number;
  readonly thermalIntervalS: number;
  /** Set-points of the two constant managers of section 5.5.1, C. */
  readonly overcoolingC: number;
  readonly throttlingC: number;
  /** How Greedy chooses among several nodes of one type: the first in the list, or a random one. */
  readonly ties: 'first' | 'random';
  /** What happens to tasks whose deadline passed while waiting, under mappings that drop nothing: run or dropped. */
  readonly lateTasks: 'run' | 'drop';
  /**
   * Template used if the nearest state is infeasible: that at the smallest higher feasible power limit, at the largest
   * one (otherwise the best effort), or the best effort of the state itself.
   */
  readonly infeasibleState: 'next-limit' | 'largest-limit' | 'best-effort';
  /**
   * Set-point at which the idle room is in steady state when the day begins, C; null for the set-point of the first
   * thermal event.
   */
  readonly startSetPointC: number | null;
}

/** Default options: intervals of section 5.4.1 and set-points of section 5.5.1; the rest is chosen. */
export const DAY_DEFAULTS: DayOptions = {
  thermalStepS: 10,
  seriesIntervalS: 60,
  mappingIntervalS: 60,
  thermalIntervalS: 300,
  overcoolingC: 22,
  throttlingC: 28,
  ties: 'first',
  lateTasks: 'run',
  infeasibleState: 'largest-limit',
  startSetPointC: null,
};

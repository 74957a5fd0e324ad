import type { TransientRoom } from '../../../../../models/physics/thermal/transient.js';
import type { MappingName, TemplateBook, ThermalName } from '../../../../../models/families/templates/online.js';
import type { ArrivalSequence } from '../../../../online/arrivals.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';

export interface DayRequest {
  readonly model: TemplatesModel;
  /** Temperature models of the room to simulate. It may differ from the room for which the templates were made. */
  readonly rooms: TransientRooms;
  readonly arrivals: ArrivalSequence;
  readonly mapping: MappingName;
  readonly thermal: ThermalName;
  /** Templates that the thermal manager `templates` looks up; null if another manager is used. */
  readonly book: TemplateBook | null;
  /**
   * Energy budgets, J; Infinity for no limit. With the thermal manager `templates` there must be exactly one, because
   * its settings depend on the remaining budget. With other managers any number is allowed, because a budget only
   * decides when the day ends.
   */
  readonly energyBudgetsJ: readonly number[];
  /** Random seed for methods that choose nodes at random (LBBR, and greedy with `ties` 'random'). */
  readonly seed: number;
  readonly options?: Partial<DayOptions> | undefined;
}

/**
 * Returns the temperature model of a vent combination. All calls for one combination return the same object (see
 * `transientRooms`).
 */
export type TransientRooms = (vents: number) => TransientRoom;

export interface DayOptions {
  /**
   * Maximum length of a time step, s. At the end of each step, temperatures are computed and hot nodes are throttled.
   * Every event also ends a step.
   */
  readonly thermalStepS: number;
  /** Interval of the time series, s. It has no effect on outcomes. */
  readonly seriesIntervalS: number;
  /**
   * Interval between mapping events, t^map, s (section 5.4.1). Events are at 0 and at all multiples before the end of
   * the day.
   */
  readonly mappingIntervalS: number;
  /**
   * Interval between thermal events, t^thermal, s (section 5.4.1). Events are at 0 and at all multiples before the end
   * of the day.
   */
  readonly thermalIntervalS: number;
  /** Set-point of the constant manager `overcooling` (section 5.5.1), C. */
  readonly overcoolingC: number;
  /** Set-point of the constant manager `throttling` (section 5.5.1), C. */
  readonly throttlingC: number;
  /** Choice of the greedy heuristic among nodes of one type: the first node in the list, or a random one. */
  readonly ties: 'first' | 'random';
  /** Whether waiting tasks whose deadline has passed run or are dropped; the greedy heuristic always drops them. */
  readonly lateTasks: 'run' | 'drop';
  /**
   * Rule for the template that is used if the nearest state is infeasible. 'next-limit': the template of the next
   * higher power limit whose state is feasible. 'largest-limit': the template of the largest power limit whose state is
   * feasible. 'best-effort', or if there is no such limit: the template of the infeasible state itself.
   */
  readonly infeasibleState: 'next-limit' | 'largest-limit' | 'best-effort';
  /**
   * Set-point of the steady state in which the idle room starts the day, C. Null to use the set-point of the first
   * thermal event.
   */
  readonly startSetPointC: number | null;
}

/** Default options. Intervals: thesis, section 5.4.1; set-points: section 5.5.1; the other values are ours. */
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

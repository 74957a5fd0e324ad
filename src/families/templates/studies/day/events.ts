import type { DayOptions } from './request.js';

/**
 * Mapping or thermal event at `atS`. Equal time steps follow until `untilS`, the time of the next event or the end of
 * the day.
 */
export interface DayEvent {
  readonly atS: number;
  readonly untilS: number;
  readonly mapping: boolean;
  readonly thermal: boolean;
  readonly steps: number;
  readonly stepS: number;
}

/**
 * Largest difference between event times that count as equal, relative to the shorter interval. Equal multiples of two
 * intervals differ by rounding error.
 */
const SAME = 1e-9;

/** Yields the events of a day: at 0 and at all multiples of their intervals before the end. */
export function* dayEvents(
  durationS: number,
  { mappingIntervalS, thermalIntervalS, thermalStepS }: DayOptions,
): Generator<DayEvent> {
  const same = SAME * Math.min(mappingIntervalS, thermalIntervalS);
  let nextMapping = 0;
  let nextThermal = 0;
  for (;;) {
    const mappingS = nextMapping * mappingIntervalS;
    const thermalS = nextThermal * thermalIntervalS;
    const atS = Math.min(mappingS, thermalS);
    if (atS >= durationS - same) return;
    const mapping = mappingS - atS <= same;
    const thermal = thermalS - atS <= same;
    if (mapping) nextMapping++;
    if (thermal) nextThermal++;
    const nextS = Math.min(nextMapping * mappingIntervalS, nextThermal * thermalIntervalS);
    const untilS = nextS >= durationS - same ? durationS : nextS;
    const steps = Math.max(1, Math.ceil((untilS - atS) / thermalStepS - SAME));
    yield { atS, untilS, mapping, thermal, steps, stepS: (untilS - atS) / steps };
  }
}

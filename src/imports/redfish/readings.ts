import { type JsonRecord, recordOf, recordsOf, type Resource, textOf } from './resources.js';

/** Factor by which supplies must say more than the chassis for theirs to be taken: the chassis then counts only a part. */
export const SUPPLIES_WIN = 2;
/** Pattern of names of temperatures of the air that a server draws. */
const INLET = /\b(?:inlet|ambient|intake)\b/i;
/** Pattern of names of temperatures of air inside a server or its power supplies. */
const INSIDE = /board|p\/s|psu|\bps ?\d|power supply|pci|exhaust|outlet/i;

/** Power of a chassis at one moment. */
export interface PowerReading {
  readonly powerW: number;
  /** What the number is: of the chassis, at the inputs of supplies, or at their outputs. */
  readonly of: 'chassis' | 'inputs of the supplies' | 'outputs of the supplies';
  /** Least and greatest power in the time before, as the controller keeps it, W. */
  readonly lowW: number | undefined;
  readonly highW: number | undefined;
}

/** What a resource says. */
export interface Readings {
  readonly power?: PowerReading;
  /** Power of one supply, from a resource of its own, W. */
  readonly supplyW?: number;
  /** Powers of parts, such as all GPUs, by name, W. */
  readonly parts?: readonly { readonly name: string; readonly powerW: number }[];
  readonly inletsC?: readonly number[];
  /** Names of temperatures that have a reading, and of those that have none. */
  readonly present?: readonly string[];
  readonly absent?: readonly string[];
}

/** Readers of resources, by type. */
const READERS: Readonly<Record<string, (value: JsonRecord) => Readings>> = {
  Power: powerOf,
  Thermal: thermalOf,
  EnvironmentMetrics: environmentOf,
  ThermalMetrics: thermalMetricsOf,
  PowerSupplyMetrics: supplyOf,
  Sensor: sensorOf,
};

/** Returns what a resource says of powers and temperatures; null for a type that says nothing of them. */
export function readingsOf({ type, value }: Resource): Readings | null {
  const reader = READERS[type];
  return reader === undefined ? null : reader(value);
}

function powerOf(value: JsonRecord): Readings {
  // The first control is the chassis, further ones are parts of it, such as its processors.
  const [chassis = {}, ...parts] = recordsOf(value['PowerControl']);
  const metrics = recordOf(chassis['PowerMetrics']);
  const consumed = isEnabled(chassis) ? numberOf(chassis['PowerConsumedWatts']) : undefined;
  const named = (key: string): number | undefined => positive(numberOf(metrics[key]));
  const supplies = recordsOf(value['PowerSupplies']).filter(isEnabled);
  const inputs = supplies.map((one) => numberOf(one['PowerInputWatts']));
  const outputs = supplies.map((one) => numberOf(one['PowerOutputWatts']) ?? numberOf(one['LastPowerOutputWatts']));
  const isAtInput = supplies.length > 0 && inputs.every((one) => one !== undefined);
  const suppliesW = sumOf(isAtInput ? inputs : outputs);
  const isOfSupplies = suppliesW > SUPPLIES_WIN * (consumed ?? 0);
  const ofParts = parts.flatMap((one) => partOf(textOf(one['Name']), numberOf(one['PowerConsumedWatts'])));
  if (isOfSupplies) {
    const of = isAtInput ? 'inputs of the supplies' : 'outputs of the supplies';
    return { power: { powerW: suppliesW, of, lowW: undefined, highW: undefined }, parts: ofParts };
  }
  const [lowW, highW] = [named('MinConsumedWatts'), named('MaxConsumedWatts')];
  const powerW = positive(consumed);
  if (powerW === undefined) return { parts: ofParts };
  return { power: { powerW, of: 'chassis', lowW, highW }, parts: ofParts };
}

function environmentOf(value: JsonRecord): Readings {
  const powerW = positive(numberOf(recordOf(value['PowerWatts'])['Reading']));
  const temperature = numberOf(recordOf(value['TemperatureCelsius'])['Reading']);
  return {
    ...(powerW === undefined ? {} : { power: { powerW, of: 'chassis', lowW: undefined, highW: undefined } }),
    ...(temperature === undefined ? {} : { present: ['EnvironmentMetrics'] }),
  };
}

function supplyOf(value: JsonRecord): Readings {
  const input = positive(numberOf(recordOf(value['InputPowerWatts'])['Reading']));
  return isEnabled(value) && input !== undefined ? { supplyW: input } : {};
}

function thermalOf(value: JsonRecord): Readings {
  const all = recordsOf(value['Temperatures']);
  const enabled = all.filter((one) => isEnabled(one) && numberOf(one['ReadingCelsius']) !== undefined);
  // A controller that reads nothing reports 0 everywhere.
  const read = enabled.some((one) => one['ReadingCelsius'] !== 0) ? enabled : [];
  return {
    present: read.map(nameOf),
    absent: all.filter((one) => !read.includes(one)).map(nameOf),
    inletsC: read.filter(isInlet).map((one) => one['ReadingCelsius'] as number),
  };
}

function thermalMetricsOf(value: JsonRecord): Readings {
  const listed = recordsOf(value['TemperatureReadingsCelsius']).filter((one) => numberOf(one['Reading']) !== undefined);
  const intake = numberOf(recordOf(recordOf(value['TemperatureSummaryCelsius'])['Intake'])['Reading']);
  const inlets = listed.filter(isInlet).map((one) => one['Reading'] as number);
  const inletsC = intake === undefined ? inlets : [intake];
  return { present: [...listed.map(nameOf), ...(intake === undefined ? [] : ['Intake'])], inletsC };
}

function sensorOf(value: JsonRecord): Readings {
  const reading = numberOf(value['Reading']);
  const [kind, unit] = [textOf(value['ReadingType']), textOf(value['ReadingUnits'])];
  const isTemperature = kind === 'Temperature' || unit === 'Cel' || (kind === '' && unit === '' && isInlet(value));
  if (isTemperature) {
    if (!isEnabled(value) || reading === undefined || reading === 0) return { absent: [nameOf(value)] };
    return { present: [nameOf(value)], inletsC: isInlet(value) ? [reading] : [] };
  }
  if (kind !== 'Power' && unit !== 'W') return {};
  const powerW = isEnabled(value) ? positive(reading) : undefined;
  const isOfChassis = /^(?:Chassis|SystemBoard)$/.test(textOf(value['PhysicalContext']));
  if (isOfChassis && powerW !== undefined) {
    return { power: { powerW, of: 'chassis', lowW: undefined, highW: undefined } };
  }
  return { parts: partOf(textOf(value['Name']), powerW) };
}

function isEnabled(record: JsonRecord): boolean {
  const state = recordOf(record['Status'])['State'];
  return state === undefined || state === null || state === 'Enabled';
}

function isInlet(record: JsonRecord): boolean {
  const name = nameOf(record);
  const context = textOf(record['PhysicalContext']);
  if (context === 'Intake') return true;
  return context !== 'PowerSupply' && INLET.test(name) && !INSIDE.test(name);
}

function nameOf(record: JsonRecord): string {
  return textOf(record['Name']) || textOf(record['DeviceName']) || textOf(record['@odata.id']);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined;
}

function partOf(name: string, powerW: number | undefined): { readonly name: string; readonly powerW: number }[] {
  return powerW === undefined || powerW <= 0 ? [] : [{ name, powerW }];
}

function sumOf(values: readonly (number | undefined)[]): number {
  return values.reduce((sum: number, one) => sum + (one ?? 0), 0);
}

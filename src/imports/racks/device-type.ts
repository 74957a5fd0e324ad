import { RefusedSource } from '../refused-source.js';
import type { DeviceType } from './inventory.js';
import { numberIn, UnreadRow, weightKgIn } from './records.js';

/**
 * Returns a device type of NetBox's library of them.
 *
 * @param value contents of the YAML file
 * @throws RefusedSource for another file, or one with a value that is no number
 */
export function deviceTypeOf(file: string, value: unknown): DeviceType {
  const fields = (value ?? {}) as Readonly<Record<string, unknown>>;
  const model = fields['model'];
  if (typeof value !== 'object' || typeof model !== 'string' || fields['slug'] === undefined) {
    const allowed = 'a device type with manufacturer, model and slug';
    const remedy = 'Take the file from the library of device types, or write the devices as CSV.';
    throw new RefusedSource(file, { path: '', value: 'YAML without model and slug', allowed, remedy });
  }
  const texts = new Map(
    Object.entries(fields).flatMap(([name, one]) =>
      typeof one === 'string' || typeof one === 'number' ? [[name.replaceAll('_', ''), String(one)] as const] : [],
    ),
  );
  const ports = fields['power-ports'];
  const draws = (name: string): number | undefined => sumOf(Array.isArray(ports) ? ports : [], name);
  try {
    return {
      manufacturer: texts.get('manufacturer') ?? '',
      model,
      heightU: numberIn(texts, 'uheight'),
      isChild: texts.get('subdevicerole') === 'child',
      weightKg: weightKgIn(texts, 'weight'),
      maximumDrawW: draws('maximum_draw'),
      allocatedDrawW: draws('allocated_draw'),
    };
  } catch (error) {
    if (!(error instanceof UnreadRow)) throw error;
    const value = error.message.replace(/^row/, 'a device type');
    throw new RefusedSource(file, {
      path: '',
      value,
      allowed: 'numbers of at least 0, weights with their unit',
      remedy: 'Correct it.',
    });
  }
}

/** Returns the sum of a field over those that have it; undefined if none has. */
function sumOf(ports: readonly unknown[], name: string): number | undefined {
  const watts = ports.map((port) => (port as Readonly<Record<string, unknown>> | null)?.[name]);
  const stated = watts.filter((one) => typeof one === 'number');
  return stated.length === 0 ? undefined : stated.reduce((sum, one) => sum + one, 0);
}

import { randomStream } from '../random/stream.js';
import { valueAt } from './draft.js';
import { changedInstance, type FieldChange, type InstanceField, resolveField, shortNames } from './field-path.js';
import { jsonPath, type PathSegment } from './fault.js';
import { branchesOf, isJsonSchemaNode, type JsonSchemaNode } from './schema-text.js';

/**
 * Uncertainty u of each field, by the field's name. The values of the field are multiplied by random factors from 1 - u
 * to 1 + u. For a seed, u is 'drawn', which means that another seed is drawn.
 */
export type Uncertainty = Readonly<Record<string, number | 'drawn'>>;

/** Maximum seed that is drawn; the minimum is 1. Our choice: every instance format accepts it. */
const MAX_DRAWN_SEED = 999_999_999;
/** Significant digits of randomly changed values. Our choice: precise enough for a random number, and short. */
const DIGITS = 6;

/** Text for messages about which values an uncertainty may have. */
export const SHARES_ALLOWED = 'a share from 0 to below 1, such as "±10 %" or 0.1, or "drawn" for a seed';

/**
 * Returns the fraction that a user gives as uncertainty (0.1, "10 %", "±10 %" or "+-10 %"), or "drawn" as it is.
 * Returns null for anything else.
 */
export function readShare(written: unknown): number | 'drawn' | null {
  if (written === 'drawn') return written;
  const found = typeof written === 'string' ? /^(?:±|\+-|\+\/-)?\s*(\d+(?:\.\d+)?)\s*(%?)$/.exec(written.trim()) : null;
  const share = found === null ? written : Number(found[1]) / (found[2] === '%' ? 100 : 1);
  return typeof share === 'number' && share >= 0 && share < 1 ? share : null;
}

export interface UncertainVariant {
  readonly instance: unknown;
  /**
   * Names of the fields with values that were cut to an end of the schema's range, and that end, such as
   * "limits.energyRobustness to 1".
   */
  readonly clipped: readonly string[];
}

/** Returns all numbers of the named field, also in lists and maps, or a sentence if the name is wrong. */
export function uncertainField(name: string, instance: unknown): InstanceField | { readonly fault: string } {
  const short = shortNames(instance);
  const found = resolveField(name, instance, { short, mayBeMissing: () => true, takesWords: true, isMap: () => true });
  if ('fault' in found) return found;
  const places = found.places.filter((place) => typeof valueAt(instance, place) === 'number');
  if (places.length > 0) return { ...found, places };
  const strict = resolveField(name, instance, {
    short,
    mayBeMissing: () => false,
    takesWords: false,
    isMap: () => true,
  });
  return 'fault' in strict ? strict : { fault: 'no number is there' };
}

/**
 * Returns a variant of an instance with randomly changed values. Every number of an uncertain field is multiplied by a
 * factor drawn uniformly from [1 - u, 1 + u], cut to the schema's range, and rounded if the schema requires a whole
 * number. A field with the uncertainty "drawn" gets a new random seed.
 *
 * Each number has its own random stream, so it does not depend on other fields or entries. A known optimum is removed,
 * because it does not hold any more.
 *
 * @throws RangeError for a field that does not exist
 */
export function uncertainVariant(
  instance: unknown,
  uncertainty: Uncertainty,
  seed: number,
  schema: JsonSchemaNode | null,
): UncertainVariant {
  const clipped: string[] = [];
  const changes = Object.entries(uncertainty).flatMap(([name, by]) => {
    const found = uncertainField(name, instance);
    if ('fault' in found) throw new RangeError(`${name}: ${found.fault}`);
    return found.places.map((place): FieldChange => {
      const to = (value: number): FieldChange => ({ places: [place], value, factors: false });
      const where = jsonPath(place);
      const stream = randomStream(seed, `uncertainty of ${where}`);
      if (by === 'drawn') return to(stream.integer(1, MAX_DRAWN_SEED));
      const drawn = (valueAt(instance, place) as number) * stream.uniform(1 - by, 1 + by);
      const node = schema === null ? undefined : numberAt(schema, place);
      const value = within(node, drawn);
      if (isCut(node, drawn)) clipped.push(`${where} to ${value}`);
      return to(value);
    });
  });
  const varied = Object.entries(changedInstance(instance, changes) as object).filter(
    ([name]) => name !== 'knownOptimum',
  );
  return { instance: Object.fromEntries(varied), clipped };
}

/** Returns the schema of the number at a path, in any branch of a union; undefined if there is none. */
function numberAt(node: JsonSchemaNode, path: readonly PathSegment[]): JsonSchemaNode | undefined {
  const [segment, ...rest] = path;
  const branches = [node, ...branchesOf(node)];
  if (segment === undefined) return branches.find(({ type }) => type === 'number' || type === 'integer');
  for (const { items, properties, additionalProperties } of branches) {
    const own = isJsonSchemaNode(properties) && Object.hasOwn(properties, segment);
    const next = typeof segment === 'number' ? items : own ? properties[segment] : additionalProperties;
    const found = isJsonSchemaNode(next) ? numberAt(next, rest) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Rounds a value to DIGITS digits, or to whole numbers if required, and cuts it to the schema's range. */
function within(node: JsonSchemaNode | undefined, drawn: number): number {
  const value = node?.['type'] === 'integer' ? Math.round(drawn) : Number(drawn.toPrecision(DIGITS));
  const { low, high } = rangeOf(node);
  return Math.min(Math.max(value, low), high);
}

function isCut(node: JsonSchemaNode | undefined, drawn: number): boolean {
  const { low, high } = rangeOf(node);
  return drawn < low || drawn > high;
}

/** Returns the range of a schema; for an excluded end, the nearest value with DIGITS digits. */
function rangeOf(node: JsonSchemaNode | undefined): { readonly low: number; readonly high: number } {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node ?? {};
  const inside = 10 ** -DIGITS;
  const low =
    typeof exclusiveMinimum === 'number' ? exclusiveMinimum + inside * (Math.abs(exclusiveMinimum) || 1) : -Infinity;
  const high =
    typeof exclusiveMaximum === 'number' ? exclusiveMaximum - inside * (Math.abs(exclusiveMaximum) || 1) : Infinity;
  return {
    low: Math.max(low, typeof minimum === 'number' ? minimum : -Infinity),
    high: Math.min(high, typeof maximum === 'number' ? maximum : Infinity),
  };
}

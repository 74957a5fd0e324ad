import { randomStream } from '../random/stream.js';
import { valueAt } from './draft.js';
import { type InstanceField, resolveField, shortNames, withValues } from './field-path.js';
import { jsonPath, type PathSegment } from './problem.js';
import { branchesOf, isJsonSchemaNode, type JsonSchemaNode } from './schema-text.js';

/** Uncertainty by field: half-width of the uniform factor about 1, a fraction; or "drawn" for a seed that is drawn anew. */
export type Uncertainty = Readonly<Record<string, number | 'drawn'>>;

/** Seeds that are drawn lie from 1 to this: every format takes them (ours). */
const MAX_DRAWN_SEED = 999_999_999;
/** Digits of a varied value: enough for a number that was drawn, and short in files (ours). */
const DIGITS = 6;

/** Words for what a share may be. */
export const SHARES_ALLOWED = 'a share from 0 to below 1, such as "±10 %" or 0.1, or "drawn" for a seed';

/** A share as people write it: 0.1, "10 %", "±10 %", "+-10 %" or "drawn"; null where it is none. */
export function readShare(written: unknown): number | 'drawn' | null {
  if (written === 'drawn') return written;
  const found = typeof written === 'string' ? /^(?:±|\+-|\+\/-)?\s*(\d+(?:\.\d+)?)\s*(%?)$/.exec(written.trim()) : null;
  const share = found === null ? written : Number(found[1]) / (found[2] === '%' ? 100 : 1);
  return typeof share === 'number' && share >= 0 && share < 1 ? share : null;
}

/** A seeded variant of an instance. */
export interface UncertainVariant {
  readonly instance: unknown;
  /** Values that the schema's range has cut off: "limits.energyRobustness to 1". */
  readonly clipped: readonly string[];
}

/** Places of a field that hold numbers, through lists and maps, or a sentence on what is wrong with it. */
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
 * Variant of an instance within a stated uncertainty: every number of a field times a factor drawn uniformly from [1 - u, 1 + u], by a
 * stream of its own for each place, so that another field or entry changes nothing else; cut off at the schema's range, whole where
 * the schema says so. What the instance says of its optimum is left out: it no longer holds. @throws RangeError for a field that is not there.
 */
export function uncertainVariant(
  instance: unknown,
  uncertainty: Uncertainty,
  seed: number,
  schema: JsonSchemaNode | null,
): UncertainVariant {
  const clipped: string[] = [];
  const values = Object.entries(uncertainty).flatMap(([name, by]) => {
    const found = uncertainField(name, instance);
    if ('fault' in found) throw new RangeError(`${name}: ${found.fault}`);
    return found.places.map((place): readonly [readonly PathSegment[], number] => {
      const where = jsonPath(place);
      const stream = randomStream(seed, `uncertainty of ${where}`);
      if (by === 'drawn') return [place, stream.integer(1, MAX_DRAWN_SEED)];
      const drawn = (valueAt(instance, place) as number) * stream.uniform(1 - by, 1 + by);
      const node = schema === null ? undefined : numberAt(schema, place);
      const value = within(node, drawn);
      if (isCut(node, drawn)) clipped.push(`${where} to ${value}`);
      return [place, value];
    });
  });
  const varied = Object.entries(withValues(instance, values) as object).filter(([name]) => name !== 'knownOptimum');
  return { instance: Object.fromEntries(varied), clipped };
}

/** Schema of a number at a path, in whichever branch; undefined where it has none there. */
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

/** A value with few digits, whole where it has to be, in the range of a schema. */
function within(node: JsonSchemaNode | undefined, drawn: number): number {
  const value = node?.['type'] === 'integer' ? Math.round(drawn) : Number(drawn.toPrecision(DIGITS));
  const { low, high } = rangeOf(node);
  return Math.min(Math.max(value, low), high);
}

function isCut(node: JsonSchemaNode | undefined, drawn: number): boolean {
  const { low, high } = rangeOf(node);
  return drawn < low || drawn > high;
}

/** Range of a schema, its ends included; an end that is excluded is held off by as little as DIGITS show. */
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

import type { TemplatesModel } from '../../../../models/families/templates/model.js';
import type { Template, TemplatePrices } from '../../../../models/families/templates/template.js';
import type { SolvedTemplate } from './chunks.js';

/**
 * Template in a line of the journal, with lists for arrays. `proof` is a list of pairs: a vent combination, and an
 * index into `prices`.
 */
interface LineTemplate extends Omit<Template, 'utilisation' | 'allowableCores' | 'awakeNodes' | 'proof'> {
  readonly utilisation: readonly number[];
  readonly allowableCores: readonly number[];
  readonly awakeNodes?: readonly number[];
  readonly proof?: readonly (readonly [vents: number | null, prices: number])[];
}

interface Line {
  readonly chunk: number;
  readonly solved: readonly { readonly template: LineTemplate; readonly figures: SolvedTemplate['figures'] }[];
  /**
   * All vectors of dual values used by the proofs, without duplicates. Each lists the dual value of work, the blocks of
   * nodes with a positive dual value, and these values.
   */
  readonly prices: readonly (readonly [wattPerWork: number, blocks: readonly number[], wattPerK: readonly number[]])[];
}

/**
 * Returns the templates of a chunk as a line of JSON, with exact numbers. The line has no checksum, so the caller must
 * detect damage.
 */
export function chunkLine(chunk: number, solved: readonly SolvedTemplate[]): string {
  const numbers = new Map<TemplatePrices, number>();
  const numberOf = (prices: TemplatePrices): number => {
    const number = numbers.get(prices) ?? numbers.size;
    numbers.set(prices, number);
    return number;
  };
  const line: Line = {
    chunk,
    solved: solved.map(({ template: { utilisation, allowableCores, awakeNodes, proof, ...others }, figures }) => ({
      template: {
        ...others,
        utilisation: [...utilisation],
        allowableCores: [...allowableCores],
        ...(awakeNodes === undefined ? {} : { awakeNodes: [...awakeNodes] }),
        ...(proof === undefined ? {} : { proof: proof.map(({ vents, prices }) => [vents, numberOf(prices)] as const) }),
      },
      figures,
    })),
    prices: [...numbers.keys()].map((one) => [one.wattPerWork, [...one.blocks], [...one.wattPerK]] as const),
  };
  return JSON.stringify(line);
}

/**
 * Returns the templates in a journal line. Null unless their states are those of the chunk, in order, and their lists
 * fit the blocks of the model.
 */
export function parseChunkLine(
  line: string,
  statesOf: (chunk: number) => readonly number[] | null,
  { blocks }: TemplatesModel,
): { readonly chunk: number; readonly solved: readonly SolvedTemplate[] } | null {
  try {
    const { chunk, solved, prices } = JSON.parse(line) as Line;
    const states = statesOf(chunk);
    const isWhole = solved.every(
      ({ template }, k) => template.state === states?.[k] && template.utilisation.length === blocks.length,
    );
    if (!isWhole || solved.length !== states?.length) return null;
    const all = prices.map(([wattPerWork, priced, wattPerK]): TemplatePrices => ({
      wattPerWork,
      blocks: Int32Array.from(priced),
      wattPerK: Float64Array.from(wattPerK),
    }));
    return {
      chunk,
      solved: solved.map(({ template: { utilisation, allowableCores, awakeNodes, proof, ...others }, figures }) => ({
        template: {
          ...others,
          utilisation: Float64Array.from(utilisation),
          allowableCores: Int32Array.from(allowableCores),
          ...(awakeNodes === undefined ? {} : { awakeNodes: Int32Array.from(awakeNodes) }),
          ...(proof === undefined ? {} : { proof: proof.map(([vents, number]) => ({ vents, prices: all[number]! })) }),
        },
        figures,
      })),
    };
  } catch {
    return null;
  }
}

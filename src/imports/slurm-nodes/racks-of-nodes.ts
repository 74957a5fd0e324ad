import type { SlurmNode } from './node-table.js';

/** Pattern of a rack within a feature: `rack02` of `eth-site-rack02h1`. */
const IN_FEATURE = /rack[-_]?([a-z]?\d+)/i;
/** Patterns of names that state their rack: rack3-n07, r1n03 and r1i0n3, and x1000c0s0b0n0 of Cray's cabinets. */
const IN_NAME = [/(?:^|[-_.])(rack[-_]?[a-z]?\d+)(?=\D)/i, /^(r\d+)[a-z]+\d/, /^(x\d{4})c\d+s\d+/] as const;

/** Racks of nodes, and how they are known. */
export interface RacksOfNodes {
  /** Rack by node, where it is known. */
  readonly rackOf: ReadonlyMap<string, string>;
  /** What names the racks; null if nothing does. */
  readonly from: 'features' | 'names' | null;
  /** Number of nodes whose features name several racks: they are of none. */
  readonly ambiguous: number;
}

/**
 * Returns the racks of nodes: by the pattern of names that the user gives, otherwise by their features, otherwise by
 * names of known forms.
 *
 * @param pattern form of the names, such as `cpn-{rack}-*`; undefined if the user gave none
 */
export function racksOfNodes(nodes: readonly SlurmNode[], pattern?: string): RacksOfNodes {
  const rackOf = new Map<string, string>();
  let ambiguous = 0;
  if (pattern === undefined) {
    for (const { host, features = [] } of nodes) {
      const racks = new Set(features.flatMap((one) => IN_FEATURE.exec(one)?.[1]?.toLowerCase() ?? []));
      if (racks.size === 1) rackOf.set(host, `rack${[...racks][0]!}`);
      else if (racks.size > 1) ambiguous += 1;
    }
    if (rackOf.size > 0) return { rackOf, from: 'features', ambiguous };
  }
  const forms = pattern === undefined ? IN_NAME : [namePattern(pattern)];
  for (const { host } of nodes) {
    const rack = forms.map((form) => form.exec(host)?.[1]).find((one) => one !== undefined);
    if (rack !== undefined) rackOf.set(host, rack);
  }
  return { rackOf, from: rackOf.size > 0 ? 'names' : null, ambiguous };
}

/** Returns true for a form of names: any text with `{rack}` once, and `*` for what follows or precedes. */
export function isNamePattern(text: string): boolean {
  return text.split('{rack}').length === 2 && /^[\w.*-]*$/.test(text.replace('{rack}', ''));
}

function namePattern(text: string): RegExp {
  const [before, after] = text.split('{rack}').map((part) => part.replaceAll('.', '\\.').replaceAll(/\*+/g, '.*'));
  return new RegExp(`^${before!}([A-Za-z]*\\d+|[A-Za-z]+)${after!}$`);
}

import type { Quadrant, TemplatesInstance } from '../../../../models/families/templates/instance.js';
import { duplicateNames, entries, known, knownNames, unknownReference } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { type LocalFault, jsonPath } from '../../../instances/fault.js';

type Quadrants = Draft<readonly Quadrant[]>;

/**
 * Returns the faults of quadrants. Each floor tile and node group must be in exactly one quadrant, and all names must
 * be known.
 */
export function quadrantFaults(draft: Draft<TemplatesInstance>): LocalFault[] {
  const { facility, quadrants } = draft ?? {};
  return [
    ...duplicateNames(['quadrants'], quadrants),
    ...tileFaults(facility?.airflow, quadrants),
    ...memberFaults(facility, quadrants),
    ...uncoveredGroups(facility, quadrants),
  ];
}

type AirflowDraft = NonNullable<Draft<TemplatesInstance>>['facility'] extends infer F
  ? F extends { readonly airflow?: infer A }
    ? A
    : never
  : never;

function tileFaults(airflow: AirflowDraft, quadrants: Quadrants): LocalFault[] {
  if (airflow?.source === 'vent-matrices') return tilesWithoutLayout(quadrants);
  const tiles = airflow?.source === 'room' ? airflow.layout?.tiles : undefined;
  const names = knownNames(tiles);
  const ownerOf = new Map<string, string>();
  const faults: LocalFault[] = [];
  for (const [q, quadrant] of entries(quadrants)) {
    if (quadrant.tiles?.length === 0) {
      faults.push({
        path: jsonPath(['quadrants', q, 'tiles']),
        value: [],
        allowed: 'at least one tile of facility.airflow.layout.tiles',
        remedy: 'Without a tile its vents change nothing: add one, or join the quadrant with another.',
      });
    }
    for (const [k, tile] of entries(quadrant.tiles)) {
      const path = ['quadrants', q, 'tiles', k];
      faults.push(...unknownReference(path, tile, names, 'facility.airflow.layout.tiles'));
      const owner = ownerOf.get(tile);
      if (owner === undefined) ownerOf.set(tile, jsonPath(path));
      else faults.push(inTwo(jsonPath(path), tile, 'each tile in exactly one quadrant', owner));
    }
  }
  const isKnown = (tile: string | undefined): boolean => tile !== undefined && names?.has(tile) === true;
  if (!isComplete(quadrants, ({ tiles: own }) => own !== undefined && own.every(isKnown))) return faults;
  for (const [k, tile] of entries(tiles)) {
    if (tile.name === undefined || ownerOf.has(tile.name)) continue;
    faults.push({
      path: jsonPath(['facility', 'airflow', 'layout', 'tiles', k, 'name']),
      value: tile.name,
      allowed: 'a tile that some quadrant has',
      remedy: 'Add it to the tiles of the quadrant whose vents it opens with.',
    });
  }
  return faults;
}

function tilesWithoutLayout(quadrants: Quadrants): LocalFault[] {
  return entries(quadrants).flatMap(([q, { tiles }]) =>
    tiles === undefined || tiles.length === 0
      ? []
      : [
          {
            path: jsonPath(['quadrants', q, 'tiles']),
            value: tiles,
            allowed: '[], because vent-matrices come without a layout',
            remedy: 'Leave the list empty: the file says by its vent_id which quadrants are open how far.',
          },
        ],
  );
}

function inTwo(path: string, value: unknown, allowed: string, owner: string): LocalFault {
  return { path, value, allowed, remedy: `It belongs to ${owner} already: remove it from one of the two.` };
}

/** Returns faults of quadrant members that match no node group, or whose nodes belong to an earlier member. */
function memberFaults(facility: Draft<TemplatesInstance['facility']>, quadrants: Quadrants): LocalFault[] {
  const groups = facility?.nodeGroups;
  const racks = known(groups?.map((group) => group?.rack));
  const types = knownNames(facility?.nodeTypes);
  const areGroupsKnown = groups !== undefined && groups.every((group) => group?.rack && group.nodeType);
  const inRack = new Map<string, Set<string>>();
  for (const { rack, nodeType } of entries(groups).map(([, group]) => group)) {
    if (rack !== undefined && nodeType !== undefined) addTo(inRack, rack, nodeType);
  }
  /** JSON path of the first quadrant member that names a rack without a node type, by rack. */
  const ofRack = new Map<string, string>();
  /** JSON path of the first quadrant member that names a rack with a node type, by rack and node type. */
  const ofBoth = new Map<string, string>();
  const faults: LocalFault[] = [];
  for (const [q, quadrant] of entries(quadrants)) {
    for (const [k, { rack, nodeType }] of entries(quadrant.members)) {
      const path = ['quadrants', q, 'members', k];
      const unknown = [
        ...unknownReference([...path, 'rack'], rack, racks, 'the racks of facility.nodeGroups'),
        ...unknownReference([...path, 'nodeType'], nodeType, types, 'facility.nodeTypes'),
      ];
      faults.push(...unknown);
      if (rack === undefined || unknown.length > 0) continue;
      const isThere = !areGroupsKnown || nodeType === undefined || inRack.get(rack)?.has(nodeType) === true;
      if (!isThere) {
        faults.push({
          path: jsonPath([...path, 'nodeType']),
          value: nodeType,
          allowed: `a node type that stands in rack ${rack}`,
          remedy: 'Correct the rack or the node type, or remove the member.',
        });
      }
      const here = jsonPath(path);
      const both = JSON.stringify([rack, nodeType ?? null]);
      const whole = ofBoth.get(JSON.stringify([rack, null]));
      const earlier = nodeType === undefined ? ofRack.get(rack) : (whole ?? ofBoth.get(both));
      if (earlier !== undefined) {
        faults.push(inTwo(here, { rack, nodeType }, 'nodes that no other member has', earlier));
        continue;
      }
      if (!ofRack.has(rack)) ofRack.set(rack, here);
      ofBoth.set(both, here);
    }
  }
  return faults;
}

function uncoveredGroups(facility: Draft<TemplatesInstance['facility']>, quadrants: Quadrants): LocalFault[] {
  const groups = facility?.nodeGroups;
  const areKnown = membersKnownIn(facility);
  const isRead = ({ members }: NonNullable<Draft<Quadrant>>): boolean => areKnown(members);
  if (!isComplete(quadrants, isRead)) return [];
  // By rack the node types that some quadrant has, '' for all.
  const covered = new Map<string, Set<string>>();
  for (const [, { members }] of entries(quadrants)) {
    for (const one of members!) addTo(covered, one!.rack!, one!.nodeType ?? '');
  }
  return entries(groups).flatMap(([g, { rack, nodeType }]) => {
    if (rack === undefined || nodeType === undefined) return [];
    const isCovered = covered.get(rack)?.has('') === true || covered.get(rack)?.has(nodeType) === true;
    if (isCovered) return [];
    return [
      {
        path: jsonPath(['facility', 'nodeGroups', g]),
        value: { rack, nodeType },
        allowed: 'nodes that some quadrant has',
        remedy: `Add { "rack": "${rack}" } (with "nodeType": "${nodeType}" if only those) to the members of a quadrant.`,
      },
    ];
  });
}

/** Returns a function that tells whether all members of a quadrant are readable and name known racks and node types. */
export function membersKnownIn(
  facility: Draft<TemplatesInstance['facility']>,
): (members: Draft<Quadrant['members']>) => boolean {
  const racks = known(facility?.nodeGroups?.map((group) => group?.rack));
  const types = knownNames(facility?.nodeTypes);
  return (members) =>
    members !== undefined &&
    members.every(
      (member) =>
        member?.rack !== undefined &&
        racks?.has(member.rack) === true &&
        (member.nodeType === undefined || types?.has(member.nodeType) === true),
    );
}

function addTo(lists: Map<string, Set<string>>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, new Set([value]));
  else list.add(value);
}

/** Returns true if all quadrants are readable. Only then are tiles and nodes without a quadrant reported. */
function isComplete(quadrants: Quadrants, whole: (quadrant: NonNullable<Draft<Quadrant>>) => boolean): boolean {
  return quadrants !== undefined && quadrants.every((quadrant) => quadrant !== undefined && whole(quadrant));
}

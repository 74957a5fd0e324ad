// Limits of your own for `plenum solve --method config-ls --constraints`: a list of { name, unit, violation(plan) }.
// violation returns by how much the plan breaks the limit, 0 or less when it is kept.

// A search asks thousands of times a second, and from one time to the next few zones change. A zone that is the same object
// runs the same, so what was worked out for it can be kept.
function perZone(work) {
  const known = new WeakMap();
  return (zone) => {
    if (!known.has(zone)) known.set(zone, work(zone));
    return known.get(zone);
  };
}

const coresOf = perZone((zone) => {
  const cores = new Map();
  for (const node of zone.nodes) {
    for (const { taskType, cores: count } of node.cores) cores.set(taskType, (cores.get(taskType) ?? 0) + count);
  }
  return cores;
});

const settingsOf = perZone(
  (zone) => new Set(zone.nodes.map((node) => `${zone.nodeType} ${JSON.stringify(node.cores)}`)),
);

/** Cores of each task type by rack. */
function coresByRack(plan) {
  const byTask = new Map();
  for (const zone of plan.zones) {
    for (const [taskType, cores] of coresOf(zone)) {
      const racks = byTask.get(taskType) ?? new Map();
      racks.set(zone.rack, (racks.get(zone.rack) ?? 0) + cores);
      byTask.set(taskType, racks);
    }
  }
  return byTask;
}

/** No rack may hold more than this share of a task type's cores: losing a rack must not stop a service. */
const LARGEST_SHARE = 0.2;

/** The operators can look after so many different settings (task types and P-states of a node) in a rack. */
const SETTINGS_PER_RACK = 4;

export default [
  {
    name: 'a rack holds at most a fifth of a task type',
    unit: 'cores',
    violation(plan) {
      let over = 0;
      for (const racks of coresByRack(plan).values()) {
        let total = 0;
        for (const cores of racks.values()) total += cores;
        for (const cores of racks.values()) over += Math.max(0, cores - LARGEST_SHARE * total);
      }
      return over;
    },
  },
  {
    name: 'at most 4 different settings in a rack',
    unit: 'settings',
    violation(plan) {
      const settings = new Map();
      for (const zone of plan.zones) {
        const ofRack = settings.get(zone.rack) ?? new Set();
        for (const setting of settingsOf(zone)) ofRack.add(setting);
        settings.set(zone.rack, ofRack);
      }
      let over = 0;
      for (const ofRack of settings.values()) over += Math.max(0, ofRack.size - SETTINGS_PER_RACK);
      return over;
    },
  },
];

"""The genetic algorithm of thesis 3.4.3 as a user would write it with DEAP and NumPy.

python3 deap_ga.py facility.json SECONDS plain|repair. Prints one JSON object with the evaluations per second.
Chromosome: fraction of time and P-state per core and task type. Evaluation: reward rate with time-averaged co-location
features (Eqs. 21-22), power and inlet temperatures, the warmest allowed set-point, a static penalty for a cap that is passed.
With "repair" every child goes through the local search (Algorithm 3, at most 2,000 iterations) first, as in the thesis.
"""

import json
import random
import sys
import time

import numpy as np
from deap import base, creator, tools

with open(sys.argv[1]) as file:
    data = json.load(file)
seconds = float(sys.argv[2])
with_repair = sys.argv[3] == "repair"
random.seed(1)
rng = np.random.default_rng(1)

tasks = len(data["taskNames"])
reward = np.array(data["rewardPerTask"])
arrivals = np.array(data["arrivalRatePerS"])
rise = np.array(data["riseCPerW"])
cop = data["cop"]


class Block:
    """All nodes of one type: arrays over (node, core, task)."""

    def __init__(self, t, kind, first):
        zones = [(b, z["nodeCount"]) for b, z in enumerate(data["zones"]) if z["type"] == t]
        self.zone_of_node = np.repeat([b for b, _ in zones], [n for _, n in zones])
        self.nodes = len(self.zone_of_node)
        self.cores = kind["cores"]
        self.first = first
        self.last = first + self.nodes * self.cores
        self.idle = kind["idleW"]
        states = max(len(task["timeS"]) for task in kind["tasks"])
        self.states = np.ones(tasks, dtype=int)
        self.time = np.full((tasks, states), np.inf)
        self.power = np.zeros((tasks, states))
        self.u, self.x, self.intensity = np.zeros(tasks), np.zeros(tasks), np.zeros(tasks)
        for task in kind["tasks"]:
            i, n = task["task"], len(task["timeS"])
            self.states[i] = n
            self.time[i, :n] = task["timeS"]
            self.power[i, :n] = task["powerW"]
            self.u[i], self.x[i] = task["perNeighbourS"], task["perAverageIntensityS"]
            self.intensity[i] = task["memoryIntensity"]

    def evaluate(self, fraction, state):
        shape = (self.nodes, self.cores, tasks)
        share = fraction[self.first : self.last].reshape(shape)
        state = np.minimum(state[self.first : self.last].reshape(shape), self.states - 1)
        busy = share.sum(axis=(1, 2))
        intensity = (share * self.intensity).sum(axis=(1, 2)) / np.maximum(busy, 1e-12)
        task = np.arange(tasks)
        delay = self.u * np.maximum(0, busy - 1)[:, None] + self.x * (intensity[:, None] - self.intensity)
        spent = self.time[task, state] + np.maximum(0, delay)[:, None, :]
        rate = (share / spent).sum(axis=(0, 1))
        watts = (share * self.power[task, state]).sum(axis=(1, 2)) + self.idle
        return rate, watts


blocks = []
cores = 0
for t, kind in enumerate(data["nodeTypes"]):
    block = Block(t, kind, cores)
    cores = block.last
    blocks.append(block)
states = max(block.time.shape[1] for block in blocks)

creator.create("Fitness", base.Fitness, weights=(1.0,))
creator.create("Plan", list, fitness=creator.Fitness)


def normalised(fraction):
    total = fraction.sum(axis=1, keepdims=True)
    return np.where(total > 1, fraction / np.maximum(total, 1e-12), fraction)


def random_plan():
    return creator.Plan([normalised(rng.random((cores, tasks))), rng.integers(0, states, (cores, tasks))])


zone_of_node = np.concatenate([block.zone_of_node for block in blocks])
block_of_node = np.repeat(range(len(blocks)), [block.nodes for block in blocks])
first_core = np.concatenate([block.first + block.cores * np.arange(block.nodes) for block in blocks])
node_rise = np.array(data["nodeRiseCPerW"])[zone_of_node]


def node_watts(plan):
    parts = [block.evaluate(*plan) for block in blocks]
    return sum(rate for rate, _ in parts), np.concatenate([watts for _, watts in parts])


def over_cap(watts, inlet_rise, whole_degrees):
    warmest = data["redLineC"] - inlet_rise.max()
    if whole_degrees:
        warmest = data["redLineC"] - np.ceil(inlet_rise.max())
    set_point = min(data["setPointMaxC"], warmest)
    efficiency = cop["quadraticPerC2"] * set_point**2 + cop["linearPerC"] * set_point + cop["constant"]
    return watts.sum() * (1 / data["upsEfficiency"] + 1 / efficiency) + data["otherLoadW"] - data["capW"]


def repair(plan):
    _, watts = node_watts(plan)
    inlet_rise = rise @ np.bincount(zone_of_node, weights=watts, minlength=len(rise))
    outlets = inlet_rise[zone_of_node] + node_rise * watts
    slowed = set()
    iterations = 0
    while iterations < 2000 and over_cap(watts, inlet_rise, True) > 0:
        iterations += 1
        open_outlets = outlets.copy()
        open_outlets[list(slowed)] = -np.inf
        node = int(open_outlets.argmax())
        block = blocks[block_of_node[node]]
        first, zone = first_core[node], zone_of_node[node]
        while True:
            core, task = first + random.randrange(block.cores), random.randrange(tasks)
            state = plan[1][core, task]
            if state < block.states[task] - 1:
                change = plan[0][core, task] * (block.power[task, state + 1] - block.power[task, state])
                plan[1][core, task] = state + 1
                watts[node] += change
                inlet_rise += rise[:, zone] * change
                outlets[node] += node_rise[node] * change
                break
            if (plan[1][first : first + block.cores] >= block.states - 1).all():
                slowed.add(node)
                break
        outlets = inlet_rise[zone_of_node] + node_rise * watts


def evaluate(plan):
    rate, watts = node_watts(plan)
    power = np.bincount(zone_of_node, weights=watts, minlength=len(rise))
    earned = (reward * np.minimum(rate, arrivals)).sum()
    return (earned - 1e-3 * max(0.0, over_cap(watts, rise @ power, False)),)


def mate(one, two):
    first, last = sorted(random.sample(range(cores), 2))
    for a, b in zip(one, two):
        kept = a[first:last].copy()
        a[first:last] = b[first:last]
        b[first:last] = kept


def mutate(plan):
    hit = rng.random((cores, tasks)) < 0.05
    plan[0][hit] = rng.random(hit.sum())
    plan[1][hit] = rng.integers(0, states, hit.sum())
    plan[0][:] = normalised(plan[0])


toolbox = base.Toolbox()
toolbox.register("clone", lambda plan: creator.Plan([part.copy() for part in plan]))
population = [random_plan() for _ in range(200)]
evaluations = 0
start = time.perf_counter()
for plan in population:
    plan.fitness.values = evaluate(plan)
    evaluations += 1
while time.perf_counter() - start < seconds:
    parents = tools.selTournament(population, 2, tournsize=3)
    children = [toolbox.clone(parent) for parent in parents]
    mate(*children)
    for child in children:
        if random.random() < 0.1:
            mutate(child)
        if with_repair:
            repair(child)
        child.fitness.values = evaluate(child)
        evaluations += 1
    population = tools.selBest(population + children, 200)
elapsed = time.perf_counter() - start
best = max(plan.fitness.values[0] for plan in population)
print(json.dumps({"seconds": elapsed, "evaluations": evaluations, "perS": evaluations / elapsed, "best": best}))

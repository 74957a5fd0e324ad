"""The genetic algorithm of thesis 2.5.6 (MO-EC, dynamic penalty) as a user would write it with DEAP and NumPy.

python3 deap_robust_ga.py problem.json SECONDS. Prints one JSON object with the generations per second.
Chromosome: core and P-state of every task, as arrays. All operators and the evaluation (Eqs. 2-10) are NumPy expressions over
whole arrays; a generation is two crossovers, four children, their mutation and evaluation, and the drop of the worst four.
"""

import json
import math
import random
import sys
import time

import numpy as np
from deap import base, creator, tools

with open(sys.argv[1]) as file:
    data = json.load(file)
seconds = float(sys.argv[2])
random.seed(1)
rng = np.random.default_rng(1)

tasks, columns, cores = data["taskCount"], data["columnCount"], data["coreCount"]
mean = np.fromfile(data["meanFile"]).reshape(tasks, columns)
variance = np.fromfile(data["varianceFile"]).reshape(tasks, columns)
task = np.arange(tasks)
task_type = np.array(data["taskType"])
nodes = data["nodes"]
node_of_core = np.repeat(range(len(nodes)), [node["cores"] for node in nodes])
column_of_core = np.array([node["column"] for node in nodes])[node_of_core]
overhead = np.array([node["overheadW"] for node in nodes])
states = np.array([len(node["frequencyGHz"]) for node in nodes])
width = states.max()
power = np.zeros((len(nodes), width))
power_square = np.zeros((len(nodes), width))
scale = np.zeros((len(nodes), data["taskTypeCount"], width))
frequency = np.full((len(nodes), width), np.inf)
for n, node in enumerate(nodes):
    power[n, : states[n]] = node["powerW"]
    power_square[n, : states[n]] = node["powerSquareW2"]
    scale[n, :, : states[n]] = np.reshape(node["timeScale"], (-1, states[n]))
    frequency[n, : states[n]] = node["frequencyGHz"]
scale_square = scale**2
# [node, P-state, other node]: the P-state there closest in frequency.
closest = np.zeros((len(nodes), width, len(nodes)), dtype=np.int64)
for n in range(len(nodes)):
    for p in range(states[n]):
        closest[n, p] = np.abs(frequency - frequency[n, p]).argmin(axis=1)
# Cores by node, filled up with one that never ends last.
first_core = np.concatenate([[0], np.cumsum([node["cores"] for node in nodes])[:-1]])
most_cores = max(node["cores"] for node in nodes)
core_of_node = np.full((len(nodes), most_cores), cores)
for n, node in enumerate(nodes):
    core_of_node[n, : node["cores"]] = first_core[n] + np.arange(node["cores"])

creator.create("Fitness", base.Fitness, weights=(1.0,))
creator.create("Plan", list, fitness=creator.Fitness, measures=None)


def probability(z):
    return 0.5 * math.erfc(-z / math.sqrt(2))


def evaluate(plan):
    core, state = plan
    node = node_of_core[core]
    column = column_of_core[core]
    spent = mean[task, column] * scale[node, task_type, state]
    spread = variance[task, column] * scale_square[node, task_type, state]
    finish = np.bincount(core, weights=spent, minlength=cores + 1)
    finish_spread = np.bincount(core, weights=spread, minlength=cores + 1)
    finish[cores] = -np.inf
    with np.errstate(divide="ignore", invalid="ignore"):
        makespan_z = np.nanmin((data["deadlineS"] - finish[:cores]) / np.sqrt(finish_spread[:cores]))
    ends = finish[core_of_node]
    last = core_of_node[np.arange(len(nodes)), ends.argmax(axis=1)]
    energy = (power[node, state] * spent).sum() + (overhead * finish[last]).sum()
    energy_spread = (power_square[node, state] * spread).sum() + (overhead**2 * finish_spread[last]).sum()
    energy_z = (data["energyBudgetJ"] - energy) / math.sqrt(energy_spread)
    return probability(makespan_z), max(0.0, data["energyRobustness"] - probability(energy_z))


def cut():
    first, last = sorted(random.sample(range(tasks), 2))
    return slice(first, last + 1)


def cross_tasks(one, two):
    part = cut()
    children = []
    for mother, other in ((one, two), (two, one)):
        core, state = mother[0].copy(), mother[1].copy()
        core[part] = other[0][part]
        state[part] = closest[node_of_core[mother[0][part]], state[part], node_of_core[core[part]]]
        children.append(creator.Plan([core, state]))
    return children


def cross_states(one, two):
    part = cut()
    children = []
    for mother, other in ((one, two), (two, one)):
        state = mother[1].copy()
        state[part] = closest[node_of_core[other[0][part]], other[1][part], node_of_core[mother[0][part]]]
        children.append(creator.Plan([mother[0].copy(), state]))
    return children


def mutate_tasks(plan):
    core, state = plan
    hit = np.flatnonzero(rng.random(tasks) < 0.001)
    before = node_of_core[core[hit]]
    core[hit] = rng.integers(0, cores, len(hit))
    state[hit] = closest[before, state[hit], node_of_core[core[hit]]]


def mutate_states(plan):
    core, state = plan
    hit = np.flatnonzero(rng.random(tasks) < 0.001)
    state[hit] = rng.integers(0, states[node_of_core[core[hit]]])


def linear_bias(count, bias=1.5):
    root = math.sqrt(bias * bias - 4 * (bias - 1) * random.random())
    return min(count - 1, int(count * (bias - root) / (2 * (bias - 1))))


def parents(population):
    first = second = linear_bias(len(population))
    while second == first:
        second = linear_bias(len(population))
    return population[first], population[second]


def random_plan():
    core = rng.integers(0, cores, tasks)
    return creator.Plan([core, rng.integers(0, states[node_of_core[core]])])


def rank(population, c, size):
    for plan in population:
        objective, distance = plan.measures
        plan.fitness.values = (objective - c * distance,)
    return tools.selBest(population, size)


seeds = [
    creator.Plan([np.array(seed["core"], dtype=np.int64), np.array(seed["pState"], dtype=np.int64)])
    for seed in data["seeds"]
]
population = seeds + [random_plan() for _ in range(200 - len(seeds))]
for plan in population:
    plan.measures = evaluate(plan)
c = 2.0
population = rank(population, c, 200)
generations = 0
start = time.perf_counter()
while time.perf_counter() - start < seconds:
    for cross, mutate in ((cross_tasks, mutate_tasks), (cross_states, mutate_states)):
        children = cross(*parents(population))
        for child in children:
            if random.random() < 0.1:
                mutate(child)
            child.measures = evaluate(child)
        population = rank(population + children, c, len(population) + 2)
    population = population[:200]
    feasible = sum(plan.measures[1] == 0 for plan in population)
    c = max(0.0, c + (0.01 if feasible < 100 else -0.01))
    generations += 1
elapsed = time.perf_counter() - start
best = max((plan.measures[0] for plan in population if plan.measures[1] == 0), default=None)
print(json.dumps({"seconds": elapsed, "generations": generations, "perS": generations / elapsed, "best": best}))

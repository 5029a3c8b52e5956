# The oracle of impersonation: networkx, a library that is not ours. Reads one graph per line as JSON, {"nodes": […], "edges":
# [[from, to], …], "counted": […]}, and writes for each graph a line: for each counted node, how many counted nodes it reaches.
import json
import sys

import networkx

for line in sys.stdin:
    given = json.loads(line)
    graph = networkx.DiGraph()
    graph.add_nodes_from(given["nodes"])
    graph.add_edges_from(given["edges"])
    counted = set(given["counted"])
    print(json.dumps({node: len(networkx.descendants(graph, node) & counted) for node in given["counted"]}))
